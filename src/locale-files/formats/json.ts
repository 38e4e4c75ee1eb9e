import type { Block, LocaleFormat, Part, ReadContext, Slot } from '../document.js';
import { withPlurals } from './json-plurals.js';

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
/** Deeper nesting could exhaust the stack, and no locale file has it. */
const MAX_DEPTH = 100;

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

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

/** `JSON.parse` decides whether the text is JSON. The reader below relies on it. */
function checkJson(text: string, { fail }: ReadContext): void {
  try {
    JSON.parse(text);
  } catch (error) {
    const { message } = Object(error);
    const position = /at position (\d+)/.exec(message)?.[1] ?? text.trimEnd().length;
    const reason = String(message).replace(/,? *("|\.\.\.).*| in JSON.*| \(line.*/s, '');
    fail(Number(position), `is not JSON: ${reason}`);
  }
}

class JsonReader {
  readonly #text: string;
  readonly #context: ReadContext;
  readonly #tokens: readonly Token[];
  readonly #encode: (value: string) => string;
  #at = 0;
  #depth = 0;
  /** In an array nothing is left out, so that each text keeps its index. */
  #inArray = false;

  constructor(text: string, context: ReadContext) {
    this.#text = text;
    this.#context = context;
    this.#tokens = tokensOf(text);
    this.#encode = encoderFor(text);
  }

  read(): Block {
    const { start } = this.#next(0);
    if (this.#text[start] !== '{') this.#context.fail(start, 'must be an object with texts');
    const parts = this.#value([]);
    return { id: '', parts: [this.#text.slice(0, start), ...parts, this.#text.slice(this.#end())] };
  }

  #next(ahead: number): Token {
    // Only beyond the end: the text is valid JSON.
    return this.#tokens[this.#at + ahead] ?? { text: '', start: this.#text.length, end: this.#text.length };
  }

  #end(): number {
    return this.#next(-1).end;
  }

  /** The parts of the value that begins at the next token. */
  #value(path: readonly string[]): readonly Part[] {
    const { text, start } = this.#next(0);
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) this.#context.fail(start, `is nested more than ${MAX_DEPTH} levels deep`);
    const parts = text === '{' || text === '[' ? this.#members(text, path) : this.#simple(path);
    this.#depth -= 1;
    return parts;
  }

  #simple(path: readonly string[]): readonly Part[] {
    const { text } = this.#next(0);
    this.#at += 1;
    // It is for editors, not for translators.
    const isSchema = path.length === 1 && path[0] === '$schema';
    if (isSchema || !text.startsWith('"')) return [text];
    const value: string = JSON.parse(text);
    return [{ key: path.join('.'), value, raw: text, encode: this.#encode } satisfies Slot];
  }

  #members(open: string, path: readonly string[]): readonly Part[] {
    const outside = this.#inArray;
    this.#inArray ||= open === '[';
    const names = new Set<string>();
    const blocks: Block[] = [];
    this.#at += 1;
    let begin = this.#end();
    while (!/^[}\]]$/.test(this.#next(0).text)) {
      const name = open === '[' ? String(blocks.length) : this.#name(names);
      const valueStart = this.#next(0).start;
      const isArray = this.#next(0).text === '[' && !outside;
      const parts = this.#value([...path, name]);
      const isLast = this.#next(0).text !== ',';
      const end = isLast ? this.#end() : this.#next(0).start;
      blocks.push({
        id: name,
        parts: [this.#text.slice(begin, valueStart), ...parts, this.#text.slice(this.#end(), end)],
        ...(isArray && { taken: 'when translated in whole' }),
      });
      if (!isLast) this.#at += 1;
      begin = isLast ? end : this.#end();
    }
    this.#at += 1;
    const close = this.#text.slice(begin, this.#end());
    const isInArray = this.#inArray;
    this.#inArray = outside;
    if (isInArray)
      return [open, ...blocks.flatMap(({ parts }, at) => (at === 0 ? parts : [',', ...parts])), close];
    return [open, { separator: ',', blocks: withPlurals(blocks, path, this.#context.to) }, close];
  }

  /** Reads the name of a member, and the colon after it. */
  #name(names: Set<string>): string {
    const { text, start } = this.#next(0);
    const name: string = JSON.parse(text);
    if (names.has(name)) this.#context.fail(start, `has ${text} twice in one object`);
    names.add(name);
    this.#at += 2;
    return name;
  }
}

function tokensOf(text: string): readonly Token[] {
  return Array.from(text.matchAll(TOKEN), (match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** If the file escapes everything beyond ASCII, so do new values. */
function encoderFor(text: string): (value: string) => string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII is meant
  const other = /[^\x00-\x7f]/g;
  const isEscaped = !text.match(other) && /\\u(?!00[01])/i.test(text);
  const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return (value) => (isEscaped ? JSON.stringify(value).replace(other, escaped) : JSON.stringify(value));
}
