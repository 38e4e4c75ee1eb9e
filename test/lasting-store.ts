import { memoryStore } from '../src/client/stores/memory-store.js';
import type { Store } from '../src/index.js';

/** A store in memory that counts as one of the caller's own: it stands for one that outlives the process. */
export function lastingStore(): Store {
  const { get, swap, keys } = memoryStore();
  return { get, swap, keys };
}
