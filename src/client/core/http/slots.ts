import { defer } from '../../../base/concurrency.js';
import { LONGEST_TIMER } from '../../../base/time-limit.js';
import { withDeadline } from './deadline.js';

/** The tasks of one account: how many run, and those that wait, first come, first served. */
interface Lane {
  active: number;
  readonly waiting: Set<() => void>;
}

/** Runs a task as soon as the limit allows it. If the signal aborts before that, rejects with its reason. */
type RunInSlot = <Result>(signal: AbortSignal, task: () => Promise<Result>) => Promise<Result>;

/**
 * Allows at most `limit` tasks at once. The next one is of the account that runs the fewest; accounts that run equally many take
 * turns. A pause holds back all that have not begun.
 */
export class FairSemaphore {
  /** 1: a task begins only if as many slots stay free as its account then has, or if none runs. 0: if a slot is free. */
  reserve = 0;
  readonly #limit: number;
  /** The accounts with waiting tasks, in the order of their turns. */
  readonly #waiting = new Set<Lane>();
  #active = 0;
  #pausedUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds an account. @returns what runs its tasks */
  open(lane: Lane = { active: 0, waiting: new Set() }): RunInSlot {
    return async (signal, task) => {
      const { promise: started, resolve: start } = defer();
      lane.waiting.add(start);
      this.#waiting.add(lane);
      this.#admitWaiting();
      try {
        if (lane.waiting.has(start))
          await withDeadline(Number.POSITIVE_INFINITY, signal, (deadline) => deadline.race(started));
        return await task();
      } finally {
        // A task that gives up may have got a slot at the same moment.
        if (!lane.waiting.delete(start)) this.#count(lane, -1);
        if (lane.waiting.size === 0) this.#waiting.delete(lane);
        this.#admitWaiting();
      }
    };
  }

  /** Starts no task for `ms` from now. */
  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + ms);
    this.#admitWaiting();
  }

  #count(lane: Lane, change: number): void {
    lane.active += change;
    this.#active += change;
  }

  #admitWaiting(): void {
    clearTimeout(this.#timer);
    for (let lane = this.#findNext(); lane !== undefined; lane = this.#findNext()) {
      const remaining = this.#pausedUntil - performance.now();
      if (remaining > 0) {
        this.#timer = setTimeout(() => this.#admitWaiting(), Math.min(remaining, LONGEST_TIMER));
        return;
      }
      const [start] = lane.waiting;
      this.#waiting.delete(lane);
      if (start === undefined) continue;
      lane.waiting.delete(start);
      // Behind the others. Where nothing more waits, the next turn or the end of the task takes it out.
      this.#waiting.add(lane);
      this.#count(lane, 1);
      start();
    }
  }

  /** The account whose turn it is, if there is room for it. At most `limit` accounts run any task, so few are looked at. */
  #findNext(): Lane | undefined {
    let next: Lane | undefined;
    for (const lane of this.#waiting) {
      if (next === undefined || lane.active < next.active) next = lane;
      if (next.active === 0) break;
    }
    const free = this.#limit - this.#active;
    const hasRoom = next && (this.#active === 0 || this.reserve * (next.active + 1) < free);
    return hasRoom ? next : undefined;
  }
}

/** The slots as one account sees them. */
export interface AccountSlots {
  readonly run: RunInSlot;
  readonly runUpload: RunInSlot;
  /** Starts no request of any account for `ms` from now. */
  readonly pause: (ms: number) => void;
}

/** The slots that the copies of a client share. An upload also needs one of those for uploads, since it can take an hour. */
export class Slots {
  readonly #requests: FairSemaphore;
  readonly #uploads: FairSemaphore;
  /** Whether there is an account. */
  #known = 0;

  constructor(limit: number) {
    this.#requests = new FairSemaphore(limit);
    this.#uploads = new FairSemaphore(limit);
  }

  /** Adds an account. From the second on, no account fills all slots with uploads. */
  open(): AccountSlots {
    this.#uploads.reserve = this.#known;
    this.#known = 1;
    const run = this.#requests.open();
    // Apart from `run`, so that a request has its turn however many uploads of its account are sent.
    const send = this.#requests.open();
    const upload = this.#uploads.open();
    return {
      run,
      runUpload: (signal, task) => upload(signal, () => send(signal, task)),
      pause: (ms) => this.#requests.pause(ms),
    };
  }
}
