import { getKey, type PageTotals, type ReadPage } from './page.js';

/** What a page shows about its listing. */
export interface PageFacts {
  readonly page: number;
  /** The key of each item, in order. */
  readonly keys: readonly unknown[];
  /** The number of the last page, by `findLastPage`. */
  readonly lastPage: number;
  /** How many items the listing has; undefined when the service did not say. */
  readonly total: number | undefined;
}

/** A page that joins the pages before it. */
export interface JoinedPage<Page> {
  readonly page: Page;
  readonly number: number;
  /** For each item of the page, whether it is new. */
  readonly fresh: readonly boolean[];
  /** Whether it is a first page that shows no item of the pages before: what came before may have a gap after it. */
  readonly isNewStart: boolean;
  /** What is wrong with the listing, where that shows: it only repeats its items, or some of them may be missing. */
  readonly flaw: 'repeats' | 'gap' | undefined;
}

/** What a page of a listing shows. */
export function readFacts<Item>(
  key: (item: Item) => unknown,
  { items, body, hasTotals, lastPage }: ReadPage<Item, PageTotals>,
  page: number,
): PageFacts {
  return {
    page,
    keys: items.map((item) => getKey(key, item)),
    lastPage,
    total: hasTotals ? body.total_count : undefined,
  };
}

/** The highest total that the readings of one listing have shown. A reading that is given it goes on from there. */
export interface ShownTotal {
  highest: number;
}

/**
 * By what the total has done: how many pages in a row may show nothing new, and how often the reader goes back for one page.
 * After a fall, some pages may come from a lagging replica.
 */
const LIMITS = {
  still: { repeated: 3, returns: 1 },
  rising: { repeated: 100, returns: 1 },
  fallen: { repeated: 100, returns: 8 },
};
/** How often the first page is read for the highest total, then for the greatest of these readings; and how often the listing. */
const MAX_FIRST = { highest: 8, greatest: 16, times: 3 };

/** Tries since the last new item: readings of one page, returns to the pages before it, and pages without a new item. */
const makeTries = () => ({ again: 0, returns: 0, repeated: 0, keys: new Set<unknown>() });

/**
 * Reads the pages of a listing one after another. It gives everything that exists from beginning to end, although items are
 * inserted and removed meanwhile, and some pages come from a lagging replica.
 *
 * A page joins those before it if it shows one of their items, or if the total is the same. Otherwise items can be missing
 * between them. If the total fell, the page is read again: it may come from a lagging replica. After that, the pages before
 * it are read again, backwards, up to one that joins. At the end, if a total was greater than that of the first page, the
 * first pages are read again.
 *
 * It can't notice as many insertions behind a page's beginning as removals before it. Without totals it notices neither
 * removals nor lagging replicas. The number of requests is limited, whatever the service answers.
 */
export class PageReader<Page> {
  readonly #read: (page: number, last: number) => Promise<Page>;
  readonly #readFacts: (page: Page, asked: number) => PageFacts;
  readonly #first: number;
  readonly #shown: ShownTotal;
  /** The page to read next, and the last one as far as it is known; undefined at the end. */
  #next: { readonly page: number; readonly last: number } | undefined;
  /** Each known key, and the last series that showed it: the joined pages since the first page was read. */
  readonly #known = new Map<unknown, number>();
  #series = 0;
  /** The series that was read to the end; 0 before there is one. */
  #complete = 0;
  /** The total of the page that joined last. */
  #total: number | undefined;
  #trend: keyof typeof LIMITS = 'still';
  /** Whether pages did not join after many tries: from then on, totals say nothing. */
  #hasOddTotals = false;
  #isGoingBack = false;
  #tries = makeTries();
  /** The most times that a page was read again before it joined. */
  #mostReadings = 0;
  /** The first page of the series: its highest total, and how often the series was read anew. */
  readonly #head = { total: Number.POSITIVE_INFINITY, times: 0, again: 0, greatest: 0 };

  /**
   * @param read reads a page; its second argument is the number of the last page, as far as it is known
   * @param first the page to begin with
   * @param shown what earlier readings have shown, which this one goes on with
   */
  constructor(
    read: (page: number, last: number) => Promise<Page>,
    readFacts: (page: Page, asked: number) => PageFacts,
    first = 1,
    shown: ShownTotal = { highest: Number.NEGATIVE_INFINITY },
  ) {
    this.#read = read;
    this.#readFacts = readFacts;
    this.#first = first;
    this.#shown = shown;
    this.#next = { page: first, last: first };
  }

  /**
   * The next page that joins those before it. Undefined at the end.
   *
   * @param isEnough whether no more pages are needed, except those at the beginning that have to be read again
   */
  async next(isEnough = false): Promise<JoinedPage<Page> | undefined> {
    if (isEnough && this.#complete === 0) this.#next = this.#afterLast();
    while (this.#next !== undefined) {
      const { page: asked, last } = this.#next;
      const page = await this.#read(asked, last);
      const shown = this.#readFacts(page, asked);
      const facts = this.#hasOddTotals ? { ...shown, total: undefined } : shown;
      const joins = this.#joins(facts);
      const retry = joins ? undefined : this.#retry(facts);
      if (joins || retry === undefined) return { page, number: asked, ...this.#add(facts, joins) };
      // Nothing is read ahead until a page joins.
      this.#next = { page: retry, last: retry };
    }
    return undefined;
  }

  /** Notes the total, and returns whether the page joins those before it. */
  #joins({ page, keys, total = this.#total }: PageFacts): boolean {
    this.#shown.highest = Math.max(this.#shown.highest, total ?? this.#shown.highest);
    if (Number(total) < this.#shown.highest) this.#trend = 'fallen';
    else if (this.#trend === 'still' && total !== (this.#total ?? total)) this.#trend = 'rising';
    if (keys.some((key) => this.#known.get(key) === this.#series)) return true;
    if (page === this.#first) return page > 1 || total === undefined || total >= this.#shown.highest;
    return !this.#isGoingBack && total === (this.#total ?? total);
  }

  /** The page to read instead; undefined after too many tries. */
  #retry({ page, total = 0 }: PageFacts): number | undefined {
    if (page === this.#first) {
      const head = this.#head;
      head.greatest = Math.max(head.greatest, total);
      head.again += 1;
      // More likely, the listing has become shorter.
      if (head.again >= MAX_FIRST.highest) this.#shown.highest = head.greatest;
      return head.again < MAX_FIRST.greatest ? page : undefined;
    }
    if (this.#isGoingBack) return page - 1;
    const tries = this.#tries;
    const fell = total < Number(this.#total);
    // Each time once more, so that each copy is reached if they answer in turn.
    const most = this.#trend === 'fallen' ? Math.max(tries.returns, this.#mostReadings) + Number(fell) : 0;
    if (tries.again < most) {
      tries.again += 1;
      return page;
    }
    if (tries.returns === LIMITS[this.#trend].returns) return undefined;
    tries.returns += 1;
    tries.again = 0;
    this.#isGoingBack = true;
    return page - 1;
  }

  #add(facts: PageFacts, joins: boolean): Omit<JoinedPage<Page>, 'page' | 'number'> {
    const { page, keys, total = this.#total, lastPage } = facts;
    const isFirst = page === this.#first;
    const series = keys.map((key) => this.#known.get(key));
    this.#hasOddTotals ||= !joins && !isFirst;
    const mayLack = joins ? this.#head.again >= MAX_FIRST.highest : this.#trend === 'fallen' || isFirst;
    // Before the very first page there is nothing.
    const hasGap = this.#series > 0 && mayLack;
    const isNewStart = isFirst && !series.includes(this.#series);
    if (isFirst) this.#addFirst(isNewStart, total);
    const fresh = keys.map((key) => {
      const isNew = !this.#known.has(key);
      this.#known.set(key, this.#series);
      return isNew;
    });
    this.#total = total;
    if (joins) this.#mostReadings = Math.max(this.#mostReadings, this.#tries.again);
    this.#isGoingBack = false;
    const isNew = fresh.includes(true);
    const isLast = keys.length === 0 || page >= lastPage || !this.#mayGoOn(keys, isNew);
    const isEnd = isLast || series.includes(this.#complete);
    this.#next = isEnd ? this.#afterLast() : { page: page + 1, last: lastPage };
    const repeats = isLast && this.#trend === 'still' && keys.length > 0 && !isNew;
    return { fresh, isNewStart, flaw: hasGap ? 'gap' : repeats ? 'repeats' : undefined };
  }

  #addFirst(isNewStart: boolean, total = Number.POSITIVE_INFINITY): void {
    const head = this.#head;
    head.total = isNewStart ? total : Math.max(head.total, total);
    if (isNewStart) this.#series += 1;
    head.again = 0;
    head.greatest = 0;
  }

  /** The first page, if it has to be read again. */
  #afterLast(): { readonly page: number; readonly last: number } | undefined {
    const head = this.#head;
    if (this.#first > 1 || head.total >= this.#shown.highest || head.times === MAX_FIRST.times)
      return undefined;
    head.times += 1;
    this.#complete = this.#series;
    this.#series += 1;
    return { page: this.#first, last: this.#first };
  }

  /** False after too many pages in a row without a new item. */
  #mayGoOn(keys: readonly unknown[], isNew: boolean): boolean {
    if (isNew) {
      this.#tries = makeTries();
      return true;
    }
    const tries = this.#tries;
    const before = tries.keys.size;
    for (const key of keys) tries.keys.add(key);
    if (tries.keys.size === before) tries.repeated += 1;
    return tries.repeated <= LIMITS[this.#trend].repeated;
  }
}
