const LONGEST = 100;

/**
 * The known name nearest to a misspelt one; undefined when none is near. Two letters may be wrong, or a third of a long
 * name. Letter case, underscores and hyphens do not count.
 */
export function findNearestName(name: string, known: readonly string[]): string | undefined {
  // Comparing a very long name would be slow, and nobody has misspelt a known name like that.
  if (name.length > LONGEST) return undefined;
  const plain = (one: string): string => one.toLowerCase().replace(/[-_]/g, '');
  const given = plain(name);
  let nearest: string | undefined;
  // Two edits would leave nothing of a name as short as `to`.
  let limit = given.length < 4 ? 1 : Math.max(2, Math.floor(given.length / 3));
  for (const candidate of known) {
    const edits = countEdits(given, plain(candidate));
    if (edits > limit || (nearest !== undefined && edits === limit)) continue;
    nearest = candidate;
    limit = edits;
  }
  return nearest;
}

/** What is said of a name that is not known; undefined when no known name is near. */
export function suggestName(name: string, known: readonly string[]): string | undefined {
  const nearest = findNearestName(name, known);
  return nearest && `did you mean ${nearest}?`;
}

/** The same, or else all names: `the options are a, b`. @param what the plural of what they name */
export function suggestNames(name: string, known: readonly string[], what: string): string {
  return suggestName(name, known) ?? `the ${what} are ${known.join(', ')}`;
}

/** The Damerau-Levenshtein distance: letters inserted, removed, replaced, or swapped with their neighbour. */
function countEdits(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + cost,
        swapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[other.length] ?? 0;
}
