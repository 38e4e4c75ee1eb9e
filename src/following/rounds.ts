import { isFinal } from './final.js';
import type { Round, Seen, Waiting } from './wait.js';

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
    return true;
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
