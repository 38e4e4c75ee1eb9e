import { kill, pid } from 'node:process';
import type { Store } from '../src/index.ts';

/** The clock of the store runs faster, so that no test waits for a lease of a minute. */
const FASTER = 60;

/** A store in files whose process sends itself a signal after a step. It counts its steps. @param step the first is 1 */
export async function dyingStore(folder: string, step: number, signal = 'SIGKILL') {
  // Only now, when its process can read the source.
  const { fileStore } = await import('../src/node.ts');
  const files = fileStore(folder);
  let steps = 0;
  async function stepwise<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = await work();
    steps += 1;
    if (steps === step) kill(pid, signal);
    return result;
  }
  const store: Store = {
    get: (key) => stepwise(() => files.get(key)),
    swap: (key, previous, next) => stepwise(() => files.swap(key, previous, next)),
    keys: (prefix) => stepwise(() => files.keys(prefix)),
    now: async () => Date.now() * FASTER,
  };
  return { store, steps: () => steps };
}
