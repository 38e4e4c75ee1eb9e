import { endOfString } from '../end-of-string.js';

const codeOf = (letter: string): number => letter.charCodeAt(0);
/** Letters as `charCodeAt` gives them. In a large file, comparing texts would take several times as long. */
const [SPACE, TAB, LINE_FEED, RETURN] = [codeOf(' '), codeOf('\t'), codeOf('\n'), codeOf('\r')];
const ENDS: ReadonlySet<number> = new Set([...',}]'].map(codeOf));

/** Whether JSON takes a letter for white space. @param code what `charCodeAt` gives */
export const isSpace = (code: number): boolean =>
  code === SPACE || code === LINE_FEED || code === RETURN || code === TAB;

/** The offset after white space. */
export function endOfSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** The offset after a string, number or name. */
export function endOfSimple(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start) ?? text.length;
  let at = start;
  while (at < text.length && !isSpace(text.charCodeAt(at)) && !ENDS.has(text.charCodeAt(at))) at += 1;
  return at;
}
