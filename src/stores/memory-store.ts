import type { Store } from './store.js';

const MEMORY = Symbol.for('translation-requester.memory');

/** With more texts than this, those that may be forgotten are removed, the oldest first. */
const REMEMBERED = 10_000;

/** The texts that all copies of this package in the process share. */
function sharedTexts(): Map<string, string> {
  if (Reflect.get(globalThis, MEMORY) === undefined) {
    Object.defineProperty(globalThis, MEMORY, { value: new Map() });
  }
  return Reflect.get(globalThis, MEMORY);
}

/**
 * A store in the memory of the process. It ends with the process.
 *
 * @param mayForget which texts can be removed when there are more than 10,000. @default none
 * @param texts where they are kept. @default one place for all copies of this package in the process
 */
export function memoryStore(
  mayForget: (text: string) => boolean = () => false,
  texts: Map<string, string> = sharedTexts(),
): Store {
  return {
    get: async (key) => texts.get(key),
    async swap(key, previous, next) {
      if (texts.get(key) !== previous) return false;
      // Removed first, so that a changed text becomes the newest.
      texts.delete(key);
      if (next !== undefined) texts.set(key, next);
      if (texts.size > REMEMBERED) forgetOne(texts, mayForget);
      return true;
    },
    keys: async (prefix) => [...texts.keys()].filter((key) => key.startsWith(prefix)),
  };
}

function forgetOne(texts: Map<string, string>, mayForget: (text: string) => boolean): void {
  for (const [key, text] of texts) {
    if (mayForget(text)) {
      texts.delete(key);
      return;
    }
  }
}
