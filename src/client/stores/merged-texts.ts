import { parseJson, readFields } from '../../base/kinds.js';

/** The states of an order's record: the later one is known to hold. */
const STATES: readonly unknown[] = ['claimed', 'withdrawn', 'sent', 'placed'];

/**
 * Which text of a key holds when folders with different ones were merged, as two branches of a repository: that of the order which
 * is known to have got furthest, whichever is older. Of equal ones, the first.
 *
 * @returns its index; undefined when none holds, since it is made anew from other records
 */
export function chooseMerged(key: string, texts: readonly string[]): number | undefined {
  // The total of a budget: that of one branch alone would allow to spend its points again.
  if (key.startsWith('budget ')) return undefined;
  const ranks = texts.map((text) => {
    const { state, id, placed } = readFields(parseJson(text));
    // Where a table has noted its order, a record of the table's own has no state.
    const isKnown = id !== undefined || placed !== undefined;
    return 2 * STATES.indexOf(state) + Number(isKnown);
  });
  return ranks.indexOf(Math.max(...ranks));
}
