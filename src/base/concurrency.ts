import { LONGEST_TIMER } from './time-limit.js';

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

/** Allows at most `limit` tasks at once, first come, first served. A pause holds back all that have not begun. */
export class Semaphore {
  readonly #limit: number;
  readonly #waiting = new Set<() => void>();
  #active = 0;
  #pausedUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes a slot if a task may start at once. Returns whether it did. */
  tryAcquire(): boolean {
    const isFree =
      this.#active < this.#limit && this.#waiting.size === 0 && performance.now() >= this.#pausedUntil;
    if (isFree) this.#active += 1;
    return isFree;
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
      this.#admitWaiting();
      throw reason;
    }
  }

  /** Gives a slot back. */
  release(): void {
    this.#active -= 1;
    if (this.#waiting.size > 0) this.#admitWaiting();
  }

  /** Starts no task for `ms` from now. */
  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + ms);
    this.#admitWaiting();
  }

  #admitWaiting(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.size === 0) return;
    const remaining = this.#pausedUntil - performance.now();
    if (remaining > 0) {
      this.#timer = setTimeout(() => this.#admitWaiting(), Math.min(remaining, LONGEST_TIMER));
      return;
    }
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
  if (!slots.tryAcquire()) await slots.acquire(NO_LIMIT);
  try {
    return await task();
  } finally {
    slots.release();
  }
}
