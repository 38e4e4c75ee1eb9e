import type { LanguagePairRecord } from '../base/records.js';

// The service leaves open how prices are computed. These are the rules of the sandbox.

/** The price of a letter of a project's question. @see docs/service.md, Points */
const POINTS_PER_LETTER = 4;
/** What each letter costs more with the premium option (`individual`), and with double checking. */
const POINTS_FOR_INDIVIDUAL = 2;
const POINTS_FOR_DOUBLE_CHECK = 1;
/** The lowest price of a simple question's body. */
const MIN_POINTS_PER_BODY = 10;

/** White space beyond ASCII. */
const WHITE_SPACE: ReadonlySet<number> = new Set(
  Array.from('\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff')
    .concat(Array.from({ length: 11 }, (_, index) => String.fromCharCode(0x2000 + index)))
    .map((character) => character.charCodeAt(0)),
);

/** What is left out when letters are counted: tags of HTML, escaped text. */
export interface CountOptions {
  readonly html: boolean;
  readonly escape: boolean;
}

/**
 * Counts the letters that are paid for. White space is free. So are the tags of an HTML text, and in an escaped text
 * everything inside triple braces and the braces themselves, balanced or not.
 * @see docs/service.md, Letters
 */
export function countLetters(text: string, reading: CountOptions): number {
  let counted = text;
  if (reading.escape) counted = withoutEscaped(counted);
  if (reading.html) counted = withoutTags(counted);
  let letters = 0;
  for (let at = 0; at < counted.length; at += 1) if (beginsLetter(counted, at)) letters += 1;
  return letters;
}

/** Whether a code point that is not white space begins here. Compares numbers for speed: files have millions. */
function beginsLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80) return code > 0x20 || code < 0x09 || (code > 0x0d && code < 0x20);
  if (code >= 0xdc00 && code <= 0xdfff) return !isFirstHalf(text.charCodeAt(at - 1));
  return !WHITE_SPACE.has(code);
}

function isFirstHalf(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/**
 * Splits a text at what is in triple braces: at odd indexes, these parts with their braces. It searches forward only: with
 * many opening braces, a regular expression for pairs would take quadratic time.
 */
export function splitAtEscaped(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (;;) {
    const opening = text.indexOf('{{{', from);
    const closing = opening < 0 ? -1 : text.indexOf('}}}', opening + 3);
    if (closing < 0) return [...parts, text.slice(from)];
    parts.push(text.slice(from, opening), text.slice(opening, closing + 3));
    from = closing + 3;
  }
}

function withoutEscaped(text: string): string {
  const rest = splitAtEscaped(text).filter((_, index) => index % 2 === 0);
  return rest.join('').replaceAll('{{{', '').replaceAll('}}}', '');
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
export function priceQuestion(
  letters: number,
  options: { individual: boolean; doubleCheck: boolean },
): number {
  const rate =
    POINTS_PER_LETTER +
    (options.individual ? POINTS_FOR_INDIVIDUAL : 0) +
    (options.doubleCheck ? POINTS_FOR_DOUBLE_CHECK : 0);
  return letters * rate;
}

/**
 * The price of one body of a simple question: the pair's `point` a letter, one more for native translators, and
 * the pair's `extra_point` for every full `extra_letter` letters.
 */
export function priceBody(letters: number, pair: LanguagePairRecord, native: boolean): number {
  const rate = pair.point + (native ? 1 : 0);
  const extra = Math.floor(letters / pair.extraLetter) * pair.extraPoint;
  return Math.max(MIN_POINTS_PER_BODY, letters * rate + extra);
}

/** The lines that are not blank. */
export function splitParagraphs(text: string): string[] {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
}
