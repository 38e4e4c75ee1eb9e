import { defer, LONGEST_TIMER } from './concurrency.js';

/** The tasks of one lane, such as an account: how many run, and those that wait, first come, first served. */
interface Lane {
  readonly name: string;
  active: number;
  readonly waiting: Set<() => void>;
}

interface TaskOptions {
  /** Whose task it is. @default a lane that all tasks share */
  readonly lane?: string | undefined;
  /** Gives up the wait for a slot. A task that runs is not ended by it. @default none */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Allows at most `limit` tasks at once. The next one is of the lane that runs the fewest; lanes that run equally many take turns.
 * A pause holds back all that have not begun.
 */
export class Semaphore {
  /** 1: a task begins only if as many slots stay free as its lane then has, or if none runs. 0: if a slot is free. */
  reserve = 0;
  readonly #limit: number;
  /** The lanes that have tasks, in the order of their turns. */
  readonly #lanes = new Map<string, Lane>();
  #active = 0;
  #pausedUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Runs a task as soon as the limit allows it. If the signal aborts before that, rejects with its reason. */
  async run<Result>(
    task: () => Promise<Result>,
    { lane: name = '', signal }: TaskOptions = {},
  ): Promise<Result> {
    const { promise: started, resolve: start, reject } = defer();
    const lane = this.#lanes.get(name) ?? { name, active: 0, waiting: new Set() };
    this.#lanes.set(name, lane);
    lane.waiting.add(start);
    this.#admitWaiting();
    const giveUp = (): void => reject(signal?.reason);
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      if (lane.waiting.has(start) && signal?.aborted !== true) await started;
      signal?.throwIfAborted();
      signal?.removeEventListener('abort', giveUp);
      return await task();
    } finally {
      signal?.removeEventListener('abort', giveUp);
      // A task that gives up may have got a slot at the same moment.
      if (!lane.waiting.delete(start)) {
        lane.active -= 1;
        this.#active -= 1;
      }
      if (lane.active + lane.waiting.size === 0) this.#lanes.delete(name);
      this.#admitWaiting();
    }
  }

  /** Starts no task for `ms` from now. */
  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + ms);
    this.#admitWaiting();
  }

  #admitWaiting(): void {
    clearTimeout(this.#timer);
    for (let lane = this.#findNext(); lane !== undefined; lane = this.#findNext()) {
      const remaining = this.#pausedUntil - performance.now();
      if (remaining > 0) {
        this.#timer = setTimeout(() => this.#admitWaiting(), Math.min(remaining, LONGEST_TIMER));
        return;
      }
      // Behind the others.
      this.#lanes.delete(lane.name);
      this.#lanes.set(lane.name, lane);
      lane.active += 1;
      this.#active += 1;
      const [start] = lane.waiting;
      if (start) lane.waiting.delete(start);
      start?.();
    }
  }

  /** The lane whose turn it is, if it may begin a task. At most `limit` lanes run any task, so few are looked at. */
  #findNext(): Lane | undefined {
    let next: Lane | undefined;
    for (const lane of this.#lanes.values()) {
      if (lane.waiting.size > 0 && (next === undefined || lane.active < next.active)) next = lane;
      if (next?.active === 0) break;
    }
    const free = this.#limit - this.#active;
    if (next && (this.#active === 0 || this.reserve * (next.active + 1) < free)) return next;
    return undefined;
  }
}
