import { type ListedOrder, ListingScan, NO_ENTRIES } from './listing-scan.js';
import { SharedTask } from './shared-task.js';

export type { ListedOrder };

/** No key is dropped while there are at most so many. */
const MAX_KEYS = 10_000;
/** Milliseconds by which the service's clock may go back between two answers: answers show it to the second. */
const CLOCK_STEP = 5_000;

/** Reads the pages of a listing, in its order. */
export type OrderPages = (signal: AbortSignal) => AsyncIterable<readonly ListedOrder[]>;

/**
 * Finds placed orders by key in a listing. The service does not promise the order of the listing.
 *
 * If the listing is newest first, reading stops at the end of the lookback, or at entries that an earlier search has
 * read. Otherwise the whole listing is read. Callers share searches: each waits for one that begins after its call.
 */
export class OrderFinder {
  readonly #pages: OrderPages;
  readonly #serviceTime: () => number | undefined;
  readonly #orders = new Map<string, { readonly ids: Set<number>; newest: number }>();
  #known = NO_ENTRIES;
  /** Every entry since this time has been read at least once. */
  #completeSince = Number.POSITIVE_INFINITY;
  /** The search that began last; it may have ended. */
  #current: SharedTask<void> | undefined;
  /** A search that has not begun: new callers can share it. */
  #next: { readonly lookback: number; readonly search: SharedTask<void> } | undefined;

  /** @param serviceTime the service's clock, in milliseconds since 1970; undefined while it is not known */
  constructor(pages: OrderPages, serviceTime: () => number | undefined) {
    this.#pages = pages;
    this.#serviceTime = serviceTime;
  }

  /** The ids of the orders with this key that were visible at some moment after the call, oldest first. */
  async find(key: string, lookback: number, signal?: AbortSignal): Promise<readonly number[]> {
    await this.#search(lookback).join(signal);
    return [...(this.#orders.get(key)?.ids ?? [])].sort((a, b) => a - b);
  }

  #search(lookback: number): SharedTask<void> {
    if (this.#next !== undefined && !this.#next.search.abandoned && this.#next.lookback >= lookback) {
      return this.#next.search;
    }
    const before = this.#next?.search ?? this.#current;
    const search = new SharedTask<void>(async (signal) => {
      await before?.join().catch(() => undefined);
      if (this.#next?.search === search) this.#next = undefined;
      this.#current = search;
      await this.#scan(lookback, signal);
    });
    this.#next = { lookback, search };
    return search;
  }

  async #scan(lookback: number, signal: AbortSignal): Promise<void> {
    const scan = new ListingScan(this.#known);
    // Service time; else the newest entry's time, capped at our clock.
    const since = (): number => (this.#serviceTime() ?? Math.min(Date.now(), scan.newest)) - lookback;
    // A little further back: else a clock that goes back makes the next search read all of it again.
    const reach = (): number => since() - CLOCK_STEP;
    let isWhole = true;
    for await (const entries of this.#pages(signal)) {
      for (const entry of entries) {
        scan.add(entry);
        this.#remember(entry);
      }
      isWhole = !scan.isPast(reach()) && !(scan.isCaughtUp && this.#completeSince <= since());
      if (!isWhole) break;
    }
    // Otherwise there is a gap between these entries and those of earlier searches.
    const joins = isWhole || scan.isCaughtUp;
    this.#known = scan.knownEntries(joins);
    this.#completeSince = Math.min(joins ? this.#completeSince : Number.POSITIVE_INFINITY, reach());
    this.#forget(reach());
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
