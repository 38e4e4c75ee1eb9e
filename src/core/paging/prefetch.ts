import { Deadline } from '../http/deadline.js';

/** How many times more pages are read ahead after each page that the consumer had to wait for. */
const WIDENING = 4;

/** A page that was asked for. */
interface Pending<Page> {
  readonly page: Promise<Page>;
  settled: boolean;
}

/**
 * Pages read ahead of their consumer, handed on in order. Nothing is read ahead of the first page; from then on it
 * widens while the consumer waits. One that is slower than the service has at most `width` pages waiting for it.
 */
export class Prefetch<Page> {
  readonly #read: (page: number, signal: AbortSignal) => Promise<Page>;
  readonly #limit: number;
  readonly #caller: AbortSignal | undefined;
  readonly #ahead = new Map<number, Pending<Page>>();
  /** Ends the requests for the pages that were asked for since the last restart. */
  #requests: Deadline;
  #width = 0;
  #begun = false;

  /** @param width pages ahead at once; 0 reads each only when it is asked for */
  constructor(
    read: (page: number, signal: AbortSignal) => Promise<Page>,
    width: number,
    caller: AbortSignal | undefined,
  ) {
    this.#read = read;
    this.#limit = width;
    this.#caller = caller;
    this.#requests = new Deadline(Number.POSITIVE_INFINITY, caller);
  }

  /**
   * Gives the page, and asks for some of the pages after it.
   *
   * @param last the last page that there is, as far as is known
   */
  async take(page: number, last: number): Promise<Page> {
    const pending = this.#ahead.get(page) ?? this.#begin(page);
    this.#ahead.delete(page);
    if (this.#begun && !pending.settled) {
      this.#width = Math.min(this.#limit, Math.max(1, this.#width) * WIDENING);
    }
    this.#begun = true;
    // While the page itself is awaited, it is one of those.
    this.#fill(page, last, this.#width - 1);
    const taken = await pending.page;
    this.#fill(page, last, this.#width);
    return taken;
  }

  /** Stops the pages that are read ahead: the listing has moved. */
  restart(): void {
    this.#requests.end();
    this.#requests = new Deadline(Number.POSITIVE_INFINITY, this.#caller);
    this.#ahead.clear();
    this.#width = 0;
  }

  /** Stops everything. */
  end(): void {
    this.#requests.end();
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
    // A failure is thrown when its page is taken, if it ever is.
    pending.page.then(settle, settle);
    return pending;
  }
}
