import { NotFoundError } from '../core/errors/api-errors.js';

interface ListingPage<Item> {
  readonly items: readonly Item[];
  readonly hasNext: boolean;
}

/** Reads the pages of a listing, beginning with page `from`; `prefetch` pages are read ahead. */
export type ListingPages<Item> = (
  signal: AbortSignal,
  from: number,
  prefetch?: number,
) => AsyncIterable<ListingPage<Item>>;

/** The most requests of one poll that check known items. */
const MAX_REQUESTS = 10;

/** How many pages in a row may show no item that is waited for. After that, the rest is read by id. */
export function computeMaxEmptyPages(left: number): number {
  return Math.max(2, left / 50);
}

/**
 * Reads a listing again and again, a few pages at each poll: a poll continues where the last one stopped. Returns the
 * items that a whole pass did not show, a few at each poll. The caller reads those by id.
 */
export class ListingSweep<Item extends { readonly id: number }> {
  readonly #pages: ListingPages<Item>;
  /** Ids that this pass has not found yet. */
  readonly #expected = new Set<number>();
  #next = 1;
  #pagesWithoutHit = 0;
  /** Whether this pass needs no more pages. */
  #isComplete = true;
  /** The page at which `checkKnown` and `findNew` last failed. */
  readonly #failedAt: { check?: number; search?: number } = {};

  constructor(pages: ListingPages<Item>) {
    this.#pages = pages;
  }

  get isComplete(): boolean {
    return this.#isComplete && this.#expected.size === 0;
  }

  /** Reads the pages of one poll. Returns the ids to read one by one. */
  async checkKnown(
    known: ReadonlySet<number>,
    onItem: (item: Item) => void,
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    for (const id of this.#expected) if (!known.has(id)) this.#expected.delete(id);
    if (this.#expected.size === 0) this.#restart(known);
    const readsLeft = MAX_REQUESTS - (await this.#readNextPages(onItem, signal));
    if (!this.#isComplete) return [];
    const missed = [...this.#expected].slice(0, readsLeft);
    for (const id of missed) this.#expected.delete(id);
    return missed;
  }

  /** Looks for new items from the first page on, and stops after pages without any. */
  async findNew(
    sought: ReadonlySet<number>,
    isSought: (item: Item) => boolean,
    signal: AbortSignal,
  ): Promise<void> {
    if (sought.size === 0) return;
    let [page, pagesWithoutHit] = [1, 0];
    try {
      for await (const { items } of this.#pages(signal, page)) {
        page += 1;
        const found = items.filter(isSought).length;
        pagesWithoutHit = found === 0 ? pagesWithoutHit + 1 : 0;
        if (sought.size === 0 || pagesWithoutHit > computeMaxEmptyPages(sought.size)) return;
      }
    } catch (error) {
      // When the same page fails again, the search ends there, and the rest is read by id.
      const isAgain = page > 1 && this.#failedAt.search === page;
      this.#failedAt.search = page;
      if (signal.aborted || !isAgain) throw error;
    }
  }

  #restart(known: ReadonlySet<number>): void {
    for (const id of known) this.#expected.add(id);
    this.#next = 1;
    this.#pagesWithoutHit = 0;
    this.#isComplete = known.size === 0;
  }

  async #readNextPages(onItem: (item: Item) => void, signal: AbortSignal): Promise<number> {
    if (this.#isComplete) return 0;
    let read = 0;
    try {
      // Nothing is read ahead: a page that is not needed would be a wasted request.
      for await (const { items, hasNext } of this.#pages(signal, this.#next, 0)) {
        this.#next += 1;
        read += 1;
        this.#recordPage(items, hasNext);
        for (const item of items) onItem(item);
        if (this.#isComplete || read === MAX_REQUESTS) return read;
      }
    } catch (error) {
      this.#handleFailure(error);
    }
    this.#isComplete = true;
    return read;
  }

  #recordPage(items: readonly Item[], hasNext: boolean): void {
    const shown = items.filter(({ id }) => this.#expected.delete(id)).length;
    this.#pagesWithoutHit = shown === 0 ? this.#pagesWithoutHit + 1 : 0;
    this.#isComplete =
      !hasNext ||
      this.#expected.size === 0 ||
      this.#pagesWithoutHit > computeMaxEmptyPages(this.#expected.size);
  }

  /** A 404 ends the pass: the listing has become shorter. A page that fails again is skipped, so that others are read. */
  #handleFailure(error: unknown): void {
    const page = this.#next;
    if (error instanceof NotFoundError && page > 1) return;
    if (this.#failedAt.check === page) this.#next += 1;
    this.#failedAt.check = page;
    throw error;
  }
}
