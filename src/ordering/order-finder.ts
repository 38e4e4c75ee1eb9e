import { type ListedOrder, ListingScan, NO_ENTRIES } from './listing-scan.js';
import { SharedTask } from './shared-task.js';

export type { ListedOrder };

/** Up to so many keys, none is dropped. */
const MAX_KEYS = 10_000;
/** Milliseconds that the service's clock may go back from one answer to the next: answers show it to the second. */
const CLOCK_STEP = 5_000;

/** Reads the pages of a listing, in its order. */
export type OrderPages = (signal: AbortSignal) => AsyncIterable<readonly ListedOrder[]>;

/**
 * Finds placed orders by key in a listing. The service does not promise the order of the listing.
 *
 * When the entries are seen to go from newest to oldest, reading stops at the end of the lookback, or where an earlier
 * complete search has read all the rest. Otherwise the whole listing is read. Searches are shared: a caller waits for
 * one that begins after its call.
 */
export class OrderFinder {
  readonly #pages: OrderPages;
  readonly #serviceTime: () => number | undefined;
  readonly #orders = new Map<string, { readonly ids: Set<number>; at: number }>();
  #known = NO_ENTRIES;
  /** The time since which every entry has been read at least once. */
  #completeSince = Number.POSITIVE_INFINITY;
  /** The search that began last; it may have ended. */
  #current: SharedTask<void> | undefined;
  /** A search that has not begun, so that new callers can share it. */
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
    const look = new SharedTask<void>(async (signal) => {
      await before?.join().catch(() => undefined);
      if (this.#next?.search === look) this.#next = undefined;
      this.#current = look;
      await this.#scan(lookback, signal);
    });
    this.#next = { lookback, search: look };
    return look;
  }

  async #scan(lookback: number, signal: AbortSignal): Promise<void> {
    const reading = new ListingScan(this.#known);
    // Without the service's clock, the newest entry stands in for it, unless our own clock is behind that.
    const since = (): number => (this.#serviceTime() ?? Math.min(Date.now(), reading.newest)) - lookback;
    // A little further, so that a clock that goes back does not make the next search read all of it again.
    const reach = (): number => since() - CLOCK_STEP;
    let isWhole = true;
    for await (const entries of this.#pages(signal)) {
      for (const entry of entries) {
        reading.add(entry);
        this.#remember(entry);
      }
      isWhole = !reading.isPast(reach()) && !(reading.isCaughtUp && this.#completeSince <= since());
      if (!isWhole) break;
    }
    // If reading stopped before it reached the entries known from earlier, there is a gap between the two.
    const joins = isWhole || reading.isCaughtUp;
    this.#known = reading.knownEntries(joins);
    this.#completeSince = Math.min(joins ? this.#completeSince : Number.POSITIVE_INFINITY, reach());
    this.#forget(reach());
  }

  #remember({ key, orderId: order, createdAt: at }: ListedOrder): void {
    if (key === null) return;
    const known = this.#orders.get(key);
    if (known === undefined) this.#orders.set(key, { ids: new Set([order]), at });
    else {
      known.ids.add(order);
      known.at = Math.max(known.at, at);
    }
  }

  /** Limits the memory of a process that places orders for years. */
  #forget(before: number): void {
    if (this.#orders.size <= MAX_KEYS) return;
    for (const [key, { at }] of this.#orders) if (at < before) this.#orders.delete(key);
    this.#completeSince = Math.max(this.#completeSince, before);
  }
}
