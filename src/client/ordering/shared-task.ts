import { runDetached } from '#runtime';
import { endWithCaller, getSpan, setSpan } from '../core/http/deadline.js';

/** Work that several callers of one account wait for, in the context of none of them. If one aborts, the others go on waiting; if all do, the work is aborted. */
export class SharedTask<Result> {
  readonly #controller = new AbortController();
  readonly #work: Promise<Result>;
  #waiting = 0;

  /** @param first the signal of the first caller: what belongs to something by it does so in the work too */
  constructor(work: (signal: AbortSignal) => Promise<Result>, first?: AbortSignal) {
    setSpan(this.#controller.signal, getSpan(first));
    this.#work = runDetached(() => work(this.#controller.signal));
    // Each caller gets the error from `join`. When none is left, the rejection must not be reported as unhandled.
    this.#work.catch(() => undefined);
  }

  /** Whether every caller has aborted. The result may then be an abort. */
  get abandoned(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Resolves to the result. When the caller aborts first, rejects with the caller's reason. */
  async join(signal?: AbortSignal): Promise<Result> {
    this.#waiting += 1;
    try {
      return await endWithCaller(signal, () => this.#work);
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0 && signal?.aborted) this.#controller.abort();
    }
  }
}
