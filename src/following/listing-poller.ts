import { type ListingPages, ListingSweep } from './listing-sweep.js';
import { groupById, pollEach, type ReadOne } from './poll-each.js';
import type { Waiter } from './wait.js';

/**
 * Checks many items by reading the pages of a listing. Looks for new items from the first page on, and stops after pages
 * without any. The known ones are checked a few pages at a time. A single item is read by its id, and so is one that the
 * listing does not show.
 */
export class ListingPoller<Item extends { readonly id: number }> {
  readonly #isFinished: (item: Item) => boolean;
  readonly #read: ReadOne<Item>;
  readonly #sweep: ListingSweep<Item>;
  /** The ids of unfinished items that are waited for. */
  readonly #known = new Set<number>();

  constructor(pages: ListingPages<Item>, isFinished: (item: Item) => boolean, read: ReadOne<Item>) {
    this.#isFinished = isFinished;
    this.#sweep = new ListingSweep(pages);
    this.#read = async (id, signal) => {
      const seen = await read(id, signal);
      this.#note(id, seen.finished);
      return seen;
    };
  }

  async poll(waiting: readonly Waiter<Item>[], signal: AbortSignal): Promise<boolean> {
    const waits = groupById(waiting);
    for (const id of this.#known) if (!waits.has(id)) this.#known.delete(id);
    if (waits.size <= 1) return pollEach(this.#read)(waiting, signal);
    const known = new Set(this.#known);
    const sought = new Set([...waits.keys()].filter((id) => !known.has(id)));
    const see = (item: Item): void => {
      const same = waits.get(item.id);
      if (same === undefined) return;
      const finished = this.#isFinished(item);
      this.#note(item.id, finished);
      for (const one of same) one.report({ item, finished });
    };
    const finds = (item: Item): boolean => {
      see(item);
      return sought.delete(item.id);
    };
    const missed = await this.#sweep.checkKnown(known, see, signal);
    // If the read below fails, the next poll looks for it as for a new one.
    for (const id of missed) this.#known.delete(id);
    await this.#sweep.findNew(sought, finds, signal);
    const alone = [...sought, ...missed].flatMap((id) => waits.get(id) ?? []);
    await pollEach(this.#read)(alone, signal);
    return this.#sweep.isComplete;
  }

  /** A finished item is forgotten, so that a later wait for it is answered at once, as for a new one. */
  #note(id: number, finished: boolean): void {
    if (finished) this.#known.delete(id);
    else this.#known.add(id);
  }
}
