/** An entry of a listing, as far as searching needs it. */
export interface Trace {
  /** The id of the entry. */
  readonly entry: number;
  /** When the entry was created, in milliseconds since 1970. */
  readonly at: number;
  /** The order's key; null when the order has none, or when the entry is about something else. */
  readonly key: string | null;
  /** The order's id. */
  readonly order: number;
}

/** The newest entries that earlier searches have read. */
export interface Met {
  readonly entries: ReadonlySet<number>;
  readonly newest: number;
}

export const NOTHING_MET: Met = { entries: new Set(), newest: Number.NEGATIVE_INFINITY };

/**
 * Milliseconds. An entry can become visible this much later than newer ones, and the clocks of the service's machines
 * can differ by this much.
 */
const LATE = 60_000;
/** An entry can become visible behind this many newer ones. More would cost a second page for each search. */
const BEHIND = 50;
const MOST_MET = 1_000;

/** Follows the reading of a listing from its first page: how it is sorted, and which entries are known. */
export class Reading {
  readonly #met: Met;
  readonly #entries: number[] = [];
  #newest = Number.NEGATIVE_INFINITY;
  #oldest = Number.POSITIVE_INFINITY;
  #last: Trace | undefined;
  #descends = true;
  /** How many of the latest entries, in a row, are known from earlier searches. */
  #known = 0;

  constructor(met: Met) {
    this.#met = met;
  }

  add(trace: Trace): void {
    const { entry, at } = trace;
    // Equal times prove nothing, so ids decide, as long as the times agree within a tolerance.
    const follows = this.#last === undefined || (entry < this.#last.entry && at <= this.#oldest + LATE);
    this.#descends &&= follows || at < this.#oldest;
    this.#newest = Math.max(this.#newest, at);
    this.#oldest = Math.min(this.#oldest, at);
    this.#known = this.#met.entries.has(entry) ? this.#known + 1 : 0;
    this.#last = trace;
    this.#entries.push(entry);
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
    if (!this.#isNewestFirst || this.#known === 0) return false;
    return this.#known >= BEHIND || this.#oldest <= this.#met.newest - LATE;
  }

  /** The entries known by now. Those of earlier searches are added when there is no gap between the two. */
  met(joins: boolean): Met {
    const entries = [...new Set([...this.#entries, ...(joins ? this.#met.entries : [])])].slice(0, MOST_MET);
    return { entries: new Set(entries), newest: this.#newest };
  }

  /** A single entry does not show how a listing is sorted. */
  get #isNewestFirst(): boolean {
    return this.#descends && this.#entries.length > 1;
  }
}
