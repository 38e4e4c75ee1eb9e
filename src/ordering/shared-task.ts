import { Deadline } from '../core/http/deadline.js';

/** Work that several callers wait for. One that aborts leaves the others alone; when all have, the work ends. */
export class Shared<Result> {
  readonly #controller = new AbortController();
  readonly #work: Promise<Result>;
  #waiting = 0;

  constructor(work: (signal: AbortSignal) => Promise<Result>) {
    this.#work = work(this.#controller.signal);
    // Whoever waits is told; nobody may be waiting any more.
    this.#work.catch(() => undefined);
  }

  /** Whether every caller has left, so that the result may be an abort. */
  get abandoned(): boolean {
    return this.#controller.signal.aborted;
  }

  /** The result, or the caller's own reason when it aborts first. */
  async join(signal?: AbortSignal): Promise<Result> {
    const deadline = new Deadline(Number.POSITIVE_INFINITY, signal);
    this.#waiting += 1;
    try {
      return await deadline.race(this.#work);
    } finally {
      deadline.dispose();
      this.#waiting -= 1;
      if (this.#waiting === 0 && signal?.aborted) this.#controller.abort(signal.reason);
    }
  }
}
