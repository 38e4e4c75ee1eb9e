import { unicodeEscape } from '../../../../base/texts.js';
import { findMistake } from './mistake.js';

/** How JSON is written: strictly, or as people write it by hand. */
export interface JsonSyntax {
  /** Puts spaces into the place of comments, and of anything else around the value. Each other letter stays where it is. */
  blank(text: string): string;
  /** @throws Error for what is no value */
  parse(blanked: string): unknown;
  /** Says where a text stops being a value, and why it is refused. @param error what `parse` threw */
  findMistake(text: string, error: unknown): { readonly at: number; readonly message: string };
  /** The offset after a comment that ends the line of the member before; `start` when there is none. */
  findCommentBehind(text: string, start: number): number;
  parseName(raw: string): string;
  /** What the comments right above a member say. @param begin where the member begins @param start where its name does */
  readComments(text: string, begin: number, start: number): readonly string[];
}

/** JSON as programs write it. */
export const strictSyntax: JsonSyntax = {
  blank: (text) => text,
  parse: (text) => JSON.parse(text),
  findMistake(text) {
    const { at, expected } = findMistake(text);
    return { at, message: `is not JSON: ${expected} was expected here` };
  },
  findCommentBehind: (_, start) => start,
  parseName: (raw) => JSON.parse(raw),
  readComments: () => [],
};

/** A file of some syntax. */
export interface JsonFile {
  readonly text: string;
  /** The same without comments: what is read is looked for there. */
  readonly blanked: string;
  readonly syntax: JsonSyntax;
}

export const toJsonFile = (text: string, syntax: JsonSyntax): JsonFile => ({
  text,
  blanked: syntax.blank(text),
  syntax,
});

/** If a file escapes everything beyond ASCII, so do new values. */
export function makeEncoder(file: string): (value: string) => string {
  const isEscaped = /\\u(?!00[01])/i.test(file) && file.search(BEYOND_ASCII) < 0;
  if (!isEscaped) return (value) => JSON.stringify(value);
  return (value) => JSON.stringify(value).replace(BEYOND_ASCII, (letter) => unicodeEscape(letter));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII is meant
const BEYOND_ASCII = /[^\x00-\x7f]/g;
