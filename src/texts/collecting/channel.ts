/** Hands values from several givers to one taker, one at a time. */
export class Channel<Value> {
  readonly #values: { readonly value: Value; readonly taken: () => void }[] = [];
  #wake: () => void = () => undefined;
  #isClosed = false;
  #failure: { readonly error: unknown } | undefined;

  /** Resolves when the value was taken, so that no giver runs ahead of the taker. */
  send(value: Value): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isClosed) return resolve();
      this.#values.push({ value, taken: resolve });
      this.#wake();
    });
  }

  /** No more values come. With an error, taking fails with it once all values are taken. */
  close(failure?: { readonly error: unknown }): void {
    this.#failure ??= failure;
    this.#isClosed = true;
    this.#wake();
  }

  /** Lets go of all givers. */
  drop(): void {
    this.close();
    for (const { taken } of this.#values.splice(0)) taken();
  }

  /** The values, until the channel is closed. */
  async *receive(): AsyncGenerator<Value> {
    for (;;) {
      const next = this.#values.shift();
      if (next !== undefined) {
        try {
          yield next.value;
        } finally {
          // Also when the taker has enough.
          next.taken();
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
