import { findCertainParts, isShown, toRanges } from './placeholders/message.js';
import { removeRanges } from './placeholders/ranges.js';

const LETTER = /\p{L}/u;
const ADDRESS = /^\s*https?:\/\/[!-~]+\s*$/;

/**
 * Whether a text is nothing but an address or one placeholder, such as `$t(shop.open)`. Several can change places in another
 * language, as in a price. A tag can have words in it.
 */
export function isReference(text: string): boolean {
  if (ADDRESS.test(text)) return true;
  const parts = findCertainParts(text);
  if (parts.filter(isShown).length !== 1) return false;
  const ranges = toRanges(parts).filter(([from]) => text[from] !== '<');
  return !LETTER.test(removeRanges(ranges, text));
}
