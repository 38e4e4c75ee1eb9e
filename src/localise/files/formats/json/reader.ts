import { readFields } from '../../../../base/kinds.js';
import type { Block, Part, ReadContext, Slot, Target } from '../../document.js';
import { addNote } from '../../plurals.js';
import { MemberNames } from './member-names.js';
import { adaptPlurals } from './plurals.js';
import { describeValue, type Holder, type KeptMember, type Shape } from './shapes.js';
import { makeEncoder } from './text.js';
import { CODES, findSimpleEnd, findSpaceEnd, findValueEnd, isClose, isOpen } from './tokens.js';

/** The values in an object or list, by their names. */
type Values = Readonly<Record<string, unknown>>;

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
    this.#encode = makeEncoder(text);
  }

  /** @param parsed the value of the text @param names those of its members */
  read(parsed: unknown, names: readonly string[]): Block {
    this.#skipSpace();
    const start = this.#at;
    const isList = Array.isArray(parsed) && (this.#shape.name !== undefined || parsed.length === 0);
    if (this.#readLetter() !== CODES.openBrace && !isList)
      this.#context.fail(start, 'must be an object with texts');
    const parts = this.#readMembers(0, { key: undefined, path: '', parsed }, names);
    return { id: '', parts: [...parts, this.#text.slice(this.#at)] };
  }

  #readLetter(): number {
    return this.#text.charCodeAt(this.#at);
  }

  #skipSpace(): void {
    this.#at = findSpaceEnd(this.#text, this.#at);
  }

  /** Skips a letter and the white space after it. */
  #skipLetter(): void {
    this.#at += 1;
    this.#skipSpace();
  }

  /** The value that begins here, with what is before it. @param begin where that is */
  #readValue(begin: number, key: string, note: string | undefined, parsed: unknown): readonly Part[] {
    if (isOpen(this.#readLetter())) return this.#readMembers(begin, { key, path: `${key}.`, parsed });
    const start = this.#at;
    this.#at = findSimpleEnd(this.#text, start);
    if (typeof parsed !== 'string') return [this.#text.slice(begin, this.#at)];
    const raw = this.#text.slice(start, this.#at);
    const slot: Slot = { key, value: parsed, note, raw, encode: this.#encode };
    return [this.#text.slice(begin, start), slot];
  }

  /** The object or list that begins here, with what is before it. @param names those of its members, if they are known */
  #readMembers(begin: number, holder: Holder, names?: readonly string[]): readonly Part[] {
    const outside = this.#inArray;
    // A list of entries is no array: they are known by their names, so any can be left out.
    const isInArray = outside || (this.#readLetter() === CODES.openBracket && holder.key !== undefined);
    this.#inArray = isInArray;
    const open = this.#text.slice(begin, this.#at + 1);
    const blocks: Block[] = [];
    const end = this.#readBlocks(holder, blocks, names);
    this.#at += 1;
    const close = this.#text.slice(end, this.#at);
    this.#inArray = outside;
    if (isInArray)
      return [open, ...blocks.flatMap(({ parts }, at) => (at === 0 ? parts : [',', ...parts])), close];
    return [open, { separator: ',', blocks: this.#withPlurals(blocks, holder.key) }, close];
  }

  /** Reads the members of the object or list that begins here, up to its last letter. Returns where the last member ends. */
  #readBlocks(holder: Holder, blocks: Block[], known: readonly string[] | undefined): number {
    // Of two members with one name, JSON.parse keeps the last: the first may then be an object here, and a string there.
    const values: Values = readFields(holder.parsed);
    const isObject = this.#readLetter() === CODES.openBrace;
    const names = isObject ? new MemberNames(known ?? Object.keys(values)) : undefined;
    let comment: string | undefined;
    let begin = this.#at + 1;
    this.#skipLetter();
    while (!isClose(this.#readLetter())) {
      const start = this.#at;
      const name = names === undefined ? String(blocks.length) : this.#readName(names);
      const valueStart = this.#at;
      const block = this.#readMember(begin, holder, name, values[name], comment);
      const isComment = block.id === undefined;
      if (names?.isRepeated && !isComment)
        this.#context.fail(start, `has ${JSON.stringify(name)} twice in one object`);
      comment = isComment ? this.#readComment(valueStart) : undefined;
      begin = this.#at;
      this.#skipSpace();
      if (this.#readLetter() !== CODES.comma) {
        blocks.push(block);
        return begin;
      }
      blocks.push(appendEnd(block, this.#text.slice(begin, this.#at)));
      begin = this.#at + 1;
      this.#skipLetter();
    }
    return begin;
  }

  #withPlurals(blocks: readonly Block[], key: string | undefined): readonly Block[] {
    return this.#shape.hasPlurals ? adaptPlurals(blocks, key, this.#context) : blocks;
  }

  /**
   * The member whose value begins here. A comment has no id.
   *
   * @param begin where the member begins
   * @param comment the comment before the member
   */
  #readMember(begin: number, holder: Holder, name: string, value: unknown, comment?: string): Block {
    const member = this.#shape.readMember(holder, name, value);
    if ('isCopied' in member) return this.#readKept(begin, name, member);
    const { key, note } = member;
    const isArray = this.#readLetter() === CODES.openBracket && !this.#inArray;
    return {
      id: holder.key === undefined && Array.isArray(holder.parsed) ? key : name,
      parts: this.#readValue(begin, key, addNote(comment, note), value),
      taken: isArray ? 'when translated in whole' : undefined,
    };
  }

  #readKept(begin: number, name: string, { isCopied, isComment, valueFor, about }: KeptMember): Block {
    const start = this.#at;
    this.#at = findValueEnd(this.#text, start);
    const raw = this.#text.slice(start, this.#at);
    return {
      id: isComment ? undefined : name,
      parts:
        valueFor === undefined
          ? [this.#text.slice(begin, this.#at)]
          : [this.#text.slice(begin, start), (to: Target) => (to.isNew ? valueFor(to) : raw)],
      taken: isCopied ? undefined : 'never',
      about: isComment ? 'the next' : about === undefined ? undefined : { id: about },
    };
  }

  /** What the comment says whose value was just read. @param start where that begins */
  #readComment(start: number): string | undefined {
    return addNote(undefined, describeValue(JSON.parse(this.#text.slice(start, this.#at))));
  }

  /** Reads the name of a member, and the colon after it. */
  #readName(names: MemberNames): string {
    const start = this.#at;
    this.#at = findSimpleEnd(this.#text, start);
    const name = names.next(this.#text, start, this.#at);
    this.#skipSpace();
    this.#skipLetter();
    return name;
  }
}

const appendEnd = (block: Block, end: string): Block =>
  end === '' ? block : { ...block, parts: [...block.parts, end] };
