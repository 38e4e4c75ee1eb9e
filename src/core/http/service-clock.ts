/** The service's clock, as its answers show it, to the second. */
export class ServiceClock {
  /** How many milliseconds it is ahead of ours. */
  #ahead: number | undefined;

  read(headers: Headers): void {
    const date = Date.parse(headers.get('date') ?? '');
    if (!Number.isNaN(date)) this.#ahead = date - Date.now();
  }

  /** Milliseconds since 1970; undefined while no answer has shown it. */
  get now(): number | undefined {
    return this.#ahead === undefined ? undefined : Date.now() + this.#ahead;
  }
}
