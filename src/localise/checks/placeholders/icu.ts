import type { Range } from './ranges.js';

/** The name of an argument, as the source of an expression. */
export const NAME = String.raw`[\p{L}\p{M}\p{N}_.[\]-]+`;
const SELECTOR = String.raw`[\p{L}\p{M}\p{N}_=-]+`;

const makeSticky = (source: string): RegExp => new RegExp(source, 'uy');
/** The start of a plural or select, up to and including the brace that opens its first message. */
export const BEGINNING = makeSticky(
  String.raw`\{\s*(?<name>${NAME})\s*,\s*(?<type>plural|selectordinal|select)\s*,\s*(?:offset:(?<offset>\d+)(?!\d)\s*)?(?<first>${SELECTOR})\s*\{`,
);
/** What is between two messages of a plural or select. */
export const NEXT = makeSticky(String.raw`\}\s*(?<next>${SELECTOR})\s*\{`);
export const END = /\}\s*\}/uy;
/** Quoted text, which has no syntax in it, or an apostrophe. */
export const QUOTED = /''|'[{}#|](?:[^']|'')*(?:'|$)/uy;
/** An argument, with its format if it has one. */
const ARGUMENT = makeSticky(String.raw`\{\s*${NAME}\s*(?:,[^{}]*)?\}`);
const TAG = /<\/?[\w-]+\s*\/?>/uy;

/**
 * Finds the syntax in an ICU message: arguments, tags, plurals and selects. The messages inside a plural or select are
 * not part of its syntax: they are to be translated.
 */
export function findIcuSyntax(text: string): Range[] {
  const found: Range[] = [];
  /** For each plural or select that has not ended yet, its index in `found`. */
  const open: number[] = [];
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const length = pattern.exec(text)?.[0].length ?? 0;
    if (length > 0) found.push([at, at + length]);
    at += length;
    return length > 0;
  };
  const skip = (pattern: RegExp): boolean => {
    if (!take(pattern)) return false;
    found.pop();
    return true;
  };
  while (at < text.length) {
    const isOpen = open.length > 0;
    if (skip(QUOTED) || take(ARGUMENT) || take(TAG) || (isOpen && take(NEXT))) continue;
    if (take(BEGINNING)) open.push(found.length - 1);
    else if (isOpen && take(END)) open.pop();
    else if (isOpen && text[at] === '#') found.push([at, ++at]);
    else at += 1;
  }
  // A plural that never ends is plain text.
  return open[0] === undefined
    ? found
    : [...found.slice(0, open[0]), ...keepPlainArguments(text, found, open[0])];
}

/** After a plural that never ends, only whole arguments and tags count as syntax. */
function keepPlainArguments(text: string, found: readonly Range[], from: number): Range[] {
  return found.slice(from).filter(([start, end]) => /^\{[^{}]*\}$|^</.test(text.slice(start, end)));
}
