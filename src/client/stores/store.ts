import { pauseAtRandom } from '../../base/backoff.js';

/**
 * A memory of short texts by key. Processes that use the same one share what it holds. The texts are JSON; a key can be
 * any string. `checkStore` tries a store of your own.
 *
 * @see docs/stores.md
 */
export interface Store {
  /** The text of a key; undefined when there is none. */
  get(key: string): Promise<string | undefined>;
  /**
   * Changes the text of a key from `previous` to `next`, in one atomic step; undefined stands for no text. Resolves to
   * false, and changes nothing, when the text is no longer `previous`.
   */
  swap(key: string, previous: string | undefined, next: string | undefined): Promise<boolean>;
  /** The keys that have a text and begin with `prefix`, in any order. */
  keys(prefix: string): Promise<readonly string[]>;
  /**
   * The store's own clock, in milliseconds since 1970: one for all processes that use the store. Without it, each process
   * asks its own machine.
   */
  now?(): Promise<number>;
}

/** A store that learns which texts it may forget. Any store will do: it then keeps everything. */
export interface RecordStore extends Store {
  /** @param mayForget whether the new text can be found elsewhere when it is lost. @default false */
  swap(
    key: string,
    previous: string | undefined,
    next: string | undefined,
    mayForget?: boolean,
  ): Promise<boolean>;
}

/** The time by the store's clock, in milliseconds since 1970. */
export async function readTime(store: Pick<Store, 'now'>): Promise<number> {
  return (await store.now?.()) ?? Date.now();
}

/** Milliseconds that synchronised clocks can differ by, and that a step can take from reading the time to its swap. */
const TOLERANCE = 1_000;

/**
 * Whether a lease is over. One that ends further ahead than it lasts was made by a wrong clock, and is over.
 *
 * @param until when it ends, in milliseconds since 1970
 * @param now the time, best read after the lease: a lease that was made since then ends further ahead
 * @param lease how long it lasts, in milliseconds
 */
export function isLeaseOver(until: number, now: number, lease: number): boolean {
  return until <= now || until > now + lease + TOLERANCE;
}

/** The result for the caller, and the text to write: undefined for no change, null to remove the key. */
export interface Decision<Result> {
  readonly result: Result;
  readonly next?: string | null | undefined;
  /** Whether the text to write can be found elsewhere when a store that is full forgets it. @default false */
  readonly mayForget?: boolean | undefined;
}

/** How a change is made. */
export interface ChangeOptions {
  /** What the text probably is: if the swap confirms it, the text is not read. */
  readonly guess?: string | undefined;
  /** Give up the change, where nobody waits for it any more. */
  readonly signals?: readonly (AbortSignal | undefined)[] | undefined;
}

/** How often a change is tried: more often than others can win, but not for ever at a store that always refuses. */
const MAX_SWAPS = 100;
/** After so many tries, each waits a little: those that change the same key at once would go on losing to each other. */
const EAGER_SWAPS = 5;
/** The longest pause between two tries, in milliseconds. */
const LONGEST_SWAP_PAUSE = 50;

/**
 * Changes the text of a key in one atomic step. If others change it meanwhile, `decide` is called again.
 *
 * @throws an Error when each swap fails; the reason of a signal
 */
export async function change<Result>(
  store: Pick<RecordStore, 'get' | 'swap'>,
  key: string,
  decide: (text: string | undefined) => Decision<Result>,
  { guess, signals = [] }: ChangeOptions = {},
): Promise<Result> {
  let isGuess = guess !== undefined;
  for (let tried = 0; tried < MAX_SWAPS; tried += 1) {
    for (const signal of signals) signal?.throwIfAborted();
    if (tried >= EAGER_SWAPS) await pauseAtRandom(LONGEST_SWAP_PAUSE);
    const text = isGuess ? guess : await store.get(key);
    const { result, next, mayForget } = decide(text);
    // A guess can't decide that nothing changes.
    if (next === undefined ? !isGuess : await store.swap(key, text, next ?? undefined, mayForget))
      return result;
    isGuess = false;
  }
  throw new Error('each swap fails');
}
