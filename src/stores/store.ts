/** A memory of short texts by key. Processes that use the same one share what it holds. */
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
}

/** What a caller gets, and the text that is written: none, null to remove the key, or a new one. */
export interface Decision<Result> {
  readonly result: Result;
  readonly next?: string | null | undefined;
}

/**
 * Changes the text of a key in one step: decides anew whenever another has changed it meanwhile.
 *
 * @param guess what the text may be, so that it need not be read first. A swap shows whether it is.
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
