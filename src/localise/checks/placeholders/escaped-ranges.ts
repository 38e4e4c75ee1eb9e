import type { Range } from './ranges.js';

export const OPENING = '{{{';
export const CLOSING = '}}}';

/** The ranges in triple braces, including the braces. */
export function escapedRanges(text: string): Range[] {
  const ranges: Range[] = [];
  for (let at = 0; ; ) {
    const from = text.indexOf(OPENING, at);
    const end = from < 0 ? -1 : text.indexOf(CLOSING, from + OPENING.length);
    if (end < 0) return ranges;
    at = end + CLOSING.length;
    ranges.push([from, at]);
  }
}
