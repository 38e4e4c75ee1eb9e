/** An entry of a listing, as far as searching needs it. */
export interface ListedOrder {
  readonly id: number;
  /** When the entry was created, in milliseconds since 1970. */
  readonly createdAt: number;
  /** The order's key; null when the order has none, or when the entry is about something else. */
  readonly key: string | null;
  /** The order's id. */
  readonly orderId: number;
}

/** The newest entries that earlier searches have read. */
export interface KnownEntries {
  readonly ids: ReadonlySet<number>;
  readonly newest: number;
}

export const NO_ENTRIES: KnownEntries = { ids: new Set(), newest: Number.NEGATIVE_INFINITY };

/**
 * Milliseconds. An entry can become visible this much later than newer ones, and the clocks of the service's machines
 * can differ by this much.
 */
const MAX_DELAY = 60_000;
/** An entry can become visible behind this many newer ones. More would cost a second page for each search. */
const MAX_NEWER = 50;
const MAX_KNOWN = 1_000;
/** So many entries in no order go from newest to oldest by chance once in 3 million times. */
const MIN_FALLING_IDS = 10;
/** The same for times, which can be equal: one in a million, in bits. */
const MIN_BITS = 20;

/** Follows the reading of a listing from its first page: how it is sorted, and which entries are known. */
export class ListingScan {
  readonly #earlier: KnownEntries;
  readonly #entries: number[] = [];
  #newest = Number.NEGATIVE_INFINITY;
  #oldest = Number.POSITIVE_INFINITY;
  #last: ListedOrder | undefined;
  /** Whether ids fall from each entry to the next, as far as times agree within a tolerance. */
  #idsFall = true;
  /** Whether no time is later than the one before it. */
  #timesFall = true;
  /** How many of the latest entries, in a row, have the same time. */
  #equalTimes = 0;
  /** How unlikely it is that the times of a listing in no order fall like this, in bits. Equal times show nothing. */
  #bits = 0;
  /** How many of the latest entries, in a row, are known from earlier searches. */
  #knownInARow = 0;

  constructor(met: KnownEntries) {
    this.#earlier = met;
  }

  add(entry: ListedOrder): void {
    const { id, createdAt: at } = entry;
    if (this.#last !== undefined) {
      this.#idsFall &&= at < this.#oldest || (id < this.#last.id && at <= this.#oldest + MAX_DELAY);
      this.#timesFall &&= at <= this.#last.createdAt;
    }
    this.#newest = Math.max(this.#newest, at);
    this.#oldest = Math.min(this.#oldest, at);
    this.#knownInARow = this.#earlier.ids.has(id) ? this.#knownInARow + 1 : 0;
    this.#equalTimes = at === this.#last?.createdAt ? this.#equalTimes + 1 : 1;
    this.#last = entry;
    this.#bits += Math.log2(this.#entries.push(id) / this.#equalTimes);
  }

  /** The time of the newest entry so far. */
  get newest(): number {
    return this.#newest;
  }

  /** Whether everything after `time` has been read: the listing goes from newest to oldest, and is past that time. */
  isPast(time: number): boolean {
    return this.#isNewestFirst && this.#oldest < time;
  }

  /** Whether earlier searches have read all the rest, entries that became visible late included. */
  get isCaughtUp(): boolean {
    if (!this.#isNewestFirst || this.#knownInARow === 0) return false;
    const { newest } = this.#earlier;
    // Among entries of one time, those behind may be new if ids do not fall.
    const isBehind = this.#knownInARow >= MAX_NEWER && (this.#idsFall || this.#oldest < newest);
    return isBehind || this.#oldest <= newest - MAX_DELAY;
  }

  /** The entries known by now. Those of earlier searches are added when there is no gap between the two. */
  knownEntries(joins: boolean): KnownEntries {
    const entries = [...new Set([...this.#entries, ...(joins ? this.#earlier.ids : [])])].slice(0, MAX_KNOWN);
    return { ids: new Set(entries), newest: this.#newest };
  }

  /** A few entries do not show how a listing is sorted, and neither do equal times with rising ids. */
  get #isNewestFirst(): boolean {
    if (this.#idsFall) return this.#entries.length >= MIN_FALLING_IDS;
    return this.#timesFall && this.#bits >= MIN_BITS;
  }
}
