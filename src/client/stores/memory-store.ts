import { shareAcrossCopies } from './across-copies.js';
import type { Store } from './store.js';

/** The stores whose content ends with the process. */
const memories = shareAcrossCopies('memories/1', () => new WeakSet<Store>());

/** With more texts than this, those that may be forgotten are removed, the oldest first. */
const REMEMBERED = 10_000;

/**
 * A store in the memory of the process, which ends with it. Of the orders that were placed, it remembers the last 10,000;
 * all else it keeps.
 */
export function memoryStore(): Store {
  return createStore(new Map());
}

let sharedStore: Store | undefined;

/** The store of clients without the option `store`, the same object each time. All copies of this package in the process share it. */
export function processStore(): Store {
  sharedStore ??= createStore(shareAcrossCopies('memory/1', () => new Map()));
  return sharedStore;
}

/** Whether what the store holds ends with the process. A store that somebody made around this one counts as lasting. */
export function endsWithProcess(store: Store): boolean {
  return memories.has(store);
}

function createStore(texts: Map<string, string>): Store {
  const store: Store = {
    get: async (key) => texts.get(key),
    async swap(key, previous, next) {
      if (texts.get(key) !== previous) return false;
      // Removed first, so that a changed text becomes the newest.
      texts.delete(key);
      if (next !== undefined) texts.set(key, next);
      if (texts.size > REMEMBERED) forgetOne(texts);
      return true;
    },
    keys: async (prefix) => [...texts.keys()].filter((key) => key.startsWith(prefix)),
    now: async () => Date.now(),
  };
  memories.add(store);
  return store;
}

/** Forgets the oldest order that was placed. The service shows it by its key. */
function forgetOne(texts: Map<string, string>): void {
  for (const [key, text] of texts) {
    if (text.startsWith('{"state":"placed","id":')) {
      texts.delete(key);
      return;
    }
  }
}
