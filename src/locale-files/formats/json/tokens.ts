import { endOfString } from '../end-of-string.js';

/** What JSON takes for white space. */
export const SPACES = new Set([' ', '\n', '\r', '\t']);
/** What can follow a number or a name. */
const ENDS = new Set([...SPACES, ',', '}', ']', undefined]);

/** The offset after white space. */
export function endOfSpace(text: string, start: number): number {
  let at = start;
  while (SPACES.has(text[at] ?? '')) at += 1;
  return at;
}

/** The offset after a string, number or name. */
export function endOfSimple(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start) ?? text.length;
  let at = start;
  while (!ENDS.has(text[at])) at += 1;
  return at;
}
