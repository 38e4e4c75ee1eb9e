import { Deadline } from '../http/deadline.js';

/** How fast the reading ahead widens while its consumer waits for it. */
const WIDENING = 4;

interface Reading<Page> {
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
  readonly #ahead = new Map<number, Reading<Page>>();
  /** What is under way on the way on that is taken now. */
  #way: Deadline;
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
    this.#way = new Deadline(Number.POSITIVE_INFINITY, caller);
  }

  /**
   * The page, and the ones after it on their way.
   *
   * @param last the last page that there is, as far as is known
   */
  async take(page: number, last: number): Promise<Page> {
    const reading = this.#ahead.get(page) ?? this.#begin(page);
    this.#ahead.delete(page);
    if (this.#begun && !reading.settled) {
      this.#width = Math.min(this.#limit, Math.max(1, this.#width) * WIDENING);
    }
    this.#begun = true;
    // While the page itself is on its way, it is one of those.
    this.#fill(page, last, this.#width - 1);
    const taken = await reading.page;
    this.#fill(page, last, this.#width);
    return taken;
  }

  /** Stops what is read ahead: the listing has moved. */
  restart(): void {
    this.#way.end();
    this.#way = new Deadline(Number.POSITIVE_INFINITY, this.#caller);
    this.#ahead.clear();
    this.#width = 0;
  }

  /** Stops everything. */
  end(): void {
    this.#way.end();
  }

  #fill(page: number, last: number, width: number): void {
    for (let next = page + 1; next <= last && this.#ahead.size < width; next += 1) {
      if (!this.#ahead.has(next)) this.#ahead.set(next, this.#begin(next));
    }
  }

  #begin(page: number): Reading<Page> {
    const reading: Reading<Page> = { page: this.#read(page, this.#way.signal), settled: false };
    const settle = (): void => {
      reading.settled = true;
    };
    // A failure counts when, and if, its page is taken.
    reading.page.then(settle, settle);
    return reading;
  }
}
