import { LONGEST_TIMER } from '../../base/concurrency.js';
import { Agenda } from './agenda.js';

/** Milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** The sandbox's time: a moment at which time stands still, or a function that returns the current time. */
export type Now = number | string | Date | (() => number);

/** A clock in a snapshot. Not an interface: nobody can import its name, so declarations that have it must write it out. */
export type StoredClock = {
  readonly now: number;
  /** Milliseconds that it has been moved. */
  readonly offset: number;
  /** Whether time passes by itself. */
  readonly runs: boolean;
};

/** A clock that tests can move. It runs tasks in the order of their due times. */
export class Clock {
  readonly #read: () => number;
  readonly #runs: boolean;
  readonly #agenda = new Agenda();
  #offset = 0;
  /** The due time of the running task. While the task runs, this is the time. */
  #moment: number | undefined;
  #hasTimer = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Resolves when the work that tasks have started is done, such as deliveries. */
  #idle: () => Promise<void> = () => Promise.resolve();

  /** @param stored a clock to continue. Time never goes back behind it. */
  constructor(given?: Now, stored?: StoredClock) {
    const now = given ?? (stored === undefined || stored.runs ? Date.now : stored.now);
    const start = typeof now === 'function' ? 0 : new Date(now).getTime();
    if (Number.isNaN(start))
      throw new TypeError('The sandbox cannot read `now`: give milliseconds, a date or a function.');
    this.#read = typeof now === 'function' ? now : () => start;
    this.#runs = typeof now === 'function';
    if (stored === undefined) return;
    const moved = this.#runs && stored.runs ? stored.offset : 0;
    this.#offset = Math.max(moved, stored.now - this.#read());
  }

  store(): StoredClock {
    return { now: this.now(), offset: this.#offset, runs: this.#runs };
  }

  /** Milliseconds since 1970, in the sandbox's time. */
  now(): number {
    return this.#moment ?? this.#read() + this.#offset;
  }

  /** Runs `task` at the time `at`, or when the sandbox is next used after that. */
  schedule(at: number, task: () => void): void {
    this.#agenda.add(at, task);
    if (this.#hasTimer) this.#arm();
  }

  /** Runs every task that is due. */
  runDueTasks(): void {
    const target = this.now();
    if (this.#moment !== undefined) return;
    for (let due = this.#agenda.takeNext(target); due !== undefined; due = this.#agenda.takeNext(target)) {
      this.#moment = due.at;
      try {
        due.task();
      } finally {
        this.#moment = undefined;
      }
    }
  }

  /**
   * Moves the time forward by `ms` milliseconds. Every state has changed when this returns. The promise resolves when the
   * deliveries that became due have been tried.
   */
  advance(ms: number): Promise<void> {
    if (!(Number.isFinite(ms) && ms >= 0))
      throw new RangeError('clock.advance() takes milliseconds, 0 or more.');
    this.#offset += ms;
    this.runDueTasks();
    return this.#finish();
  }

  /** Lets tasks also run while nobody uses the sandbox, by a timer. Without effect where time stands still. */
  startTimer(idle: () => Promise<void>): void {
    this.#idle = idle;
    this.#hasTimer = this.#runs;
    this.#arm();
  }

  stopTimer(): void {
    this.#hasTimer = false;
    clearTimeout(this.#timer);
  }

  async #finish(): Promise<void> {
    do {
      this.runDueTasks();
      await this.#idle();
    } while (this.#agenda.isDue(this.now()));
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const due = this.#agenda.nextAt;
    if (!this.#hasTimer || due === undefined) return;
    // A longer wait is armed again when this one ends.
    const pause = Math.min(Math.max(0, due - this.now()), LONGEST_TIMER);
    this.#timer = setTimeout(() => {
      this.runDueTasks();
      this.#arm();
    }, pause);
    letExit(this.#timer);
  }
}

/** Lets the process exit while the timer is pending. In browsers, timers are numbers without `unref`. */
function letExit(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref();
}
