import { unicodeEscape } from '../../../../base/texts.js';
import type { ReadContext } from '../../document.js';
import { MAX_DEPTH, MAX_PARTS } from '../../limits.js';
import { findMistake } from './mistake.js';
import { CODES, findSimpleEnd, isClose, isOpen } from './tokens.js';

/**
 * The value of a text. `JSON.parse` decides whether it is JSON. How large and how deep it is, is checked before, since that
 * decides how much memory it takes.
 */
export function parseJson(text: string, { fail }: ReadContext): unknown {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === CODES.quote) at = findSimpleEnd(text, at) - 1;
    else if (isClose(code)) depth -= 1;
    else if (isOpen(code) || code === CODES.comma) {
      if (code !== CODES.comma) depth += 1;
      values += 1;
      if (depth > MAX_DEPTH) fail(at, `is nested more than ${MAX_DEPTH} levels deep`);
      if (values > MAX_PARTS) fail(at, `has more than ${MAX_PARTS} values`);
    }
  }
  try {
    return JSON.parse(text);
  } catch {
    const { at, expected } = findMistake(text);
    return fail(at, `is not JSON: ${expected} was expected here`);
  }
}

/** If the file escapes everything beyond ASCII, so do new values. */
export function makeEncoder(text: string): (value: string) => string {
  const isEscaped = /\\u(?!00[01])/i.test(text) && text.search(BEYOND_ASCII) < 0;
  if (!isEscaped) return (value) => JSON.stringify(value);
  return (value) => JSON.stringify(value).replace(BEYOND_ASCII, (letter) => unicodeEscape(letter));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII is meant
const BEYOND_ASCII = /[^\x00-\x7f]/g;
