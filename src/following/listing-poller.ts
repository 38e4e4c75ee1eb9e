import { type ListingPages, ListingSweep } from './listing-sweep.js';
import { groupById, pollEach, type ReadOne } from './poll-each.js';
import type { Waiter } from './wait.js';

/**
 * Checks many items by reading the pages of a listing. Looks for new items from the first page on, and stops after pages
 * without any. Checks known items a few pages at a time. Reads a single item by its id, and also each item that the
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
      this.#track(id, seen.finished);
      return seen;
    };
  }

  async poll(waiting: readonly Waiter<Item>[], signal: AbortSignal): Promise<boolean> {
    const waitersById = groupById(waiting);
    for (const id of this.#known) if (!waitersById.has(id)) this.#known.delete(id);
    if (waitersById.size <= 1) return pollEach(this.#read)(waiting, signal);
    const known = new Set(this.#known);
    const sought = new Set([...waitersById.keys()].filter((id) => !known.has(id)));
    const onItem = (item: Item): void => {
      const same = waitersById.get(item.id);
      if (same === undefined) return;
      const finished = this.#isFinished(item);
      this.#track(item.id, finished);
      for (const one of same) one.report({ item, finished });
    };
    const isSought = (item: Item): boolean => {
      onItem(item);
      return sought.delete(item.id);
    };
    const missed = await this.#sweep.checkKnown(known, onItem, signal);
    // If the read below fails, the next poll treats the item as a new one.
    for (const id of missed) this.#known.delete(id);
    await this.#sweep.findNew(sought, isSought, signal);
    const toRead = [...sought, ...missed].flatMap((id) => waitersById.get(id) ?? []);
    await pollEach(this.#read)(toRead, signal);
    return this.#sweep.isComplete;
  }

  /** Forgets a finished item. A later wait for it then reads it at once, like a new one. */
  #track(id: number, finished: boolean): void {
    if (finished) this.#known.delete(id);
    else this.#known.add(id);
  }
}
