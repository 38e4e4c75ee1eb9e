import { askWithin } from '../../base/concurrency.js';
import { change, type Decision, type RecordStore, readTime, type Store } from './store.js';
import { StoreError } from './store-error.js';

/** A client's store, as everything in the client uses it: it answers in time, or fails with a StoreError. */
export interface GuardedStore extends Required<Store> {
  /** Whether `now` is the store's own clock, one for all machines. */
  readonly hasClock: boolean;
  /** @param turn is awaited first, within the time for the change */
  change<Result>(
    key: string,
    decide: (text: string | undefined) => Decision<Result>,
    guess?: string,
    turn?: Promise<unknown>,
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
      throw new StoreError(error);
    }
  };
  return {
    get: (key) => run(() => store.get(key)),
    swap: (key, previous, next) => run(() => store.swap(key, previous, next)),
    keys: (prefix) => run(() => store.keys(prefix)),
    hasClock: store.now !== undefined,
    now: () => run(() => readTime(store)),
    change: (key, decide, guess, turn) =>
      run(async () => {
        await turn;
        return change(store, key, decide, guess);
      }),
    within: (ms = timeout) => guardStore(store, ms),
  };
}
