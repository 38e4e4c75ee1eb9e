import { readFields } from '../../../../base/kinds.js';
import { type Block, isSlot, type Part, type ReadContext, type Slot, type Target } from '../../document.js';
import { addNote, joinNotes } from '../../plurals.js';
import { joinBlocks } from '../comments.js';
import { isHashedEntry } from '../go-entries.js';
import { type Dialect, describeValue, type Holder, type KeptMember } from './dialects.js';
import { adaptOlderPlurals } from './older-plurals.js';
import { adaptPlurals, isHolder } from './plurals.js';
import { type JsonFile, type JsonSyntax, makeEncoder } from './syntax.js';
import { CODES, findName, findSimpleEnd, findSpaceEnd, findValueEnd, isClose, isOpen } from './tokens.js';

/** The values in an object or list, by their names. */
type Values = Readonly<Record<string, unknown>>;

/** The block of the language: the file for another language has its own there. */
const LANGUAGE_ID = 'the language';

/** Reads JSON that was checked. */
export class JsonReader {
  readonly #text: string;
  readonly #blanked: string;
  readonly #syntax: JsonSyntax;
  readonly #context: ReadContext;
  readonly #dialect: Dialect;
  readonly #hasOlderPlurals: boolean;
  readonly #encode: (value: string) => string;
  readonly #encodeInApostrophes: (value: string) => string;
  #at = 0;
  /** In an array nothing is left out, so that each text keeps its index. */
  #inArray = false;

  /** @param hasOlderPlurals whether its plural forms are those of i18next's JSON v3 */
  constructor(
    { text, blanked, syntax }: JsonFile,
    context: ReadContext,
    dialect: Dialect,
    hasOlderPlurals = false,
  ) {
    this.#hasOlderPlurals = hasOlderPlurals;
    this.#text = text;
    this.#blanked = blanked;
    this.#syntax = syntax;
    this.#context = context;
    this.#dialect = dialect;
    const encode = makeEncoder(text);
    this.#encode = encode;
    this.#encodeInApostrophes = (value) => quoteByApostrophes(encode(value));
  }

  /** @param parsed the value of the text @param names those of its members */
  read(parsed: unknown, names: readonly string[]): Block {
    this.#skipSpace();
    const start = this.#at;
    const isList = Array.isArray(parsed) && (this.#dialect.name !== undefined || parsed.length === 0);
    if (this.#readLetter() !== CODES.openBrace && !isList)
      this.#context.fail(start, 'must be an object with texts');
    const parts = this.#readMembers(0, { key: undefined, path: '', parsed }, names);
    return { id: '', parts: [...parts, this.#text.slice(this.#at)] };
  }

  #readLetter(): number {
    return this.#blanked.charCodeAt(this.#at);
  }

  #skipSpace(): void {
    this.#at = findSpaceEnd(this.#blanked, this.#at);
  }

  /** Skips a letter and the white space after it. */
  #skipLetter(): void {
    this.#at += 1;
    this.#skipSpace();
  }

  /** The value that begins here, with what is before it. @param begin where that is */
  #readValue(begin: number, key: string, note: string | undefined, parsed: unknown): readonly Part[] {
    if (isOpen(this.#readLetter())) {
      const isGoEntry = this.#dialect.shape === 'go-i18n' || isHashedEntry(parsed);
      return this.#readMembers(begin, { key, path: `${key}.`, parsed, isGoEntry });
    }
    const start = this.#at;
    this.#at = findSimpleEnd(this.#blanked, start);
    if (typeof parsed !== 'string') return [this.#text.slice(begin, this.#at)];
    const raw = this.#text.slice(start, this.#at);
    const encode = raw.startsWith("'") ? this.#encodeInApostrophes : this.#encode;
    const slot: Slot = { key, value: parsed, note, raw, encode };
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
    const { end, trailer } = this.#readBlocks(holder, blocks, names);
    this.#at += 1;
    const close = this.#text.slice(end, this.#at);
    this.#inArray = outside;
    if (isInArray) return [open, ...joinBlocks(blocks, trailer), close];
    const older = this.#hasOlderPlurals
      ? adaptOlderPlurals(blocks, holder.key, this.#context, this.#syntax)
      : blocks;
    const forms = this.#dialect.hasPlurals ? adaptPlurals(older, holder, this.#context, this.#syntax) : older;
    return [open, { separator: ',', blocks: forms, trailer }, close];
  }

  /** Reads the members of the object or list that begins here, up to its last letter. Returns where the last member ends. */
  #readBlocks(
    holder: Holder,
    blocks: Block[],
    known: readonly string[] | undefined,
  ): { readonly end: number; readonly trailer: string } {
    // Of two members with one name, JSON.parse keeps the last: the first may then be an object here, and a string there.
    const values: Values = readFields(holder.parsed);
    const isObject = this.#readLetter() === CODES.openBrace;
    const names = isObject ? new MemberNames(known ?? Object.keys(values), this.#syntax) : undefined;
    /** The members so far by their names; undefined until one comes again. */
    let firsts: Map<string | undefined, Block> | undefined;
    let comment: string | undefined;
    let begin = this.#at + 1;
    this.#skipLetter();
    while (!isClose(this.#readLetter())) {
      const start = this.#at;
      const name = names === undefined ? String(blocks.length) : this.#readName(names);
      const valueStart = this.#at;
      const above = this.#syntax.readComments(this.#text, begin, start);
      const note = above.length === 0 ? comment : joinNotes([comment, ...above]);
      const block = this.#readMember(begin, holder, name, values[name], note);
      const isComment = block.id === undefined;
      if (names?.isRepeated && !isComment) {
        firsts ??= new Map(blocks.map((earlier) => [earlier.id, earlier]));
        if (!this.#mayComeAgain(firsts.get(name), block))
          this.#context.fail(start, `has ${JSON.stringify(name)} twice in one object`);
      }
      firsts?.set(block.id, block);
      comment = isComment
        ? addNote(undefined, describeValue(this.#syntax.parse(this.#blanked.slice(valueStart, this.#at))))
        : undefined;
      const end = this.#at;
      this.#skipSpace();
      const hasComma = this.#readLetter() === CODES.comma;
      const next = hasComma ? this.#at + 1 : end;
      begin = this.#syntax.findCommentBehind(this.#text, next);
      const space = hasComma ? this.#text.slice(end, this.#at) : '';
      blocks.push(withEnd(block, space, this.#text.slice(next, begin)));
      if (!hasComma) return { end: begin, trailer: '' };
      this.#skipLetter();
    }
    return { end: begin, trailer: blocks.length === 0 ? '' : ',' };
  }

  /** Of a text that comes again, the last one counts. In a file that gives the texts, they must be the same. */
  #mayComeAgain(first: Block | undefined, block: Block): boolean {
    if (first === undefined || isHolder(first) || isHolder(block)) return false;
    const [text, again] = [first, block].map(({ parts }) => parts.find(isSlot)?.raw);
    return this.#context.isTarget || text === again;
  }

  /**
   * The member whose value begins here. A comment has no id.
   *
   * @param begin where the member begins
   * @param comment the comment before the member
   */
  #readMember(begin: number, holder: Holder, name: string, value: unknown, comment?: string): Block {
    const member = this.#dialect.readMember(holder, name, value);
    if ('language' in member) return this.#readLanguage(begin, member.language, value);
    if ('isCopied' in member) return this.#readKept(begin, name, member);
    const { key, note } = member;
    const isArray = this.#readLetter() === CODES.openBracket && !this.#inArray;
    return {
      id: holder.key === undefined && Array.isArray(holder.parsed) ? key : name,
      parts: this.#readValue(begin, key, addNote(comment, note), value),
      taken: isArray ? 'when translated in whole' : undefined,
    };
  }

  /** All texts, under their language. In a file for another language, that is in its place. */
  #readLanguage(begin: number, language: string, parsed: unknown): Block {
    const lead = this.#text.slice(begin, this.#at);
    const { start, end } = findName(this.#blanked.slice(begin, this.#at));
    const writeLanguage = ({ to, isNew }: Target): string =>
      isNew ? JSON.stringify(to ?? language) : lead.slice(start, end);
    const texts = this.#readMembers(begin + end, { key: undefined, path: '', parsed });
    return { id: LANGUAGE_ID, parts: [lead.slice(0, start), writeLanguage, ...texts] };
  }

  #readKept(begin: number, name: string, { isCopied, isComment, valueFor, about }: KeptMember): Block {
    const start = this.#at;
    this.#at = findValueEnd(this.#blanked, start);
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

  /** Reads the name of a member, and the colon after it. */
  #readName(names: MemberNames): string {
    const start = this.#at;
    this.#at = findSimpleEnd(this.#blanked, start);
    const name = names.next(this.#text, start, this.#at);
    this.#skipSpace();
    this.#skipLetter();
    return name;
  }
}

/** Puts a string of JSON into apostrophes. */
function quoteByApostrophes(quoted: string): string {
  const inner = quoted.slice(1, -1).replace(/\\.|'/g, (found) => {
    if (found === "'") return "\\'";
    return found === '\\"' ? '"' : found;
  });
  return `'${inner}'`;
}

/** A member with what is before its comma, and behind that. Most have neither. */
const withEnd = (block: Block, end: string, tail: string): Block =>
  end === '' && tail === '' ? block : { ...block, parts: [...block.parts, end], tail };

/**
 * The names of an object's members, one after the other as its text has them. They are mostly those of the parsed object, in
 * the same order: then no name has to be cut out of the text.
 */
class MemberNames {
  readonly #expected: readonly string[];
  readonly #syntax: JsonSyntax;
  #count = 0;
  /** All names so far; undefined while each was the expected one. */
  #earlier: Set<string> | undefined;
  #isRepeated = false;

  /** @param expected the names of the parsed object */
  constructor(expected: readonly string[], syntax: JsonSyntax) {
    this.#expected = expected;
    this.#syntax = syntax;
  }

  /** Whether the last name was there before. */
  get isRepeated(): boolean {
    return this.#isRepeated;
  }

  /** The next name. @param start the offset of its quotation mark @param end the offset after it */
  next(text: string, start: number, end: number): string {
    const expected = this.#expected[this.#count];
    if (this.#earlier === undefined && expected !== undefined && isAt(text, start, end, expected)) {
      this.#count += 1;
      return expected;
    }
    this.#earlier ??= new Set(this.#expected.slice(0, this.#count));
    const name = this.#syntax.parseName(text.slice(start, end));
    this.#isRepeated = this.#earlier.has(name);
    this.#earlier.add(name);
    return name;
  }
}

/** Whether a quoted string is a name, with nothing escaped. */
const isAt = (text: string, start: number, end: number, name: string): boolean =>
  end - start === name.length + 2 && text.startsWith(name, start + 1) && !name.includes('\\');
