import { isFinal } from './final.js';
import type { Round, Seen, Waiting } from './wait.js';

/** How many pages in a row may show nothing that is waited for: a page is worth many single reads. */
export function patience(left: number): number {
  return Math.max(2, left / 50);
}

/** Reads one thing by its id. */
export type ReadOne<Item> = (id: number, signal: AbortSignal) => Promise<Seen<Item>>;

/** Looks at each thing by its own read. One that is not there, or not for this account, fails its own waits alone. */
export function eachByItself<Item>(read: ReadOne<Item>): Round<Item> {
  return async (waiting, signal) => {
    const looks = [...byId(waiting)].map(async ([id, same]) => {
      try {
        const seen = await read(id, signal);
        for (const one of same) one.see(seen);
      } catch (error) {
        if (signal.aborted || !isFinal(error)) throw error;
        for (const one of same) one.fail(error);
      }
    });
    const failed = (await Promise.allSettled(looks)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  };
}

/**
 * Looks at many things by the pages of a listing, newest first, as long as these show what is waited for, and at
 * the rest one by one. A single thing is read by itself.
 */
export function byListing<Item extends { readonly id: number }>(
  pages: (signal: AbortSignal) => AsyncIterable<readonly Item[]>,
  isFinished: (item: Item) => boolean,
  read: ReadOne<Item>,
): Round<Item> {
  const byItself = eachByItself(read);
  return async (waiting, signal) => {
    const left = byId(waiting);
    if (left.size <= 1) return byItself(waiting, signal);
    let barren = 0;
    for await (const items of pages(signal)) {
      const shown = items.filter(({ id }) => left.has(id));
      for (const item of shown) {
        for (const one of left.get(item.id) ?? []) one.see({ item, finished: isFinished(item) });
        left.delete(item.id);
      }
      barren = shown.length === 0 ? barren + 1 : 0;
      if (left.size === 0 || barren > patience(left.size)) break;
    }
    return byItself([...left.values()].flat(), signal);
  };
}

/** Several may wait for the same thing. */
export function byId<Item>(waiting: readonly Waiting<Item>[]): Map<number, Waiting<Item>[]> {
  const map = new Map<number, Waiting<Item>[]>();
  for (const one of waiting) {
    const same = map.get(one.id);
    if (same === undefined) map.set(one.id, [one]);
    else same.push(one);
  }
  return map;
}
