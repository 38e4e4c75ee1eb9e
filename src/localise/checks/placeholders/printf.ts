import type { Placeholder } from './placeholder.js';
import { matchRanges, type Range } from './ranges.js';

// No specifier has the space flag here: "100 % sure" has none.
const CONVERSION = '(?:hh|h|ll|l|L|z|j|t|q)?[diouxXeEfFgGaAcCsSpn@]';
const SIZE = String.raw`(?:[1-9]\d*|\*)?(?:\.(?:\d+|\*))?`;

/** What can be a specifier, as the source of an expression. `%%` comes before `%name%`. */
export const PRINTF = [
  '%%',
  // Ruby and Rails.
  String.raw`%\{[^\s{}]+\}`,
  String.raw`(?<!\d)%[-+0]*<\w+>${SIZE}${CONVERSION}`,
  // Apple's plurals, and the number in them.
  String.raw`%(?:\d+\$)?#@\w+@`,
  String.raw`%arg(?!\w)`,
  // Symfony.
  String.raw`(?<!\d)%[a-zA-Z_]\w+%(?![%\w])`,
  String.raw`%(?:\d+\$)?(?:\(\w+\))?[-+#0,(]*${SIZE}${CONVERSION}`,
].join('|');

/** A specifier without a name, in parts. */
const UNNAMED = new RegExp(
  String.raw`^%(?<number>\d+\$)?(?<flags>[-+#0,(]*)(?<size>${SIZE})(?<conversion>${CONVERSION})$`,
);

/** A match of `PRINTF` as a placeholder; undefined when it is a percentage. */
export function readSpecifier(text: string, token: string, from: number): Placeholder | undefined {
  const place = { token, meaning: token, from };
  const { number, flags = '', size = '', conversion } = UNNAMED.exec(token)?.groups ?? {};
  if (conversion === undefined) return { ...place, kind: 'named' };
  if (number !== undefined || conversion === '@') return { ...place, kind: 'format' };
  const isPlain = /[sdiufxX]$/.test(conversion);
  const isInWord = isLetter(text, from + token.length);
  // `50%off`, `100 %ig`.
  if (isInWord && /\d\s?$/.test(text.slice(Math.max(0, from - 2), from))) return undefined;
  // `%50e`, `%20den`, `%2Fpath`.
  if (flags === '' && /^\d+$/.test(size) && (isInWord || !isPlain)) return undefined;
  return { ...place, kind: 'format', ...((isInWord || size !== '' || !isPlain) && { isDoubtful: true }) };
}

const SPECIFIERS = new RegExp(PRINTF, 'g');

/** The ranges of the specifiers in a text, without percentages. */
export function findSpecifierRanges(text: string): Range[] {
  const found = matchRanges(text, SPECIFIERS);
  return found.filter(([from, to]) => readSpecifier(text, text.slice(from, to), from) !== undefined);
}

const LETTER = /\p{L}/uy;

function isLetter(text: string, at: number): boolean {
  LETTER.lastIndex = at;
  return LETTER.test(text);
}

/** A part of the form of a date, such as `%Y-%m-%d`. Each language has these parts in another order. */
export const DATE_PART = /(?<![\d%])%[-_^0]?[BHIMYZbjmy](?![a-zA-Z])/;

/** The form of a date as one placeholder; undefined when the text has none. */
export function findDateForm(text: string): Placeholder | undefined {
  const match = DATE_PART.exec(text);
  if (match === null) return undefined;
  return { kind: 'named', token: match[0], meaning: 'a date', isDoubtful: true, from: match.index };
}

export const hasNumbers = (specifiers: readonly Placeholder[]): boolean =>
  specifiers.some(({ token }) => /^%\d+\$/.test(token));

/** Gives each specifier the number of the value that it takes. A `*` takes one, too. */
export function numberSpecifiers(specifiers: readonly Placeholder[]): readonly Placeholder[] {
  let next = 1;
  return specifiers.map((specifier) => {
    if (/^%\d+\$/.test(specifier.token)) return specifier;
    next += specifier.token.split('*').length - 1;
    const meaning = `%${next}$${specifier.token.slice(1)}`;
    next += 1;
    return { ...specifier, meaning };
  });
}
