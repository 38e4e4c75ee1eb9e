import { unicodeEscape } from '../../../base/texts.js';
import { describeSlot } from '../describe-slot.js';
import type { LocaleFormat, ReadContext } from '../document.js';
import { MAX_TEXT } from '../limits.js';
import { findStringEnd } from './end-of-string.js';
import { type Entry, isBeyondAscii, makeEscaper, toBlocks } from './entries.js';

/** Apple's `.strings`. A text's key is its own; comments right above it and behind it are its note. */
export const strings: LocaleFormat = {
  name: 'strings',
  extensions: ['.strings'],
  encodings: ['utf16le'],
  isBilingual: false,
  protect: 'printf',
  read(text, context) {
    return { root: toBlocks(text, new StringsReader(text, context).read(), context) };
  },
};

const SPACE = /\s+/y;
const COMMENT = /\/\*([\s\S]*?)\*\/|\/\/(.*)/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are escaped
const TO_ESCAPE = /[\\"\0-\x1f\x7f]/g;
const BARE_WORD = /[\w.$/:-]+/y;
const LETTERS: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  f: '\f',
  a: '\x07',
  b: '\b',
  v: '\v',
};

class StringsReader {
  readonly #text: string;
  readonly #context: ReadContext;
  readonly #escape: (value: string) => string;
  #at = 0;
  #above = 0;
  #notes: string[] = [];

  constructor(text: string, context: ReadContext) {
    this.#text = text;
    this.#context = context;
    this.#escape = makeEscaper('U', /\\U[\da-f]{4}/i.test(text) && !isBeyondAscii(text));
  }

  read(): readonly Entry[] {
    const entries: Entry[] = [];
    for (this.#skip(); this.#at < this.#text.length; this.#skip()) entries.push(this.#readEntry());
    return entries;
  }

  #readEntry(): Entry {
    const above = this.#above;
    const notes = this.#notes;
    const start = this.#at;
    const [key] = this.#readWord('a key');
    this.#skip();
    // Without a value, the key is its own text.
    const hasValue = this.#text[this.#at] === '=';
    const [value, valueStart, valueEnd] = hasValue ? this.#readValue() : [key, this.#at, this.#at];
    this.#skip();
    if (this.#text[this.#at] !== ';') this.#fail('expected a semicolon');
    this.#at += 1;
    const end = this.#readLineEnd(notes);
    const raw = this.#text.slice(valueStart, valueEnd);
    const encode = (wanted: string): string =>
      `${hasValue ? '' : ' = '}"${this.#escape(wanted.replace(TO_ESCAPE, escapeLetter))}"`;
    return {
      above,
      start,
      valueStart,
      valueEnd,
      end,
      slot: { key, value, ...describeSlot(notes), raw, encode },
    };
  }

  #readValue(): readonly [string, number, number] {
    this.#at += 1;
    this.#skip();
    return this.#readWord('a text');
  }

  /** A quoted string or a bare word, and where it is. */
  #readWord(what: string): readonly [string, number, number] {
    const start = this.#at;
    if (this.#text[start] !== '"') {
      const word = this.#match(BARE_WORD)?.[0] ?? this.#fail(`expected ${what} in quotes`);
      return [word, start, this.#at];
    }
    this.#at = findStringEnd(this.#text, start) ?? this.#fail('has a text without its closing quote');
    if (this.#at - start > MAX_TEXT) this.#context.fail(start, `has a text of more than ${MAX_TEXT} letters`);
    return [decodeEscapes(this.#text.slice(start + 1, this.#at - 1)), start, this.#at];
  }

  /** Skips white space and comments. A comment belongs to what follows, unless a blank line is between them. */
  #skip(): void {
    this.#above = this.#at;
    this.#notes = [];
    for (;;) {
      const [space] = this.#match(SPACE) ?? [];
      if (space !== undefined && space.indexOf('\n') !== space.lastIndexOf('\n')) {
        this.#above = this.#at - space.length + space.indexOf('\n') + 1;
        this.#notes = [];
      }
      if (this.#text[this.#at] !== '/') return;
      this.#notes.push(this.#readComment());
    }
  }

  #readComment(): string {
    const [, lines, line] = this.#match(COMMENT) ?? this.#fail('has a comment without its end');
    return (lines ?? line ?? '').trim();
  }

  /** The end of the line, with the comments in it. */
  #readLineEnd(notes: string[]): number {
    for (;;) {
      while (this.#text[this.#at] === ' ' || this.#text[this.#at] === '\t') this.#at += 1;
      if (this.#text[this.#at] !== '/') break;
      notes.push(this.#readComment());
    }
    return this.#at;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.#at = pattern.lastIndex;
    return found;
  }

  #fail(message: string): never {
    return this.#context.fail(this.#at, `is not a file of Apple strings: ${message}`);
  }
}

const decodeEscapes = (raw: string): string =>
  raw.replace(/\\(?:u([\da-f]{4})|([0-7]{1,3})|([\s\S]))/gi, (_, code, octal, letter) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    return LETTERS[letter] ?? letter;
  });

function escapeLetter(letter: string): string {
  if (letter === '"' || letter === '\\') return `\\${letter}`;
  const short: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' };
  return short[letter] ?? unicodeEscape(letter, 'U');
}
