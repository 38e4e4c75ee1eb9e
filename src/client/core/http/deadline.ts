import { computePause, type PollIntervals } from '../../../base/backoff.js';
import { LONGEST_TIMER } from '../../../base/concurrency.js';

const SPAN = Symbol('span');

/** What the calls of one piece of work have in common: an order, a wait or a table. */
export interface Span {
  /** The `call` of the work that they belong to; undefined when they belong to none. */
  readonly call?: number | undefined;
  /** The token of the account that the work is for; undefined when each call asks for its own. */
  readonly token?: string | undefined;
}

/** A signal of the library's own. It reaches all calls of a piece of work, so what they have in common travels with it. */
interface SpanSignal extends AbortSignal {
  [SPAN]?: Span | undefined;
}

/** What the calls with this signal have in common. */
export function getSpan(signal: SpanSignal | undefined): Span {
  return signal?.[SPAN] ?? {};
}

/** Says what the calls with this signal, one of the library's own, have in common from now on. */
export function setSpan(signal: SpanSignal, span: Span): void {
  signal[SPAN] = span;
}

/** What `race` rejects with when the time is over. Callers of the library never get it. */
export class DeadlineExpired {
  readonly ms: number;
  constructor(ms: number) {
    this.ms = ms;
  }
}

/**
 * A time limit. It ends when its time is over or when the caller aborts, whichever comes first.
 * After `dispose()` no timer and no listener is left.
 */
export class Deadline {
  /** Aborts when the deadline ends. */
  readonly signal: SpanSignal;
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #caller: SpanSignal | undefined;
  readonly #onAbort = (): void => this.#end(this.#caller?.reason);
  /** Not a Set: its old tables keep each other, and with them what a download has read, until a full collection. */
  readonly #rejects: ((reason: unknown) => void)[] = [];

  /** @param caller what belongs to something by this signal, belongs to it by the signal of the deadline too */
  constructor(ms: number, caller?: SpanSignal) {
    this.signal = this.#controller.signal;
    const span = caller?.[SPAN];
    if (span !== undefined) this.signal[SPAN] = span;
    this.#caller = caller;
    caller?.addEventListener('abort', this.#onAbort, { once: true });
    if (caller?.aborted) this.#onAbort();
    else this.restart(ms);
  }

  /**
   * Restarts the time: the deadline ends in `ms` milliseconds.
   *
   * @param left what is left of them: a time longer than `LONGEST_TIMER`, as of a wait for an order, takes several timers
   */
  restart(ms: number, left: number = Math.max(0, ms)): void {
    clearTimeout(this.#timer);
    if (!Number.isFinite(ms)) return;
    const later = left - LONGEST_TIMER;
    this.#timer = setTimeout(
      () => (later > 0 ? this.restart(ms, later) : this.#end(new DeadlineExpired(ms))),
      Math.min(left, LONGEST_TIMER),
    );
  }

  /** Settles like `work`. If the deadline ends first, rejects with the caller's reason or with `DeadlineExpired`. */
  async race<Result>(work: Promise<Result>): Promise<Result> {
    // The function below runs before `new Promise` returns.
    let reject!: (reason: unknown) => void;
    // One for each race: a promise that lasted as long as the deadline would keep every result, such as the pieces of a download.
    const ended = new Promise<never>((_, rejectEnded) => {
      reject = rejectEnded;
    });
    if (this.signal.aborted) reject(this.signal.reason);
    this.#rejects.push(reject);
    try {
      return await Promise.race([ended, work]);
    } finally {
      this.#rejects.splice(this.#rejects.indexOf(reject), 1);
    }
  }

  /** Ends the deadline now, as if its time were over. */
  end(): void {
    this.#end(new DeadlineExpired(0));
  }

  /** Removes the time limit. Until a `restart`, only this signal ends the deadline. */
  removeTimeLimit(signal: AbortSignal | undefined): void {
    this.dispose();
    if (this.signal.aborted) return;
    this.#caller = signal;
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (signal?.aborted) this.#onAbort();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#onAbort);
  }

  #end(reason: unknown): void {
    // Reject first, then abort: the aborted work may reject with a reason of its own.
    for (const reject of this.#rejects) reject(reason);
    this.#controller.abort(reason);
    this.dispose();
  }
}

/**
 * Runs work that ends when the caller aborts, at once, even if it waits for a store that never answers. Its signal does not have
 * the caller's reason: that can be an error of another call, and would say something of this one.
 */
export async function endWithCaller<Result>(
  caller: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  caller?.throwIfAborted();
  const own = new AbortController();
  setSpan(own.signal, getSpan(caller));
  return withDeadline(Number.POSITIVE_INFINITY, caller, (deadline) => {
    deadline.signal.addEventListener('abort', () => own.abort());
    return deadline.race(work(own.signal));
  });
}

/** Makes a signal that aborts when one of these does. What belongs to something by one of them does so by this signal too. */
export function combineSignals(signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const given = signals.filter((signal) => signal !== undefined);
  const combined = AbortSignal.any(given);
  for (const signal of given) setSpan(combined, { ...getSpan(combined), ...getSpan(signal) });
  return combined;
}

/** Does work with a deadline of its own. */
export async function withDeadline<Result>(
  ms: number,
  caller: AbortSignal | undefined,
  work: (deadline: Deadline) => Promise<Result>,
): Promise<Result> {
  const deadline = new Deadline(ms, caller);
  try {
    return await work(deadline);
  } finally {
    deadline.dispose();
  }
}

/** Resolves after `ms` milliseconds, or when `early` resolves. Rejects when the deadline ends first. */
export async function pause(ms: number, deadline: Deadline, early?: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(ms, LONGEST_TIMER));
  });
  try {
    await deadline.race(early === undefined ? over : Promise.race([over, early]));
  } finally {
    clearTimeout(timer);
  }
}

/** Calls `check` until it finds something, with growing pauses. Rejects when the deadline ends. */
export async function poll<Found>(
  check: () => Promise<Found | undefined>,
  intervals: PollIntervals,
  deadline: Deadline,
): Promise<Found> {
  for (let idle = 0; ; idle += 1) {
    const found = await deadline.race(check());
    if (found !== undefined) return found;
    await pause(computePause(idle, intervals), deadline);
  }
}
