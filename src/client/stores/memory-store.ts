import { shareAcrossCopies } from './across-copies.js';
import type { RecordStore, Store } from './store.js';

/** The stores whose content ends with the process. */
const memories = shareAcrossCopies('memories/1', () => new WeakSet<Store>());

/** The most texts that may be forgotten. With more, the oldest goes. */
const MAX_FORGETTABLE = 10_000;

/** The texts by key. Copies of this package share them. */
interface MemoryTexts {
  readonly kept: Map<string, string>;
  /** Those that may be forgotten, oldest write first. */
  readonly forgettable: Map<string, string>;
  /** The keys of `forgettable`, in one iterator: a new one would pass all that were removed. */
  readonly oldest: Iterator<string>;
}

/**
 * A store in the memory of the process, which ends with it. Of the orders that were placed, it remembers the last 10,000;
 * all else it keeps.
 */
export function memoryStore(): Store {
  return createStore(createTexts());
}

let sharedStore: Store | undefined;

/** The store of clients without the option `store`, the same object each time. All copies of this package in the process share it. */
export function processStore(): Store {
  sharedStore ??= createStore(shareAcrossCopies('memory/1', createTexts));
  return sharedStore;
}

/** Whether what the store holds ends with the process. A store that wraps such a store counts as lasting. */
export function endsWithProcess(store: Store): boolean {
  return memories.has(store);
}

function createTexts(): MemoryTexts {
  const forgettable = new Map<string, string>();
  return { kept: new Map(), forgettable, oldest: forgettable.keys() };
}

function createStore({ kept, forgettable, oldest }: MemoryTexts): Store {
  const read = (key: string): string | undefined => forgettable.get(key) ?? kept.get(key);
  const store: RecordStore = {
    get: async (key) => read(key),
    async swap(key, previous, next, mayForget = false) {
      if (read(key) !== previous) return false;
      kept.delete(key);
      // Removed first, so that a changed text becomes the newest.
      forgettable.delete(key);
      if (next !== undefined) (mayForget ? forgettable : kept).set(key, next);
      if (forgettable.size > MAX_FORGETTABLE) forgettable.delete(oldest.next().value ?? '');
      return true;
    },
    keys: async (prefix) => [...kept.keys(), ...forgettable.keys()].filter((key) => key.startsWith(prefix)),
    now: async () => Date.now(),
  };
  memories.add(store);
  return store;
}
