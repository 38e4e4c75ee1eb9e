import { isPermanent } from './retryable.js';
import type { ItemState, Poll, Waiter } from './wait.js';

export type ReadOne<Item> = (id: number, signal: AbortSignal) => Promise<ItemState<Item>>;

/** Reads each item by its id. If one does not exist, or this account may not see it, only its own waits fail. */
export function pollEach<Item>(read: ReadOne<Item>): Poll<Item> {
  return async (waiting, signal) => {
    const reads = [...groupById(waiting)].map(async ([id, same]) => {
      try {
        const seen = await read(id, signal);
        for (const waiter of same) waiter.report(seen);
      } catch (error) {
        if (signal.aborted || !isPermanent(error)) throw error;
        for (const waiter of same) waiter.fail(error);
      }
    });
    const failed = (await Promise.allSettled(reads)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    return true;
  };
}

export function groupById<Item>(waiting: readonly Waiter<Item>[]): Map<number, Waiter<Item>[]> {
  const map = new Map<number, Waiter<Item>[]>();
  for (const waiter of waiting) {
    const same = map.get(waiter.id);
    if (same === undefined) map.set(waiter.id, [waiter]);
    else same.push(waiter);
  }
  return map;
}
