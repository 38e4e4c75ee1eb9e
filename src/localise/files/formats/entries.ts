import { unicodeEscape } from '../../../base/texts.js';
import type { Block, List, ReadContext, Slot } from '../document.js';
import { MAX_ENTRIES } from '../limits.js';
import { detectLineEnding } from '../line-ending.js';

/** A text in a file that has one after the other, each in lines of its own. */
export interface Entry {
  /** Where the blank line and the comments right above it begin. */
  readonly above: number;
  readonly start: number;
  /** Where its value is. */
  readonly valueStart: number;
  readonly valueEnd: number;
  /** The end of its last line, or of a comment behind it. */
  readonly end: number;
  readonly slot: Slot;
}

/** Where a parser stopped. @param line from 1 @param column from 0 */
export function findOffset(text: string, line: unknown, column: unknown): number {
  let at = 0;
  for (let passed = 1; passed < Number(line); passed += 1) at = text.indexOf('\n', at) + 1;
  return Math.min(text.length, at + Math.max(0, Number(column) || 0));
}

export const findLineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

/** Cuts a file of entries into blocks. What is above the comments of the first entry belongs to the file. */
export function toBlocks(text: string, entries: readonly Entry[], { fail }: ReadContext): Block {
  const separator = detectLineEnding(text);
  const header = entries[0]?.above ?? text.length;
  let begin = header;
  const blocks = entries.map(({ start, valueStart, valueEnd, end, slot }, at): Block => {
    if (at >= MAX_ENTRIES) fail(start, `has more than ${MAX_ENTRIES} texts`);
    if (start < begin) fail(start, 'has two texts in one line; give each a line of its own');
    const parts = [text.slice(begin, valueStart), slot, text.slice(valueEnd, end)];
    begin = end + separator.length;
    return { id: slot.key, parts };
  });
  const list: List = { separator, blocks };
  return { id: '', parts: [text.slice(0, header), list, text.slice(entries.at(-1)?.end ?? header)] };
}

/** Refuses a translation without its language: a file of all languages has no place for it. */
export const encodeWithoutLanguage: Slot['encode'] = (_, fail) =>
  fail('has no language to be written for; give the option "to"');

/** What is escaped when only ASCII is written. */
const BEYOND_ASCII = /[^ -~]/g;
const BEYOND_UNICODE = /\p{Cs}/gu;

/** Escapes everything beyond ASCII, or only what no file can hold. @param mark the letter after the backslash */
export const makeEscaper =
  (mark: string, isEverything: boolean) =>
  (value: string): string =>
    value.replace(isEverything ? BEYOND_ASCII : BEYOND_UNICODE, (letter) => unicodeEscape(letter, mark));

/** Whether a text has letters beyond ASCII that are not escaped. */
export const isBeyondAscii = (text: string): boolean => /[^\0-\x7f]/.test(text);
