import { computePause, type PollIntervals } from '../../../base/backoff.js';
import { LONGEST_TIMER } from '../../../base/concurrency.js';

/**
 * What the calls with a signal belong to: an order, a wait or a poll. Each of them has a signal of its own and gives it to all of
 * its calls. Not a parameter: every function that takes a signal, in three wings, would have to pass both on, and one that
 * forgot the parent would still compile.
 */
const parents = new WeakMap<AbortSignal, number>();

/** The `call` of what the calls with this signal belong to; undefined when they belong to none. */
export function getParent(signal: AbortSignal | undefined): number | undefined {
  return signal && parents.get(signal);
}

/** Says what the calls with this signal, one of the library's own, belong to from now on. */
export function setParent(signal: AbortSignal, parent: number | undefined): void {
  if (parent === undefined) parents.delete(signal);
  else parents.set(signal, parent);
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
  readonly #controller = new AbortController();
  /** Aborts when the deadline ends. */
  readonly signal: AbortSignal = this.#controller.signal;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #caller: AbortSignal | undefined;
  readonly #onAbort = (): void => this.#end(this.#caller?.reason);
  /** Not a Set: its old tables keep each other, and with them what a download has read, until a full collection. */
  readonly #rejects: ((reason: unknown) => void)[] = [];

  /** @param caller what belongs to something by this signal, belongs to it by the signal of the deadline too */
  constructor(ms: number, caller?: AbortSignal) {
    setParent(this.signal, getParent(caller));
    this.#follow(caller);
    if (!this.signal.aborted) this.restart(ms);
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
  race<Result>(work: Promise<Result>): Promise<Result> {
    // Promise.race would keep every result in memory until the deadline ends. For a download, that is the whole file.
    return new Promise<Result>((resolve, reject) => {
      if (this.signal.aborted) reject(this.signal.reason);
      this.#rejects.push(reject);
      const forget = () => this.#rejects.splice(this.#rejects.indexOf(reject), 1);
      Promise.resolve(work).then(resolve, reject).then(forget);
    });
  }

  /** Ends the deadline now, as if its time were over. */
  end(): void {
    this.#end(new DeadlineExpired(0));
  }

  /** Removes the time limit. Until a `restart`, only this signal ends the deadline. */
  removeTimeLimit(signal: AbortSignal | undefined): void {
    this.dispose();
    if (!this.signal.aborted) this.#follow(signal);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#onAbort);
  }

  /** Ends the deadline when the signal aborts, or now if it has. */
  #follow(signal: AbortSignal | undefined): void {
    this.#caller = signal;
    if (signal?.aborted) this.#onAbort();
    else signal?.addEventListener('abort', this.#onAbort, { once: true });
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
  setParent(own.signal, getParent(caller));
  return withDeadline(Number.POSITIVE_INFINITY, caller, (deadline) => {
    deadline.signal.addEventListener('abort', () => own.abort());
    return deadline.race(work(own.signal));
  });
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
