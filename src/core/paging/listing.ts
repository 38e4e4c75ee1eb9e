import { InputError, type RequestFacts } from '../errors/errors.js';
import { nameCaller } from '../errors/stack.js';
import { checkOptions, type Rules, required, whole } from '../http/options.js';
import { CALL_OPTIONS, type CallOptions } from '../http/settings.js';
import { Drift, type PageFacts } from './drift.js';
import { Page, type PageQuery, type PageTotals, type ReadPage } from './page.js';
import { Prefetch } from './prefetch.js';

/** Settings of a listing's calls. */
export interface ListOptions extends CallOptions {
  /** Pages read ahead at once while iterating; 0 turns it off. @default 4 */
  readonly prefetch?: number | undefined;
}

const LIST_OPTIONS: Rules<ListOptions> = { ...CALL_OPTIONS, prefetch: whole(0) };

/** How many items `toArray` gives. */
interface ArrayLimit {
  readonly max: number;
}

const ARRAY_LIMIT: Rules<ArrayLimit> = { max: required(whole(0)) };

/** Where the pages come from, and what identifies an item. */
export interface PageSource<Item, Body> {
  read(query: PageQuery, options: CallOptions | undefined): Promise<ReadPage<Item, Body>>;
  /** What is said of the request when the options are wrong. */
  readonly request?: RequestFacts | undefined;
  key(item: Item): unknown;
  /** Reports to the logger what is wrong with the listing itself. */
  warn?(message: string, fields: object): void;
}

/** A page, and what a listing must know of it. */
interface Reached<Item, Body extends PageTotals> {
  readonly page: Page<Item, Body>;
  /** Whether the service said how many items there are. */
  readonly counted: boolean;
}

/** What a handler may take a rejection for, as a promise types it: any type. */
type Reason = Parameters<NonNullable<Parameters<Promise<unknown>['catch']>[0]>>[0];

const IGNORES_PAGE =
  'the listing ends early: the service answers with the same items, whichever page it is asked for';

const MOST_PER_PAGE = 100;
const DEFAULT_PREFETCH = 4;

/**
 * A paged listing: await it for a page, iterate it for every item. Nothing is sent until it is used.
 *
 * Within one iteration no item comes twice, and none that existed from beginning to end is left out while
 * items are inserted or removed between the pages (a change that leaves the total as it was can't be seen).
 *
 * @see docs/service.md, Limits
 */
export class Listing<Item, Body extends PageTotals = PageTotals> implements PromiseLike<Page<Item, Body>> {
  readonly #source: PageSource<Item, Body>;
  readonly #query: PageQuery;
  readonly #options: ListOptions | undefined;
  #page: Promise<Page<Item, Body>> | undefined;

  constructor(source: PageSource<Item, Body>, query: PageQuery = {}, options?: ListOptions) {
    this.#source = source;
    // What is not an object goes on as it is, to be refused when the listing is used.
    this.#query = isObject(query) ? { ...query } : query;
    this.#options = isObject(options) ? { ...options } : options;
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a listing gives its page
  then<Fulfilled = Page<Item, Body>, Rejected = never>(
    onFulfilled?: ((page: Page<Item, Body>) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: Reason) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    this.#page ??= this.#readOne();
    return this.#page.then(onFulfilled, onRejected);
  }

  /** As of a promise. */
  catch<Rejected = never>(
    onRejected?: ((reason: Reason) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Page<Item, Body> | Rejected> {
    return this.then(undefined, onRejected);
  }

  /** As of a promise. */
  finally(onFinally?: (() => void) | null): Promise<Page<Item, Body>> {
    return this.then().finally(onFinally);
  }

  /** Every item of every page. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.pages()) yield* items;
  }

  /** Every page; its `items` lack those that a page before it had. Leaving it stops what is in flight. */
  async *pages(): AsyncGenerator<Page<Item, Body>, void, undefined> {
    this.#requireOptions();
    const first = this.#query?.page === undefined ? 1 : this.#query.page;
    // Refuses the query: with what is not a number, no page after it can be named.
    if (typeof first !== 'number') await this.#read(this.#query);
    const drift = new Drift(first);
    const prefetch = this.#prefetch();
    let given: number | undefined;
    try {
      for (let page = first, last = first; ; ) {
        const reached = await prefetch.take(page, last);
        const step = drift.step(this.#facts(page, reached));
        const fresh = reached.page.items.filter((_, index) => step.fresh[index]);
        if (fresh.length > 0 || given === undefined) {
          given = (given ?? 0) + fresh.length;
          yield reached.page.with(fresh);
        }
        if (step.repeats && reached.counted) this.#warnOfRest(first, given, reached.page);
        if (step.next === undefined) return;
        if (step.next !== page + 1) prefetch.restart();
        page = step.next;
        last = reached.page.total_pages;
      }
    } catch (error) {
      nameCaller(error);
      throw error;
    } finally {
      prefetch.end();
    }
  }

  /**
   * Every item in an array.
   *
   * @param limit.max how many at the most; the rest is not read
   * @throws InputError when `max` is missing: a listing can be longer than memory
   */
  async toArray(limit: { readonly max: number }): Promise<Item[]> {
    const issues = checkOptions('limit', limit, ARRAY_LIMIT);
    if (issues.length > 0) throw new InputError(issues);
    const { max } = limit;
    const items: Item[] = [];
    if (max === 0) return items;
    for await (const item of this) if (items.push(item) === max) break;
    return items;
  }

  #requireOptions(): void {
    const issues = checkOptions('options', this.#options, LIST_OPTIONS);
    if (issues.length > 0) throw new InputError(issues, this.#source.request);
  }

  #prefetch(): Prefetch<Reached<Item, Body>> {
    const { prefetch = DEFAULT_PREFETCH, signal } = this.#options ?? {};
    return new Prefetch((page, ended) => this.#read(iterated(this.#query, page), ended), prefetch, signal);
  }

  #facts(asked: number, { page, counted }: Reached<Item, Body>): PageFacts {
    return {
      page: asked,
      keys: page.items.map((item) => this.#key(item)),
      totalPages: page.total_pages,
      totalCount: counted ? page.total_count : undefined,
    };
  }

  /** Where other shapes are ignored, an item can lack what identifies it; its text does then. */
  #key(item: Item): unknown {
    const key = typeof item === 'object' && item !== null ? this.#source.key(item) : undefined;
    return key ?? JSON.stringify(item);
  }

  async #readOne(): Promise<Page<Item, Body>> {
    try {
      return (await this.#read(this.#query)).page;
    } catch (error) {
      nameCaller(error);
      throw error;
    }
  }

  async #read(query: PageQuery, signal = this.#options?.signal): Promise<Reached<Item, Body>> {
    this.#requireOptions();
    const { prefetch: _, ...options } = this.#options ?? {};
    const read = await this.#source.read(query, { ...options, signal });
    const asked = query.page ?? 1;
    const readNext = async (): Promise<Page<Item, Body> | undefined> => {
      const next = await this.#read(after(query));
      if (!this.#isSamePage(read, next, asked + 1)) return next.page;
      this.#source.warn?.(IGNORES_PAGE, { page: asked + 1, total_count: read.body.total_count });
      return undefined;
    };
    return { page: new Page(read, asked, readNext), counted: read.counted };
  }

  /** Whether the service ignored `page`: it says so itself, or says nothing of pages, and shows the same items. */
  #isSamePage(before: ReadPage<Item, Body>, { page, counted }: Reached<Item, Body>, asked: number): boolean {
    if (counted && page.page === asked) return false;
    const keys = before.items.map((item) => this.#key(item));
    return page.items.length === keys.length && page.items.every((item, at) => this.#key(item) === keys[at]);
  }

  /** @param given how many items were given */
  #warnOfRest(first: number, given: number, { total_count }: PageTotals): void {
    if (first === 1 && given < total_count) this.#source.warn?.(IGNORES_PAGE, { given, total_count });
  }
}

/** The query for the page after the one that was asked for: what a page says of itself can be wrong. */
function after(query: PageQuery): PageQuery {
  return { ...query, page: (query.page ?? 1) + 1 };
}

/** The query for one page of an iteration. */
function iterated(query: PageQuery, page: number): PageQuery {
  if (!isObject(query)) return query;
  const { per_page = MOST_PER_PAGE } = query;
  return { ...query, per_page, page };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
