import type {
  Attribute,
  Entry,
  Message,
  Pattern,
  Placeable,
  SelectExpression,
  Span,
  SyntaxNode,
  Term,
  Variant,
} from '@fluent/syntax';
import { cutText } from '../../../base/texts.js';
import { isCategory } from '../../checks/plural-categories.js';
import { describeSlot, type SlotDescription } from '../describe-slot.js';
import type { Block, LocaleFormat, Part, ReadContext, Slot } from '../document.js';
import { MAX_ENTRIES, MAX_TEXT } from '../limits.js';
import { detectLineEnding } from '../line-ending.js';
import { adaptForms, findGeneralForm, listCompleteForms } from '../plurals.js';
import { FluentParser } from './parsers.js';

/** A placeable, such as `{ $user }` and `{"{"}`. */
const PLACEABLE = /\{\s*"(?:[^"\\\n]|\\.)*"\s*\}|\{[^{}]*\}/g;

/**
 * Fluent. A text's key is its id; `-brand` of a term, `login.title` of an attribute, and `files[one]` of a variant. Comments right
 * above a message are its note, and the heading of its group (`##`) is its remark. Where a whole value is one select, each variant is a text, and plural forms are those of the language;
 * a select within a sentence is left out, with a warning. Placeables, of which a translation can have no others, are protected.
 */
export const fluent: LocaleFormat = {
  name: 'fluent',
  extensions: ['.ftl'],
  isBilingual: false,
  protect: PLACEABLE,
  canRead: (text) => parse(text)?.every(({ type }) => type !== 'Junk') === true,
  read(text, context) {
    const at = text.search(LONG_BLANK);
    if (at !== -1) context.fail(at, `has more than ${MAX_BLANK} spaces or line breaks in a row`);
    const body = parse(text) ?? context.fail(0, 'is nested too deep');
    const reader = new FluentReader(text, context);
    return { root: reader.read(body), warnings: reader.warnings };
  },
};

/** Letters of a heading that are shown beside each text of its group. */
const MAX_HEADING = 1_000;

/** The parser takes quadratic time for white space within a text. */
const MAX_BLANK = 200;
const LONG_BLANK = new RegExp(`[ \\r\\n]{${MAX_BLANK + 1}}`);

/** The entries of a file; undefined if it is nested too deep. */
function parse(text: string): readonly Entry[] | undefined {
  try {
    return new FluentParser({ withSpans: true }).parse(text).body;
  } catch (error) {
    // For what is in something, the parser calls itself.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

class FluentReader {
  readonly #text: string;
  readonly #context: ReadContext;
  readonly #lineEnding: string;
  readonly #selects: string[] = [];
  /** The heading of the group that is read. */
  #group: string | undefined;

  constructor(text: string, context: ReadContext) {
    this.#text = text;
    this.#context = context;
    this.#lineEnding = detectLineEnding(text);
  }

  get warnings(): readonly string[] {
    const [first, ...more] = this.#selects;
    if (first === undefined) return [];
    const others = more.length === 0 ? '' : ` and ${more.length} more texts`;
    return [
      `has a choice within a sentence in ${first}${others}, left out; put the whole sentence into each variant`,
    ];
  }

  /**
   * Each entry with what is above it is a block, and so is the heading of a group, which stays when the entry below it goes. What is
   * above the comments of the first entry belongs to the file.
   */
  read(body: readonly Entry[]): Block {
    let at = 0;
    let head: string | undefined;
    const blocks: Block[] = [];
    for (const node of body) {
      const { start, end } = findSpan(node);
      if (node.type === 'Junk')
        this.#context.fail(start, 'is not Fluent: a message, a term or a comment was expected here');
      if (node.type === 'GroupComment') this.#group = cutText(node.content, MAX_HEADING);
      const isHeading = node.type === 'GroupComment' && head !== undefined;
      if (!isEntry(node) && !isHeading) continue;
      if (blocks.length >= MAX_ENTRIES) this.#context.fail(start, `has more than ${MAX_ENTRIES} texts`);
      const begin = head === undefined ? start : at + this.#lineEnding.length;
      head ??= this.#text.slice(0, start);
      if (isEntry(node)) blocks.push(this.#readEntry(node, begin));
      else blocks.push({ id: this.#text.slice(start, end), parts: [this.#text.slice(begin, end)] });
      at = end;
    }
    const list = { separator: this.#lineEnding, blocks };
    return { id: '', parts: [head ?? '', list, this.#text.slice(head === undefined ? 0 : at)] };
  }

  #readEntry(entry: Message | Term, begin: number): Block {
    const isTerm = entry.type === 'Term';
    const id = isTerm ? `-${entry.id.name}` : entry.id.name;
    const about = describeSlot([entry.comment?.content], [this.#group]);
    const head = findSpan(entry.id).end;
    const afterEquals = this.#text.indexOf('=', head) + 1;
    const parts: Block[] = [];
    let at = afterEquals;
    if (entry.value !== null) {
      const value = this.#readPattern(entry.value, id, at, about);
      // Without its value, a message would show nothing, and not the source language: its attributes are left out with it.
      if (value.taken === 'never')
        return { id, parts: [this.#text.slice(begin, findSpan(entry).end)], taken: 'never', allowed: [id] };
      parts.push({ id: 'value', ...value });
      at = findSpan(entry.value).end;
    }
    // Attributes of terms are for the grammar of their language.
    for (const attribute of isTerm ? [] : entry.attributes) {
      parts.push(this.#readAttribute(attribute, id, at, about));
      at = findSpan(attribute).end;
    }
    const rest = this.#text.slice(at, findSpan(entry).end);
    const needsAll = entry.value !== null && parts.length > 1;
    return {
      id,
      parts: [this.#text.slice(begin, afterEquals), { separator: '', blocks: parts }, rest],
      taken: parts.every(isLeftOut)
        ? 'never'
        : needsAll || parts.some(hasSelects)
          ? 'when complete'
          : undefined,
    };
  }

  #readAttribute({ id, value }: Attribute, key: string, begin: number, about: SlotDescription): Block {
    return { id: `.${id.name}`, ...this.#readPattern(value, `${key}.${id.name}`, begin, about) };
  }

  /** A value with what is before it. */
  #readPattern(pattern: Pattern, key: string, begin: number, about: SlotDescription): Omit<Block, 'id'> {
    const { start, end } = findSpan(pattern);
    const select = findSelect(pattern);
    const variants = select?.variants.map(({ value }) => readText(value, this.#text));
    const text = readText(pattern, this.#text);
    if (text !== undefined)
      return { parts: [this.#text.slice(begin, start), this.#makeSlot(key, text, start, end, about)] };
    if (select !== undefined && !variants?.includes(undefined))
      return { parts: this.#readSelect(select, key, begin, end, about), taken: 'when complete' };
    this.#selects.push(key);
    return { parts: [this.#text.slice(begin, end)], taken: 'never' };
  }

  #makeSlot(key: string, value: string, start: number, end: number, about: SlotDescription): Slot {
    if (end - start > MAX_TEXT) this.#context.fail(start, `has a text of more than ${MAX_TEXT} letters`);
    const raw = this.#text.slice(start, end);
    // A value in lines of its own begins with their indentation.
    const encode = makeEncoder(this.#lineEnding, /^ */.exec(raw)?.[0] ?? '');
    return { key, value, ...about, raw, encode };
  }

  /** A value that is one select: each variant is a block. */
  #readSelect(
    { selector, variants }: SelectExpression,
    key: string,
    begin: number,
    end: number,
    about: SlotDescription,
  ): readonly Part[] {
    const start = this.#text.indexOf('->', findSpan(selector).end) + 2;
    let at = start;
    const blocks = variants.map((variant): Block => {
      const from = at;
      at = findSpan(variant).end;
      const name = readName(variant);
      return { ...this.#readPattern(variant.value, `${key}[${name}]`, from, about), id: name };
    });
    const standard = variants.find((variant) => variant.default);
    const general = findGeneralForm(blocks.map(({ id }) => id));
    const isPlural =
      general !== undefined &&
      standard !== undefined &&
      readName(standard) === general &&
      blocks.every(({ id = '' }) => isCategory(id) || /^\d/.test(id));
    const list = {
      separator: '',
      blocks: isPlural ? this.#withForms(blocks, key, general) : blocks,
      // A select has one variant for all else, and this one has it.
      adopt: (text: string) => text.replace(/^(\s*)\*/, '$1 '),
    };
    return [this.#text.slice(begin, start), list, this.#text.slice(at, end)];
  }

  /** The variants of a plural, adapted to the language. */
  #withForms(blocks: readonly Block[], key: string, general: string): readonly Block[] {
    const [lead] = blocks.find(({ id }) => id === general)?.parts ?? [];
    const at = typeof lead === 'string' ? lead.lastIndexOf('*') : -1;
    if (typeof lead !== 'string' || at === -1) return blocks;
    const own = blocks.filter(({ id }) => isCategory(id));
    const adapted = adaptForms({
      blocks: own,
      forms: listCompleteForms(this.#context.to),
      readCategory: ({ id }) => (isCategory(id) ? id : undefined),
      missing: (category) => ({
        id: category,
        key: `${key}[${category}]`,
        begin: `${lead.slice(0, at)} ${lead.slice(at + 1).replace(general, category)}`,
        end: '',
      }),
    });
    // A variant for an exact number stays as it is.
    const changed = new Map(own.map((block, index) => [block, adapted[index]]));
    return [...blocks.map((block) => changed.get(block) ?? block), ...adapted.slice(own.length)];
  }
}

function findSpan({ span }: SyntaxNode): Span {
  // The parser was told to give each node its span.
  if (span === undefined) throw new Error('a node of Fluent has no span');
  return span;
}

const isLeftOut = ({ taken }: Block): boolean => taken === 'never';

/** Whether a value is a select. */
const hasSelects = ({ taken }: Block): boolean => taken === 'when complete';

const isEntry = (entry: Entry): entry is Message | Term => entry.type === 'Message' || entry.type === 'Term';

const readName = ({ key }: Variant): string => (key.type === 'Identifier' ? key.name : key.value);

/** The select that is all of a value. */
function findSelect({ elements: [first, second] }: Pattern): SelectExpression | undefined {
  if (second !== undefined || first?.type !== 'Placeable') return undefined;
  return first.expression.type === 'SelectExpression' ? first.expression : undefined;
}

/** A value as a text, with its placeables as the file has them; undefined if there is a select in it. */
function readText({ elements }: Pattern, file: string): string | undefined {
  let text = '';
  for (const element of elements) {
    if (element.type === 'TextElement') text += element.value;
    else if (hasSelect(element)) return undefined;
    else text += readLiteral(element) ?? joinLines(file.slice(element.span?.start, element.span?.end));
  }
  return text;
}

/** A placeable on one line. */
const joinLines = (placeable: string): string =>
  placeable
    .split('\n')
    .map((line) => line.trim())
    .join(' ');

const hasSelect = ({ expression }: Placeable): boolean =>
  expression.type === 'SelectExpression' || (expression.type === 'Placeable' && hasSelect(expression));

/** What a quoted text stands for, such as white space at the beginning. A brace stays as it is: it would begin a placeable. */
function readLiteral({ expression }: Placeable): string | undefined {
  if (expression.type !== 'StringLiteral') return undefined;
  const { value } = expression.parse();
  return /[{}]/.test(value) ? undefined : value;
}

/** Makes what writes a text. @param indentation of the lines, where the text has lines of its own */
function makeEncoder(lineEnding: string, indentation: string): Slot['encode'] {
  return (value, fail) => {
    const lines = value.replace(PLACEABLE, joinLines).replaceAll('\r', '{"\\u000D"}').split('\n');
    const isInline = indentation === '' && lines.length === 1;
    const written = lines.map((line, at) => {
      const isAtEnd = at === 0 || at === lines.length - 1;
      if (isInline) return escapeLine(line, / $|^ /g, isAtEnd);
      const escaped = escapeLine(line, / $|^[ [*.]/g, isAtEnd);
      const isFirst = at === 0 && indentation !== '';
      return (isFirst ? '' : lineEnding) + (escaped === '' ? '' : indentation || '    ') + escaped;
    });
    const text = written.join('');
    if (!isText((isInline ? ' ' : '\n') + text))
      fail('is no text of Fluent; write {"{"} for a brace that begins no placeable');
    return text;
  };
}

/** Quotes what Fluent would not take for text. @param special letters at the beginning and the end */
const escapeLine = (line: string, special: RegExp, isAtEnd: boolean): string =>
  line === '' && isAtEnd ? '{""}' : line.replace(special, '{"$&"}');

/** Whether what is behind an equals sign is one value, without a select. */
function isText(written: string): boolean {
  const source = `k =${written}`;
  const [entry, second] = LONG_BLANK.test(source) ? [] : (parse(source) ?? []);
  if (second !== undefined || entry?.type !== 'Message' || entry.attributes.length > 0) return false;
  return entry.value !== null && readText(entry.value, source) !== undefined;
}
