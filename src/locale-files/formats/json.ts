import type { Block, LocaleFormat, Part, ReadContext, Slot } from '../document.js';
import { withPlurals } from './json-plurals.js';

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
/** More would be no locale file, and could exhaust the stack. */
const MAX_DEPTH = 100;

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * JSON, flat or nested: a text's key is the path to it, joined by dots. An array has its texts by number, and goes
 * into a new file once all of them are translated. Plural forms are those of i18next: `key_one`, `key_other`.
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

/** `JSON.parse` judges what is JSON; what follows only cuts a text that is right. */
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
  /** Inside an array, nothing is left out, so that each text keeps its number. */
  #inArray = false;

  constructor(text: string, context: ReadContext) {
    this.#text = text;
    this.#context = context;
    this.#tokens = tokensOf(text);
    this.#encode = encoderFor(text);
  }

  read(): Block {
    const { start } = this.#next(0);
    if (this.#text[start] !== '{') this.#context.fail(start, 'holds no object with texts');
    const parts = this.#value([]);
    return { id: '', parts: [this.#text.slice(0, start), ...parts, this.#text.slice(this.#end())] };
  }

  #next(ahead: number): Token {
    // The text is JSON, so that it ends only where no further token is asked for.
    return this.#tokens[this.#at + ahead] ?? { text: '', start: this.#text.length, end: this.#text.length };
  }

  #end(): number {
    return this.#next(-1).end;
  }

  /** The parts of the value that begins at the next token. */
  #value(path: readonly string[]): readonly Part[] {
    const { text, start } = this.#next(0);
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) this.#context.fail(start, `is nested more than ${MAX_DEPTH} deep`);
    const parts = text === '{' || text === '[' ? this.#members(text, path) : this.#simple(path);
    this.#depth -= 1;
    return parts;
  }

  #simple(path: readonly string[]): readonly Part[] {
    const { text } = this.#next(0);
    this.#at += 1;
    // Where the schema of the file is, in editors.
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

  /** The name of a member, up to its value. */
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

/** A file that writes all but ASCII with escapes keeps to it. */
function encoderFor(text: string): (value: string) => string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII is meant
  const other = /[^\x00-\x7f]/g;
  const isEscaped = !text.match(other) && /\\u(?!00[01])/i.test(text);
  const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return (value) => (isEscaped ? JSON.stringify(value).replace(other, escaped) : JSON.stringify(value));
}
