/** In milliseconds. Longer timers fire at once on some platforms. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/** What `race` rejects with when the time is over. It never leaves the library. */
export class Expired {
  readonly ms: number;
  constructor(ms: number) {
    this.ms = ms;
  }
}

/**
 * A limit on waiting. It ends when its time is over or when the caller aborts, whichever comes first.
 * After `dispose()` no timer and no listener is left.
 */
export class Deadline {
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #caller: AbortSignal | undefined;
  readonly #onAbort = (): void => this.#end(this.#caller?.reason);
  readonly #racing = new Set<(reason: unknown) => void>();

  constructor(ms: number, caller?: AbortSignal) {
    if (this.#follow(caller)) this.restart(ms);
  }

  /** From now on it ends after `ms` milliseconds. */
  restart(ms: number): void {
    clearTimeout(this.#timer);
    if (Number.isFinite(ms)) this.#arm(Math.max(0, ms), ms);
  }

  /** Aborts when the deadline ends. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Settles as the work does. When the deadline ends first, rejects with the caller's reason or with `Expired`. */
  race<Result>(work: Promise<Result>): Promise<Result> {
    // Promise.race would keep every result in memory until the deadline ends: a whole download.
    return new Promise<Result>((resolve, reject) => {
      const { aborted, reason } = this.signal;
      if (aborted) reject(reason);
      else this.#racing.add(reject);
      const forget = (): boolean => this.#racing.delete(reject);
      Promise.resolve(work).then(resolve, reject).then(forget);
    });
  }

  /** Ends it now, and with it the work that it limits. */
  end(): void {
    this.#end(new Expired(0));
  }

  /** Removes the time limit. From now on only this signal, if any, ends the deadline. */
  removeTimeLimit(signal: AbortSignal | undefined): void {
    this.dispose();
    if (!this.signal.aborted) this.#follow(signal);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#onAbort);
  }

  /** Ends the deadline when the signal aborts. Returns false when it is aborted already. */
  #follow(signal: AbortSignal | undefined): boolean {
    this.#caller = signal;
    if (signal?.aborted) this.#onAbort();
    else signal?.addEventListener('abort', this.#onAbort, { once: true });
    return signal?.aborted !== true;
  }

  /** Sets the timer for the rest of `ms`, in steps: a wait for an order can be longer than a timer. */
  #arm(left: number, ms: number): void {
    const later = left - LONGEST_TIMER;
    this.#timer =
      later > 0
        ? setTimeout(() => this.#arm(later, ms), LONGEST_TIMER)
        : setTimeout(() => this.#end(new Expired(ms)), left);
  }

  #end(reason: unknown): void {
    // Rejects before the signal aborts: the aborted work may reject with a reason of its own.
    for (const reject of this.#racing) reject(reason);
    this.#controller.abort(reason);
    this.dispose();
  }
}

/** Resolves after `ms`, or when `early` does, unless the deadline ends first. */
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

/** The shortest and the longest pause between two checks, in milliseconds. */
export interface PollIntervals {
  readonly interval: number;
  readonly maxInterval: number;
}

const GROWTH = 1.5;

/** The pause after `idle` checks in a row that found nothing: from `interval` up to `maxInterval`. */
export function pauseAfter(idle: number, { interval, maxInterval }: PollIntervals): number {
  return Math.min(interval * GROWTH ** idle, Math.max(interval, maxInterval));
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
    await pause(pauseAfter(idle, intervals), deadline);
  }
}
