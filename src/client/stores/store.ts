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

/** The time by the store's clock, in milliseconds since 1970. */
export async function readTime(store: Pick<Store, 'now'>): Promise<number> {
  return (await store.now?.()) ?? Date.now();
}

/** How far clocks that are set alike can differ, in milliseconds; and how long a step can take from its time to its swap. */
const TOLERANCE = 1_000;

/**
 * Whether a lease is over. One that ends further ahead than it lasts was given by a machine with another clock, and is over.
 *
 * @param until when it ends, in milliseconds since 1970
 * @param now the time, which is best asked for after the lease was read: one that was given since then ends further ahead
 * @param lease how long it lasts, in milliseconds
 */
export function isLeaseOver(until: number, now: number, lease: number): boolean {
  return until <= now || until > now + lease + TOLERANCE;
}

/** The result for the caller, and the text to write: undefined for no change, null to remove the key. */
export interface Decision<Result> {
  readonly result: Result;
  readonly next?: string | null | undefined;
}

/**
 * Changes the text of a key in one atomic step. If others change it meanwhile, `decide` is called again.
 *
 * @param guess what the text probably is: if the swap confirms it, the text is not read
 */
export async function change<Result>(
  store: Pick<Store, 'get' | 'swap'>,
  key: string,
  decide: (text: string | undefined) => Decision<Result>,
  guess?: string,
): Promise<Result> {
  if (guess !== undefined) {
    const { result, next } = decide(guess);
    if (next !== undefined && (await store.swap(key, guess, next ?? undefined))) return result;
  }
  for (;;) {
    const text = await store.get(key);
    const { result, next } = decide(text);
    if (next === undefined || (await store.swap(key, text, next ?? undefined))) return result;
  }
}
