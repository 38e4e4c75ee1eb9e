/** A promise, and the functions that settle it. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (reason: unknown) => void;
}

/** Makes a promise that is settled from outside. Not `Promise.withResolvers`, which browsers of 2023 do not have. */
export function defer<Value = void>(): Deferred<Value> {
  // The function below runs before `new Promise` returns.
  let resolve!: Deferred<Value>['resolve'];
  let reject!: Deferred<Value>['reject'];
  const promise = new Promise<Value>((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
}

/** What ends a wait for a slot early, by rejecting. */
interface WaitLimit {
  race(turn: Promise<void>): Promise<void>;
}

/** Allows at most `limit` tasks at once, first come, first served. */
export class Semaphore {
  readonly #limit: number;
  readonly #waiting = new Set<() => void>();
  #active = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Waits for a slot and takes it. Rejects when the deadline ends. */
  async acquire(deadline: WaitLimit): Promise<void> {
    const { promise: started, resolve: start } = defer();
    this.#waiting.add(start);
    this.#admitWaiting();
    try {
      await deadline.race(started);
    } catch (reason) {
      // If it got a slot at the same moment, pass that slot on.
      if (!this.#waiting.delete(start)) this.release();
      throw reason;
    }
  }

  /** Gives a slot back. */
  release(): void {
    this.#active -= 1;
    this.#admitWaiting();
  }

  #admitWaiting(): void {
    for (const start of this.#waiting) {
      if (this.#active >= this.#limit) return;
      this.#waiting.delete(start);
      this.#active += 1;
      start();
    }
  }
}

const NO_LIMIT: WaitLimit = { race: (turn) => turn };

/** Runs a task in a slot. Not a method, so that bundles which only wait for slots leave it out. */
export async function runInSlot<Result>(slots: Semaphore, task: () => Promise<Result>): Promise<Result> {
  await slots.acquire(NO_LIMIT);
  try {
    return await task();
  } finally {
    slots.release();
  }
}
