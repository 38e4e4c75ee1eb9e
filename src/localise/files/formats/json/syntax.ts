import { unicodeEscape } from '../../../../base/texts.js';

/** A value of JSON that holds no other. */
export type SimpleValue = string | number | boolean | null;

/** How JSON is written: strictly, or as people write it by hand. */
export interface JsonSyntax {
  /** For messages. */
  readonly name: string;
  /** What a member begins with, for messages. */
  readonly memberName: string;
  /** Whether there may be a comma behind the last member. */
  readonly mayEndWithComma: boolean;
  /** Puts spaces into the place of comments, and of anything else around the value. Each other letter stays where it is. */
  blank(text: string): string;
  /** @throws Error for what is no string, number, boolean or null */
  parseSimple(this: void, raw: string): SimpleValue;
  /** @throws Error for what is no name */
  parseName(this: void, raw: string): string;
  /** What is wrong with a text that is something else altogether; undefined if it is not. */
  describeOther(text: string): string | undefined;
  /** The offset after a comment that ends the line of the member before; `start` when there is none. */
  findCommentBehind(text: string, start: number): number;
  /** What the comments right above a member say. @param begin where the member begins @param start where its name does */
  readComments(text: string, begin: number, start: number): readonly string[];
}

/** JSON as programs write it. */
export const strictSyntax: JsonSyntax = {
  name: 'JSON',
  memberName: 'a name in quotes',
  mayEndWithComma: false,
  blank: (text) => text,
  parseSimple: (raw) => JSON.parse(raw),
  parseName: (raw) => (raw.startsWith('"') ? JSON.parse(raw) : refuseName()),
  describeOther: () => undefined,
  findCommentBehind: (_, start) => start,
  readComments: () => [],
};

function refuseName(): never {
  throw new SyntaxError('A name has quotes.');
}

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
