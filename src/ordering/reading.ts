/** What a listing shows of an order that was placed. */
export interface Trace {
  /** Of the listing's entry. */
  readonly entry: number;
  /** When it was made, in ms. */
  readonly at: number;
  /** The order's key; null for none, and for entries that are about something else. */
  readonly key: string | null;
  /** The order's id. */
  readonly order: number;
}

/** What earlier readings have met, the newest entries of it. */
export interface Met {
  readonly entries: ReadonlySet<number>;
  readonly newest: number;
}

export const NOTHING_MET: Met = { entries: new Set(), newest: Number.NEGATIVE_INFINITY };

/**
 * Milliseconds. An entry can come to light so much later than newer ones, and the clocks of the service's
 * machines can differ by so much.
 */
const LATE = 60_000;
/** An entry can come to light behind so many newer ones. More would cost a second page for each look. */
const BEHIND = 50;
const MOST_MET = 1_000;

/** What reading a listing from its beginning has shown so far: how it is ordered, and what was met before. */
export class Reading {
  readonly #met: Met;
  readonly #entries: number[] = [];
  #newest = Number.NEGATIVE_INFINITY;
  #oldest = Number.POSITIVE_INFINITY;
  #last: Trace | undefined;
  #descends = true;
  /** How many entries in a row, up to the last one, were met before. */
  #known = 0;

  constructor(met: Met) {
    this.#met = met;
  }

  add(trace: Trace): void {
    const { entry, at } = trace;
    // Equal times prove nothing: ids decide, where they agree with the times but for a little.
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

  /** Whether everything after `time` has been read: the listing is seen to go from newest to oldest, and is past it. */
  isPast(time: number): boolean {
    return this.#isNewestFirst && this.#oldest < time;
  }

  /** Whether the rest is what earlier readings have met, entries that come to light late included. */
  get isCaughtUp(): boolean {
    if (!this.#isNewestFirst || this.#known === 0) return false;
    return this.#known >= BEHIND || this.#oldest <= this.#met.newest - LATE;
  }

  /** What has been met by now; what was met before stands behind it, where the two join. */
  met(joins: boolean): Met {
    const entries = [...new Set([...this.#entries, ...(joins ? this.#met.entries : [])])].slice(0, MOST_MET);
    return { entries: new Set(entries), newest: this.#newest };
  }

  /** One entry alone shows no order. */
  get #isNewestFirst(): boolean {
    return this.#descends && this.#entries.length > 1;
  }
}
