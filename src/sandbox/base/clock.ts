import { Agenda } from './agenda.js';

/** The sandbox's time: a moment at which it stands still, or a function that returns the current time. */
export type Now = number | string | Date | (() => number);

// Where a clock stood when it was stored.
export interface StoredClock {
  readonly now: number;
  // How far it had been moved.
  readonly offset: number;
  // Whether its time ran by itself.
  readonly runs: boolean;
}

/** Time that tests can move. Tasks run in the order of their due times, each at its own time. */
export class Clock {
  readonly #read: () => number;
  readonly #runs: boolean;
  readonly #agenda = new Agenda();
  #offset = 0;
  /** While a task runs, the time is the one at which it was due. */
  #moment: number | undefined;
  #ticking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Work that tasks have started and that takes real time, such as deliveries. */
  #idle: () => Promise<void> = () => Promise.resolve();

  /** @param stored the clock goes on from there, and never back */
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

  /** Runs `task` at the time `at`, or at the first use of the sandbox after it. */
  schedule(at: number, task: () => void): void {
    this.#agenda.add(at, task);
    if (this.#ticking) this.#arm();
  }

  /** Runs every task that is due. */
  settle(): void {
    const target = this.now();
    if (this.#moment !== undefined) return;
    for (let due = this.#agenda.next(target); due !== undefined; due = this.#agenda.next(target)) {
      this.#moment = due.at;
      try {
        due.task();
      } finally {
        this.#moment = undefined;
      }
    }
  }

  /**
   * Moves the time forward by `ms` milliseconds. States have changed when this returns. The promise resolves when the
   * deliveries that became due have been tried as well.
   */
  advance(ms: number): Promise<void> {
    if (!(Number.isFinite(ms) && ms >= 0))
      throw new RangeError('clock.advance() takes milliseconds, 0 or more.');
    this.#offset += ms;
    this.settle();
    return this.#finish();
  }

  /** From now on tasks also run while nobody uses the sandbox, as long as its time runs by itself. */
  tick(idle: () => Promise<void>): void {
    this.#idle = idle;
    this.#ticking = this.#runs;
    this.#arm();
  }

  stop(): void {
    this.#ticking = false;
    clearTimeout(this.#timer);
  }

  async #finish(): Promise<void> {
    do {
      this.settle();
      await this.#idle();
    } while (this.#agenda.isDue(this.now()));
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const due = this.#agenda.nextAt;
    if (!this.#ticking || due === undefined) return;
    // Timers take at most 2^31 - 1 ms. A longer wait continues when this one ends.
    const pause = Math.min(Math.max(0, due - this.now()), 2 ** 31 - 1);
    this.#timer = setTimeout(() => {
      this.settle();
      this.#arm();
    }, pause);
    letExit(this.#timer);
  }
}

/** Lets the process end while a timer is pending. Timers in browsers are plain numbers, without `unref`. */
function letExit(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref();
}
