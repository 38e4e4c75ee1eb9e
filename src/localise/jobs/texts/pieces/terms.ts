import { matchRanges, type Range } from '../../../checks/placeholders/ranges.js';

/** What words are made of in scripts that put spaces between them. In others, a word can stand beside any letter. */
const WORD = '[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{M}\\p{N}]';
const STARTS = new RegExp(`^${WORD}`, 'u');
const ENDS = new RegExp(`${WORD}$`, 'u');

/** Returns a function that finds terms in a text, but not within longer words. The longest of several is found. */
export function makeTermFinder(terms: readonly string[]): (text: string) => readonly Range[] {
  const longestFirst = terms.toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(buildPattern).join('|'), 'gu');
  return (text) => matchRanges(text, pattern);
}

function buildPattern(term: string): string {
  const escaped = term.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return `${STARTS.test(term) ? `(?<!${WORD})` : ''}${escaped}${ENDS.test(term) ? `(?!${WORD})` : ''}`;
}
