import { type Deadline, LONGEST_TIMER } from './deadline.js';

/** Lets at most `limit` requests be in flight at once, first come, first served; one 429 can pause them all. */
export class Concurrency {
  readonly #limit: number;
  readonly #waiting = new Set<() => void>();
  #active = 0;
  #pausedUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether a request may start at once. */
  get open(): boolean {
    return this.#active < this.#limit && this.#waiting.size === 0 && performance.now() >= this.#pausedUntil;
  }

  /** Takes a place that is open. */
  take(): void {
    this.#active += 1;
  }

  /** Waits for a place and takes it; gives up its turn when the deadline ends. */
  async wait(deadline: Deadline): Promise<void> {
    let start: () => void = () => undefined;
    const turn = new Promise<void>((resolve) => {
      start = resolve;
    });
    this.#waiting.add(start);
    this.#admit();
    try {
      await deadline.race(turn);
    } catch (reason) {
      // If its turn came at the same moment, the next request gets the place.
      if (!this.#waiting.delete(start)) this.leave();
      this.#admit();
      throw reason;
    }
  }

  /** Gives a place back. */
  leave(): void {
    this.#active -= 1;
    this.#admit();
  }

  /** Starts no request for `ms` from now. */
  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + ms);
    this.#admit();
  }

  #admit(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.size === 0) return;
    const rest = this.#pausedUntil - performance.now();
    if (rest > 0) {
      this.#timer = setTimeout(() => this.#admit(), Math.min(rest, LONGEST_TIMER));
      return;
    }
    for (const start of this.#waiting) {
      if (this.#active >= this.#limit) return;
      this.#waiting.delete(start);
      this.#active += 1;
      start();
    }
  }
}
