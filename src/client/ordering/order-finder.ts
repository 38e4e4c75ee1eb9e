import { defer } from '../../base/concurrency.js';
import { Semaphore } from '../../base/semaphore.js';
import { getSpan, pause, withDeadline } from '../core/http/deadline.js';
import type { ListingSearch } from '../core/paging/listing.js';
import { type ListedOrder, ListingScan, NO_ENTRIES } from './listing-scan.js';
import { SharedTask } from './shared-task.js';

export type { ListedOrder };

/** The most keys in memory before old ones are dropped. */
const MAX_KEYS = 10_000;
/** Milliseconds that the service's time may go back between two answers, which show it to the second. */
const CLOCK_STEP = 5_000;

/** Milliseconds that a search waits for more callers: those that are answered together ask for it a little apart. */
const DEBOUNCE = 3;
/** The most searches that read at once. With one alone, a call that comes late waits for two. */
const MAX_AT_ONCE = 3;

/** A search that has not begun. New callers can share it. */
interface NextSearch {
  readonly lookback: number;
  readonly search: SharedTask<void>;
  readonly begin: () => void;
}

/** Reads the pages of a listing, in the listing's own order, until they are enough. */
export type ReadOrderPages = (
  signal: AbortSignal,
  search: ListingSearch,
) => AsyncIterable<readonly ListedOrder[]>;

/**
 * Finds placed orders by key in a listing. The service does not promise the order of the listing.
 *
 * If the listing is newest first, reading stops at the end of the lookback, or at entries that an earlier search has
 * read. Otherwise the whole listing is read. An order can't be found if every page comes from a lagging replica, and no page
 * shows a greater total.
 *
 * Callers share searches: each gets one that begins after its call. While other calls are running that may ask for it too,
 * it begins a moment later. A few searches may read at once.
 */
export class OrderFinder {
  readonly #readPages: ReadOrderPages;
  readonly #now: () => number | undefined;
  readonly #orders = new Map<string, { readonly ids: Set<number>; readonly newest: number }>();
  #known = NO_ENTRIES;
  readonly #shown: ListingSearch['shown'] = { highest: Number.NEGATIVE_INFINITY };
  /** All entries since this time have been read. */
  #completeSince = Number.POSITIVE_INFINITY;
  readonly #slots = new Semaphore(MAX_AT_ONCE);
  #next: NextSearch | undefined;
  /** How many calls are running that may search. */
  #running = 0;
  /** How many callers wait for a search. */
  #searching = 0;

  /** @param now the service's clock, in milliseconds since 1970; undefined while it is not known */
  constructor(readPages: ReadOrderPages, now: () => number | undefined) {
    this.#readPages = readPages;
    this.#now = now;
  }

  /** The ids of the orders with this key, oldest first. The listing is read after the call, so they are up to date. */
  async find(key: string, lookback: number, signal?: AbortSignal): Promise<readonly number[]> {
    await this.#search(lookback, signal);
    return [...(this.#orders.get(key)?.ids ?? [])].sort((a, b) => a - b);
  }

  /** Whether the listing, which is read whole after the call, shows an order. */
  async shows(id: number, key: string, lookback: number, signal?: AbortSignal): Promise<boolean> {
    this.#orders.get(key)?.ids.delete(id);
    this.#completeSince = Number.POSITIVE_INFINITY;
    return (await this.find(key, lookback, signal)).includes(id);
  }

  /** The keys of orders that begin with a text. The listing is read after the call. */
  async keys(prefix: string, lookback: number, signal?: AbortSignal): Promise<readonly string[]> {
    await this.#search(lookback, signal);
    return [...this.#orders.keys()].filter((key) => key.startsWith(prefix));
  }

  /** Runs a call that may search. */
  async during<Result>(call: () => Promise<Result>): Promise<Result> {
    this.#running += 1;
    try {
      return await call();
    } finally {
      this.#running -= 1;
      this.#beginIfAllSearch();
    }
  }

  /** Waits for a search that begins after the call. */
  async #search(lookback: number, signal: AbortSignal | undefined): Promise<void> {
    let next = this.#next;
    if (next === undefined || next.search.abandoned || next.lookback < lookback)
      next = this.#next = this.#makeSearch(lookback, signal);
    this.#searching += 1;
    this.#beginIfAllSearch();
    try {
      await next.search.join(signal);
    } finally {
      this.#searching -= 1;
    }
  }

  #makeSearch(lookback: number, first: AbortSignal | undefined): NextSearch {
    const { promise: begun, resolve: begin } = defer();
    const search = new SharedTask<void>(async (signal) => {
      await withDeadline(Number.POSITIVE_INFINITY, signal, (deadline) => pause(DEBOUNCE, deadline, begun));
      const read = () => {
        if (this.#next?.search === search) this.#next = undefined;
        return this.#read(lookback, signal);
      };
      await this.#slots.run(read, { signal });
    }, first);
    return { lookback, search, begin };
  }

  /** Nobody can join a search when every running call waits for one already. */
  #beginIfAllSearch(): void {
    if (this.#searching >= this.#running) this.#next?.begin();
  }

  async #read(lookback: number, signal: AbortSignal): Promise<void> {
    const scan = new ListingScan(this.#known);
    // Service time; else the newest entry's time, capped at our clock.
    const since = (): number => (this.#now() ?? Math.min(Date.now(), scan.newest)) - lookback;
    // A little further back, so that the next search need not read more if the clock goes back.
    const readBackTo = (): number => since() - CLOCK_STEP;
    let isEnough = false;
    for await (const entries of this.#readPages(signal, { isEnough: () => isEnough, shown: this.#shown })) {
      for (const entry of entries) {
        // Pages that are read again from the start do not continue the scan.
        if (!isEnough) scan.add(entry);
        const { key, orderId, createdAt } = entry;
        if (key === null) continue;
        const { ids = new Set<number>(), newest = createdAt } = this.#orders.get(key) ?? {};
        this.#orders.set(key, { ids: ids.add(orderId), newest: Math.max(newest, createdAt) });
      }
      isEnough ||= scan.hasReadBackTo(readBackTo()) || (scan.isCaughtUp && this.#completeSince <= since());
    }
    // If false, entries may be missing between these and those of earlier searches.
    const isContiguous = !isEnough || scan.isCaughtUp;
    this.#known = scan.knownEntries(isContiguous);
    this.#completeSince = Math.min(
      isContiguous ? this.#completeSince : Number.POSITIVE_INFINITY,
      readBackTo(),
    );
    // A process can place orders for years.
    if (this.#orders.size <= MAX_KEYS) return;
    const oldest = readBackTo();
    for (const [key, { newest }] of this.#orders) if (newest < oldest) this.#orders.delete(key);
    this.#completeSince = Math.max(this.#completeSince, oldest);
  }
}

/** How many accounts' listings are remembered, of a client whose function gives the tokens of many. */
const MAX_FINDERS = 100;

/** Makes a finder for each account: what one has ordered is in its own listing, and nobody else's search reads that. */
export function makeFinders(
  ...settings: ConstructorParameters<typeof OrderFinder>
): (signal: AbortSignal | undefined) => OrderFinder {
  const finders = new Map<string | undefined, OrderFinder>();
  return (signal) => {
    const { token } = getSpan(signal);
    const finder = finders.get(token) ?? new OrderFinder(...settings);
    // Set anew, so that the one that was used longest ago is the first.
    finders.delete(token);
    finders.set(token, finder);
    for (const known of finders.keys()) if (finders.size > MAX_FINDERS) finders.delete(known);
    return finder;
  };
}
