/** Anything that a listing shows. */
interface Entry {
  readonly id: number;
}

/** The pages of a listing from one of them on, with as many read ahead as asked for. */
export type ListingPages<Item> = (
  signal: AbortSignal,
  from: number,
  prefetch?: number,
) => AsyncIterable<readonly Item[]>;

/** Requests that a round spends on what it has seen before. More would grow with what exists, not with what changes. */
const MOST_A_ROUND = 10;

/** How many pages in a row may show nothing that is waited for: a page is worth many single reads. */
export function patience(left: number): number {
  return Math.max(2, left / 50);
}

/** Goes through a listing from its beginning, as long as its pages show something that `finds` was looking for. */
export async function seek<Item>(
  pages: ListingPages<Item>,
  sought: ReadonlySet<number>,
  finds: (item: Item) => boolean,
  signal: AbortSignal,
): Promise<void> {
  if (sought.size === 0) return;
  let barren = 0;
  for await (const items of pages(signal, 1)) {
    const found = items.filter(finds).length;
    barren = found === 0 ? barren + 1 : 0;
    if (sought.size === 0 || barren > patience(sought.size)) return;
  }
}

/**
 * Goes through a listing again and again, a few pages a round: where a round stops, the next one goes on. What a whole
 * pass has not shown is left to be read by itself, a few a round as well.
 */
export class ListingTurns<Item extends Entry> {
  readonly #pages: ListingPages<Item>;
  /** What this pass has not shown yet. */
  readonly #expected = new Set<number>();
  #next = 1;
  #barren = 0;
  /** Whether this pass is behind the last page. */
  #isThrough = false;

  constructor(pages: ListingPages<Item>) {
    this.#pages = pages;
  }

  /** One round's part; gives what is to be read by itself in this round. */
  async turn(
    known: ReadonlySet<number>,
    see: (item: Item) => void,
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    for (const id of this.#expected) if (!known.has(id)) this.#expected.delete(id);
    if (this.#expected.size === 0) this.#beginAnew(known);
    const left = MOST_A_ROUND - (await this.#goOn(see, signal));
    if (!this.#isThrough) return [];
    const missed = [...this.#expected].slice(0, left);
    for (const id of missed) this.#expected.delete(id);
    return missed;
  }

  #beginAnew(known: ReadonlySet<number>): void {
    for (const id of known) this.#expected.add(id);
    this.#next = 1;
    this.#barren = 0;
    this.#isThrough = known.size === 0;
  }

  /** Reads the pages that are next; how many. */
  async #goOn(see: (item: Item) => void, signal: AbortSignal): Promise<number> {
    if (this.#isThrough) return 0;
    let read = 0;
    // One after the other: a page that was read ahead for nothing is a request too.
    for await (const items of this.#pages(signal, this.#next, 0)) {
      this.#next += 1;
      read += 1;
      this.#take(items);
      for (const item of items) see(item);
      if (this.#isThrough || read === MOST_A_ROUND) return read;
    }
    this.#isThrough = true;
    return read;
  }

  #take(items: readonly Item[]): void {
    const shown = items.filter(({ id }) => this.#expected.delete(id)).length;
    this.#barren = shown === 0 ? this.#barren + 1 : 0;
    this.#isThrough = this.#expected.size === 0 || this.#barren > patience(this.#expected.size);
  }
}
