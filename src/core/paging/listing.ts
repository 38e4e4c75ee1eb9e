import { InputError, type RequestFacts } from '../errors/errors.js';
import { checkOptions, type Rules, required, whole } from '../http/options.js';
import { CALL_OPTIONS, type CallOptions } from '../http/settings.js';
import { type PageFacts, Walk } from './drift.js';
import { Prefetch } from './prefetch.js';

/** Which page, and how many items on it. */
export interface PageQuery {
  /** From 1. @default 1 */
  readonly page?: number | undefined;
  /** 1 to 100. @default 30 by the service for one page, 100 while iterating. @see docs/service.md, Limits */
  readonly per_page?: number | undefined;
}

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

/** What every page carries. @see docs/service.md, Limits */
export interface PageTotals {
  readonly page: number;
  readonly per_page: number;
  readonly total_pages: number;
  readonly total_count: number;
}

/** A page as it was read. */
export interface ReadPage<Item, Body> {
  readonly items: readonly Item[];
  readonly body: Body;
  /** False when the service left the totals out and they were estimated from the items. */
  readonly counted: boolean;
}

/** Where the pages come from, and what tells two items apart. */
export interface PageSource<Item, Body> {
  read(query: PageQuery, options: CallOptions | undefined): Promise<ReadPage<Item, Body>>;
  /** What is said of the request when the options are wrong. */
  readonly request?: RequestFacts | undefined;
  key(item: Item): unknown;
}

/** One page of a listing. */
export class Page<Item, Body extends PageTotals = PageTotals> {
  readonly items: readonly Item[];
  readonly page: number;
  readonly per_page: number;
  readonly total_pages: number;
  readonly total_count: number;
  /** The whole validated answer, with its `message` and companions. */
  readonly body: Body;
  readonly #readNext: () => Promise<Page<Item, Body>>;

  constructor(items: readonly Item[], body: Body, readNext: () => Promise<Page<Item, Body>>) {
    this.items = items;
    this.page = body.page;
    this.per_page = body.per_page;
    this.total_pages = body.total_pages;
    this.total_count = body.total_count;
    this.body = body;
    this.#readNext = readNext;
  }

  /** Whether the service says that there is a page after this one. */
  get hasNext(): boolean {
    return this.items.length > 0 && this.page < this.total_pages;
  }

  /** The page after this one, or undefined when this is the last. */
  async next(): Promise<Page<Item, Body> | undefined> {
    return this.hasNext ? this.#readNext() : undefined;
  }
}

interface PageRead<Item, Body extends PageTotals> {
  readonly page: Page<Item, Body>;
  /** Whether the service said how many there are. */
  readonly counted: boolean;
  readonly following: () => Promise<Page<Item, Body>>;
}

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
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    this.#page ??= this.#read(this.#query).then(({ page }) => page);
    return this.#page.then(onFulfilled, onRejected);
  }

  /** As of a promise. */
  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
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
    const walk = new Walk(first);
    const prefetch = this.#prefetch();
    let yielded = false;
    try {
      for (let page = first, last = first; ; ) {
        const read = await prefetch.take(page, last);
        const step = walk.step(this.#facts(page, read));
        const fresh = read.page.items.filter((_, index) => step.fresh[index]);
        if (fresh.length > 0 || !yielded) {
          yielded = true;
          yield new Page(fresh, read.page.body, read.following);
        }
        if (step.next === undefined) return;
        if (step.next !== page + 1) prefetch.restart();
        page = step.next;
        last = read.page.total_pages;
      }
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

  #prefetch(): Prefetch<PageRead<Item, Body>> {
    const { prefetch = DEFAULT_PREFETCH, signal } = this.#options ?? {};
    return new Prefetch((page, ended) => this.#read(iterated(this.#query, page), ended), prefetch, signal);
  }

  #facts(asked: number, { page, counted }: PageRead<Item, Body>): PageFacts {
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

  async #read(query: PageQuery, signal = this.#options?.signal): Promise<PageRead<Item, Body>> {
    this.#requireOptions();
    const { prefetch: _, ...options } = this.#options ?? {};
    const { items, body, counted } = await this.#source.read(query, { ...options, signal });
    const following = async (): Promise<Page<Item, Body>> => (await this.#read(after(query))).page;
    return { page: new Page(items, body, following), counted, following };
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
