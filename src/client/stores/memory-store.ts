import type { Store } from './store.js';

const MEMORY = Symbol.for('translation-requester.memory');
const ENDS_WITH_PROCESS = Symbol.for('translation-requester.ends-with-process');

/** With more texts than this, those that may be forgotten are removed, the oldest first. */
const REMEMBERED = 10_000;

/**
 * A store in the memory of the process, which ends with it. Of the orders that were placed, it remembers the last 10,000;
 * all else it keeps.
 */
export function memoryStore(): Store {
  return storeOf(new Map());
}

let sharedStore: Store | undefined;

/** The store of clients without the option `store`, the same object each time. All copies of this package in the process share it. */
export function processStore(): Store {
  if (Reflect.get(globalThis, MEMORY) === undefined) {
    Object.defineProperty(globalThis, MEMORY, { value: new Map() });
  }
  sharedStore ??= storeOf(Reflect.get(globalThis, MEMORY));
  return sharedStore;
}

/** Whether what the store holds ends with the process. */
export function endsWithProcess(store: Store): boolean {
  return Reflect.get(store, ENDS_WITH_PROCESS) === true;
}

function storeOf(texts: Map<string, string>): Store {
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
  return Object.assign(store, { [ENDS_WITH_PROCESS]: true });
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
