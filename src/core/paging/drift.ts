/** What a page shows of its place in the listing. */
export interface PageFacts {
  readonly page: number;
  /** What identifies each item, in order. */
  readonly keys: readonly unknown[];
  readonly totalPages: number;
  /** Undefined when the service did not say. */
  readonly totalCount: number | undefined;
}

export interface Step {
  /** For each item of the page, whether it has not been handed on before. */
  readonly fresh: readonly boolean[];
  /** The page to read next, undefined at the end. */
  readonly next: number | undefined;
  /** Whether the listing ends here since its pages only repeat earlier items, though its total never changed. */
  readonly repeats: boolean;
}

/** How many pages in a row may bring nothing new while nothing moves, and how many while items move. */
const STILL_LIMIT = 3;
const MOVING_LIMIT = 100;

/**
 * Decides which page to read next while items are inserted and removed between the pages.
 *
 * An insert before the place that was reached repeats items: they are recognised. A removal before it pulls
 * later items onto pages already read: the total has changed then, so earlier pages are read again until one shows a
 * known item, and reading goes on from there. It ends after a bounded number of pages, whatever the totals say.
 */
export class Drift {
  readonly #first: number;
  /** The keys of all items that were handed on. */
  readonly #known = new Set<unknown>();
  #total: number | undefined;
  #everMoved = false;
  #steppingBack = false;
  #moving = 0;
  #still = 0;
  /** What the pages without anything new have brought since the listing last moved. */
  readonly #repeated = new Set<unknown>();

  constructor(first: number) {
    this.#first = first;
  }

  /** Takes a page that was read and says which of its items are new and where to go on. */
  step({ page, keys, totalPages, totalCount }: PageFacts): Step {
    const before = this.#total ?? totalCount;
    const moved = before !== undefined && totalCount !== undefined && totalCount !== before;
    // Inserts alone leave no gap; one look back is for those that hide removals.
    const looks = moved && totalCount > before ? 1 : MOVING_LIMIT;
    this.#total = totalCount;
    this.#everMoved ||= moved;
    const meetsKnown = keys.some((key) => this.#known.has(key));
    const gap = (moved || this.#steppingBack) && !meetsKnown && page > this.#first;
    // Stepping back ends by itself at the first page; only its beginnings are counted.
    if (gap && (this.#steppingBack || this.#mayMove(looks))) {
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

  #mayMove(limit = MOVING_LIMIT): boolean {
    this.#moving += 1;
    this.#repeated.clear();
    return this.#moving <= limit;
  }

  /** Many inserts push many known items onto the next pages; each such page brings others of them. */
  #mayRepeat(keys: readonly unknown[]): boolean {
    const before = this.#repeated.size;
    for (const key of keys) this.#repeated.add(key);
    if (this.#repeated.size === before) this.#still += 1;
    return this.#still <= STILL_LIMIT;
  }
}
