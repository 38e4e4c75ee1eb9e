import type { Page } from '../core/paging/page.js';
import { type ListedOrder, ListingScan, NO_ENTRIES } from './listing-scan.js';
import { SharedTask } from './shared-task.js';

export type { ListedOrder };

/** The most keys in memory before old ones are dropped. */
const MAX_KEYS = 10_000;
/** How often the listing is read for a total that another page has shown. */
const MAX_READINGS = 4;
/** Milliseconds. The service's time may go back this much between two answers, which show it to the second. */
const CLOCK_STEP = 5_000;

/** One page of the listing. */
export interface OrderPage {
  readonly entries: readonly ListedOrder[];
  /** How many entries the listing has; undefined when the service did not say. */
  readonly total: number | undefined;
}

/** What a search needs of a page. */
export function orderPage<Item>(
  { items, hasTotals, total_count }: Page<Item>,
  entryOf: (item: Item) => ListedOrder,
): OrderPage {
  return { entries: items.map(entryOf), total: hasTotals ? total_count : undefined };
}

/** Reads the pages of a listing, in the listing's own order. */
export type ReadOrderPages = (signal: AbortSignal) => AsyncIterable<OrderPage>;

/**
 * Finds placed orders by key in a listing. The service does not promise the order of the listing.
 *
 * If the listing is newest first, reading stops at the end of the lookback, or at entries that an earlier search has
 * read. Otherwise the whole listing is read. An order can't be found if every page that was read comes from a copy of the
 * data that does not have it yet, and no page shows a greater total.
 *
 * Callers share searches: each gets one that begins after its call.
 */
export class OrderFinder {
  readonly #readPages: ReadOrderPages;
  readonly #serviceTime: () => number | undefined;
  readonly #orders = new Map<string, { readonly ids: Set<number>; newest: number }>();
  #known = NO_ENTRIES;
  /** The highest total that a page has shown. */
  #highest = Number.NEGATIVE_INFINITY;
  /** All entries since this time have been read. */
  #completeSince = Number.POSITIVE_INFINITY;
  /** The search that began last; it may have ended. */
  #current: SharedTask<void> | undefined;
  /** A search that has not begun: new callers can share it. */
  #next: { readonly lookback: number; readonly search: SharedTask<void> } | undefined;

  /** @param serviceTime the service's clock, in milliseconds since 1970; undefined while it is not known */
  constructor(readPages: ReadOrderPages, serviceTime: () => number | undefined) {
    this.#readPages = readPages;
    this.#serviceTime = serviceTime;
  }

  /** The ids of the orders with this key, oldest first. The listing is read after the call, so they are up to date. */
  async find(key: string, lookback: number, signal?: AbortSignal): Promise<readonly number[]> {
    await this.#search(lookback).join(signal);
    return [...(this.#orders.get(key)?.ids ?? [])].sort((a, b) => a - b);
  }

  /** The keys of orders that begin with a text. The listing is read after the call. */
  async keys(prefix: string, lookback: number, signal?: AbortSignal): Promise<readonly string[]> {
    await this.#search(lookback).join(signal);
    return [...this.#orders.keys()].filter((key) => key.startsWith(prefix));
  }

  #search(lookback: number): SharedTask<void> {
    if (this.#next !== undefined && !this.#next.search.abandoned && this.#next.lookback >= lookback) {
      return this.#next.search;
    }
    const previous = this.#next?.search ?? this.#current;
    const search = new SharedTask<void>(async (signal) => {
      await previous?.join().catch(() => undefined);
      if (this.#next?.search === search) this.#next = undefined;
      this.#current = search;
      await this.#read(lookback, signal);
    });
    this.#next = { lookback, search };
    return search;
  }

  /**
   * Reads the listing, and reads it again if its first page shows a lower total than another page has: that first page
   * may have come from a copy that is behind.
   */
  async #read(lookback: number, signal: AbortSignal): Promise<void> {
    let greatest = Number.NEGATIVE_INFINITY;
    for (let left = MAX_READINGS; left > 0; left -= 1) {
      const total = await this.#scan(lookback, signal);
      if (total === undefined || total >= this.#highest) return;
      greatest = Math.max(greatest, total);
    }
    // The listing has become shorter, rather.
    this.#highest = greatest;
  }

  /** Returns the total that the first page shows. */
  async #scan(lookback: number, signal: AbortSignal): Promise<number | undefined> {
    let firstTotal: number | undefined;
    let isFirst = true;
    const scan = new ListingScan(this.#known);
    // Service time; else the newest entry's time, capped at our clock.
    const since = (): number => (this.#serviceTime() ?? Math.min(Date.now(), scan.newest)) - lookback;
    // A little further back, so that the next search need not read more if the clock goes back.
    const readBackTo = (): number => since() - CLOCK_STEP;
    let isWholeListing = true;
    for await (const { entries, total } of this.#readPages(signal)) {
      if (isFirst) firstTotal = total;
      isFirst = false;
      this.#highest = Math.max(this.#highest, total ?? this.#highest);
      for (const entry of entries) {
        scan.add(entry);
        this.#remember(entry);
      }
      isWholeListing =
        !scan.hasReadBackTo(readBackTo()) && !(scan.isCaughtUp && this.#completeSince <= since());
      if (!isWholeListing) break;
    }
    // If false, entries may be missing between these and those of earlier searches.
    const isContiguous = isWholeListing || scan.isCaughtUp;
    this.#known = scan.knownEntries(isContiguous);
    this.#completeSince = Math.min(
      isContiguous ? this.#completeSince : Number.POSITIVE_INFINITY,
      readBackTo(),
    );
    this.#forget(readBackTo());
    return firstTotal;
  }

  #remember({ key, orderId, createdAt }: ListedOrder): void {
    if (key === null) return;
    const known = this.#orders.get(key);
    if (known === undefined) this.#orders.set(key, { ids: new Set([orderId]), newest: createdAt });
    else {
      known.ids.add(orderId);
      known.newest = Math.max(known.newest, createdAt);
    }
  }

  /** Limits the memory of a process that places orders for years. */
  #forget(before: number): void {
    if (this.#orders.size <= MAX_KEYS) return;
    for (const [key, { newest }] of this.#orders) if (newest < before) this.#orders.delete(key);
    this.#completeSince = Math.max(this.#completeSince, before);
  }
}
