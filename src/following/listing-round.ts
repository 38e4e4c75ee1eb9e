import { type ListingPages, ListingTurns, seek } from './listing-turns.js';
import { byId, eachByItself, type ReadOne } from './rounds.js';
import type { Waiting } from './wait.js';

/**
 * Looks at many things by the pages of a listing: at new ones from its beginning, as long as the pages show them, at
 * the others in turns. A single thing is read by itself, and so is what the listing does not show.
 */
export class ListingRound<Item extends { readonly id: number }> {
  readonly #pages: ListingPages<Item>;
  readonly #isFinished: (item: Item) => boolean;
  readonly #read: ReadOne<Item>;
  readonly #turns: ListingTurns<Item>;
  /** What has been seen since it is waited for. */
  readonly #known = new Set<number>();

  constructor(pages: ListingPages<Item>, isFinished: (item: Item) => boolean, read: ReadOne<Item>) {
    this.#pages = pages;
    this.#isFinished = isFinished;
    this.#turns = new ListingTurns(pages);
    this.#read = async (id, signal) => {
      const seen = await read(id, signal);
      this.#known.add(id);
      return seen;
    };
  }

  async look(waiting: readonly Waiting<Item>[], signal: AbortSignal): Promise<void> {
    const waits = byId(waiting);
    for (const id of this.#known) if (!waits.has(id)) this.#known.delete(id);
    if (waits.size <= 1) return eachByItself(this.#read)(waiting, signal);
    const known = new Set(this.#known);
    const sought = new Set([...waits.keys()].filter((id) => !known.has(id)));
    const see = (item: Item): void => {
      const same = waits.get(item.id);
      if (same === undefined) return;
      this.#known.add(item.id);
      for (const one of same) one.see({ item, finished: this.#isFinished(item) });
    };
    const finds = (item: Item): boolean => {
      see(item);
      return sought.delete(item.id);
    };
    await seek(this.#pages, sought, finds, signal);
    const missed = await this.#turns.turn(known, see, signal);
    const alone = [...sought, ...missed].flatMap((id) => waits.get(id) ?? []);
    await eachByItself(this.#read)(alone, signal);
  }
}
