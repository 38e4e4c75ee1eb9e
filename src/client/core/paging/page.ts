import type { Issue } from '../errors/errors.js';
import { refuseIteration } from '../http/call.js';

/** Which page, and how many items on it. */
export interface PageQuery {
  /** From 1. @default 1 */
  readonly page?: number | undefined;
  /** 1 to 100. @default 30 by the service for one page, 100 while iterating. @see docs/service.md, Limits */
  readonly per_page?: number | undefined;
}

/** What every page carries. @see docs/service.md, Limits */
export interface PageTotals {
  readonly page: number;
  readonly per_page: number;
  readonly total_pages: number;
  readonly total_count: number;
}

/** An item of a list that does not have the shape that the service promises. */
export interface UnexpectedItem {
  /** Its place in the list as it came, from 0. */
  readonly index: number;
  /** What is wrong with it, by its place: `questions[3].status`. */
  readonly issues: readonly Issue[];
  /** The item as it came. */
  readonly item: unknown;
}

/** A page as it was read. */
export interface ReadPage<Item, Body> {
  readonly items: readonly Item[];
  readonly unexpected: readonly UnexpectedItem[];
  readonly body: Body;
  /** False when the service left the totals out and they were estimated from the items. */
  readonly hasTotals: boolean;
  /** The number of the last page, by `findLastPage`. */
  readonly lastPage: number;
}

/** What identifies an item. One of an unexpected shape can lack its key: its JSON text is the key then. */
export function getKey<Item>(key: (item: Item) => unknown, item: Item): unknown {
  const own = typeof item === 'object' && item !== null ? key(item) : undefined;
  return own ?? JSON.stringify(item);
}

/** One page of a listing. */
export class Page<Item, Body extends PageTotals = PageTotals> {
  readonly items: readonly Item[];
  /**
   * Items that do not have the promised shape. With `onUnexpectedShape: 'throw'` they are left out of `items`;
   * otherwise they are in `items` too, as they came.
   */
  readonly unexpected: readonly UnexpectedItem[];
  readonly page: number;
  readonly per_page: number;
  readonly total_pages: number;
  readonly total_count: number;
  /** The whole answer, with its `message` and companions; its list is as it came. */
  readonly body: Body;
  readonly #asked: number;
  readonly #readNext: () => Promise<Page<Item, Body> | undefined>;
  readonly #lastPage: number;

  static {
    const listing = 'for await (const item of requester.questions.list())';
    const message = `this is one page of a listing. Leave out the await to loop over every item: ${listing}. The items of this page are page.items`;
    refuseIteration(this.prototype, message);
  }

  /** @internal */
  constructor(
    { items, unexpected, body, lastPage }: Omit<ReadPage<Item, Body>, 'hasTotals'>,
    asked: number,
    readNext: () => Promise<Page<Item, Body> | undefined>,
  ) {
    this.items = items;
    this.unexpected = unexpected;
    this.page = body.page;
    this.per_page = body.per_page;
    this.total_pages = body.total_pages;
    this.total_count = body.total_count;
    this.body = body;
    this.#lastPage = lastPage;
    this.#asked = asked;
    this.#readNext = readNext;
  }

  /** By this, `reactive` of Vue leaves it as it is: a Proxy has no private fields. */
  get [Symbol.toStringTag](): string {
    return 'Page';
  }

  /** Whether another page follows, by the totals; where they contradict the items, one may follow. */
  get hasNext(): boolean {
    const isEmpty = this.items.length === 0 && this.unexpected.length === 0;
    return !isEmpty && this.#asked < this.#lastPage;
  }

  /** What JSON has of the page: each item once, so not `body`, whose list repeats them. */
  toJSON(): object {
    const { items, page, per_page, total_pages, total_count } = this;
    const unexpected = this.unexpected.map(({ item, ...found }) =>
      (items as readonly unknown[]).includes(item) ? found : { ...found, item },
    );
    return { items, unexpected, page, per_page, total_pages, total_count };
  }

  /**
   * The page after this one, or undefined when this is the last. Undefined too when the service ignores the page that
   * it is asked for and answers with this one again; the logger then gets a warning.
   */
  async next(): Promise<Page<Item, Body> | undefined> {
    return this.hasNext ? this.#readNext() : undefined;
  }
}
