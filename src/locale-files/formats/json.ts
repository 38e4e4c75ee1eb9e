import type { Block, LocaleFormat, Part, ReadContext, Slot } from '../document.js';
import { endOfString } from './end-of-string.js';
import { withPlurals } from './json-plurals.js';
import { checkJson, encoderFor } from './json-text.js';

/**
 * JSON, flat or nested. A text's key is its path, joined by dots; in an array, its index is part of the path. An array is
 * written into a new file when all of its texts are translated. Plural forms are i18next's: `key_one`, `key_other`.
 */
export const json: LocaleFormat = {
  name: 'json',
  extensions: ['.json'],
  isBilingual: false,
  read(text, context) {
    checkJson(text, context);
    return { root: new JsonReader(text, context).read() };
  },
};

const SPACES = new Set([' ', '\n', '\r', '\t']);
/** What can follow a number or a name. */
const ENDS = new Set([...SPACES, ',', '}', ']', undefined]);

/** Reads JSON that was checked. */
class JsonReader {
  readonly #text: string;
  readonly #context: ReadContext;
  readonly #encode: (value: string) => string;
  #at = 0;
  /** In an array nothing is left out, so that each text keeps its index. */
  #inArray = false;

  constructor(text: string, context: ReadContext) {
    this.#text = text;
    this.#context = context;
    this.#encode = encoderFor(text);
  }

  read(): Block {
    this.#skipSpace();
    const start = this.#at;
    if (this.#text[start] !== '{') this.#context.fail(start, 'must be an object with texts');
    const parts = this.#value(undefined);
    return { id: '', parts: [this.#text.slice(0, start), ...parts, this.#text.slice(this.#at)] };
  }

  #skipSpace(): void {
    while (SPACES.has(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  /** Skips a letter and the white space after it. */
  #skipLetter(): void {
    this.#at += 1;
    this.#skipSpace();
  }

  /** The parts of the value that begins here. @param key undefined for the whole file */
  #value(key: string | undefined): readonly Part[] {
    const open = this.#text[this.#at];
    if (open === '{' || open === '[') return this.#members(open, key);
    const raw = this.#simple();
    // It is for editors, not for translators.
    if (key === '$schema' || open !== '"') return [raw];
    const value: string = JSON.parse(raw);
    return [{ key: key ?? '', value, raw, encode: this.#encode } satisfies Slot];
  }

  /** A string, number or name as the file has it. */
  #simple(): string {
    const start = this.#at;
    if (this.#text[start] === '"') this.#at = endOfString(this.#text, start) ?? this.#text.length;
    else while (!ENDS.has(this.#text[this.#at])) this.#at += 1;
    return this.#text.slice(start, this.#at);
  }

  #members(open: string, key: string | undefined): readonly Part[] {
    const outside = this.#inArray;
    this.#inArray ||= open === '[';
    const blocks: Block[] = [];
    const names = new Set<string>();
    let begin = this.#at + 1;
    this.#skipLetter();
    while (this.#text[this.#at] !== (open === '[' ? ']' : '}')) {
      const name = open === '[' ? String(blocks.length) : this.#name(names);
      const valueStart = this.#at;
      const isArray = this.#text[valueStart] === '[' && !outside;
      const parts = this.#value(key === undefined ? name : `${key}.${name}`);
      const valueEnd = this.#at;
      this.#skipSpace();
      const isLast = this.#text[this.#at] !== ',';
      const end = isLast ? valueEnd : this.#at;
      blocks.push({
        id: name,
        parts: [this.#text.slice(begin, valueStart), ...parts, this.#text.slice(valueEnd, end)],
        ...(isArray && { taken: 'when translated in whole' }),
      });
      begin = isLast ? valueEnd : end + 1;
      if (!isLast) this.#skipLetter();
    }
    this.#at += 1;
    const close = this.#text.slice(begin, this.#at);
    const isInArray = this.#inArray;
    this.#inArray = outside;
    if (isInArray)
      return [open, ...blocks.flatMap(({ parts }, at) => (at === 0 ? parts : [',', ...parts])), close];
    return [open, { separator: ',', blocks: withPlurals(blocks, key, this.#context.to) }, close];
  }

  /** Reads the name of a member, and the colon after it. */
  #name(names: Set<string>): string {
    const start = this.#at;
    const raw = this.#simple();
    const name: string = JSON.parse(raw);
    if (names.has(name)) this.#context.fail(start, `has ${raw} twice in one object`);
    names.add(name);
    this.#skipSpace();
    this.#skipLetter();
    return name;
  }
}
