import { describePlace } from '../../line-ending.js';
import { findSimpleEnd, findSpaceEnd } from './tokens.js';

/** What can come next, in words. */
const EXPECTED = {
  value: 'a value',
  name: 'a name in quotes',
  ':': 'a colon',
  ',': 'a comma, or the end',
} as const;

/**
 * Finds where a text stops being JSON, and what was expected there. jsonc-parser has the places too, but calls a name without
 * quotes an invalid symbol, and says nothing of what belongs there.
 */
export function findMistake(text: string): { readonly at: number; readonly expected: string } {
  const open: string[] = [];
  let next: keyof typeof EXPECTED = 'value';
  let mayClose = false;
  for (let at = findSpaceEnd(text, 0); ; at = findSpaceEnd(text, at)) {
    const letter = text.charAt(at);
    const outer = open.at(-1);
    if (mayClose && letter !== '' && letter === CLOSING[outer ?? '']) {
      open.pop();
      [next, mayClose] = [',', true];
      at += 1;
    } else if (next === 'value' && letter in CLOSING) {
      open.push(letter);
      [next, mayClose] = [letter === '{' ? 'name' : 'value', true];
      at += 1;
    } else if (letter === next && outer !== undefined) {
      [next, mayClose] = [letter === ',' && outer === '{' ? 'name' : 'value', false];
      at += 1;
    } else {
      const end = findSimpleEnd(text, at);
      const isAllowed = next === 'value' || (next === 'name' && letter === '"');
      if (!isAllowed || !isJson(text.slice(at, end))) return { at, expected: EXPECTED[next] };
      [next, mayClose] = next === 'name' ? [':', false] : [',', true];
      at = end;
    }
  }
}

/** Where a text stops being JSON, and what was expected there, to follow the name of its file and a colon. */
export function describeJsonMistake(text: string): string {
  const { at, expected } = findMistake(text);
  return `${describePlace(text, at)} is not JSON: ${expected} was expected here`;
}

/** The end of each list and object, by its beginning. */
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
