import { copyOwn } from '../../base/options.js';
import type { Store } from '../../index.js';
import { change, isLeaseOver, readTime } from '../../internals.js';
import { addIds, hasId } from './id-ranges.js';

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
/** How many handled events have a text of their own: those with the highest ids. */
const MAX_REMEMBERED = 10_000;
/** After so many handled events, on average, the others become ranges of ids: listing the keys of a store can take long. */
const CLEANUP_INTERVAL = 1_000;
/** So many ids have one text of ranges, and so many such texts are kept: those with the highest ids. */
const BLOCK = 100_000;
const MAX_BLOCKS = 1_000;

const SEEN_PREFIX = 'event ';
const RANGES_PREFIX = 'events ';
const HANDLED = 'handled';

const nameBlock = (id: number): string => RANGES_PREFIX + Math.floor(id / BLOCK);

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
    const key = SEEN_PREFIX + id;
    let own = '';
    try {
      const now = await readTime(this.#store);
      const result = await change<boolean | 'busy'>(this.#store, key, (text) => {
        if (text === HANDLED) return { result: false };
        const found = copyOwn<Partial<StoredClaim>>(text === undefined ? {} : JSON.parse(text));
        // A swap can be carried out although its answer is lost.
        if (found.claim === claim) return { result: true };
        // Twice the lease, so that clocks may differ by one where the store has none.
        const { until = 0, lease = 0 } = found;
        if (!isLeaseOver(until, now, 2 * lease)) return { result: 'busy' };
        own = JSON.stringify({
          until: now + this.#lease,
          lease: this.#lease,
          claim,
        } satisfies StoredClaim);
        return { result: true, next: own };
      });
      if (result !== true) return result;
      // After the claim: an event is in a range before its own text is removed.
      if (hasId(await this.#store.get(nameBlock(id)), id)) {
        await this.#store.swap(key, own, undefined);
        return false;
      }
    } catch (error) {
      // The store may still carry it out. Without an answer, it would hold the event until its lease is over.
      if (own !== '') void this.#store.swap(key, own, undefined).catch(() => undefined);
      throw error;
    }
    this.#claims.set(id, own);
    return true;
  }

  async handled(id: number): Promise<void> {
    const own = this.#claims.get(id);
    this.#claims.delete(id);
    const decide = (text: string | undefined) => ({
      result: undefined,
      next: text === HANDLED ? undefined : HANDLED,
    });
    await change(this.#store, SEEN_PREFIX + id, decide, { guess: own });
    if (Math.random() * CLEANUP_INTERVAL < 1) await this.#removeLowest();
  }

  /** Frees the event, unless another caller has claimed it meanwhile. */
  async release(id: number): Promise<void> {
    const own = this.#claims.get(id);
    this.#claims.delete(id);
    if (own !== undefined) await this.#store.swap(SEEN_PREFIX + id, own, undefined);
  }

  /** Makes ranges of the handled events with the lowest ids. What somebody handles is left alone. */
  async #removeLowest(): Promise<void> {
    const blocks = new Map<string, number[]>();
    for (const id of (await this.#listIds(SEEN_PREFIX)).slice(MAX_REMEMBERED)) {
      if ((await this.#store.get(SEEN_PREFIX + id)) !== HANDLED) continue;
      const block = blocks.get(nameBlock(id)) ?? [];
      block.push(id);
      blocks.set(nameBlock(id), block);
    }
    for (const [block, ids] of blocks) {
      await change(this.#store, block, (text) => ({ result: undefined, next: addIds(text, ids) }));
      for (const id of ids) await this.#store.swap(SEEN_PREFIX + id, HANDLED, undefined);
    }
    for (const number of (await this.#listIds(RANGES_PREFIX)).slice(MAX_BLOCKS))
      await change(this.#store, RANGES_PREFIX + number, () => ({ result: undefined, next: null }));
  }

  /** The numbers after a prefix, highest first. */
  async #listIds(prefix: string): Promise<number[]> {
    const keys = await this.#store.keys(prefix);
    return keys.map((key) => Number(key.slice(prefix.length))).sort((left, right) => right - left);
  }
}
