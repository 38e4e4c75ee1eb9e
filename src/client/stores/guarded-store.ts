import { askWithin } from '../../base/concurrency.js';
import {
  type ChangeOptions,
  change,
  type Decision,
  type RecordStore,
  readTime,
  type Store,
} from './store.js';
import { makeStoreError } from './store-error.js';

/** A client's store, as everything in the client uses it: it answers in time, or fails with a StoreError. */
export interface GuardedStore extends Required<Store> {
  /** @param options.turn is awaited first, within the time for the change */
  change<Result>(
    key: string,
    decide: (text: string | undefined) => Decision<Result>,
    options?: ChangeOptions & { readonly turn?: Promise<unknown> | undefined },
  ): Promise<Result>;
  /** The same store, with the milliseconds for each step that a call asks for. */
  within(timeout: number | undefined): GuardedStore;
}

/**
 * Guards a store: the one place that knows how stores fail. A caller's signal ends the whole call, by `endWithCaller`.
 *
 * @param timeout milliseconds for each step
 */
export function guardStore(store: RecordStore, timeout: number): GuardedStore {
  const run = async <Result>(step: () => Promise<Result>): Promise<Awaited<Result>> => {
    try {
      return await askWithin(timeout, step);
    } catch (error) {
      throw makeStoreError(error);
    }
  };
  return {
    get: (key) => run(() => store.get(key)),
    swap: (key, previous, next) => run(() => store.swap(key, previous, next)),
    keys: (prefix) => run(() => store.keys(prefix)),
    now: () => run(() => readTime(store)),
    async change(key, decide, { turn, guess, signals = [] } = {}) {
      const over = new AbortController();
      const step = async () => {
        await turn;
        return change(store, key, decide, { guess, signals: [...signals, over.signal] });
      };
      try {
        return await run(step);
      } finally {
        // Nobody waits for it any more: it may still be trying.
        over.abort();
      }
    },
    within: (ms = timeout) => guardStore(store, ms),
  };
}
