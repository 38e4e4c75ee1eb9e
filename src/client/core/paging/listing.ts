import { isFields } from '../../../base/kinds.js';
import { checkOptions, copyOwn, type Rules } from '../../../base/options.js';
import * as rules from '../../../base/rules.js';
import { InputError, type RequestFacts, recaptureStack } from '../errors/errors.js';
import { refuseIteration } from '../http/call.js';
import { Deadline } from '../http/deadline.js';
import { CALL_OPTIONS, type CallOptions, pickCallOptions } from '../http/settings.js';
import { Leavable } from './leavable.js';
import { getKey, Page, type PageQuery, type PageTotals, type ReadPage } from './page.js';
import { PageReader, readFacts, type ShownTotal } from './page-reader.js';
import { Prefetch } from './prefetch.js';

/** Settings of a listing's calls. */
export interface ListOptions extends CallOptions {
  /**
   * Pages read ahead at once while iterating, from the second page on: the first comes alone, since it tells how many there
   * are. 0 turns it off. @default 4
   */
  readonly prefetch?: number | undefined;
}

const LIST_OPTIONS: Rules<ListOptions> = { ...CALL_OPTIONS, prefetch: rules.integer(0) };

/** How many items `toArray` gives. */
interface ArrayLimit {
  readonly max: number;
}

const ARRAY_LIMIT: Rules<ArrayLimit> = { max: rules.required(rules.integer(0)) };

/** A search, which need not read the whole listing. */
export interface ListingSearch {
  /** Whether the search needs no more pages. */
  readonly isEnough: () => boolean;
  /** What earlier searches have shown. */
  readonly shown: ShownTotal;
}

/** Where the pages come from, and what identifies an item. */
export interface PageSource<Item, Body> {
  read(query: PageQuery, options: CallOptions | undefined): Promise<ReadPage<Item, Body>>;
  /** The request that an InputError names. */
  readonly request?: RequestFacts | undefined;
  readonly key: (item: Item) => unknown;
  readonly search?: ListingSearch | undefined;
  /** Logs what is wrong with the listing itself. */
  warn?(message: string, fields: object): void;
}

/** A page as it was read, with how the next one is read. */
interface ReadStep<Item, Body extends PageTotals> {
  readonly current: ReadPage<Item, Body>;
  /** The number of the page that was asked for. */
  readonly asked: number;
  readonly readNext: () => Promise<Page<Item, Body> | undefined>;
}

/** The type of a rejection's reason, as the handlers of a promise have it: any type. */
type Reason = Parameters<NonNullable<Parameters<Promise<unknown>['catch']>[0]>>[0];

const IS_ONE_PAGE =
  'this is the promise of one page. Loop over the listing itself, without catch or finally: for await (const item of requester.questions.list())';
const IGNORES_PAGE = 'the listing ends early: the service ignores the page asked for';
const HAS_GAP = 'items may be missing: pages of the service do not fit together';
/** Where nothing shows the end, every so many pages a far page is read, to find out whether the service ignores `page`. */
const UNCOUNTED = 100;
/** A page that no listing reaches. */
const FAR_PAGE = 1_000_000;

const MAX_PER_PAGE = 100;
const DEFAULT_PREFETCH = 4;

/**
 * A paged listing: await it for a page, iterate it for every item. Nothing is sent until it is used.
 *
 * Within one iteration, each item comes once. Items that exist throughout are never skipped, even when others are inserted
 * or removed meanwhile, or some pages come from a lagging replica. It can't notice a change that leaves the total the
 * same; see docs/listings.md.
 *
 * @see docs/service.md, Limits
 */
export class Listing<Item, Body extends PageTotals = PageTotals> implements PromiseLike<Page<Item, Body>> {
  readonly #source: PageSource<Item, Body>;
  readonly #query: PageQuery;
  readonly #options: ListOptions;
  #page: Promise<Page<Item, Body>> | undefined;

  constructor(source: PageSource<Item, Body>, query: PageQuery = {}, options: ListOptions = {}) {
    this.#source = source;
    // A query that is not an object is kept as it is. The listing throws an InputError when it is used.
    this.#query = copyOwn(query);
    this.#options = copyOwn(options);
  }

  /** By this, `reactive` of Vue leaves it as it is: a Proxy has no private fields. */
  get [Symbol.toStringTag](): string {
    return 'Listing';
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a listing gives its page
  then<Fulfilled = Page<Item, Body>, Rejected = never>(
    onFulfilled?: ((page: Page<Item, Body>) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: Reason) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    this.#page ??= this.#readSingle();
    return this.#page.then(onFulfilled, onRejected);
  }

  /** The same as the `catch` of a promise. */
  catch<Rejected = never>(
    onRejected?: ((reason: Reason) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Page<Item, Body> | Rejected> {
    const page = this.then(undefined, onRejected);
    refuseIteration(page, IS_ONE_PAGE);
    return page;
  }

  /** The same as the `finally` of a promise. */
  finally(onFinally?: (() => void) | null): Promise<Page<Item, Body>> {
    const page = this.then().finally(onFinally);
    refuseIteration(page, IS_ONE_PAGE);
    return page;
  }

  /** Every item of every page. */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    return new Leavable((left) => this.#readItems(left));
  }

  /**
   * Every page, without the items that an earlier page had. Leaving the loop aborts the requests in flight, and so does
   * `return()` of the iterator, while a page is being read too.
   */
  pages(): AsyncGenerator<Page<Item, Body>, void, undefined> {
    return new Leavable((left) => this.#readPages(left));
  }

  async *#readItems(left: AbortSignal): AsyncGenerator<Item, void, undefined> {
    // `yield*` would take twice as long here.
    for await (const { items } of this.#readPages(left)) for (const item of items) yield item;
  }

  async *#readPages(left: AbortSignal): AsyncGenerator<Page<Item, Body>, void, undefined> {
    this.#requireOptions();
    const { prefetch = DEFAULT_PREFETCH, signal } = this.#options;
    const first = this.#query?.page === undefined ? 1 : this.#query.page;
    // Only a number has a next page. Reading any other throws an InputError.
    if (typeof first !== 'number') await this.#read(this.#query);
    const reading = new Deadline(Number.POSITIVE_INFINITY, signal);
    left.addEventListener('abort', () => reading.end());
    const pagesAhead = new Prefetch(
      (page, ended) => this.#read(makeIterationQuery(this.#query, page), ended),
      prefetch,
      reading.signal,
    );
    const { search, key } = this.#source;
    const reader = new PageReader(
      (page, last, perPage) => {
        if (perPage === undefined) return pagesAhead.take(page, last);
        pagesAhead.restart();
        return this.#read({ ...this.#query, page, per_page: perPage }, reading.signal);
      },
      ({ current }: ReadStep<Item, Body>, asked, perPage = this.#query?.per_page ?? MAX_PER_PAGE) =>
        // A search must not miss an order, and believes no page that is shorter: it reads each page again.
        readFacts(key, current, asked, search === undefined ? perPage : undefined),
      first,
      search?.shown,
    );
    let yielded: number | undefined;
    try {
      for (;;) {
        const read = await reader.next(search?.isEnough());
        if (read === undefined) return;
        const { current, asked, readNext } = read.page;
        const items = current.items.filter((_, index) => read.fresh[index]);
        if (yielded === undefined && isCutShort(current, this.#query?.per_page ?? MAX_PER_PAGE))
          this.#source.warn?.(HAS_GAP, { page: current.body.page });
        // The first page is given even if it is empty.
        if (items.length > 0 || yielded === undefined) {
          yielded = (yielded ?? 0) + items.length;
          yield new Page({ ...current, items }, asked, readNext);
        }
        const { page, total_count } = current.body;
        if (read.flaw === 'gap') this.#source.warn?.(HAS_GAP, { page });
        if (read.flaw === 'repeats' && current.hasTotals && first === 1 && yielded < total_count)
          this.#source.warn?.(IGNORES_PAGE, { given: yielded, total_count });
      }
    } catch (error) {
      recaptureStack(error);
      throw error;
    } finally {
      reading.end();
    }
  }

  /**
   * Every item in an array.
   *
   * @param limit.max how many items at most; the rest is not read
   * @throws InputError when `max` is missing: a listing can be longer than memory
   */
  async toArray(limit: { readonly max: number }): Promise<Item[]> {
    const issues = checkOptions('limit', limit, ARRAY_LIMIT);
    if (issues.length > 0) throw new InputError(issues);
    const { max } = copyOwn(limit);
    const items: Item[] = [];
    if (max === 0) return items;
    for await (const item of this) if (items.push(item) === max) break;
    return items;
  }

  #requireOptions(): void {
    const issues = checkOptions('options', this.#options, LIST_OPTIONS);
    if (issues.length > 0) throw new InputError(issues, { request: this.#source.request });
  }

  async #readSingle(): Promise<Page<Item, Body>> {
    try {
      const { current, asked, readNext } = await this.#read(this.#query);
      return new Page(current, asked, readNext);
    } catch (error) {
      recaptureStack(error);
      throw error;
    }
  }

  /** Reads one page. Where nothing shows the end, and the service ignores the page asked for, this page is made the last. */
  async #read(query: PageQuery, ended?: AbortSignal): Promise<ReadStep<Item, Body>> {
    this.#requireOptions();
    const signal = ended ?? this.#options.signal;
    const options = pickCallOptions(this.#options);
    const read = (page: PageQuery) => this.#source.read(page, { ...options, signal });
    let current = await read(query);
    const asked = query.page ?? 1;
    if ((!current.hasTotals || isLastPageUncertain(current)) && asked % UNCOUNTED === 0) {
      // The service may also refuse that page, or fail.
      const far = await read(copyOwn({ ...query, page: FAR_PAGE })).catch(() => undefined);
      if (far !== undefined && far.items.length > 0) {
        current = { ...current, body: { ...current.body, total_pages: asked }, lastPage: asked };
        this.#source.warn?.(IGNORES_PAGE, { page: asked });
      }
    }
    const readNext = async (): Promise<Page<Item, Body> | undefined> => {
      // It counts from the page that was asked for: the number in the answer can be wrong.
      const next = await this.#read(copyOwn({ ...query, page: asked + 1 }));
      if (this.#isSamePage(current, next.current, asked + 1)) {
        this.#source.warn?.(IGNORES_PAGE, { page: asked + 1, total_count: current.body.total_count });
        return undefined;
      }
      return new Page(next.current, next.asked, next.readNext);
    };
    return { current, asked, readNext };
  }

  /** Whether the service ignored `page`: the items are the same, and neither the page's number nor the totals say otherwise. */
  #isSamePage(before: ReadPage<Item, Body>, page: ReadPage<Item, Body>, asked: number): boolean {
    if (page.hasTotals && page.body.page === asked && !isLastPageUncertain(before)) return false;
    const { key } = this.#source;
    const keys = before.items.map((item) => getKey(key, item));
    return (
      page.items.length === keys.length && page.items.every((item, at) => getKey(key, item) === keys[at])
    );
  }
}

/** Whether another page is read although the totals say that this is the last. */
function isLastPageUncertain({ body, lastPage }: ReadPage<unknown, PageTotals>): boolean {
  return lastPage > Math.max(body.page, body.total_pages);
}

/** Whether a service puts fewer items on a page than it was asked for, and yet counts its pages as if they were all there. */
function isCutShort(
  { items, unexpected, body, hasTotals }: ReadPage<unknown, PageTotals>,
  size: number,
): boolean {
  const { page, total_pages, total_count } = body;
  const isFull = items.length + unexpected.length >= size;
  return hasTotals && !isFull && page < total_pages && total_pages === Math.ceil(total_count / size);
}

/** The query for one page of an iteration. A query that is not an object is kept as it is, and reading with it throws an InputError. */
function makeIterationQuery(query: PageQuery, page: number): PageQuery {
  const hasFields: boolean = isFields(query);
  if (!hasFields) return query;
  const { per_page = MAX_PER_PAGE } = query;
  return copyOwn({ ...query, per_page, page });
}
