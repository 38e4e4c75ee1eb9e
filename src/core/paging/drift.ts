/** What a page shows about the listing. */
export interface PageFacts {
  readonly page: number;
  /** The key of each item, in order. */
  readonly keys: readonly unknown[];
  readonly totalPages: number;
  /** Undefined when the service did not give it. */
  readonly totalCount: number | undefined;
}

export interface Step {
  /** For each item of the page, whether it is new in this iteration. */
  readonly fresh: readonly boolean[];
  /** The page to read next, undefined at the end. */
  readonly next: number | undefined;
  /** Whether the listing ends here because its pages only repeat earlier items, although its total never changed. */
  readonly repeats: boolean;
}

/** How many pages in a row may have no new item while the total stays the same. */
const MAX_REPEATED_PAGES = 3;
/** The same while the total changes. */
const MAX_CHANGING_PAGES = 100;

/**
 * Decides which page to read next when items are inserted or removed while the pages are read.
 *
 * An insert on an earlier page makes the next page repeat an item, which is recognised by its key. A removal from an
 * earlier page moves an unread item onto a page that has been read. The total shows that, so earlier pages are read
 * again until one has a known item; reading goes on from there. The number of pages read is limited, whatever the
 * totals say.
 */
export class Drift {
  readonly #first: number;
  /** The keys of all items that were reported as new. */
  readonly #known = new Set<unknown>();
  #total: number | undefined;
  #everMoved = false;
  #steppingBack = false;
  #moving = 0;
  #still = 0;
  /** The keys on pages without a new item, since the total last changed. */
  readonly #repeated = new Set<unknown>();

  constructor(first: number) {
    this.#first = first;
  }

  /** Decides which items of a page are new, and which page to read next. */
  step({ page, keys, totalPages, totalCount }: PageFacts): Step {
    const previousTotal = this.#total ?? totalCount;
    const moved = previousTotal !== undefined && totalCount !== undefined && totalCount !== previousTotal;
    // Inserts alone leave no gap. One step back is allowed, since inserts can outweigh a removal.
    const mostStepsBack = moved && totalCount > previousTotal ? 1 : MAX_CHANGING_PAGES;
    this.#total = totalCount;
    this.#everMoved ||= moved;
    const meetsKnown = keys.some((key) => this.#known.has(key));
    const gap = (moved || this.#steppingBack) && !meetsKnown && page > this.#first;
    // Stepping back ends at the first page at the latest, so only its first step is counted.
    if (gap && (this.#steppingBack || this.#mayMove(mostStepsBack))) {
      this.#steppingBack = true;
      return { fresh: keys.map(() => false), next: page - 1, repeats: false };
    }
    const moving = moved || this.#steppingBack;
    this.#steppingBack = false;
    const fresh = keys.map((key) => this.#isNew(key));
    if (fresh.includes(true)) this.#advanced();
    else if (!(moving ? this.#mayMove() : this.#mayRepeat(keys)))
      return { fresh, next: undefined, repeats: !this.#everMoved };
    const isLast = keys.length === 0 || page >= totalPages;
    const repeats = isLast && !this.#everMoved && keys.length > 0 && !fresh.includes(true);
    return { fresh, next: isLast ? undefined : page + 1, repeats };
  }

  #isNew(key: unknown): boolean {
    const before = this.#known.size;
    return this.#known.add(key).size > before;
  }

  #advanced(): void {
    this.#moving = 0;
    this.#still = 0;
    this.#repeated.clear();
  }

  #mayMove(limit = MAX_CHANGING_PAGES): boolean {
    this.#moving += 1;
    this.#repeated.clear();
    return this.#moving <= limit;
  }

  /** After many inserts, several pages in a row show only known items, but each page shows different ones. */
  #mayRepeat(keys: readonly unknown[]): boolean {
    const before = this.#repeated.size;
    for (const key of keys) this.#repeated.add(key);
    if (this.#repeated.size === before) this.#still += 1;
    return this.#still <= MAX_REPEATED_PAGES;
  }
}
