/** Runs at most `size` tasks at a time; the others wait for their turn. */
export class TaskLimit {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(size: number) {
    this.#free = size;
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

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
  const signal = AbortSignal.any([end.signal, ...signals.filter((one) => one !== undefined)]);
  const work = items.map((item) => task(item, signal));
  try {
    return await Promise.all(work);
  } catch (error) {
    end.abort(error);
    await Promise.allSettled(work);
    throw error;
  }
}
