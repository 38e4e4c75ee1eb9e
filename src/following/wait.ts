import { type RequestFacts, recaptureStack, TimeoutError } from '../core/errors/errors.js';
import type { Path } from '../core/http/address.js';
import { Deadline, Expired, pause, pauseAfter } from '../core/http/deadline.js';
import { askedToWait, isFinal } from './final.js';
import { checkWait, WAIT_RHYTHM, type WaitOptions } from './wait-options.js';

/** The state of something waited for, as a round found it. */
export interface Seen<Item> {
  readonly item: Item;
  readonly finished: boolean;
}

/** One thing that is waited for. */
export interface Waiting<Item> {
  readonly id: number;
  /** Takes the state that a round found. */
  see(seen: Seen<Item>): void;
  /** Ends the wait with an error. */
  fail(error: unknown): void;
}

/**
 * Checks what is waited for, in as few requests as possible, and reports the states to the waits. Resolves to whether
 * everything has been checked since a round last resolved to true.
 */
export type Round<Item> = (waiting: readonly Waiting<Item>[], signal: AbortSignal) => Promise<boolean>;

interface Waiter<Item> extends Waiting<Item> {
  readonly rhythm: { readonly interval: number; readonly maxInterval: number };
}

/**
 * All waits of one kind share their polls: one loop, one round at a time, as long as there are waits. The shortest
 * interval of all waits counts, and the pauses grow while nothing changes.
 */
export class Waits<Item> {
  readonly #round: Round<Item>;
  readonly #place: (id: number) => Path;
  readonly #onFailure: (error: unknown) => void;
  readonly #waiting = new Set<Waiter<Item>>();
  #loop: Deadline | undefined;
  #idle = 0;
  /** The earliest time of the next poll, on the clock of `performance.now()`, after a refusal with `Retry-After`. */
  #notBefore = 0;
  #again: (() => void) | undefined;
  /** Whether a wake has rung since the last round began. */
  #rung = false;
  readonly #longestPause: (waits: number) => number;

  /**
   * @param place the path of one thing, for messages
   * @param longestPause milliseconds that a pause may take with so many waits, whatever their `maxInterval`
   */
  constructor(
    round: Round<Item>,
    place: (id: number) => Path,
    onFailure: (error: unknown) => void,
    longestPause: (waits: number) => number,
  ) {
    this.#round = round;
    this.#place = place;
    this.#onFailure = onFailure;
    this.#longestPause = longestPause;
  }

  /** Resolves with the finished thing. An abort or a deadline ends only this wait. */
  async wait(id: number, options: WaitOptions<Item> = {}): Promise<Item> {
    const request = checkWait(this.#place(id), options);
    const { signal, timeout = Number.POSITIVE_INFINITY, onProgress, wake } = options;
    const { interval = WAIT_RHYTHM.interval, maxInterval = WAIT_RHYTHM.maxInterval } = options;
    signal?.throwIfAborted();
    const deadline = new Deadline(timeout, signal);
    let leave: () => void = () => undefined;
    const stop = wake?.listen(() => {
      this.#rung = true;
      this.#again?.();
    });
    const finished = new Promise<Item>((resolve, reject) => {
      const see = ({ item, finished: over }: Seen<Item>): void => {
        this.#idle = 0;
        tell(onProgress, item);
        if (over) resolve(item);
      };
      leave = this.#join({ id, rhythm: { interval, maxInterval }, see: changesOnly(see), fail: reject });
    });
    try {
      return await deadline.race(finished);
    } catch (thrown) {
      if (thrown instanceof Expired) throw late(thrown.ms, request);
      recaptureStack(thrown);
      throw thrown;
    } finally {
      leave();
      stop?.();
      deadline.dispose();
    }
  }

  #join(waiter: Waiter<Item>): () => void {
    this.#waiting.add(waiter);
    this.#idle = 0;
    // The pauses start again from the shortest.
    this.#again?.();
    if (this.#loop === undefined) void this.#run();
    return () => {
      this.#waiting.delete(waiter);
      if (this.#waiting.size === 0) this.#loop?.end();
    };
  }

  async #run(): Promise<void> {
    const loop = new Deadline(Number.POSITIVE_INFINITY);
    this.#loop = loop;
    // Waits that begin at the same moment join the first round.
    await Promise.resolve();
    try {
      for (;;) {
        if (await this.#look(loop)) this.#idle += 1;
        await this.#rest(loop);
      }
    } catch {
      // The loop ends when there are no more waits.
    } finally {
      loop.dispose();
      if (this.#loop === loop) this.#loop = undefined;
      if (this.#waiting.size > 0 && this.#loop === undefined) void this.#run();
    }
  }

  /** Whether everything has been checked, after which pauses grow. A failed round counts as well. */
  async #look(loop: Deadline): Promise<boolean> {
    this.#rung = false;
    try {
      return await loop.race(this.#round([...this.#waiting], loop.signal));
    } catch (error) {
      if (error instanceof Expired) throw error;
      if (isFinal(error)) for (const { fail } of this.#waiting) fail(error);
      else {
        this.#onFailure(error);
        this.#notBefore = performance.now() + askedToWait(error);
      }
      return true;
    }
  }

  /** Pauses until the next round is due. A wait that joins, or a ring, can make it due earlier. */
  async #rest(loop: Deadline): Promise<void> {
    const since = performance.now();
    const left = (): number =>
      Math.max(this.#rung ? 0 : since + this.#pause(), this.#notBefore) - performance.now();
    for (let ms = left(); ms > 0; ms = left()) {
      const joined = new Promise<void>((resolve) => {
        this.#again = resolve;
      });
      await pause(ms, loop, joined);
    }
  }

  #pause(): number {
    let shortest = this.#longestPause(this.#waiting.size);
    let interval = Number.POSITIVE_INFINITY;
    for (const { rhythm } of this.#waiting) {
      interval = Math.min(interval, rhythm.interval);
      shortest = Math.min(shortest, pauseAfter(Math.max(0, this.#idle - 1), rhythm));
    }
    return Math.max(shortest, interval);
  }
}

function late(ms: number, request: RequestFacts): TimeoutError {
  return new TimeoutError(
    `${request.method} ${request.path}: not finished within timeout (${ms} ms). It goes on without you; wait for it again.`,
    { outcome: 'unknown', request },
  );
}

/** Reports a state only when it differs from the one before. */
function changesOnly<Item>(see: (seen: Seen<Item>) => void): (seen: Seen<Item>) => void {
  let before: string | undefined;
  return (seen) => {
    const now = stateOf(seen.item);
    if (now === before && !seen.finished) return;
    before = now;
    see(seen);
  };
}

/** The fields that change while an order is worked on. */
const STATE: readonly string[] = [
  'status',
  'cancelable',
  'listing?',
  'progress_rate',
  'translations_count',
  'working_translations_count',
  'draft_question_id',
];

/** Equal states are equal here, whether read by id, in a listing or in an event, which differ in other fields. */
function stateOf(item: unknown): string {
  const { questions = [], ...own } = Object(item);
  return JSON.stringify([own, ...questions].map((one) => STATE.map((name) => Object(one)[name])));
}

function tell<Item>(onProgress: ((item: Item) => void) | undefined, item: Item): void {
  try {
    onProgress?.(item);
  } catch {
    // An observer must not end the wait that it watches.
  }
}
