/** What a page shows about its listing. */
export interface PageFacts {
  readonly page: number;
  /** The key of each item, in order. */
  readonly keys: readonly unknown[];
  readonly totalPages: number;
  /** How many items the listing has; undefined when the service did not say. */
  readonly total: number | undefined;
}

/** A page that joins the pages before it. */
export interface JoinedPage<Page> {
  readonly page: Page;
  /** For each item of the page, whether it is new. */
  readonly fresh: readonly boolean[];
  /** Whether it is a first page that shows no item of the pages before: what came before may have a gap after it. */
  readonly isNewStart: boolean;
  /** What is wrong with the listing, where that shows: it only repeats its items, or some of them may be missing. */
  readonly doubt: 'repeats' | 'gap' | undefined;
}

/** How many pages in a row may repeat what is known, while the total stays the same and while it changes. */
const MAX_REPEATED = { still: 3, moving: 100 };
/** How often the reader goes back for one page. Once a total has fallen, some of the copies may be behind. */
const MAX_RETURNS = { rising: 1, fallen: 8 };
/** How often the first page is read for the highest total, then for the greatest of these readings; and how often anew. */
const MAX_FIRST = { highest: 8, greatest: 16, times: 3 };

/**
 * Reads the pages of a listing one after another. What it gives is complete for everything that exists from beginning to
 * end, though items are inserted and removed meanwhile, and though some pages come from a copy of the data that is
 * behind.
 *
 * A page joins those before it if it shows one of their items, or if the total is still the same. Otherwise items can be
 * missing between them. If the total fell, the page is read again: it may come from a copy that is behind. After that,
 * the pages before it are read again, backwards, up to one that joins. At the end, if a total was greater than that of
 * the first page, the first pages are read again: they may come from such a copy.
 *
 * It can't notice a change that leaves the total the same, if items were removed before a page and as many inserted
 * behind its beginning. Without totals it notices neither removals nor copies that are behind. The number of requests is
 * limited, whatever the service answers.
 */
export class PageReader<Page> {
  readonly #read: (page: number, last: number) => Promise<Page>;
  readonly #factsOf: (page: Page, asked: number) => PageFacts;
  readonly #first: number;
  /** The page to read next; undefined at the end. */
  #next: number | undefined;
  #last: number;
  /** Each known key, and the last series that showed it: the joined pages since the first page was read. */
  readonly #known = new Map<unknown, number>();
  #series = 0;
  /** The series that was read to the end. */
  #complete = 0;
  /** The total of the page that joined last, the highest of the series' first page, and the highest of all. */
  #total: number | undefined;
  #firstTotal = Number.POSITIVE_INFINITY;
  #highest = Number.NEGATIVE_INFINITY;
  #hasMoved = false;
  #hasFallen = false;
  /** Whether pages did not join after many tries: from then on, totals say nothing. */
  #hasOddTotals = false;
  #isGoingBack = false;
  /** Since the last new item: how often the reader went back, and how often it read a page again since then. */
  #returns = 0;
  #again = 0;
  /** The most readings after which a page joined. */
  #patience = 0;
  #firstAgain = 0;
  #greatest = 0;
  #heads = 0;
  #repeated = 0;
  /** The keys on pages without a new item, since the last new item. */
  readonly #repeatedKeys = new Set<unknown>();

  /**
   * @param read reads a page; its second argument is the number of the last page, as far as it is known
   * @param first the page to begin with
   */
  constructor(
    read: (page: number, last: number) => Promise<Page>,
    factsOf: (page: Page, asked: number) => PageFacts,
    first = 1,
  ) {
    this.#read = read;
    this.#factsOf = factsOf;
    this.#first = first;
    this.#next = first;
    this.#last = first;
  }

  /** The next page that joins those before it. Undefined at the end. */
  async next(): Promise<JoinedPage<Page> | undefined> {
    while (this.#next !== undefined) {
      const page = await this.#read(this.#next, this.#last);
      const shown = this.#factsOf(page, this.#next);
      const facts = this.#hasOddTotals ? { ...shown, total: undefined } : shown;
      const joins = this.#joins(facts);
      const retry = joins ? undefined : this.#retry(facts);
      if (joins || retry === undefined) return { page, ...this.#add(facts, joins) };
      // Nothing is read ahead until a page joins.
      this.#next = retry;
      this.#last = retry;
    }
    return undefined;
  }

  #joins({ page, keys, total = this.#total }: PageFacts): boolean {
    this.#highest = Math.max(this.#highest, total ?? this.#highest);
    this.#hasFallen ||= Number(total) < this.#highest;
    this.#hasMoved ||= total !== (this.#total ?? total);
    if (keys.some((key) => this.#known.get(key) === this.#series)) return true;
    if (page === this.#first) return page > 1 || total === undefined || total >= this.#highest;
    return !this.#isGoingBack && total === (this.#total ?? total);
  }

  /** The page to read instead; undefined after too many tries. */
  #retry({ page, total = 0 }: PageFacts): number | undefined {
    if (page === this.#first) {
      this.#greatest = Math.max(this.#greatest, total);
      this.#firstAgain += 1;
      // The listing has become shorter, rather.
      if (this.#firstAgain >= MAX_FIRST.highest) this.#highest = this.#greatest;
      return this.#firstAgain < MAX_FIRST.greatest ? page : undefined;
    }
    if (this.#isGoingBack) return page - 1;
    const fell = total < Number(this.#total);
    // Each time once more, so that each copy is reached if they answer in turn.
    const most = this.#hasFallen ? Math.max(this.#returns, this.#patience) + Number(fell) : 0;
    if (this.#again < most) {
      this.#again += 1;
      return page;
    }
    if (this.#returns === (this.#hasFallen ? MAX_RETURNS.fallen : MAX_RETURNS.rising)) return undefined;
    this.#returns += 1;
    this.#again = 0;
    this.#isGoingBack = true;
    return page - 1;
  }

  #add(facts: PageFacts, joins: boolean): Omit<JoinedPage<Page>, 'page'> {
    const { page, keys, total = this.#total, totalPages } = facts;
    const series = keys.map((key) => this.#known.get(key));
    this.#hasOddTotals ||= !joins && page > this.#first;
    const hasGap = joins ? this.#firstAgain >= MAX_FIRST.highest : this.#hasFallen || page === this.#first;
    const isNewStart = page === this.#first && !series.includes(this.#series);
    if (page === this.#first) this.#addFirst(isNewStart, total);
    const fresh = keys.map((key) => {
      const isNew = !this.#known.has(key);
      this.#known.set(key, this.#series);
      return isNew;
    });
    this.#total = total;
    if (joins) this.#patience = Math.max(this.#patience, this.#again);
    this.#isGoingBack = false;
    const isNew = fresh.includes(true);
    const isLast = keys.length === 0 || page >= totalPages || !this.#mayGoOn(keys, isNew);
    const isEnd = isLast || series.includes(this.#complete);
    this.#next = isEnd ? this.#afterLast() : page + 1;
    this.#last = isEnd ? this.#first : totalPages;
    if (hasGap) return { fresh, isNewStart, doubt: 'gap' };
    const repeats = isLast && !this.#hasMoved && keys.length > 0 && !isNew;
    return { fresh, isNewStart, doubt: repeats ? 'repeats' : undefined };
  }

  #addFirst(isNewStart: boolean, total = Number.POSITIVE_INFINITY): void {
    this.#firstTotal = isNewStart ? total : Math.max(this.#firstTotal, total);
    if (isNewStart) this.#series += 1;
    this.#firstAgain = 0;
    this.#greatest = 0;
  }

  /** The first page, if it has to be read again. */
  #afterLast(): number | undefined {
    if (this.#first > 1 || this.#firstTotal >= this.#highest || this.#heads === MAX_FIRST.times)
      return undefined;
    this.#heads += 1;
    this.#complete = this.#series;
    this.#series += 1;
    return this.#first;
  }

  /** False after too many pages in a row without a new item. */
  #mayGoOn(keys: readonly unknown[], isNew: boolean): boolean {
    if (isNew) {
      this.#again = 0;
      this.#returns = 0;
      this.#repeated = 0;
      this.#repeatedKeys.clear();
      return true;
    }
    const before = this.#repeatedKeys.size;
    for (const key of keys) this.#repeatedKeys.add(key);
    if (this.#repeatedKeys.size === before) this.#repeated += 1;
    return this.#repeated <= (this.#hasMoved ? MAX_REPEATED.moving : MAX_REPEATED.still);
  }
}
