import { isWhole } from '../../../base/kinds.js';
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
  /** How many items a page has at most, where pages of other sizes can be read too. */
  readonly perPage?: number | undefined;
}

/** Which page to read. */
export interface PageRequest {
  readonly page: number;
  /** The number of the last page, as far as it is known. */
  readonly last: number;
  /** Undefined for a page of the size that was asked for. */
  readonly perPage?: number | undefined;
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
  perPage?: number,
): PageFacts {
  const isCapped = perPage !== undefined && isWhole(body.per_page, items.length) && body.per_page < perPage;
  return {
    perPage: isCapped && body.per_page > 0 ? body.per_page : perPage,
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

/**
 * Without totals, a search reads the last page again until so many readings in a row have shown nothing new: one may have come from
 * a lagging replica.
 */
const BARREN_ENDS = 2;

/** How many items a window has in common with the pages before it, at least; four times as many after each that had none. */
const OVERLAP = 4;
/** A window has so many items at least, so that it shows more than its overlap. */
const MIN_WINDOW = 4 * OVERLAP;
/** How many windows in a row may have nothing in common with the pages before: enough to reach the first page. */
const MAX_WINDOWS = 16;

/**
 * The window that shows most of the items from a position on: a page of a size, so chosen that it begins there or before.
 *
 * @param most how many items it may have
 */
function chooseWindow(position: number, most: number): { readonly page: number; readonly perPage: number } {
  let best = { page: 1, perPage: most };
  for (let perPage = most; perPage > most / 2 && position > 0; perPage -= 1) {
    const page = Math.floor(position / perPage) + 1;
    if (page * perPage > best.page * best.perPage) best = { page, perPage };
  }
  return best;
}

/** Tries since the last new item: readings of one page, returns to the pages before it, and pages without a new item. */
const makeTries = () => ({ again: 0, returns: 0, repeated: 0, keys: new Set<unknown>() });

/**
 * Reads the pages of a listing one after another. It gives everything that exists from beginning to end, although items are
 * inserted and removed meanwhile, and some pages come from a lagging replica.
 *
 * A page joins those before it if it shows one of their items, or if the total is the same. Otherwise items can be missing
 * between them. Where pages of other sizes can be read, the reader goes on in windows then, each of which overlaps the items
 * before it, so that a few removals between two readings leave no gap. Elsewhere, if the total fell, the page is read again:
 * it may come from a lagging replica. After that, the pages before it are read again, backwards, up to one that joins. At the
 * end, if a total was greater than that of the first page, the first pages are read again.
 *
 * It can't notice as many insertions behind a page's beginning as removals before it. Without totals it notices neither
 * removals nor lagging replicas. The number of requests is limited, whatever the service answers.
 */
export class PageReader<Page> {
  readonly #read: (page: number, last: number, perPage?: number) => Promise<Page>;
  readonly #readFacts: (page: Page, asked: number, perPage?: number) => PageFacts;
  readonly #first: number;
  readonly #shown: ShownTotal;
  readonly #isSearch: boolean;
  /** How many readings of the last page in a row have shown nothing new. */
  #barren = 0;
  /** The page to read next, and the last one as far as it is known; undefined at the end. */
  #next: PageRequest | undefined;
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
  /** Where the reading goes on: after so many items of the listing, when that had so many in all. Undefined without windows. */
  #position: { readonly after: number; readonly total: number; readonly perPage: number } | undefined;
  /** How many items a window may have: the service may put fewer on a page than it is asked for. */
  #most = Number.POSITIVE_INFINITY;
  /** The lowest total of all pages. */
  #lowest = Number.POSITIVE_INFINITY;
  /** Whether a total has risen: by an insertion, or by a copy that lags less than the one before. No windows are read then. */
  #hasRisen = false;
  /** How many windows in a row have had nothing in common with the pages before. */
  #misses = 0;
  /** Whether windows are read: from the first page on that did not join. */
  #isInWindows = false;
  /** The most times that a page was read again before it joined. */
  #mostReadings = 0;
  /** The first page of the series: its highest total, and how often the series was read anew. */
  readonly #head = { total: Number.POSITIVE_INFINITY, times: 0, again: 0, greatest: 0 };

  /**
   * @param read reads a page; its second argument is the number of the last page, as far as it is known, and the third the
   *   size of a window
   * @param readFacts what it shows; windows are read where it tells `perPage`
   * @param first the page to begin with
   * @param shown what earlier readings have shown, which this one goes on with: for a search
   */
  constructor(
    read: (page: number, last: number, perPage?: number) => Promise<Page>,
    readFacts: (page: Page, asked: number, perPage?: number) => PageFacts,
    first = 1,
    shown?: ShownTotal,
  ) {
    this.#read = read;
    this.#readFacts = readFacts;
    this.#first = first;
    this.#isSearch = shown !== undefined;
    this.#shown = shown ?? { highest: Number.NEGATIVE_INFINITY };
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
      const { page: asked, last, perPage } = this.#next;
      const page = await this.#read(asked, last, perPage);
      const shown = this.#readFacts(page, asked, perPage);
      const facts = this.#hasOddTotals ? { ...shown, total: undefined } : shown;
      const joins = this.#joins(facts);
      const retry = joins ? undefined : this.#retry(facts);
      if (joins || retry === undefined) return { page, number: asked, ...this.#add(facts, joins) };
      // Nothing is read ahead until a page joins.
      this.#next = { ...retry, last: retry.page };
    }
    return undefined;
  }

  /** Notes the total, and returns whether the page joins those before it. */
  #joins({ page, keys, total = this.#total }: PageFacts): boolean {
    this.#shown.highest = Math.max(this.#shown.highest, total ?? this.#shown.highest);
    this.#hasRisen ||= Number(total) > this.#lowest;
    this.#lowest = Math.min(this.#lowest, total ?? this.#lowest);
    if (Number(total) < this.#shown.highest) this.#trend = 'fallen';
    else if (this.#trend === 'still' && total !== (this.#total ?? total)) this.#trend = 'rising';
    if (keys.some((key) => this.#known.get(key) === this.#series)) return true;
    if (this.#isFirst(page)) return page > 1 || total === undefined || total >= this.#shown.highest;
    return !this.#isGoingBack && this.#next?.perPage === undefined && total === (this.#total ?? total);
  }

  /** Whether this is where the reading began. A window that reaches the beginning of the listing is one, too. */
  #isFirst(page: number): boolean {
    return page === this.#first && (page === 1 || this.#next?.perPage === undefined);
  }

  /** The page to read instead; undefined after too many tries. */
  #retry({ page, keys, total = 0 }: PageFacts): Omit<PageRequest, 'last'> | undefined {
    if (this.#isFirst(page)) {
      const head = this.#head;
      if (this.#isInWindows && keys.length > 0 && !keys.some((key) => this.#known.has(key))) {
        // All that was given is gone, as in a loop that deletes what it reads. No replica that lags by less than a page shows that.
        this.#shown.highest = total;
        return undefined;
      }
      head.greatest = Math.max(head.greatest, total);
      head.again += 1;
      // More likely, the listing has become shorter.
      if (head.again >= MAX_FIRST.highest) this.#shown.highest = head.greatest;
      return head.again < MAX_FIRST.greatest ? { page } : undefined;
    }
    // Once more first: a lagging replica may have answered.
    const hasShrunk = this.#trend === 'fallen' && this.#tries.again > 0 && !this.#isGoingBack;
    const canOverlap = this.#most >= 2 * OVERLAP && !this.#hasRisen;
    if (this.#position !== undefined && this.#isInWindows && !canOverlap) {
      this.#isInWindows = false;
      this.#isGoingBack = true;
      const { after, perPage } = this.#position;
      return { page: Math.max(this.#first, Math.ceil(after / perPage)) };
    }
    if (this.#position !== undefined && canOverlap && (this.#isInWindows || hasShrunk)) {
      const { after, total: before, perPage } = this.#position;
      this.#isInWindows = true;
      this.#position = { after: after - Math.max(0, before - total), total, perPage };
      this.#misses += 1;
      return this.#misses > MAX_WINDOWS ? undefined : this.#findWindow(this.#position);
    }
    if (this.#isGoingBack) return { page: page - 1 };
    const tries = this.#tries;
    const fell = total < Number(this.#total);
    // Each time once more, so that each copy is reached if they answer in turn.
    const most = this.#trend === 'fallen' ? Math.max(tries.returns, this.#mostReadings) + Number(fell) : 0;
    if (tries.again < most) {
      tries.again += 1;
      return { page };
    }
    if (tries.returns === LIMITS[this.#trend].returns) return undefined;
    tries.returns += 1;
    tries.again = 0;
    this.#isGoingBack = true;
    return { page: page - 1 };
  }

  /** The window after a position. It never begins before the first page of the reading. */
  #findWindow({ after, perPage }: { after: number; perPage: number }): Omit<PageRequest, 'last'> {
    const most = Math.min(this.#most, Math.max(perPage, MIN_WINDOW));
    const begin = (this.#first - 1) * perPage;
    const isRetry = this.#misses > 0;
    const overlap = OVERLAP * 4 ** Math.max(0, this.#misses - 1);
    // Small windows that overlap so much can end where the last one did.
    for (let least = overlap; least > 0; least = isRetry ? 0 : least - 1) {
      const { page, perPage: size } = chooseWindow(after - least, most);
      const isWithin = (page - 1) * size >= begin;
      if (isWithin && (isRetry || page * size > after)) return { page, perPage: size };
    }
    return { page: isRetry ? this.#first : Math.floor(after / perPage) + 1 };
  }

  #add(facts: PageFacts, joins: boolean): Omit<JoinedPage<Page>, 'page' | 'number'> {
    const { page, keys, total = this.#total, lastPage } = facts;
    const isFirst = this.#isFirst(page);
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
    this.#misses = 0;
    this.#notePosition(facts);
    if (joins) this.#mostReadings = Math.max(this.#mostReadings, this.#tries.again);
    this.#isGoingBack = false;
    const isNew = fresh.includes(true);
    const isLast = keys.length === 0 || page >= lastPage || !this.#mayGoOn(keys, isNew);
    this.#barren = isNew ? 0 : this.#barren + 1;
    const mayLag = this.#isSearch && total === undefined && this.#barren < BARREN_ENDS;
    const isEnd = isLast || series.includes(this.#complete);
    if (!isEnd) this.#next = this.#findNext(facts);
    else this.#next = mayLag ? { page, last: page } : this.#afterLast();
    const repeats = isLast && this.#trend === 'still' && keys.length > 0 && !isNew;
    return { fresh, isNewStart, flaw: hasGap ? 'gap' : repeats ? 'repeats' : undefined };
  }

  /** The page after one that has been added. Nothing is read ahead of windows: it would be in vain after the next removal. */
  #findNext({ page, lastPage }: PageFacts): PageRequest {
    if (!this.#isInWindows || this.#position === undefined) return { page: page + 1, last: lastPage };
    const { after, perPage } = this.#position;
    this.#isInWindows = !this.#hasOddTotals && !this.#hasRisen && this.#most >= 2 * OVERLAP;
    // Pages of the usual size again, the first of which may repeat some items.
    const window = this.#isInWindows
      ? this.#findWindow(this.#position)
      : { page: Math.max(this.#first, Math.ceil(after / perPage)) };
    return { ...window, last: window.page };
  }

  #notePosition({ page, keys, total, perPage }: PageFacts): void {
    if (perPage === undefined || total === undefined) return;
    if (perPage < (this.#next?.perPage ?? perPage)) this.#most = perPage;
    const after = (page - 1) * perPage + keys.length;
    this.#position = { after, total, perPage: this.#position?.perPage ?? perPage };
  }

  #addFirst(isNewStart: boolean, total = Number.POSITIVE_INFINITY): void {
    const head = this.#head;
    head.total = isNewStart ? total : Math.max(head.total, total);
    if (isNewStart) this.#series += 1;
    head.again = 0;
    head.greatest = 0;
  }

  /** The first page, if it has to be read again. */
  #afterLast(): PageRequest | undefined {
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
