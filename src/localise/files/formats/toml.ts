import type { AST } from 'toml-eslint-parser';
import { readFields } from '../../../base/kinds.js';
import { isCategory } from '../../checks/plural-categories.js';
import {
  type Block,
  hasText,
  type List,
  type LocaleFormat,
  type ReadContext,
  type Slot,
} from '../document.js';
import { MAX_DEPTH, MAX_ENTRIES, MAX_TEXT } from '../limits.js';
import { detectLineEnding } from '../line-ending.js';
import {
  adaptForms,
  areForms,
  findGeneralForm,
  isZeroSpecial,
  joinNotes,
  listCompleteForms,
} from '../plurals.js';
import { findCommentBehind, listComments, readCommentsAbove } from './comments.js';
import { cutParts, type PartRange } from './cut-parts.js';
import { findLineStart } from './entries.js';
import { areGoNames, isGoMember, markGeneralForm } from './go-entries.js';
import { findSpaceEnd } from './json/tokens.js';
import { parseTOML } from './parsers.js';

/**
 * TOML, as Hugo and go-i18n have it. A text's key is its path, joined by dots. Comments right above a text and behind it are its note,
 * and so is the `description` of go-i18n. A table of plural forms, also an inline one, has those of the language; a table with `other` alone,
 * which does not show the number, is one text with the key of the table. A list is written into a new file when all
 * of its texts are translated; lists of tables are left out, with a warning. Expressions in double braces are protected.
 */
export const toml: LocaleFormat = {
  name: 'toml',
  extensions: ['.toml'],
  isBilingual: false,
  protect: /\{\{[^{}]*\}\}/g,
  canRead: isToml,
  read(text, context) {
    const reader = new TomlReader(text, context);
    return { root: reader.read(parse(text, context.fail)), warnings: reader.warnings };
  },
};

function parse(text: string, fail: ReadContext['fail']): AST.TOMLTopLevelTable {
  try {
    return parseTOML(text).body[0];
  } catch (error) {
    // For what is in something, the parser calls itself.
    if (error instanceof RangeError) return fail(0, `is nested more than ${MAX_DEPTH} levels deep`);
    const { index, message } = readFields(error);
    return fail(Number(index), `is not TOML: ${message}`);
  }
}

function isToml(text: string): boolean {
  try {
    parseTOML(text);
    return true;
  } catch {
    return false;
  }
}

type Range = Pick<PartRange, 'start' | 'end'>;

const toRange = ({ range: [start, end] }: AST.TOMLNode): Range => ({ start, end });
const readKey = ({ keys }: AST.TOMLKey): readonly string[] =>
  keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value));

/** The name of a pair in its table, joined by dots. */
const readName = ({ key }: AST.TOMLKeyValue): string => readKey(key).join('.');

class TomlReader {
  readonly #text: string;
  readonly #context: ReadContext;
  readonly #lineEnding: '\n' | '\r\n';
  readonly #lists: string[] = [];
  #count = 0;

  constructor(text: string, context: ReadContext) {
    this.#text = text;
    this.#context = context;
    this.#lineEnding = detectLineEnding(text);
  }

  get warnings(): readonly string[] {
    const names = [...new Set(this.#lists)];
    return names.length === 0
      ? []
      : [
          `has a list of tables, ${names.slice(0, 3).join(', ')}, whose texts are left out; give each a table of its own`,
        ];
  }

  /**
   * Pairs and tables are blocks, each with what is above it. Pairs come first: behind a table, they would belong to it. What is above
   * the comments of the first block belongs to the file.
   */
  read({ body }: AST.TOMLTopLevelTable): Block {
    const [first] = body;
    const head = first === undefined ? this.#text.length : this.#findAbove(toRange(first).start);
    const pairs: Block[] = [];
    const tables: Block[] = [];
    let at = head;
    let pairsEnd = head;
    for (const node of body) {
      const end = this.#findEnd(node);
      if (node.type === 'TOMLTable') tables.push(this.#readTable(node, at));
      else {
        pairs.push(this.#readPair(node, at, [], undefined));
        pairsEnd = end;
      }
      at = Math.min(this.#text.length, end + this.#lineEnding.length);
    }
    const separator = this.#lineEnding;
    const hasLineEnd = pairs.length === 0 || this.#text.startsWith(separator, pairsEnd);
    const trailer = hasLineEnd ? separator : '';
    const start = pairs.length === 0 ? head : pairsEnd + trailer.length;
    const last = body.at(-1);
    const end = tables.length === 0 || last === undefined ? start : this.#findEnd(last);
    const isOnNewLine = hasLineEnd || tables.length > 0;
    const list: List = {
      separator,
      blocks: tables,
      adopt: (text) => (isOnNewLine ? text : separator + text),
    };
    return {
      id: '',
      parts: [this.#text.slice(0, head), { separator, blocks: pairs, trailer }, list, this.#text.slice(end)],
    };
  }

  /** Where the comments right above something begin. */
  #findAbove(start: number): number {
    let at = findLineStart(this.#text, start);
    for (let line = at; line > 0; at = line) {
      line = findLineStart(this.#text, at - 1);
      if (!this.#text.slice(line, at).trimStart().startsWith('#')) break;
    }
    return at;
  }

  /** The end of the line in which something ends: a comment behind it is part of it. */
  #findEnd(node: AST.TOMLKeyValue | AST.TOMLTable): number {
    return this.#findLineEnd(toRange(node.type === 'TOMLTable' ? (node.body.at(-1) ?? node) : node).end);
  }

  #findLineEnd(offset: number): number {
    const line = this.#text.indexOf('\n', offset);
    if (line === -1) return this.#text.length;
    return this.#text[line - 1] === '\r' ? line - 1 : line;
  }

  #readTable(table: AST.TOMLTable, begin: number): Block {
    const { resolvedKey, kind, body } = table;
    const id = `[${resolvedKey.map(String).join('.')}]`;
    const end = this.#findEnd(table);
    if (kind === 'array' || resolvedKey.some((name) => typeof name === 'number')) {
      this.#lists.push(readKey(table.key).join('.'));
      return { id, parts: [this.#text.slice(begin, end)], taken: 'never' };
    }
    const path = resolvedKey.map(String);
    const isEntry = isGoEntry(body);
    const note = isEntry ? readDescription(body) : undefined;
    const start = Math.min(end, this.#findLineEnd(toRange(table.key).end) + this.#lineEnding.length);
    let at = start;
    const blocks = body.map((pair): Block => {
      const from = at;
      at = Math.min(end, this.#findEnd(pair) + this.#lineEnding.length);
      const name = readName(pair);
      if (!isEntry || !isGoMember(name)) return this.#readPair(pair, from, path, note);
      const parts = [this.#text.slice(from, this.#findEnd(pair))];
      return { id: name, parts, ...(name === 'description' && { taken: 'never' as const }) };
    });
    const list = {
      separator: this.#lineEnding,
      blocks: isEntry
        ? this.#withForms(blocks, body, path, ({ key }) => findLineStart(this.#text, toRange(key).start))
        : blocks,
    };
    return { id, parts: [this.#text.slice(begin, start), list, ''] };
  }

  /** A pair with what is above it, and with a comment behind it. */
  #readPair(
    pair: AST.TOMLKeyValue,
    begin: number,
    path: readonly string[],
    about: string | undefined,
  ): Block {
    const { start } = toRange(pair);
    this.#count += 1;
    if (this.#count > MAX_ENTRIES) this.#context.fail(start, `has more than ${MAX_ENTRIES} texts`);
    const own = readKey(pair.key);
    const lead = `\n${this.#text.slice(begin, start)}`;
    const end = this.#findEnd(pair);
    const behind = `\n${this.#text.slice(toRange(pair.value).end, end)}`;
    const notes = [lead, behind].flatMap((text) => readCommentsAbove(text, listComments(text, true)));
    const note = joinNotes([about, ...notes]);
    const slots = this.#listSlots(pair.value, [...path, ...own], note);
    const isWhole = pair.value.type === 'TOMLArray' || (isTable(pair.value) && !isGoEntry(pair.value.body));
    return {
      id: own.join('.'),
      parts: cutParts(this.#text, begin, end, slots),
      ...(isWhole && { taken: 'when translated in whole' as const }),
    };
  }

  /** The texts of a value, in the order of the file. @param depth how many values it is in */
  #listSlots(
    node: AST.TOMLContentNode,
    path: readonly string[],
    note: string | undefined,
    depth = 0,
  ): readonly PartRange[] {
    const { start, end } = toRange(node);
    if (depth > MAX_DEPTH) this.#context.fail(start, `is nested more than ${MAX_DEPTH} levels deep`);
    if (node.type === 'TOMLArray')
      return node.elements.flatMap((item, at) => this.#listSlots(item, [...path, `${at}`], note, depth + 1));
    if (isTable(node) && isGoEntry(node.body)) return [this.#readInlineForms(node, path, note, depth)];
    if (isTable(node))
      return node.body.flatMap((pair) =>
        this.#listSlots(pair.value, [...path, ...readKey(pair.key)], note, depth + 1),
      );
    const value = readString(node);
    if (value === undefined) return [];
    if (end - start > MAX_TEXT) this.#context.fail(start, `has a text of more than ${MAX_TEXT} letters`);
    const raw = this.#text.slice(start, end);
    const slot: Slot = {
      key: path.join('.'),
      value,
      note,
      raw,
      encode: (wanted, fail) => encode(wanted, raw, this.#lineEnding, fail),
    };
    return [{ start, end, part: slot }];
  }

  /** The forms of a text in an inline table. */
  #readInlineForms(
    { body }: AST.TOMLInlineTable,
    path: readonly string[],
    about: string | undefined,
    depth: number,
  ): PartRange {
    const [start = 0] = body[0]?.range ?? [];
    const [, end = 0] = body.at(-1)?.range ?? [];
    const note = joinNotes([about, readDescription(body)]);
    const begin = this.#text.lastIndexOf('{', start) + 1;
    const begins = new Map<AST.TOMLKeyValue, number>();
    let at = begin;
    let trailer = '';
    const blocks = body.map((pair): Block => {
      const from = at;
      begins.set(pair, from);
      const comma = this.#findComma(toRange(pair).end);
      const to = comma ?? end;
      const next = comma === undefined ? end : comma + 1;
      trailer = comma === undefined ? '' : ',';
      at = findCommentBehind(this.#text, next, true);
      const name = readName(pair);
      const slots = isGoMember(name) ? [] : this.#listSlots(pair.value, [...path, name], note, depth + 1);
      return {
        id: name,
        parts: cutParts(this.#text, from, to, slots),
        tail: this.#text.slice(next, at),
        ...(name === 'description' && { taken: 'never' as const }),
      };
    });
    const forms = this.#withForms(blocks, body, path, (pair) => begins.get(pair) ?? begin);
    return { start: begin, end: at, part: { separator: ',', blocks: forms, trailer } };
  }

  /** Where the comma behind a pair of an inline table is; undefined for the last pair without one. */
  #findComma(start: number): number | undefined {
    let at = findSpaceEnd(this.#text, start);
    while (this.#text[at] === '#') at = findSpaceEnd(this.#text, this.#findLineEnd(at));
    return this.#text[at] === ',' ? at : undefined;
  }

  /** The members of an entry of go-i18n; its forms, if the text has some, are adapted to the language. @param findBegin says where what is before a pair begins */
  #withForms(
    blocks: readonly Block[],
    body: readonly AST.TOMLKeyValue[],
    path: readonly string[],
    findBegin: (pair: AST.TOMLKeyValue) => number,
  ): readonly Block[] {
    const objectKey = path.join('.');
    const names = body.map(readName);
    const readForm = (name: string): string => readString(body[names.indexOf(name)]?.value) ?? '';
    const { from, to, isTarget } = this.#context;
    const categories = names.filter((name) => !isGoMember(name));
    const general = findGeneralForm(categories);
    const pair = body[names.indexOf(general ?? '')];
    if (!areForms(categories, readForm) || pair === undefined) {
      const isAlone = !isTarget && blocks.filter(hasText).length === 1;
      return markGeneralForm(blocks, objectKey, isAlone);
    }
    const key = toRange(pair.key);
    const lead = this.#text.slice(findBegin(pair), key.start);
    const space = lead.slice(lead.trimEnd().length);
    const equals = this.#text.slice(key.end, toRange(pair.value).start);
    const forms = adaptForms({
      blocks,
      forms: listCompleteForms(to),
      usesZero: isZeroSpecial(from),
      readCategory: ({ id }) => (isCategory(id) ? id : undefined),
      missing: (category) => ({
        id: category,
        key: [...path, category].join('.'),
        begin: space + category + equals,
        end: '',
      }),
    });
    return markGeneralForm(forms, objectKey, false);
  }
}

const isTable = (node: AST.TOMLContentNode): node is AST.TOMLInlineTable => node.type === 'TOMLInlineTable';

/** Whether the pairs of a table are those of one text, as go-i18n and Hugo have it. */
const isGoEntry = (body: readonly AST.TOMLKeyValue[]): boolean => areGoNames(body.map(readName));

const readDescription = (body: readonly AST.TOMLKeyValue[]): string | undefined =>
  readString(body.find((pair) => readName(pair) === 'description')?.value);

const readString = (node: AST.TOMLContentNode | undefined): string | undefined =>
  node?.type === 'TOMLValue' && node.kind === 'string' ? node.value : undefined;

// biome-ignore lint/suspicious/noControlCharactersInRegex: TOML has no others in a text
const CONTROL = /[\0-\x08\n-\x1f\x7f]/;

/** A text in the quotes that its place has, where they can hold it. */
function encode(value: string, raw: string, lineEnding: string, fail: (message: string) => never): string {
  if (/\p{Cs}/u.test(value)) fail('has half of a letter, which TOML can not hold');
  if (/^'(?!'')/.test(raw) && !value.includes("'") && !CONTROL.test(value)) return `'${value}'`;
  const escaped = JSON.stringify(value).slice(1, -1).replaceAll('\x7f', '\\u007f');
  const isInLines = /^"""|^'''/.test(raw) && value.includes('\n') && lineEnding === '\n';
  return isInLines
    ? `"""\n${escaped.replace(/\\(?:(n)|.)/g, (found, isLine) => (isLine ? '\n' : found))}"""`
    : `"${escaped}"`;
}
