import { findStringEnd } from '../end-of-string.js';

/** Letters as `charCodeAt` gives them. In a large file, comparing texts would take several times as long. */
export const CODES = {
  quote: 0x22,
  comma: 0x2c,
  openBrace: 0x7b,
  closeBrace: 0x7d,
  openBracket: 0x5b,
  closeBracket: 0x5d,
} as const;
const [TAB, LINE_FEED, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];

/** Whether JSON takes a letter for white space. @param code what `charCodeAt` gives */
const isSpace = (code: number): boolean =>
  code === SPACE || code === LINE_FEED || code === RETURN || code === TAB;

/** The offset after white space. */
export function findSpaceEnd(text: string, start: number): number {
  let at = start;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** Whether an object or a list begins with a letter. */
export const isOpen = (code: number): boolean => code === CODES.openBrace || code === CODES.openBracket;
/** Whether an object or a list ends with a letter. */
export const isClose = (code: number): boolean => code === CODES.closeBrace || code === CODES.closeBracket;

const isEnd = (code: number): boolean => isSpace(code) || code === CODES.comma || isClose(code);

/** The offset after a string, number or name. */
export function findSimpleEnd(text: string, start: number): number {
  if (text.charCodeAt(start) === CODES.quote) return findStringEnd(text, start) ?? text.length;
  let at = start;
  while (at < text.length && !isEnd(text.charCodeAt(at))) at += 1;
  return at;
}

/** The offset after any value. */
export function findValueEnd(text: string, start: number): number {
  if (!isOpen(text.charCodeAt(start))) return findSimpleEnd(text, start);
  let at = start;
  let depth = 0;
  do {
    const code = text.charCodeAt(at);
    if (isOpen(code)) depth += 1;
    else if (isClose(code)) depth -= 1;
    at = code === CODES.quote ? findSimpleEnd(text, at) : at + 1;
  } while (depth > 0);
  return at;
}
