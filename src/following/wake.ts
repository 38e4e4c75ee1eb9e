/** Ends a pause early: whoever learns that there is something new rings, whoever waits polls at once. */
export class Wake {
  readonly #listeners = new Set<() => void>();

  /** Something may be new. */
  ring(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Calls the listener at each ring, until the returned function is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }
}
