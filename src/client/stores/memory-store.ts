import { shareAcrossCopies } from '../../base/across-copies.js';
import { readFields } from '../../base/kinds.js';
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
  const texts = createTexts();
  return createStore(() => texts);
}

/** Names the texts among what copies of this package share. Another version, whose texts have another form, has another number. */
const TEXTS = 'memory/2';

/** What a sandbox in this thread keeps for the clients with its `fetch`; undefined for any other fetch. */
export function findSandboxMemory(fetch: unknown): Map<string, MemoryTexts> | undefined {
  const { memory } = readFields(fetch);
  return memory instanceof Map ? memory : undefined;
}

/**
 * The store of a client without the option `store`. Clients with the `fetch` of a sandbox share the memory of that sandbox:
 * what it has in `fetch.memory`, until its `reset()` empties that. All others share the memory that the process has for their
 * service; a worker thread has a memory of its own.
 */
export function findDefaultStore(fetch: unknown, service: string): Store {
  const memory = findSandboxMemory(fetch);
  const [texts, name] =
    memory !== undefined
      ? [memory, TEXTS]
      : [shareAcrossCopies(TEXTS, () => new Map<string, MemoryTexts>()), service];
  return createStore(() => {
    const found: MemoryTexts = texts.get(name) ?? createTexts();
    texts.set(name, found);
    return found;
  });
}

/** Whether what the store holds ends with the process. A store that wraps such a store counts as lasting. */
export function endsWithProcess(store: Store): boolean {
  return memories.has(store);
}

function createTexts(): MemoryTexts {
  const forgettable = new Map<string, string>();
  return { kept: new Map(), forgettable, oldest: forgettable.keys() };
}

/** @param find finds the texts at each step: a sandbox can have forgotten those of the step before */
function createStore(find: () => MemoryTexts): Store {
  const read = ({ kept, forgettable }: MemoryTexts, key: string): string | undefined =>
    forgettable.get(key) ?? kept.get(key);
  const store: RecordStore = {
    get: async (key) => read(find(), key),
    async swap(key, previous, next, mayForget = false) {
      const texts = find();
      if (read(texts, key) !== previous) return false;
      const { kept, forgettable, oldest } = texts;
      kept.delete(key);
      // Removed first, so that a changed text becomes the newest.
      forgettable.delete(key);
      if (next !== undefined) (mayForget ? forgettable : kept).set(key, next);
      if (forgettable.size > MAX_FORGETTABLE) forgettable.delete(oldest.next().value ?? '');
      return true;
    },
    async keys(prefix) {
      const { kept, forgettable } = find();
      return [...kept.keys(), ...forgettable.keys()].filter((key) => key.startsWith(prefix));
    },
    // The time of the process: nobody can set it.
    now: async () => Math.floor(performance.timeOrigin + performance.now()),
  };
  memories.add(store);
  return store;
}
