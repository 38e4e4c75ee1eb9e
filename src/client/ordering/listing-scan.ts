/** The fields of a listing's entry that a search uses. */
export interface ListedOrder {
  readonly id: number;
  /** When the entry was created, in milliseconds since 1970. */
  readonly createdAt: number;
  /** The order's key; null when the order has none, or when the entry is about something else. */
  readonly key: string | null;
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
/** An entry can become visible behind this many newer entries. A higher limit would cost each search a second page. */
const MAX_LATE_POSITIONS = 50;
const MAX_KNOWN = 1_000;
/** So many steps down in a row show that a listing is newest first: by chance, that happens once in 3 million times (10!). */
const MIN_STEPS = 9;

/** Watches one read of a listing: is it sorted newest first, and how far must it be read? */
export class ListingScan {
  readonly #earlier: KnownEntries;
  readonly #entries: number[] = [];
  newest = Number.NEGATIVE_INFINITY;
  #oldest = Number.POSITIVE_INFINITY;
  #last: ListedOrder | undefined;
  /**
   * How often the listing has stepped down, to an older entry or to one with a lower id that is newer by at most MAX_DELAY;
   * NaN once it has not.
   */
  #stepsById = 0;
  /** How often the time has stepped down; NaN once it has risen. The ids of entries with equal times do not matter. */
  #stepsByTime = 0;
  /** How many entries in a row earlier searches have read, up to the last one read. */
  #knownInARow = 0;

  constructor(earlier: KnownEntries) {
    this.#earlier = earlier;
  }

  add(entry: ListedOrder): void {
    const { id, createdAt: at } = entry;
    if (this.#last !== undefined) {
      const { id: lastId, createdAt: lastAt } = this.#last;
      const isDown = at < this.#oldest || (id < lastId && at <= this.#oldest + MAX_DELAY);
      this.#stepsById += isDown ? 1 : Number.NaN;
      this.#stepsByTime += at > lastAt ? Number.NaN : Number(at < lastAt);
    }
    this.newest = Math.max(this.newest, at);
    this.#oldest = Math.min(this.#oldest, at);
    this.#knownInARow = this.#earlier.ids.has(id) ? this.#knownInARow + 1 : 0;
    this.#last = entry;
    this.#entries.push(id);
  }

  /** True when the listing is newest first and has been read back to before `time`. */
  hasReadBackTo(time: number): boolean {
    return this.#isNewestFirst && this.#oldest < time;
  }

  /** True when earlier searches have read all the remaining entries, including those that became visible late. */
  get isCaughtUp(): boolean {
    if (!this.#isNewestFirst) return false;
    const { newest } = this.#earlier;
    // If ids do not descend, new entries can follow among those with the same time.
    return this.#knownInARow >= MAX_LATE_POSITIONS && (this.#stepsById > 0 || this.#oldest < newest);
  }

  /** The entries of this search; with `isContiguous` (no gap between them), also those of earlier searches. */
  knownEntries(isContiguous: boolean): KnownEntries {
    const ids = new Set([...this.#entries, ...(isContiguous ? this.#earlier.ids : [])]);
    return { ids: new Set([...ids].slice(0, MAX_KNOWN)), newest: this.newest };
  }

  /** False while there are too few entries to tell. */
  get #isNewestFirst(): boolean {
    return this.#stepsById >= MIN_STEPS || this.#stepsByTime >= MIN_STEPS;
  }
}
