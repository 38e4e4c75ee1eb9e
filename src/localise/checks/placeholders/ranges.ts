/** A range of a text, from a start to an end (exclusive). */
export type Range = readonly [from: number, to: number];

/** The ranges of the matches that are more than white space. */
export function matchRanges(text: string, pattern: RegExp): Range[] {
  const found: Range[] = [];
  for (const { 0: match, index } of text.matchAll(pattern))
    if (match.trim() !== '') found.push([index, index + match.length]);
  return found;
}

/** Joins ranges that touch or overlap. */
export function joinRanges(ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last !== undefined && last[1] >= from) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
    else joined.push([from, to]);
  }
  return joined;
}

/** Both kinds of ranges, in order. Where they overlap, the first kind stays. */
export function mergeRanges(ranges: readonly Range[], added: readonly Range[]): readonly Range[] {
  if (added.length === 0) return ranges;
  const merged: Range[] = [];
  let at = 0;
  let end = 0;
  for (const range of added) {
    for (let next = ranges[at]; next !== undefined && next[0] < range[1]; next = ranges[at]) {
      merged.push(next);
      end = next[1];
      at += 1;
    }
    if (range[0] >= end) merged.push(range);
  }
  return [...merged, ...ranges.slice(at)];
}

/** Returns a function that gives the first range that ends after an offset. The offsets it gets must not go back. */
export function makeRangeCursor(ranges: readonly Range[]): (offset: number) => Range | undefined {
  let next = 0;
  return (offset) => {
    while ((ranges[next]?.[1] ?? Number.POSITIVE_INFINITY) <= offset) next += 1;
    return ranges[next];
  };
}

/** What a text has outside of the ranges, which must be in order. */
export function removeRanges(ranges: readonly Range[], text: string): string {
  let rest = '';
  let at = 0;
  for (const [from, to] of ranges) {
    rest += text.slice(at, from);
    at = to;
  }
  return rest + text.slice(at);
}

export const OPENING = '{{{';
export const CLOSING = '}}}';

/** The ranges in triple braces, including the braces. */
export function findEscaped(text: string): Range[] {
  const ranges: Range[] = [];
  for (let at = 0; ; ) {
    const from = text.indexOf(OPENING, at);
    const end = from < 0 ? -1 : text.indexOf(CLOSING, from + OPENING.length);
    if (end < 0) return ranges;
    at = end + CLOSING.length;
    ranges.push([from, at]);
  }
}
