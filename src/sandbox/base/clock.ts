import { Agenda } from './agenda.js';

/** Where the sandbox's time comes from: a moment to stand still at, or a function that tells the time. */
export type Now = number | string | Date | (() => number);

/** Time that tests can move. What is due happens in its order and at its own moment. */
export class Clock {
  readonly #read: () => number;
  readonly #runs: boolean;
  readonly #agenda = new Agenda();
  #offset = 0;
  /** While a due task runs, the time is the moment it was due at. */
  #moment: number | undefined;
  #ticking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Work that was started by due tasks and takes real time, such as deliveries. */
  #idle: () => Promise<void> = () => Promise.resolve();

  constructor(now: Now = Date.now) {
    const start = typeof now === 'function' ? 0 : new Date(now).getTime();
    if (Number.isNaN(start))
      throw new TypeError('The sandbox can not read `now`: give milliseconds, a date or a function.');
    this.#read = typeof now === 'function' ? now : () => start;
    this.#runs = typeof now === 'function';
  }

  /** Milliseconds since 1970, in the sandbox's time. */
  now(): number {
    return this.#moment ?? this.#read() + this.#offset;
  }

  /** Does `task` at the moment `at`, or when it is first asked for afterwards. */
  schedule(at: number, task: () => void): void {
    this.#agenda.add(at, task);
    if (this.#ticking) this.#arm();
  }

  /** Does everything that is due by now. */
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
   * Moves the time by `ms`. States have moved when this returns; the promise resolves when the deliveries that
   * became due have been tried as well.
   */
  advance(ms: number): Promise<void> {
    if (!(Number.isFinite(ms) && ms >= 0))
      throw new RangeError('clock.advance() takes milliseconds, 0 or more.');
    this.#offset += ms;
    this.settle();
    return this.#finish();
  }

  /** From now on due tasks are also done while nobody asks, as long as the time runs by itself. */
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
    // Timers take 31 bits; a longer wait is resumed when this one ends.
    const pause = Math.min(Math.max(0, due - this.now()), 2 ** 31 - 1);
    this.#timer = setTimeout(() => {
      this.settle();
      this.#arm();
    }, pause);
    letExit(this.#timer);
  }
}

/** A waiting sandbox must not keep a process alive; browsers' timers are plain numbers. */
function letExit(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref();
}
