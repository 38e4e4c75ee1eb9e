import { readFields } from '../../../base/kinds.js';
import type { Block, LocaleFormat, Part, ReadContext, Slot } from '../document.js';
import { MAX_DEPTH, MAX_ENTRIES, MAX_TEXT } from '../limits.js';
import { joinNotes } from '../plurals.js';
import { shortenKey } from '../refusal.js';
import {
  type CommentPlace,
  findCommentBehind,
  findCommentEnd,
  joinBlocks,
  listComments,
  readCommentsAbove,
} from './comments.js';
import { findOffset } from './entries.js';
import { PhpEngine } from './parsers.js';
import { warnAbout } from './warn-about.js';

/**
 * PHP files that return an array, such as those of Laravel, or give one to a variable, such as those of phpBB. A text's key is its
 * path, joined by dots. Strings are texts, also several that are joined by a dot; what else is there, such as a call, stays. A text whose key is a call or a variable is left out, with a
 * warning. A list is written into a new file when all of its texts are translated. Comments right above a text are its note. `:name`,
 * `%name%`, and the numbers of Laravel's choices are protected.
 */
export const php: LocaleFormat = {
  name: 'php',
  extensions: ['.php'],
  isBilingual: false,
  protect: /(?<![\w:]):[A-Za-z]\w*|%\w+%|\{\d+\}|\[(?:\d+|\*),(?:\d+|\*)\]/g,
  read(text, context) {
    const array = findArray(text, context);
    const { start, end } = rangeFor(array);
    if (hasUnnamed(array)) context.fail(start, 'has a text without a key; give each one');
    const reader = new ArrayReader(text, context);
    const parts = reader.readArray(array, start, '', false);
    const root = { id: '', parts: [text.slice(0, start), ...parts, text.slice(end)] };
    return { root, warnings: reader.warnings };
  },
};

/** What the parser says of a part of a file. */
interface PhpNode {
  readonly kind: string;
  readonly loc: { readonly start: { readonly offset: number }; readonly end: { readonly offset: number } };
  /** What is in a namespace or a block. */
  readonly children?: readonly PhpNode[];
  /** What a statement does. */
  readonly expression?: PhpNode;
  /** What is below an `if`, and below its `else`. */
  readonly body?: PhpNode | null;
  readonly alternate?: PhpNode | null;
  /** What a variable or a function is called: a variable can have another one as its name. */
  readonly name?: unknown;
  readonly arguments?: readonly PhpNode[];
  /** What a `return` returns. */
  readonly expr?: PhpNode | null;
  readonly items?: readonly PhpNode[];
  readonly key?: PhpNode | null;
  /** Whether it stands for the items of another array, as in `...$more`. */
  readonly unpack?: boolean;
  /** What a constant is looked up in, or which function is called. */
  readonly what?: PhpNode;
  readonly value?: unknown;
  readonly type?: string;
  readonly left?: PhpNode;
  readonly right?: PhpNode;
}

const rangeFor = ({ loc }: PhpNode): CommentPlace => ({ start: loc.start.offset, end: loc.end.offset });

/** An array of the file, and the variable that it is given to. */
interface FoundArray {
  readonly array: PhpNode;
  /** Undefined for what is returned. */
  readonly variable: unknown;
}

/** The array with the texts: what the file returns, or gives to a variable. It may be merged with others. */
function findArray(text: string, { fail }: ReadContext): PhpNode {
  const refuse = (node: PhpNode | undefined, message: string): never =>
    fail(
      node === undefined ? 0 : rangeFor(node).start,
      `${message}; export one array, as in ${EXAMPLE}, or use JSON`,
    );
  const statements = parse(text, fail).flatMap((node) =>
    node.kind === 'namespace' ? (node.children ?? []) : [node],
  );
  const [returned, second] = statements.filter(({ kind }) => kind === 'return');
  if (second !== undefined) return refuse(second, 'returns a second time here');
  const result = returned?.expr ?? undefined;
  if (result?.kind === 'array') return result;
  const found: FoundArray[] = listArrays(result).map((array) => ({ array, variable: undefined }));
  for (const { left, right } of listAssignments(statements)) {
    const arrays = listArrays(right);
    const isText = arrays.length > 0 || (right !== undefined && readString(right) !== undefined);
    if (left?.kind === 'offsetlookup' && isText) return refuse(left, 'gives a text to an array here');
    if (left?.kind === 'variable') for (const array of arrays) found.push({ array, variable: left.name });
  }
  const filled = found.filter(({ array }) => array.items?.length !== 0);
  if (filled[1] !== undefined) return refuse(filled[1].array, 'has a second array of texts here');
  const texts = filled[0] ?? found.at(-1);
  if (texts === undefined) return refuse(returned, 'is PHP that does not return one array of texts');
  const isReturned = result === undefined || texts.variable === undefined;
  if (!isReturned && (result.kind !== 'variable' || result.name !== texts.variable))
    return refuse(returned, 'returns something else than its array of texts here');
  return texts.array;
}

const EXAMPLE = '`return [ … ];`';

/** The arrays that a value is written as: itself, or what `array_merge` joins with other values. */
function listArrays(value: PhpNode | undefined): readonly PhpNode[] {
  if (value?.kind === 'array') return [value];
  const isMerge = value?.kind === 'call' && /^\\?array_merge$/i.test(String(value.what?.name));
  return isMerge ? (value.arguments ?? []).filter(({ kind }) => kind === 'array') : [];
}

/** What is assigned in some statements, and in those below an `if`. */
const listAssignments = (statements: readonly PhpNode[]): readonly PhpNode[] =>
  statements.flatMap(({ kind, expression, body, alternate, children = [] }) => {
    if (kind === 'expressionstatement') return expression?.kind === 'assign' ? [expression] : [];
    if (kind === 'block') return listAssignments(children);
    return kind === 'if' ? listAssignments([body, alternate].filter((branch) => !!branch)) : [];
  });

function parse(text: string, fail: ReadContext['fail']): readonly PhpNode[] {
  const engine = new PhpEngine({
    parser: { suppressErrors: false, version: '8.4' },
    ast: { withPositions: true },
  });
  quicken(engine.lexer as unknown as PhpLexer);
  const attempt = <Result>(read: () => Result): Result => {
    try {
      return read();
    } catch (error) {
      // For what is in something, the parser calls itself.
      if (error instanceof RangeError) return fail(0, 'is nested too deep');
      const { lineNumber, columnNumber } = readFields(error);
      const at = findOffset(text, lineNumber, columnNumber);
      return fail(at, 'is not PHP: something else was expected here');
    }
  };
  refuseCode(
    attempt(() => engine.tokenGetAll(text)),
    fail,
  );
  return attempt(() => engine.parseCode(text, '').children as unknown as readonly PhpNode[]);
}

/** What is used of the lexer of the parser. */
interface PhpLexer {
  readonly _input: string;
  readonly offset: number;
  /** What was read since the last token. */
  yytext: string;
  unput(size: number): unknown;
}

/**
 * Makes each step back of the lexer take the same time. It shortens what was read, letter by letter, so that a string of many `{` or `$`
 * takes quadratic time: the same part of the file is shortened at once.
 */
function quicken(lexer: PhpLexer): void {
  const { unput } = lexer;
  lexer.unput = (size) => {
    lexer.yytext = lexer._input.slice(lexer.offset - lexer.yytext.length, lexer.offset);
    return unput.call(lexer, size);
  };
}

/** Tokens that an array of texts is made of. */
const DATA = new Set<unknown>([
  '[',
  ']',
  '(',
  ')',
  ',',
  'T_ARRAY',
  'T_DOUBLE_ARROW',
  'T_WHITESPACE',
  'T_COMMENT',
  'T_DOC_COMMENT',
  'T_CONSTANT_ENCAPSED_STRING',
  'T_LNUMBER',
]);
/** More than so many tokens of other code are refused: for a chain of operators, the parser takes quadratic time. */
const MAX_CODE = 1_000;

function refuseCode(tokens: readonly unknown[], fail: ReadContext['fail']): void {
  const isCode = (token: unknown): boolean => !DATA.has(Array.isArray(token) ? token[0] : token);
  if (tokens.filter(isCode).length > MAX_CODE)
    fail(0, `has more code than an array of texts has: more than ${MAX_CODE} operators and names`);
}

class ArrayReader {
  readonly #text: string;
  readonly #context: ReadContext;
  readonly #mixed: string[] = [];
  readonly #computed: string[] = [];
  #count = 0;
  #depth = 0;

  constructor(text: string, context: ReadContext) {
    this.#text = text;
    this.#context = context;
  }

  /** What a person should know. */
  get warnings(): readonly string[] {
    return [
      ...warnAbout('has a text with code in it,', this.#mixed, 'which is left out and stays as it is'),
      ...warnAbout(
        'has a key that only a program can know,',
        this.#computed,
        'whose texts are left out and stay as they are',
      ),
    ];
  }

  /**
   * An array, with what is before it.
   *
   * @param begin where that is
   * @param path what the keys of its texts begin with
   * @param isInList whether it is in a list, where nothing is left out
   */
  readArray(array: PhpNode, begin: number, path: string, isInList: boolean): readonly Part[] {
    const { start, end } = rangeFor(array);
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) this.#context.fail(start, `is nested more than ${MAX_DEPTH} levels deep`);
    const items = array.items ?? [];
    const names = this.#listNames(items);
    const isList = isInList || hasUnnamed(array);
    const open = this.#text.indexOf(this.#text[start] === '[' ? '[' : '(', start) + 1;
    const blocks: Block[] = [];
    let at = open;
    let trailer = '';
    for (const [index, item] of items.entries()) {
      const name = names[index] ?? '';
      const block = this.#readItem(item, at, path + name, isList);
      const itemEnd = rangeFor(item).end;
      const comma = this.#findComma(itemEnd, end);
      const rest = this.#text.slice(itemEnd, comma ?? itemEnd);
      trailer = comma === undefined ? '' : ',';
      const next = comma === undefined ? itemEnd : comma + 1;
      at = findCommentBehind(this.#text, next, true);
      const tail = this.#text.slice(next, at);
      blocks.push({ ...block, id: name, parts: [...block.parts, rest], tail });
    }
    this.#depth -= 1;
    const head = this.#text.slice(begin, open);
    const close = this.#text.slice(at, end);
    if (isList) return [head, ...joinBlocks(blocks, trailer), close];
    return [head, { separator: ',', blocks, trailer }, close];
  }

  /** The names of items. One without a key has the number after the largest so far, as in PHP. */
  #listNames(items: readonly PhpNode[]): readonly string[] {
    let next = 0;
    return items.map((item) => {
      const { key } = item;
      if (!key && item.unpack !== true) {
        next += 1;
        return String(next - 1);
      }
      const { start, end } = rangeFor(key ?? item);
      const raw = this.#text.slice(start, end);
      const name = (key && readString(key)) ?? readNumber(raw) ?? raw;
      if (/^(?:0|[1-9]\d*)$/.test(name)) next = Math.max(next, Number(name) + 1);
      return name;
    });
  }

  /** An item with what is before it. */
  #readItem(item: PhpNode, begin: number, key: string, isInList: boolean): Omit<Block, 'id'> {
    this.#count += 1;
    const { start, end } = rangeFor(item);
    if (this.#count > MAX_ENTRIES) this.#context.fail(start, `has more than ${MAX_ENTRIES} texts`);
    if (item.key && isComputed(item.key)) {
      this.#computed.push(shortenKey(this.#text.slice(start, rangeFor(item.key).end)));
      return { parts: [this.#text.slice(begin, end)] };
    }
    const value = item.kind === 'entry' ? (item.value as PhpNode) : item;
    const range = rangeFor(value);
    const tail = this.#text.slice(range.end, end);
    if (value.kind === 'array') {
      const parts = this.readArray(value, begin, `${key}.`, isInList);
      const isOuter = !isInList && hasUnnamed(value);
      return { parts: [...parts, tail], ...(isOuter && { taken: 'when translated in whole' }) };
    }
    const text = readString(value);
    if (text === undefined) {
      if (hasString(value)) this.#mixed.push(key);
      return { parts: [this.#text.slice(begin, end)] };
    }
    const raw = this.#text.slice(range.start, range.end);
    if (raw.length > MAX_TEXT) this.#context.fail(range.start, `has a text of more than ${MAX_TEXT} letters`);
    const lead = this.#text.slice(begin, start);
    const note = joinNotes(readCommentsAbove(lead, listComments(lead, true)));
    const slot: Slot = {
      key,
      value: text,
      note,
      raw,
      encode: raw.startsWith("'") ? inApostrophes : inQuotes,
    };
    return { parts: [this.#text.slice(begin, range.start), slot, tail] };
  }

  /** Where the comma behind an item is; undefined for the last item of an array without one. */
  #findComma(start: number, end: number): number | undefined {
    let at = start;
    while (at < end) {
      if (this.#text[at] === ',') return at;
      at = Math.max(at + 1, findCommentEnd(this.#text, at, true));
    }
    return undefined;
  }
}

/** Whether an array has values without keys: left out, they would give their numbers to others. */
const hasUnnamed = ({ items = [] }: PhpNode): boolean =>
  items.some(({ key, unpack }) => !key && unpack !== true);

/** Kinds of keys that are the same whenever the file is read. */
const FIXED_WORDS = new Set(['string', 'nowdoc', 'number', 'boolean', 'nullkeyword', 'name']);

/** Whether a key is a call, a variable or the like. The name of a constant is a key as any. */
function isComputed(key: PhpNode): boolean {
  if (FIXED_WORDS.has(key.kind) || readString(key) !== undefined) return false;
  if (key.kind === 'propertylookup' || key.kind === 'unary')
    return key.what === undefined || isComputed(key.what);
  return key.kind !== 'staticlookup' || key.what?.kind !== 'name';
}

/** What PHP makes of a number or a boolean as a key; undefined for anything else, such as a constant. */
function readNumber(raw: string): string | undefined {
  if (/^(?:true|false)$/i.test(raw)) return raw.toLowerCase() === 'true' ? '1' : '0';
  const digits = raw.replaceAll('_', '');
  if (/^0o?[0-7]+$/i.test(digits)) return String(Number.parseInt(digits.replace(/^0o/i, ''), 8));
  return /^(?:\d+|0x[\da-f]+|0b[01]+)$/i.test(digits) ? String(Number(digits)) : undefined;
}

/** The value of a string, or of several that are joined; undefined for anything else. */
function readString(node: PhpNode): string | undefined {
  const texts: string[] = [];
  for (let rest: PhpNode | undefined = node; rest !== undefined; rest = rest.left) {
    const isJoined = rest.kind === 'bin' && rest.type === '.';
    const last = isJoined ? readLiteral(rest.right) : readLiteral(rest);
    if (last === undefined) return undefined;
    texts.push(last);
    if (!isJoined) break;
  }
  return texts.toReversed().join('');
}

/** The value of one literal: a string, or lines without variables. */
function readLiteral(node: PhpNode | undefined): string | undefined {
  if (node?.kind === 'string' || node?.kind === 'nowdoc') return String(node.value);
  if (node?.kind !== 'encapsed' || !Array.isArray(node.value)) return undefined;
  const parts: readonly { readonly expression: PhpNode }[] = node.value;
  return parts.every(({ expression }) => expression.kind === 'string')
    ? parts.map(({ expression }) => String(expression.value)).join('')
    : undefined;
}

/** Whether a value that is no text has some: with variables in it, or joined with something else. */
const hasString = ({ kind, type }: PhpNode): boolean =>
  kind === 'encapsed' || (kind === 'bin' && type === '.');

const inApostrophes = (value: string): string => `'${value.replace(/[\\']/g, '\\$&')}'`;

const inQuotes = (value: string): string =>
  `"${value.replace(/[\\"$\n\r\t]/g, (letter) => ESCAPES[letter] ?? `\\${letter}`)}"`;

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
