import type { Block, Part, ReadContext, Slot, Target } from '../../document.js';
import { joinNotes } from '../../plurals.js';
import { withPlurals } from './plurals.js';
import { described, type Shape } from './shapes.js';
import { encoderFor } from './text.js';
import { endOfSimple, endOfSpace, isSpace } from './tokens.js';

/** A value: where its texts belong, and what it is when parsed. */
interface Value {
  /** Undefined for the whole file. */
  readonly key: string | undefined;
  readonly note?: string | undefined;
  readonly parsed: unknown;
}

/** A member, as it was read. */
interface Member extends Pick<Block, 'id' | 'taken'> {
  /** The parts of its block, up to the end of the value. */
  readonly parts: readonly Part[];
  readonly isComment: boolean;
  /** What it says of the text after it. */
  readonly comment: string | undefined;
}

/** Reads JSON that was checked. */
export class JsonReader {
  readonly #text: string;
  readonly #context: ReadContext;
  readonly #shape: Shape;
  readonly #encode: (value: string) => string;
  #at = 0;
  /** In an array nothing is left out, so that each text keeps its index. */
  #inArray = false;

  constructor(text: string, context: ReadContext, shape: Shape) {
    this.#text = text;
    this.#context = context;
    this.#shape = shape;
    this.#encode = encoderFor(text);
  }

  /** @param parsed the value of the text */
  read(parsed: unknown): Block {
    this.#skipSpace();
    const start = this.#at;
    const isList = Array.isArray(parsed) && (this.#shape.name !== undefined || parsed.length === 0);
    if (this.#text[start] !== '{' && !isList) this.#context.fail(start, 'must be an object with texts');
    const parts = this.#value({ key: undefined, parsed });
    return { id: '', parts: [this.#text.slice(0, start), ...parts, this.#text.slice(this.#at)] };
  }

  #skipSpace(): void {
    this.#at = endOfSpace(this.#text, this.#at);
  }

  /** Skips a letter and the white space after it. */
  #skipLetter(): void {
    this.#at += 1;
    this.#skipSpace();
  }

  /** The parts of the value that begins here. */
  #value(value: Value): readonly Part[] {
    const open = this.#text[this.#at];
    if (open === '{' || open === '[') return this.#members(open, value);
    const raw = this.#simple();
    const { key = '', note, parsed } = value;
    if (typeof parsed !== 'string') return [raw];
    return [{ key, value: parsed, note, raw, encode: this.#encode } satisfies Slot];
  }

  /** A string, number or name as the file has it. */
  #simple(): string {
    const start = this.#at;
    this.#at = endOfSimple(this.#text, start);
    return this.#text.slice(start, this.#at);
  }

  /** Any value as the file has it. */
  #raw(): string {
    const start = this.#at;
    let depth = 0;
    do {
      const letter = this.#text[this.#at] ?? '';
      if ('{['.includes(letter)) depth += 1;
      if ('}]'.includes(letter)) depth -= 1;
      if ('{[}],:'.includes(letter) || isSpace(letter.charCodeAt(0))) this.#at += 1;
      else this.#simple();
    } while (depth > 0);
    return this.#text.slice(start, this.#at);
  }

  #members(open: string, value: Value): readonly Part[] {
    const outside = this.#inArray;
    // A list of entries is no array: they are known by their names, so any can be left out.
    this.#inArray ||= open === '[' && value.key !== undefined;
    const blocks: Block[] = [];
    const names = new Set<string>();
    let comment: string | undefined;
    let begin = this.#at + 1;
    this.#skipLetter();
    while (this.#text[this.#at] !== (open === '[' ? ']' : '}')) {
      const start = this.#at;
      const name = open === '[' ? String(blocks.length) : this.#name();
      const lead = this.#text.slice(begin, this.#at);
      const member = this.#member(name, value, comment);
      comment = member.comment;
      if (!member.isComment && names.has(name))
        this.#context.fail(start, `has ${JSON.stringify(name)} twice in one object`);
      names.add(name);
      const valueEnd = this.#at;
      this.#skipSpace();
      const isLast = this.#text[this.#at] !== ',';
      const end = isLast ? valueEnd : this.#at;
      const { id, taken } = member;
      blocks.push({ id, parts: [lead, ...member.parts, this.#text.slice(valueEnd, end)], taken });
      begin = isLast ? valueEnd : end + 1;
      if (!isLast) this.#skipLetter();
    }
    this.#at += 1;
    const close = this.#text.slice(begin, this.#at);
    const isInArray = this.#inArray;
    this.#inArray = outside;
    if (isInArray)
      return [open, ...blocks.flatMap(({ parts }, at) => (at === 0 ? parts : [',', ...parts])), close];
    return [open, { separator: ',', blocks: this.#withPlurals(blocks, value.key) }, close];
  }

  #withPlurals(blocks: readonly Block[], key: string | undefined): readonly Block[] {
    return this.#shape.hasPlurals ? withPlurals(blocks, key, this.#context.to) : blocks;
  }

  /**
   * The member whose value begins here.
   *
   * @param comment the comment before the member
   */
  #member(name: string, { key, parsed }: Value, comment: string | undefined): Member {
    const value: unknown = Reflect.get(Object(parsed), name);
    const place = this.#shape.memberOf({ parent: parsed, key, name, value });
    if ('isCopied' in place) {
      const raw = this.#raw();
      const { isCopied, isComment = false, valueFor } = place;
      const part = valueFor === undefined ? raw : (to: Target) => (to.isNew ? valueFor(to) : raw);
      return {
        id: isComment ? undefined : name,
        parts: [part],
        taken: isCopied ? undefined : 'never',
        isComment,
        comment: isComment ? described(JSON.parse(raw)) : undefined,
      };
    }
    const isArray = this.#text[this.#at] === '[' && !this.#inArray;
    const note = joinNotes([comment, place.note]);
    return {
      id: key === undefined && Array.isArray(parsed) ? place.key : name,
      parts: this.#value({ key: place.key, note, parsed: value }),
      taken: isArray ? 'when translated in whole' : undefined,
      isComment: false,
      comment: undefined,
    };
  }

  /** Reads the name of a member, and the colon after it. */
  #name(): string {
    const raw = this.#simple();
    const name: string = raw.includes('\\') ? JSON.parse(raw) : raw.slice(1, -1);
    this.#skipSpace();
    this.#skipLetter();
    return name;
  }
}
