import type { Range } from './icu.js';

/** What words are made of in scripts that put spaces between them. In others, a word can stand beside any letter. */
const WORD = '[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{M}\\p{N}]';
const STARTS = new RegExp(`^${WORD}`, 'u');
const ENDS = new RegExp(`${WORD}$`, 'u');

/** Returns a function that finds terms in a text, but not within longer words. The longest of several is found. */
export function termFinder(terms: readonly string[]): (text: string) => readonly Range[] {
  const longestFirst = terms.toSorted((one, other) => other.length - one.length);
  const pattern = new RegExp(longestFirst.map(patternOf).join('|'), 'gu');
  return (text) =>
    Array.from(text.matchAll(pattern), ({ 0: match, index }): Range => [index, index + match.length]);
}

function patternOf(term: string): string {
  const escaped = term.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return `${STARTS.test(term) ? `(?<!${WORD})` : ''}${escaped}${ENDS.test(term) ? `(?!${WORD})` : ''}`;
}

/** Both kinds of ranges, in order. Where they overlap, the first kind stays. */
export function mergeRanges(ranges: readonly Range[], others: readonly Range[]): readonly Range[] {
  if (others.length === 0) return ranges;
  const merged: Range[] = [];
  let at = 0;
  let end = 0;
  for (const other of others) {
    for (let next = ranges[at]; next !== undefined && next[0] < other[1]; next = ranges[at]) {
      merged.push(next);
      end = next[1];
      at += 1;
    }
    if (other[0] >= end) merged.push(other);
  }
  return [...merged, ...ranges.slice(at)];
}
