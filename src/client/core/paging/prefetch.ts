import { Deadline } from '../http/deadline.js';

/** Each time the consumer has to wait for a page, so many times more pages are read ahead. */
const WIDENING = 4;

/** A page that was asked for. */
interface Pending<Page> {
  readonly page: Promise<Page>;
  settled: boolean;
}

/**
 * Reads pages ahead of their consumer and gives them in order. Nothing is read ahead until the first page has been
 * taken. Then more pages are read ahead each time the consumer has to wait, up to a limit.
 */
export class Prefetch<Page> {
  readonly #read: (page: number, signal: AbortSignal) => Promise<Page>;
  readonly #limit: number;
  readonly #caller: AbortSignal | undefined;
  readonly #ahead = new Map<number, Pending<Page>>();
  /** Ends the requests that began since the last restart. */
  #requests: Deadline;
  #width = 0;
  /** The page that was taken last; 0 before the first. */
  #taken = 0;

  /**
   * @param limit how many pages are read ahead at most; with 0, each is read only when it is taken
   * @param caller ends everything
   */
  constructor(
    read: (page: number, signal: AbortSignal) => Promise<Page>,
    limit: number,
    caller: AbortSignal | undefined,
  ) {
    this.#read = read;
    this.#limit = limit;
    this.#caller = caller;
    this.#requests = new Deadline(Number.POSITIVE_INFINITY, caller);
  }

  /**
   * Gives the page, and begins to read some of the pages after it.
   *
   * @param last the number of the last page, as far as it is known
   */
  async take(page: number, last: number): Promise<Page> {
    // A page that was read before the one that is read now may show an older state.
    if (page <= this.#taken) this.restart();
    const pending = this.#ahead.get(page) ?? this.#begin(page);
    this.#ahead.delete(page);
    if (this.#taken > 0 && !pending.settled) {
      this.#width = Math.min(this.#limit, Math.max(1, this.#width) * WIDENING);
    }
    this.#taken = page;
    // The page that is being awaited counts as one of them.
    this.#fill(page, last, this.#width - 1);
    const taken = await pending.page;
    this.#fill(page, last, this.#width);
    return taken;
  }

  /** Stops the pages that are being read ahead, when the reader does not go on. */
  restart(): void {
    this.#requests.end();
    this.#requests = new Deadline(Number.POSITIVE_INFINITY, this.#caller);
    this.#ahead.clear();
    this.#width = 0;
  }

  #fill(page: number, last: number, width: number): void {
    for (let next = page + 1; next <= last && this.#ahead.size < width; next += 1) {
      if (!this.#ahead.has(next)) this.#ahead.set(next, this.#begin(next));
    }
  }

  #begin(page: number): Pending<Page> {
    const pending: Pending<Page> = { page: this.#read(page, this.#requests.signal), settled: false };
    const settle = (): void => {
      pending.settled = true;
    };
    // A failure is thrown only when its page is taken.
    pending.page.then(settle, settle);
    return pending;
  }
}
