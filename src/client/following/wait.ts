import { runDetached } from '#runtime';
import { computePause } from '../../base/backoff.js';
import { type Deferred, defer, type EndsWithScope, endWithScope } from '../../base/concurrency.js';
import { readFields } from '../../base/kinds.js';
import { copyOwn, ignoreErrors } from '../../base/options.js';
import { AuthenticationError } from '../core/errors/api-errors.js';
import { type RequestFacts, recaptureStack, TimeoutError } from '../core/errors/errors.js';
import type { Path } from '../core/http/address.js';
import { Deadline, DeadlineExpired, getSpan, setSpan } from '../core/http/deadline.js';
import type { RecentlySeen } from '../core/http/recently-seen.js';
import { isPermanent, readRetryAfter } from './retryable.js';
import { checkWait, type QuestionWaitOptions, WAIT_INTERVALS } from './wait-options.js';
import { WakeSignal } from './wake.js';

/** The state of an item, as a poll found it. */
export interface ItemState<Item> {
  readonly item: Item;
  readonly finished: boolean;
}

/**
 * A wait. With `await using`, the end of the scope ends it: nothing more is sent for it, and it rejects with an AbortError,
 * which nobody has to catch.
 */
export type Waiting<Item> = Promise<Item> & EndsWithScope;

/** A wait that `end` ends. */
export function makeEndable<Item>(waiting: Promise<Item>, end: () => void): Waiting<Item> {
  return endWithScope(waiting, () => {
    waiting.catch(() => undefined);
    end();
  });
}

export interface Waiter<Item> {
  readonly id: number;
  /** Whether the next poll must report the state even if other waits know it, since it may end this wait. */
  readonly isUrgent?: boolean;
  report(state: ItemState<Item>): void;
  fail(error: unknown): void;
}

/**
 * Checks the items of the waiters, in as few requests as possible, and reports their states. One poll may check only some
 * of them. Resolves to true when every item was checked since the last `true`.
 */
export type Poll<Item> = (waiting: readonly Waiter<Item>[], signal: AbortSignal) => Promise<boolean>;

interface TimedWaiter<Item> extends Waiter<Item> {
  readonly signal: AbortSignal;
  isUrgent: boolean;
  readonly intervals: { readonly interval: number; readonly maxInterval: number };
}

export interface WaitKind<Item> {
  /** Makes what polls for the waits of one account. */
  readonly createPoll: () => Poll<Item>;
  readonly buildPath: (id: number) => Path;
  /** Reads the token of the caller who has this signal. */
  readonly readToken: (signal: AbortSignal) => Promise<string>;
  /** Called when a poll fails and will be tried again. */
  readonly onFailure: (error: unknown) => void;
  /** The longest pause in milliseconds for a number of waits, whatever their `maxInterval`. @default no limit */
  readonly longestPause?: ((waits: number) => number) | undefined;
  /** When a wait with `until: 'translated'` is over, too. @default `until` is no option */
  readonly isTranslated?: ((item: Item) => boolean) | undefined;
  /** What must be there, though a lagging replica may not show it. */
  readonly recentlySeen: RecentlySeen;
  /** Observes a wait: the calls with this signal belong to it. A poll belongs to the wait that has lasted longest. */
  readonly observe: <Result>(signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>;
}

/**
 * All waits of one kind. Those of one account share polls: the account is the token that a wait gets when it begins. When the
 * service does not take that token any more, a wait goes on with the one that its caller then gets.
 */
export class Waits<Item> {
  readonly #kind: WaitKind<Item>;
  readonly #loops = new Map<string, PollLoop<Item>>();

  constructor(kind: WaitKind<Item>) {
    this.#kind = kind;
  }

  /** Resolves with the item as it was at the end of the wait. An abort or a deadline ends only this wait. */
  wait(id: number, options?: QuestionWaitOptions<Item>): Waiting<Item> {
    const scope = new AbortController();
    const waiting = this.#begin(id, options, scope.signal);
    return makeEndable(waiting, () => scope.abort());
  }

  async #begin(id: number, given: QuestionWaitOptions<Item> = {}, scope: AbortSignal): Promise<Item> {
    const { buildPath, isTranslated, observe } = this.#kind;
    const request = checkWait(buildPath(id), given, isTranslated !== undefined);
    const options = copyOwn(given);
    const { signal, timeout = Number.POSITIVE_INFINITY } = options;
    signal?.throwIfAborted();
    const deadline = new Deadline(timeout, signal);
    const left = defer<never>();
    scope.addEventListener('abort', () => {
      left.reject(new DOMException('The wait has left its scope.', 'AbortError'));
      deadline.end();
    });
    const work = (): Promise<Item> =>
      Promise.race([left.promise, this.#poll(id, options, deadline)]).catch((thrown) => {
        throw thrown instanceof DeadlineExpired ? makeWaitTimeout(thrown.ms, request, options.until) : thrown;
      });
    try {
      return await observe(deadline.signal, work);
    } catch (thrown) {
      recaptureStack(thrown);
      throw thrown;
    } finally {
      // Ends the polls for it, too.
      deadline.end();
    }
  }

  async #poll(id: number, options: QuestionWaitOptions<Item>, deadline: Deadline): Promise<Item> {
    for (let refused: AuthenticationError | undefined, previous: string | undefined; ; ) {
      const token = await deadline.race(this.#kind.readToken(deadline.signal));
      deadline.signal.throwIfAborted();
      if (refused !== undefined && token === previous) throw refused;
      const loop = this.#loops.get(token) ?? new PollLoop(this.#kind, token);
      this.#loops.set(token, loop);
      const result = defer<Item>();
      const leave = loop.join(id, options, deadline.signal, result);
      try {
        return await deadline.race(result.promise);
      } catch (error) {
        // A new token that was not taken either is not one that has expired.
        const mayHaveExpired = refused === undefined || loop.hasPolled;
        if (!(error instanceof AuthenticationError) || !mayHaveExpired) throw error;
        refused = error;
        previous = token;
      } finally {
        leave();
        if (loop.isIdle) this.#loops.delete(token);
      }
    }
  }
}

/** Polls for the waits of one account, as long as there are any. The shortest interval counts; pauses grow while nothing changes. */
class PollLoop<Item> {
  readonly #kind: WaitKind<Item>;
  readonly #token: string;
  readonly #poll: Poll<Item>;
  /** Whether a poll has succeeded. */
  hasPolled = false;
  readonly #waiting = new Set<TimedWaiter<Item>>();
  #loop: Deadline | undefined;
  #idlePolls = 0;
  /** The earliest time of the next poll, on the clock of `performance.now()`, after a refusal with `Retry-After`. */
  #notBefore = 0;
  readonly #wakeSignal = new WakeSignal();

  constructor(kind: WaitKind<Item>, token: string) {
    this.#kind = kind;
    this.#token = token;
    this.#poll = kind.createPoll();
  }

  /** Whether nobody waits. */
  get isIdle(): boolean {
    return this.#waiting.size === 0;
  }

  /**
   * Polls for a wait, until it leaves.
   *
   * @param result what the wait ends with
   */
  join(
    id: number,
    options: QuestionWaitOptions<Item>,
    signal: AbortSignal,
    result: Deferred<Item>,
  ): () => void {
    const stopListening = options.wake?.listen(() => this.#wakeSignal.notify());
    const waiter = this.#makeWaiter(id, options, signal, result);
    this.#waiting.add(waiter);
    this.#idlePolls = 0;
    // The pauses start again from the shortest.
    this.#wakeSignal.interrupt();
    if (this.#loop === undefined) void runDetached(() => this.#run());
    return () => {
      stopListening?.();
      this.#waiting.delete(waiter);
      if (this.#waiting.size === 0) this.#loop?.end();
    };
  }

  #makeWaiter(
    id: number,
    options: QuestionWaitOptions<Item>,
    signal: AbortSignal,
    { resolve, reject }: Deferred<Item>,
  ): TimedWaiter<Item> {
    const { isTranslated, onFailure, recentlySeen } = this.#kind;
    const { interval = WAIT_INTERVALS.interval, maxInterval = WAIT_INTERVALS.maxInterval } = options;
    const { until, onProgress } = options;
    const isEarly = until === 'translated';
    let previous: string | undefined;
    const waiter: TimedWaiter<Item> = {
      id,
      signal,
      isUrgent: isEarly,
      intervals: { interval, maxInterval },
      report: ({ item, finished }) => {
        waiter.isUrgent = false;
        recentlySeen.note({ ...readFields(item), id });
        const current = serializeState(item);
        if (current === previous && !finished) return;
        previous = current;
        this.#idlePolls = 0;
        ignoreErrors(() => onProgress?.(item));
        if (finished || (isEarly && isTranslated?.(item))) resolve(item);
      },
      fail: (error) => (recentlySeen.isUnconfirmed(error, id) ? onFailure(error) : reject(error)),
    };
    return waiter;
  }

  async #run(): Promise<void> {
    const loop = new Deadline(Number.POSITIVE_INFINITY);
    this.#loop = loop;
    // Waits that begin at the same moment join the first poll.
    await Promise.resolve();
    try {
      for (;;) {
        if (await this.#pollOnce(loop)) this.#idlePolls += 1;
        await this.#pauseUntilDue(loop);
      }
    } catch {
      // The loop ends when there are no more waits.
    } finally {
      loop.dispose();
      if (this.#loop === loop) this.#loop = undefined;
      if (this.#waiting.size > 0 && this.#loop === undefined) void this.#run();
    }
  }

  /** Returns true when the next pause may be longer: all items have been checked, or the poll failed. */
  async #pollOnce(loop: Deadline): Promise<boolean> {
    this.#wakeSignal.clear();
    const waiting = [...this.#waiting];
    setSpan(loop.signal, { call: getSpan(waiting[0]?.signal).call, token: this.#token });
    try {
      const areAllChecked = await loop.race(this.#poll(waiting, loop.signal));
      this.hasPolled = true;
      return areAllChecked;
    } catch (error) {
      if (error instanceof DeadlineExpired) throw error;
      if (isPermanent(error)) for (const { fail } of this.#waiting) fail(error);
      else {
        this.#kind.onFailure(error);
        this.#notBefore = performance.now() + readRetryAfter(error);
      }
      return true;
    }
  }

  /** Pauses until the next poll is due. A wait that joins, or a wake-up, can make it due earlier. */
  async #pauseUntilDue(loop: Deadline): Promise<void> {
    const since = performance.now();
    const left = (): number =>
      Math.max(this.#wakeSignal.isNotified ? 0 : since + this.#computePause(), this.#notBefore) -
      performance.now();
    // Timers count whole milliseconds: a fraction would end in a pause of none.
    for (let ms = left(); ms > 0; ms = left()) await this.#wakeSignal.pause(Math.ceil(ms), loop);
  }

  #computePause(): number {
    let pause = this.#kind.longestPause?.(this.#waiting.size) ?? Number.POSITIVE_INFINITY;
    let interval = Number.POSITIVE_INFINITY;
    for (const { intervals } of this.#waiting) {
      interval = Math.min(interval, intervals.interval);
      pause = Math.min(pause, computePause(Math.max(0, this.#idlePolls - 1), intervals));
    }
    return Math.max(pause, interval);
  }
}

function makeWaitTimeout(ms: number, request: RequestFacts, until = 'finished'): TimeoutError {
  const advice = { code: 'wait-again', text: 'The order is not affected. Call wait() again.' } as const;
  return new TimeoutError(`not ${until} within ${ms} ms`, { outcome: 'unknown', request, advice });
}

/** The fields that change while an order is worked on. */
const STATE_FIELDS: readonly string[] = [
  'status',
  'cancelable',
  'listing?',
  'progress_rate',
  'translations_count',
  'working_translations_count',
  'draft_question_id',
];

/** A text for comparing states. It has only the fields that answers by id, listings and events have in common. */
function serializeState(item: unknown): string {
  const { questions, ...own } = readFields(item);
  const parts = [own, ...(Array.isArray(questions) ? questions : [])];
  return JSON.stringify(parts.map((state) => STATE_FIELDS.map((name) => readFields(state)[name])));
}
