import { computePause } from '../../base/backoff.js';
import type { RequestFacts } from '../core/errors/errors.js';
import { pause, withDeadline } from '../core/http/deadline.js';
import type { OrderContext } from './context.js';
import { makeOutcomeUnknownError } from './errors.js';
import type { ClaimedRecord } from './record.js';

/** Milliseconds between two looks at a record that another call is about to change. */
const LOOK_INTERVALS = { interval: 25, maxInterval: 500 };
/** The logger hears of a wait for another call after so many milliseconds. */
const SILENT_TIME = 1_500;

/** What is waited for, and what ends it. */
interface WaitFacts {
  readonly key: string;
  readonly request: RequestFacts;
  readonly warn: OrderContext['warn'];
  readonly signal: AbortSignal | undefined;
}

/** The time that one call may wait in all: for other claims, and for an order that was sent. It has nothing to do with points. */
export class WaitBudget {
  readonly #waiting: WaitFacts;
  #left: number;
  #looks = 0;
  #waited = 0;

  /** @param ms the most milliseconds of all waits together */
  constructor(ms: number, waiting: WaitFacts) {
    this.#left = ms;
    this.#waiting = waiting;
  }

  /** Lets a step wait, and takes the time from what is left. */
  async spend<Result>(step: (left: number) => Promise<Result>): Promise<Result> {
    const began = performance.now();
    try {
      return await step(Math.max(0, this.#left));
    } finally {
      this.#left -= performance.now() - began;
    }
  }

  /**
   * Waits until the record of another process's claim can be looked at again.
   *
   * @throws OutcomeUnknownError when no time is left
   */
  async waitForClaim({ until }: ClaimedRecord): Promise<void> {
    const { key, request, warn } = this.#waiting;
    const end = new Date(until).toISOString();
    if (!this.hasTimeLeft) {
      const reason = `another process has claimed its key until ${end}`;
      throw makeOutcomeUnknownError({ key, request, reason, isUnsent: true });
    }
    const before = this.#waited;
    await this.pause();
    if (before < SILENT_TIME && this.#waited >= SILENT_TIME) {
      warn('waiting for another process that places this order', { key, until: end });
    }
  }

  get hasTimeLeft(): boolean {
    return this.#left > 0;
  }

  /** Pauses until the record can be looked at again: each time a little longer. */
  async pause(): Promise<void> {
    const ms = Math.min(computePause(this.#looks, LOOK_INTERVALS), this.#left);
    this.#looks += 1;
    this.#waited += ms;
    const { signal } = this.#waiting;
    await this.spend(() => withDeadline(Number.POSITIVE_INFINITY, signal, (deadline) => pause(ms, deadline)));
  }
}
