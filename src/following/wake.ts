/** Ends pauses early: ring it when there may be something new, and everyone who listens polls at once. */
export class Wake {
  readonly #listeners = new Set<() => void>();

  /** Makes every listener poll at once. */
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
