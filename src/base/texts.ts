/**
 * A text on one line, without what could change a terminal or hide in it: control characters, marks of direction, invisible
 * characters, halves of characters. Nor does a CI find a command in it, of those that may stand anywhere in a line: `##[` (GitHub),
 * `##vso[` (Azure), `##teamcity[`. Each becomes a space.
 */
export function makePrintable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+|#(?=#\w*\[)/gu, ' ');
}

/** A UTF-16 code unit as an escape of four digits, such as `\u00e9`. @param mark the letter after the backslash */
export const unicodeEscape = (unit: string, mark = 'u'): string =>
  `\\${mark}${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Whether two strings are equal. The time it takes does not show where they differ. */
export function equalsInConstantTime(given: string, expected: string): boolean {
  const encoder = new TextEncoder();
  const [a, b] = [encoder.encode(given), encoder.encode(expected)];
  return a.reduce((difference, byte, at) => difference | (byte ^ (b[at] ?? 0)), a.length ^ b.length) === 0;
}

/** The text, or its beginning with an ellipsis: at most `longest` code units, and no half of a character. */
export function cutText(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}

/** Seeds and multipliers of four hashes, each of which also feeds the next one (cyrb128). */
const SEEDS = [1_779_033_703, 3_144_134_277, 1_013_904_242, 2_773_480_762] as const;
const PRIMES = [597_399_067, 2_869_860_233, 951_274_213, 2_716_044_179] as const;

/** 28 characters that are equal for equal texts. They only have to tell texts apart: 128 bits, of no use against forgers. */
export function hashText(text: string): string {
  let [a, b, c, d]: [number, number, number, number] = [...SEEDS];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = b ^ Math.imul(a ^ code, PRIMES[0]);
    b = c ^ Math.imul(b ^ code, PRIMES[1]);
    c = d ^ Math.imul(c ^ code, PRIMES[2]);
    d = a ^ Math.imul(d ^ code, PRIMES[3]);
  }
  a = Math.imul(c ^ (a >>> 18), PRIMES[0]);
  b = Math.imul(d ^ (b >>> 22), PRIMES[1]);
  c = Math.imul(a ^ (c >>> 17), PRIMES[2]);
  d = Math.imul(b ^ (d >>> 19), PRIMES[3]);
  return toDigits(a) + toDigits(b) + toDigits(c) + toDigits(d);
}

/** Seven digits in base 36, from two numbers: engines are slow to write large ones. */
function toDigits(part: number): string {
  const low = 36 ** 3;
  const high = 36 ** 4;
  const whole = part >>> 0;
  // The digit in front, which keeps the zeros, is left out again.
  const first = (high + Math.floor(whole / low)).toString(36).slice(1);
  return first + (low + (whole % low)).toString(36).slice(1);
}

/** Up to this length, comparing all of a part at every place takes no longer than preparing a search for it. */
const SHORT_PART = 64;

/**
 * Finds a part of a text, as `indexOf` does, but in time that grows with the text alone (the algorithm of Knuth, Morris and Pratt): a part such
 * as `aaaabaaaa` makes `indexOf` compare half of it at every place.
 *
 * @returns its offset; -1 if it is not there
 */
export function findText(text: string, part: string, from: number): number {
  if (part.length <= SHORT_PART || part.length > text.length - from) return text.indexOf(part, from);
  // How much of the part's beginning also stands right before each of its letters.
  const known = new Int32Array(part.length);
  for (let at = 1, same = 0; at < part.length; at += 1) {
    while (same > 0 && part.charCodeAt(at) !== part.charCodeAt(same)) same = known[same - 1] ?? 0;
    if (part.charCodeAt(at) === part.charCodeAt(same)) same += 1;
    known[at] = same;
  }
  for (let at = from, same = 0; at < text.length; at += 1) {
    while (same > 0 && text.charCodeAt(at) !== part.charCodeAt(same)) same = known[same - 1] ?? 0;
    if (text.charCodeAt(at) === part.charCodeAt(same)) same += 1;
    if (same === part.length) return at - part.length + 1;
  }
  return -1;
}
