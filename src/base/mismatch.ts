import type { Issue } from './checked.js';

/** A field of an answer that is not what the contract says. */
export interface Mismatch extends Issue {
  /** The path without the numbers of items, `questions[].user`: the same for the same field of each item. */
  readonly place: string;
  /** Whether the answer, or the item that the field is in, can't be used. */
  readonly refuses: boolean;
  /** The number of the item in the outermost list; undefined for a field that is in no list. */
  readonly index: number | undefined;
}

/** An answer, and where it differs from the contract. The type of the value is certain where nothing differs. */
export interface Inspected<Value> {
  readonly value: Value;
  readonly mismatches: readonly Mismatch[];
}

/**
 * Compares an answer with the contract.
 *
 * @param uses the places that the caller uses: a mismatch anywhere else refuses nothing. `events[].question@created`
 *   is used of events of that type alone. @default what the contract says
 */
export type Inspect<Value> = (answer: unknown, uses?: readonly string[]) => Inspected<Value>;
