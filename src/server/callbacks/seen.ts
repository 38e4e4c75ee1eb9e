import type { Store } from '../../index.js';
import { change, isLeaseOver, readTime } from '../../internals.js';

/** Remembers which events have been handled. For several processes, keep it where all of them reach it. */
export interface Seen {
  /**
   * Claims an event in one atomic step: true when this caller may handle it, false when it has been handled already,
   * `'busy'` while another caller handles it.
   */
  claim(id: number): boolean | 'busy' | Promise<boolean | 'busy'>;
  /** The claimed event has been handled. Without this method, a claimed event counts as handled. */
  handled?(id: number): void | Promise<void>;
  /** The claimed event was not handled: it may be claimed again. Without this method, it never is. */
  release?(id: number): void | Promise<void>;
}

/** Milliseconds that a claim lasts beyond `onEventTimeout`. */
const DELIVERY_LEASE = 600_000;
/** How many handled events are kept: those with the highest ids. */
const MAX_REMEMBERED = 10_000;
/** After so many handled events, on average, the others are removed: listing the keys of a store can take long. */
const CLEANUP_INTERVAL = 1_000;

const SEEN_PREFIX = 'event ';
const HANDLED = 'handled';

/** The text of an event that someone handles. */
interface StoredClaim {
  /** When the claim ends. */
  readonly until: number;
  readonly lease: number;
  /** Whose it is: no two are equal. */
  readonly claim: string;
}

/** Remembers handled events in a store. */
export class StoredSeen implements Seen {
  readonly #store: Store;
  readonly #lease: number;
  /** The texts of the claims that this object has made. */
  readonly #claims = new Map<number, string>();

  /** @param onEventTimeout the longest that handling an event takes, in milliseconds */
  constructor(store: Store, onEventTimeout: number) {
    this.#store = store;
    this.#lease = DELIVERY_LEASE + onEventTimeout;
  }

  async claim(id: number): Promise<boolean | 'busy'> {
    const claim = crypto.randomUUID();
    const now = await readTime(this.#store);
    return change<boolean | 'busy'>(this.#store, SEEN_PREFIX + id, (text) => {
      if (text === HANDLED) return { result: false };
      const found: Partial<StoredClaim> = text === undefined ? {} : JSON.parse(text);
      // A swap can be carried out although its answer is lost.
      if (found.claim === claim) return { result: true };
      // Twice the lease, so that clocks may differ by one where the store has none.
      const { until = 0, lease = 0 } = found;
      if (!isLeaseOver(until, now, 2 * lease)) return { result: 'busy' };
      const next = JSON.stringify({
        until: now + this.#lease,
        lease: this.#lease,
        claim,
      } satisfies StoredClaim);
      this.#claims.set(id, next);
      return { result: true, next };
    });
  }

  async handled(id: number): Promise<void> {
    const own = this.#claims.get(id);
    this.#claims.delete(id);
    const decide = (text: string | undefined) => ({
      result: undefined,
      next: text === HANDLED ? undefined : HANDLED,
    });
    await change(this.#store, SEEN_PREFIX + id, decide, own);
    if (Math.random() * CLEANUP_INTERVAL < 1) await this.#removeLowest();
  }

  /** Frees the event, unless another caller has claimed it meanwhile. */
  async release(id: number): Promise<void> {
    const own = this.#claims.get(id);
    this.#claims.delete(id);
    if (own !== undefined) await this.#store.swap(SEEN_PREFIX + id, own, undefined);
  }

  async #removeLowest(): Promise<void> {
    const keys = await this.#store.keys(SEEN_PREFIX);
    const ids = keys.map((key) => Number(key.slice(SEEN_PREFIX.length))).sort((left, right) => right - left);
    for (const id of ids.slice(MAX_REMEMBERED)) await this.#store.swap(SEEN_PREFIX + id, HANDLED, undefined);
  }
}
