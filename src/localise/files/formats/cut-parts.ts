import type { Part } from '../document.js';

/** A range of a file, and the part that takes its place. */
export interface PartRange {
  readonly start: number;
  readonly end: number;
  readonly part: Part;
}

/** Cuts a text from `begin` to `end` into parts: those of the ranges, which must be in order, and what is between them. */
export function cutParts(text: string, begin: number, end: number, ranges: readonly PartRange[]): Part[] {
  let at = begin;
  const parts = ranges.flatMap((range): Part[] => {
    const between = text.slice(at, range.start);
    at = range.end;
    return [between, range.part];
  });
  return [...parts, text.slice(at, end)];
}
