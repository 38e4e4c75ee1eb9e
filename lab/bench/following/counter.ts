import { setTimeout as pause } from 'node:timers/promises';

type Fetch = typeof globalThis.fetch;

/** How long nothing must have been sent for a round to be over, in milliseconds. */
const QUIET = 200;

/** Counts what is sent, and knows when it was. */
export class Counter {
  readonly #fetch: Fetch;
  readonly #quiet: number;
  #sent = 0;
  #inFlight = 0;
  #lastAt = 0;

  constructor(fetch: Fetch, quiet = QUIET) {
    this.#fetch = fetch;
    this.#quiet = quiet;
  }

  get sent(): number {
    return this.#sent;
  }

  readonly fetch: Fetch = async (input, init) => {
    this.#sent += 1;
    this.#inFlight += 1;
    try {
      return await this.#fetch(input, init);
    } finally {
      this.#inFlight -= 1;
      this.#lastAt = performance.now();
    }
  };

  /** Requests that the work and whatever it sets off send, until nothing more comes. */
  async during(work: () => unknown): Promise<number> {
    const before = this.#sent;
    await work();
    while (this.#sent === before) await pause(1);
    while (this.#inFlight > 0 || performance.now() - this.#lastAt < this.#quiet) await pause(10);
    return this.#sent - before;
  }
}
