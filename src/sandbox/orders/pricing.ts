import type { LanguagePairRecord } from '../base/records.js';

// The service leaves open how prices are computed. These rules are the sandbox's own.

/** Points a letter of a project's question. @see docs/service.md, Points */
const POINTS_A_LETTER = 4;
/** Further points a letter for the premium option and for double checking. */
const POINTS_FOR_INDIVIDUAL = 2;
const POINTS_FOR_DOUBLE_CHECK = 1;
/** Points of a simple question's body, however short. */
const POINTS_A_BODY = 10;

/** White space beyond ASCII. */
const WHITE_SPACE: ReadonlySet<number> = new Set(
  Array.from('\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff')
    .concat(Array.from({ length: 11 }, (_, index) => String.fromCharCode(0x2000 + index)))
    .map((character) => character.charCodeAt(0)),
);

/** How the letters of a text are counted. */
export interface TextReading {
  readonly html: boolean;
  readonly escape: boolean;
}

/**
 * Letters that are paid for: no white space, no tags of an HTML text, nothing inside triple braces of an escaped
 * text, and none of its brace delimiters, balanced or not.
 * @see docs/service.md, Letters
 */
export function countLetters(text: string, reading: TextReading): number {
  let counted = text;
  if (reading.escape) counted = withoutEscaped(counted);
  if (reading.html) counted = withoutTags(counted);
  let letters = 0;
  for (let at = 0; at < counted.length; at += 1) if (beginsLetter(counted, at)) letters += 1;
  return letters;
}

/** Whether a code point that is not white space begins here. Looks at one number, since files have millions of them. */
function beginsLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80) return code > 0x20 || code < 0x09 || (code > 0x0d && code < 0x20);
  if (code >= 0xdc00 && code <= 0xdfff) return !isFirstHalf(text.charCodeAt(at - 1));
  return !WHITE_SPACE.has(code);
}

function isFirstHalf(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/** Searches forward only: a regular expression for pairs would take quadratic time with many opening braces. */
function withoutEscaped(text: string): string {
  let rest = '';
  let from = 0;
  for (;;) {
    const opening = text.indexOf('{{{', from);
    const closing = opening < 0 ? -1 : text.indexOf('}}}', opening + 3);
    if (closing < 0) break;
    rest += text.slice(from, opening);
    from = closing + 3;
  }
  return (rest + text.slice(from)).replaceAll('{{{', '').replaceAll('}}}', '');
}

function withoutTags(text: string): string {
  let rest = '';
  let from = 0;
  for (;;) {
    const opening = text.indexOf('<', from);
    const closing = opening < 0 ? -1 : text.indexOf('>', opening);
    if (closing < 0) return rest + text.slice(from);
    rest += text.slice(from, opening);
    from = closing + 1;
  }
}

/** The price of one question of a project. */
export function questionPoints(
  letters: number,
  options: { individual: boolean; doubleCheck: boolean },
): number {
  const rate =
    POINTS_A_LETTER +
    (options.individual ? POINTS_FOR_INDIVIDUAL : 0) +
    (options.doubleCheck ? POINTS_FOR_DOUBLE_CHECK : 0);
  return letters * rate;
}

/**
 * The price of one body of a simple question: the pair's `point` a letter, one more for native translators, and
 * the pair's `extra_point` for every full `extra_letter` letters.
 */
export function bodyPoints(letters: number, pair: LanguagePairRecord, native: boolean): number {
  const rate = pair.point + (native ? 1 : 0);
  const extra = Math.floor(letters / pair.extraLetter) * pair.extraPoint;
  return Math.max(POINTS_A_BODY, letters * rate + extra);
}

/** The lines that are not blank. */
export function paragraphsOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
}
