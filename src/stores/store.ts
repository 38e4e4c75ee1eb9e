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
