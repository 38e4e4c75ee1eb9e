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
 * Milliseconds by which an entry can become visible later than newer ones, and by which the clocks of the service's
 * machines can differ.
 */
const MAX_DELAY = 60_000;
/** An entry can become visible behind this many newer ones. A higher limit would cost each search a second page. */
const MAX_NEWER = 50;
const MAX_KNOWN = 1_000;
/** In a listing in no order, so many ids in a row fall by chance once in 3 million times. */
const MIN_FALLING_IDS = 10;
/** The same for times, some of which can be equal: a chance of one in a million, in bits. */
const MIN_BITS = 20;

/** What one search learns while it reads a listing: how it is sorted, and which entries are known already. */
export class ListingScan {
  readonly #earlier: KnownEntries;
  readonly #entries: number[] = [];
  #newest = Number.NEGATIVE_INFINITY;
  #oldest = Number.POSITIVE_INFINITY;
  #last: ListedOrder | undefined;
  /** Whether each entry is older than all before it, or has a lower id and is at most MAX_DELAY newer. */
  #idsFall = true;
  /** Whether no time is later than the one before it. */
  #timesFall = true;
  /** How many of the latest entries, in a row, have the same time. */
  #equalTimes = 0;
  /** How unlikely falling times like these are in a listing in no order, in bits. Equal times add nothing. */
  #bits = 0;
  /** How many of the latest entries, in a row, are known from earlier searches. */
  #knownInARow = 0;

  constructor(earlier: KnownEntries) {
    this.#earlier = earlier;
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

  /** Whether everything after `time` has been read: the listing is newest first, and past that time. */
  isPast(time: number): boolean {
    return this.#isNewestFirst && this.#oldest < time;
  }

  /** Whether earlier searches have read all the rest, also entries that became visible late. */
  get isCaughtUp(): boolean {
    if (!this.#isNewestFirst || this.#knownInARow === 0) return false;
    const { newest } = this.#earlier;
    // Among entries of one time, the next ones may be new if ids do not fall.
    const isBehind = this.#knownInARow >= MAX_NEWER && (this.#idsFall || this.#oldest < newest);
    return isBehind || this.#oldest <= newest - MAX_DELAY;
  }

  /** The entries known by now. `joins`: there is no gap to those of earlier searches, which are then added. */
  knownEntries(joins: boolean): KnownEntries {
    const entries = [...new Set([...this.#entries, ...(joins ? this.#earlier.ids : [])])].slice(0, MAX_KNOWN);
    return { ids: new Set(entries), newest: this.#newest };
  }

  /** Needs enough entries: a few do not show how a listing is sorted, nor do equal times with rising ids. */
  get #isNewestFirst(): boolean {
    if (this.#idsFall) return this.#entries.length >= MIN_FALLING_IDS;
    return this.#timesFall && this.#bits >= MIN_BITS;
  }
}
