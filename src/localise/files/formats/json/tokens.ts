import { findStringEnd } from '../end-of-string.js';

/** Letters as `charCodeAt` gives them. In a large file, comparing texts would take several times as long. */
export const CODES = {
  quote: 0x22,
  apostrophe: 0x27,
  colon: 0x3a,
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
const isClose = (code: number): boolean => code === CODES.closeBrace || code === CODES.closeBracket;

/** Whether a string begins with a letter. JSON5 has both quotes. */
export const isQuote = (code: number): boolean => code === CODES.quote || code === CODES.apostrophe;

const isEnd = (code: number): boolean =>
  isSpace(code) || code === CODES.comma || code === CODES.colon || isClose(code);

const [FIRST_LETTER, BACKSLASH] = [0x20, 0x5c];

/** The offset after a string in quotes without escapes; undefined if none begins here. A control character would have to be escaped. */
export function findPlainEnd(text: string, start: number): number | undefined {
  if (text.charCodeAt(start) !== CODES.quote) return undefined;
  let at = start + 1;
  let code = text.charCodeAt(at);
  while (code >= FIRST_LETTER && code !== CODES.quote && code !== BACKSLASH) {
    at += 1;
    code = text.charCodeAt(at);
  }
  return code === CODES.quote ? at + 1 : undefined;
}

/** The offset after a string, number or name. */
export function findSimpleEnd(text: string, start: number): number {
  if (isQuote(text.charCodeAt(start))) return findStringEnd(text, start) ?? text.length;
  let at = start;
  while (at < text.length && !isEnd(text.charCodeAt(at))) at += 1;
  return at;
}

/** Where the name of a member is. @param lead what is before its value, without comments */
export function findName(lead: string): { readonly start: number; readonly end: number } {
  const start = findSpaceEnd(lead, 0);
  return { start, end: findSimpleEnd(lead, start) };
}

/** The offset after any value; that of the end, where the value has none. */
export function findValueEnd(text: string, start: number): number {
  if (!isOpen(text.charCodeAt(start))) return findSimpleEnd(text, start);
  let at = start;
  let depth = 0;
  do {
    const code = text.charCodeAt(at);
    if (isOpen(code)) depth += 1;
    else if (isClose(code)) depth -= 1;
    at = isQuote(code) ? findSimpleEnd(text, at) : at + 1;
  } while (depth > 0 && at < text.length);
  return at;
}
