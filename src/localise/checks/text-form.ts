import { normalizeText } from '../../base/kinds.js';

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
/** What a reader does not see, or sees as an empty space: joiners, marks of direction, soft hyphens, controls. */
const UNSEEN = /[\p{Cf}\p{Cc}\p{Variation_Selector}]/gu;
const DOUBLE_QUOTES = /[“”„‟«»″]/g;
const SINGLE_QUOTES = /[‘’‚‛‹›′´`]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;
/** Pictures, and what stands for one that a database can't hold. */
const PICTURES = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}?\ufffd]/gu;

/**
 * Whether two texts differ in nothing but their form: entities, spaces and line ends, invisible characters, kinds of quotes and
 * dashes, compatible characters, and pictures that were replaced.
 */
export function areSameButForm(sent: string, kept: string): boolean {
  const hasPictures = PICTURE.test(sent);
  return toPlainForm(sent, hasPictures) === toPlainForm(kept, hasPictures);
}

function toPlainForm(text: string, hasPictures: boolean): string {
  const decoded = text.replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
  const seen = decoded.replace(/\s+/g, ' ').replace(UNSEEN, '').normalize('NFKC');
  const plain = (hasPictures ? seen.replace(PICTURES, '') : seen)
    .replace(DOUBLE_QUOTES, '"')
    .replace(SINGLE_QUOTES, "'")
    .replace(DASHES, '-');
  return normalizeText(plain.replace(/\s+/g, ' '));
}
