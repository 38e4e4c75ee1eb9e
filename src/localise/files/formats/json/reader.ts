import { type Block, isSlot, type Part, type ReadContext, type Slot, type Target } from '../../document.js';
import { addNote, joinNotes } from '../../plurals.js';
import { joinBlocks } from '../comments.js';
import { isHashedEntry } from '../go-entries.js';
import { type Dialect, describeValue, type Holder, type KeptMember } from './dialects.js';
import { adaptOlderPlurals } from './older-plurals.js';
import { adaptPlurals, isHolder } from './plurals.js';
import { type JsonFile, type JsonSyntax, makeEncoder } from './syntax.js';
import { findSimpleEnd } from './tokens.js';
import { isList, type JsonNode, JsonObject, listInside } from './tree.js';

/** The block of the language: the file for another language has its own there. */
const LANGUAGE_ID = 'the language';

/** Makes blocks of a file that was parsed. */
export class JsonReader {
  readonly #text: string;
  readonly #blanked: string;
  readonly #syntax: JsonSyntax;
  readonly #context: ReadContext;
  readonly #dialect: Dialect;
  readonly #hasOlderPlurals: boolean;
  readonly #encode: (value: string) => string;
  readonly #encodeInApostrophes: (value: string) => string;
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

  read(root: JsonNode): Block {
    const { start, end, value } = root;
    const isTexts = isList(value)
      ? this.#dialect.name !== undefined || value.length === 0
      : value instanceof JsonObject;
    if (!isTexts) this.#context.fail(start, 'must be an object with texts');
    const parts = this.#readMembers(0, root, { key: undefined, path: '', value });
    return { id: '', parts: [...parts, this.#text.slice(end)] };
  }

  /** A value, with what is before it. @param begin where that is */
  #readValue(begin: number, node: JsonNode, key: string, note: string | undefined): readonly Part[] {
    const { start, end, value } = node;
    if (value instanceof JsonObject || isList(value)) {
      const { shape, hasPlurals } = this.#dialect;
      const isGoEntry = shape === 'go-i18n' || (hasPlurals && isHashedEntry(value));
      return this.#readMembers(begin, node, { key, path: `${key}.`, value, isGoEntry });
    }
    if (typeof value !== 'string') return [this.#text.slice(begin, end)];
    const raw = this.#text.slice(start, end);
    const encode = raw.startsWith("'") ? this.#encodeInApostrophes : this.#encode;
    const slot: Slot = { key, value, note, raw, encode };
    return [this.#text.slice(begin, start), slot];
  }

  /** An object or list, with what is before it. */
  #readMembers(begin: number, { start, end, value }: JsonNode, holder: Holder): readonly Part[] {
    const outside = this.#inArray;
    // A list of entries is no array: they are known by their names, so any can be left out.
    const isInArray = outside || (isList(value) && holder.key !== undefined);
    this.#inArray = isInArray;
    const open = this.#text.slice(begin, start + 1);
    const { blocks, trailer, closeStart } = this.#readBlocks(start, holder);
    const close = this.#text.slice(closeStart, end);
    this.#inArray = outside;
    if (isInArray) return [open, ...joinBlocks(blocks, trailer), close];
    const older = this.#hasOlderPlurals
      ? adaptOlderPlurals(blocks, holder.key, this.#context, this.#syntax)
      : blocks;
    const forms = this.#dialect.hasPlurals ? adaptPlurals(older, holder, this.#context, this.#syntax) : older;
    return [open, { separator: ',', blocks: forms, trailer }, close];
  }

  /** Reads the members of an object or list. `closeStart` is where the last one ends. @param start where the object or list starts */
  #readBlocks(start: number, holder: Holder) {
    const { value } = holder;
    const blocks: Block[] = [];
    const firsts =
      value instanceof JsonObject && value.hasRepeatedNames() ? new Map<string, Block>() : undefined;
    let trailer = '';
    let comment: string | undefined;
    let begin = start + 1;
    for (const member of listInside(value)) {
      const { name, nameStart, end, next } = member;
      const above = this.#syntax.readComments(this.#text, begin, nameStart);
      const note = above.length === 0 ? comment : joinNotes([comment, ...above]);
      const block = this.#readMember(begin, holder, member, note);
      const isComment = block.id === undefined;
      if (firsts !== undefined && !isComment) {
        const first = firsts.get(name);
        if (first !== undefined && !this.#mayComeAgain(first, block))
          this.#context.fail(nameStart, `has ${JSON.stringify(name)} twice in one object`);
        firsts.set(name, block);
      }
      comment = isComment ? addNote(undefined, describeValue(member.value)) : undefined;
      begin = this.#syntax.findCommentBehind(this.#text, next);
      trailer = next === end ? '' : ',';
      // Up to the comma.
      const space = next === end ? '' : this.#text.slice(end, next - 1);
      blocks.push(withEnd(block, space, this.#text.slice(next, begin)));
    }
    return { blocks, trailer, closeStart: begin };
  }

  /** Of a text that comes again, the last one counts. In a file that gives the texts, they must be the same. */
  #mayComeAgain(first: Block, block: Block): boolean {
    if (isHolder(first) || isHolder(block)) return false;
    const [text, again] = [first, block].map(({ parts }) => parts.find(isSlot)?.raw);
    return this.#context.isTarget || text === again;
  }

  /**
   * A member. A comment has no id.
   *
   * @param begin where what is before it begins
   * @param comment the comment before the member
   */
  #readMember(begin: number, holder: Holder, node: JsonNode, comment?: string): Block {
    const { name } = node;
    const member = this.#dialect.readMember(holder, node);
    if ('language' in member) return this.#readLanguage(begin, node, member.language);
    if ('isCopied' in member) return this.#readKept(begin, node, member);
    const { key, note } = member;
    return {
      id: holder.key === undefined && isList(holder.value) ? key : name,
      parts: this.#readValue(begin, node, key, addNote(comment, note)),
      taken: isList(node.value) && !this.#inArray ? 'when translated in whole' : undefined,
    };
  }

  /** All texts, under their language. In a file for another language, that is in its place. */
  #readLanguage(begin: number, node: JsonNode, language: string): Block {
    const { nameStart, value } = node;
    const nameEnd = findSimpleEnd(this.#blanked, nameStart);
    const name = this.#text.slice(nameStart, nameEnd);
    const writeLanguage = ({ to, isNew }: Target): string => (isNew ? JSON.stringify(to ?? language) : name);
    const texts = this.#readMembers(nameEnd, node, { key: undefined, path: '', value });
    return { id: LANGUAGE_ID, parts: [this.#text.slice(begin, nameStart), writeLanguage, ...texts] };
  }

  #readKept(begin: number, node: JsonNode, { isCopied, isComment, valueFor, about }: KeptMember): Block {
    const { name, start, end } = node;
    const raw = this.#text.slice(start, end);
    return {
      id: isComment ? undefined : name,
      parts:
        valueFor === undefined
          ? [this.#text.slice(begin, end)]
          : [this.#text.slice(begin, start), (to: Target) => (to.isNew ? valueFor(to) : undefined) ?? raw],
      taken: isCopied ? undefined : 'never',
      about: isComment ? 'the next' : about === undefined ? undefined : { id: about },
    };
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
