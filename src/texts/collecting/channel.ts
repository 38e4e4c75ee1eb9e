/** Passes values from several senders to one receiver. */
export class Channel<Value> {
  readonly #values: { readonly value: Value; readonly received: () => void }[] = [];
  #wake: () => void = () => undefined;
  #isClosed = false;
  #failure: { readonly error: unknown } | undefined;

  /** Resolves when the value was received, so that no sender runs ahead of the receiver. */
  send(value: Value): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isClosed) return resolve();
      this.#values.push({ value, received: resolve });
      this.#wake();
    });
  }

  /** Ends the channel. If it ends with an error, the receiver gets it after all values. */
  close(failure?: { readonly error: unknown }): void {
    this.#failure ??= failure;
    this.#isClosed = true;
    this.#wake();
  }

  /** Closes the channel and drops what was not received, so that no sender waits any longer. */
  drop(): void {
    this.close();
    for (const { received } of this.#values.splice(0)) received();
  }

  /** The values, until the channel is closed. */
  async *receive(): AsyncGenerator<Value> {
    for (;;) {
      const next = this.#values.shift();
      if (next !== undefined) {
        try {
          yield next.value;
        } finally {
          // Also when the receiver ends its loop.
          next.received();
        }
      } else if (this.#isClosed) {
        if (this.#failure !== undefined) throw this.#failure.error;
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}
