import { defer } from '../../../base/concurrency.js';
import { LONGEST_TIMER } from '../../../base/time-limit.js';
import { withDeadline } from './deadline.js';

/** The tasks of one account: how many run, and those that wait, first come, first served. */
interface Lane {
  readonly account: string;
  active: number;
  readonly waiting: Set<() => void>;
}

/**
 * Allows at most `limit` tasks at once. The next one is of the account that runs the fewest; accounts that run equally many take
 * turns. A pause holds back all that have not begun.
 */
export class FairSemaphore {
  /** 1: a task begins only if as many slots stay free as its account then has, or if none runs. 0: if a slot is free. */
  reserve = 0;
  readonly #limit: number;
  /** The accounts that have tasks, in the order of their turns. */
  readonly #lanes = new Map<string, Lane>();
  #active = 0;
  #pausedUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Runs a task of an account as soon as the limit allows it. If the signal aborts before that, rejects with its reason. */
  async run<Result>(account: string, signal: AbortSignal, task: () => Promise<Result>): Promise<Result> {
    const { promise: started, resolve: start } = defer();
    const lane = this.#lanes.get(account) ?? { account, active: 0, waiting: new Set() };
    this.#lanes.set(account, lane);
    lane.waiting.add(start);
    this.#admitWaiting();
    try {
      if (lane.waiting.has(start))
        await withDeadline(Number.POSITIVE_INFINITY, signal, (deadline) => deadline.race(started));
      signal.throwIfAborted();
      return await task();
    } finally {
      // A task that gives up may have got a slot at the same moment.
      if (!lane.waiting.delete(start)) {
        lane.active -= 1;
        this.#active -= 1;
      }
      if (lane.active + lane.waiting.size === 0) this.#lanes.delete(account);
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
      this.#lanes.delete(lane.account);
      this.#lanes.set(lane.account, lane);
      lane.active += 1;
      this.#active += 1;
      const [start] = lane.waiting;
      if (start) lane.waiting.delete(start);
      start?.();
    }
  }

  /** The account whose turn it is, if there is room for it. At most `limit` accounts run any task, so few are looked at. */
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

/** The slots that the copies of a client share. An upload also needs one of those for uploads, since it can take an hour. */
export class Slots extends FairSemaphore {
  readonly uploads: FairSemaphore;

  constructor(limit: number) {
    super(limit);
    this.uploads = new FairSemaphore(limit);
  }

  /** Runs an upload. In `run` it counts apart, so that a request has its turn however many uploads of its account are sent. */
  runUpload<Result>(account: string, signal: AbortSignal, task: () => Promise<Result>): Promise<Result> {
    return this.uploads.run(account, signal, () => this.run(`upload ${account}`, signal, task));
  }
}
