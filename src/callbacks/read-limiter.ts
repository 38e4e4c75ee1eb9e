import { ConcurrencyLimit } from '../core/http/concurrency.js';
import { Deadline, DeadlineExpired } from '../core/http/deadline.js';

const AT_ONCE = 2;
const MOST_WAITING = 100;
/** The answer to a delivery that may not wait: it will be delivered again. */
const UNAVAILABLE = 503;

/** Lets few deliveries read their events at once, so that forged ones don't hold up the client's own calls. */
export class ReadLimiter {
  readonly #slots = new ConcurrencyLimit(AT_ONCE);
  #waiting = 0;

  /** Runs the work once few others run. Gives 503 when too many wait already, or when it would wait longer than `longest` ms. */
  async run<Result>(work: () => Promise<Result>, longest: number): Promise<Result | typeof UNAVAILABLE> {
    if (!(await this.#admitted(longest))) return UNAVAILABLE;
    try {
      return await work();
    } finally {
      this.#slots.release();
    }
  }

  async #admitted(longest: number): Promise<boolean> {
    if (this.#slots.tryAcquire()) return true;
    if (this.#waiting >= MOST_WAITING) return false;
    const limit = new Deadline(longest);
    this.#waiting += 1;
    try {
      await this.#slots.acquire(limit);
      return true;
    } catch (reason) {
      if (reason instanceof DeadlineExpired) return false;
      throw reason;
    } finally {
      this.#waiting -= 1;
      limit.dispose();
    }
  }
}
