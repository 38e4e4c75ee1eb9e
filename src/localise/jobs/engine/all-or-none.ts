import { combineSignals } from '../../../internals.js';

/**
 * Runs a task for each item, and returns all results. After a failure, it aborts the other tasks and waits for them.
 *
 * @param signals abort all tasks, too
 */
export async function allOrNone<Item, Result>(
  items: readonly Item[],
  signals: readonly (AbortSignal | undefined)[],
  task: (item: Item, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const end = new AbortController();
  const signal = combineSignals([end.signal, ...signals]);
  const work = items.map((item) => task(item, signal));
  try {
    return await Promise.all(work);
  } catch (error) {
    end.abort(error);
    await Promise.allSettled(work);
    throw error;
  }
}
