import type { ReadContext } from '../../document.js';
import { MAX_DEPTH, MAX_PARTS } from '../../limits.js';
import type { JsonFile } from './syntax.js';
import { CODES, findSimpleEnd, isClose, isOpen, isQuote } from './tokens.js';

/**
 * The value of a text. The parser of the syntax decides whether it is one. How large and how deep it is, is checked before, since that
 * decides how much memory it takes.
 */
export function parseJson({ text, blanked, syntax }: JsonFile, { fail }: ReadContext): unknown {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < blanked.length; at += 1) {
    const code = blanked.charCodeAt(at);
    if (isQuote(code)) at = findSimpleEnd(blanked, at) - 1;
    else if (isClose(code)) depth -= 1;
    else if (isOpen(code) || code === CODES.comma) {
      if (code !== CODES.comma) depth += 1;
      values += 1;
      if (depth > MAX_DEPTH) fail(at, `is nested more than ${MAX_DEPTH} levels deep`);
      if (values > MAX_PARTS) fail(at, `has more than ${MAX_PARTS} values`);
    }
  }
  try {
    return syntax.parse(blanked);
  } catch (error) {
    const { at, message } = syntax.findMistake(text, error);
    return fail(at, message);
  }
}
