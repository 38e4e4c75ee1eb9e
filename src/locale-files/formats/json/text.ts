import { unicodeEscape } from '../../../base/unicode-escape.js';
import type { ReadContext } from '../../document.js';
import { MAX_ENTRIES } from '../../limits.js';
import { endOfString } from '../end-of-string.js';
import { endOfSpace } from './tokens.js';

/** Deeper nesting could exhaust the stack, and no locale file has it. */
const MAX_DEPTH = 100;

/**
 * The value of a text. `JSON.parse` decides whether it is JSON. How large and how deep it is, is checked before, since that
 * decides how much memory it takes.
 */
export function parseJson(text: string, { fail }: ReadContext): unknown {
  let depth = 0;
  let values = 0;
  for (let at = endOfSpace(text, 0); at < text.length; at = endOfSpace(text, at + 1)) {
    const letter = text[at];
    if (letter === '"') at = (endOfString(text, at) ?? text.length) - 1;
    else if (letter === '}' || letter === ']') depth -= 1;
    else if (letter === '{' || letter === '[' || letter === ',') {
      if (letter !== ',') depth += 1;
      values += 1;
      if (depth > MAX_DEPTH) fail(at, `is nested more than ${MAX_DEPTH} levels deep`);
      if (values > MAX_ENTRIES) fail(at, `has more than ${MAX_ENTRIES} values`);
    }
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = Object(error);
    const position = /at position (\d+)/.exec(message)?.[1] ?? text.trimEnd().length;
    const [reason = ''] = String(message).split(/, (?:"|\.{3})| in JSON| \(line/, 1);
    return fail(Number(position), `is not JSON: ${reason}`);
  }
}

/** If the file escapes everything beyond ASCII, so do new values. */
export function encoderFor(text: string): (value: string) => string {
  const isEscaped = /\\u(?!00[01])/i.test(text) && text.search(BEYOND_ASCII) < 0;
  if (!isEscaped) return (value) => JSON.stringify(value);
  return (value) => JSON.stringify(value).replace(BEYOND_ASCII, (letter) => unicodeEscape(letter));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII is meant
const BEYOND_ASCII = /[^\x00-\x7f]/g;
