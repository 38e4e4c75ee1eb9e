import fc from 'fast-check';
import type { Judge } from './judges.js';

/** Texts by their keys, in the order of the file. A key is two words with a dot between them. */
export type Texts = readonly (readonly [key: string, text: string])[];

/** Random files with everything that the format can have. */
interface RandomFiles {
  /** @default '' */
  readonly kind?: string;
  readonly files: fc.Arbitrary<string>;
  /** What translations can be. @default any word */
  readonly words?: fc.Arbitrary<string>;
}

/** What the tests of all formats need of one. */
export interface Sample {
  /** The path of a file with texts, as projects have it. */
  readonly source: string;
  /** The path of its translations into a language. */
  readonly target: (language: string) => string;
  /** Makes a file with texts, as a person would write it. It is for a language, unless it has the texts alone. */
  readonly write: (texts: Texts) => string;
  /** Adds a text to a file that has all languages. @default the file is made anew */
  readonly add?: (file: string, key: string, text: string) => string;
  /** Readers of its ecosystem, which must be able to read each file that we write. */
  readonly judges: readonly [Judge, ...Judge[]];
  readonly random: readonly RandomFiles[];
  /** Whether a new file can lack translations, since they belong to something that is not complete. @default false */
  readonly isTakenWhole?: (file: string) => boolean;
  /** Files whose size grows with a number, each in another way. */
  readonly growing: Readonly<Record<string, (size: number) => string>>;
  /** Places for a text of a stranger. */
  readonly places: readonly ((text: string) => string)[];
}

export const many = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('');

export const quote = (text: string): string => JSON.stringify(text);

/** Puts a language in the place of `en`. */
export const byName =
  (source: string) =>
  (language: string): string =>
    source.replace(/(?<![a-z])en(?![a-z])/, language);

/** Words with everything that a format could mistake for its syntax. */
export const word = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.stringMatching(/^[\\"'<>&{}#@? \n\t%;=,:[\]$|a-c]{1,12}$/),
  fc.constantFrom(
    '__proto__',
    'constructor',
    ']]>',
    '<b>',
    '&amp;',
    '\\u0041',
    '\\n',
    '"',
    "'",
    '日本語',
    '😀',
    '\u2028',
    'msgid "x"',
    '-->',
    '@string/x',
    ' x ',
    'a  b',
  ),
);
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML can't contain these
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/u;
export const xmlWord = word.filter((text) => !FORBIDDEN.test(text));
export const filled = (item: fc.Arbitrary<string>) => item.filter((text) => text.trim() !== '');
/** Whether a key looks like the code of a language. A file of that key alone has its texts under their language. */
export const isLikeLanguage = (key: string): boolean => /^[a-z]{2,3}(?:[-_]|$)/i.test(key);
export const space = fc.stringMatching(/^[ \n]{0,3}$/);

/** Texts by their keys, some with a note. */
export const pairs = fc.uniqueArray(
  fc.record({ key: filled(word), text: word, note: fc.constantFrom('', 'a note', '\n', 'header\n\n') }),
  { selector: ({ key }) => key, minLength: 1, maxLength: 6 },
);

export const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;');

/** Texts as an object of objects. */
export function nest(texts: Texts): Record<string, Record<string, string>> {
  const root: Record<string, Record<string, string>> = {};
  for (const [key, text] of texts) {
    const [group = '', name = ''] = key.split('.');
    root[group] ??= {};
    root[group][name] = text;
  }
  return root;
}
