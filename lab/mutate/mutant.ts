/** A small fault in the source, planted where the source decides something. */
export interface Mutant {
  /** The decision that is broken, as a sentence about behaviour. Unique. */
  readonly name: string;
  /** What it costs when the decision is broken, if that is more than a wrong answer: orders that are paid twice, points, or lost events. */
  readonly about?: 'money' | undefined;
  /** A file of `src/`. */
  readonly file: string;
  /** A text that stands in the file exactly once. */
  readonly find: string;
  /** What stands there instead. */
  readonly replace: string;
  /**
   * Test files of `npm test`, of which at least one fails; or why no test can fail, because the program behaves the same.
   */
  readonly verdict: { readonly noticedBy: readonly string[] } | { readonly equivalent: string };
}
