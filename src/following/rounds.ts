import { isFinal } from './final.js';
import type { Round, Seen, Waiting } from './wait.js';

/** Reads one thing by its id. */
export type ReadOne<Item> = (id: number, signal: AbortSignal) => Promise<Seen<Item>>;

/** Reads each thing by its id. When one does not exist, or this account may not see it, only its own waits fail. */
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
    return true;
  };
}

/** Groups waits by the id of what they wait for. */
export function byId<Item>(waiting: readonly Waiting<Item>[]): Map<number, Waiting<Item>[]> {
  const map = new Map<number, Waiting<Item>[]>();
  for (const one of waiting) {
    const same = map.get(one.id);
    if (same === undefined) map.set(one.id, [one]);
    else same.push(one);
  }
  return map;
}
