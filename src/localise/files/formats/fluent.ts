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
import {
  type Block,
  isSlot,
  type List,
  type LocaleFormat,
  type Part,
  type ReadContext,
  type Slot,
} from '../document.js';
import { MAX_ENTRIES, MAX_SIZE, MAX_TEXT } from '../limits.js';
import { detectLineEnding } from '../line-ending.js';
import { adaptForms, findGeneralForm, listCompleteForms } from '../plurals.js';
import { FluentParser } from './parsers.js';

/** A placeable, such as `{ $user }` and `{"{"}`. */
const PLACEABLE = /\{\s*"(?:[^"\\\n]|\\.)*"\s*\}|\{[^{}]*\}/g;

/**
 * Fluent. A text's key is its id; `-brand` of a term, `login.title` of an attribute, and `files[one]` of a variant. Comments right
 * above a message are its note, and the heading of its group (`##`) is its remark. Each variant of a select is a text, and plural forms
 * are those of the language. Of a select within a sentence, each variant is the whole sentence, and a translation is one select; two
 * selects in one text are left out, with a warning. Placeables, of which a translation can have no others, are protected.
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

/** Of more variants, each of which repeats what is around them, a text is left out. */
const MAX_SENTENCES = 16;

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
  /** Letters of sentences with a select, each of which repeats what is around that. */
  #letters = 0;
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
      `has several choices in one text in ${first}${others}, left out; put the whole sentence into each variant`,
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
    const sentence = select === undefined ? this.#readSentence(pattern, key, begin, about) : undefined;
    if (sentence !== undefined) return sentence;
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
    const list = this.#listVariants(blocks, key, standard && readName(standard), this.#cut(selector));
    return [this.#text.slice(begin, start), list, this.#text.slice(at, end)];
  }

  /** A text with a select within it: each variant is the whole sentence. Undefined if there is another select in it. */
  #readSentence(
    pattern: Pattern,
    key: string,
    begin: number,
    about: SlotDescription,
  ): Omit<Block, 'id'> | undefined {
    const selects = pattern.elements.flatMap((element) => findOwnSelect(element) ?? []);
    const [selector, second] = new Set(selects.map((select) => this.#cut(select.selector)));
    const variants = selects.flatMap((select) => select.variants);
    const names = [...new Set(variants.map(readName))];
    const [standard, secondStandard] = new Set(variants.filter((variant) => variant.default).map(readName));
    if (selector === undefined || second !== undefined || secondStandard !== undefined) return undefined;
    if (names.length > MAX_SENTENCES) return undefined;
    const texts = names.map((name) => readText(pattern, this.#text, name));
    const { start, end } = findSpan(pattern);
    const raw = this.#text.slice(start, end);
    this.#letters += texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
    if (raw.length > MAX_TEXT) this.#context.fail(start, `has a text of more than ${MAX_TEXT} letters`);
    if (this.#letters > MAX_SIZE)
      this.#context.fail(start, `has sentences with a choice of more than ${MAX_SIZE} letters in all`);
    const encode = makeEncoder(this.#lineEnding, '');
    const blocks: Block[] = [];
    for (const [at, value] of texts.entries()) {
      if (value === undefined || LONG_BLANK.test(value)) return undefined;
      const name = names[at] ?? '';
      const lead = `${this.#lineEnding}${name === standard ? '   *' : '    '}[${name}] `;
      const written = encode(value, (message) => this.#context.fail(start, message));
      const slot: Slot = { key: `${key}[${name}]`, value, ...about, raw: written, encode };
      blocks.push({ id: name, parts: [lead, slot] });
    }
    const list = this.#listVariants(blocks, key, standard, selector);
    const slots = list.blocks.flatMap(({ parts }) => parts.filter(isSlot));
    const before = this.#text.slice(begin, start);
    const indentation = /^ */.exec(raw)?.[0] ?? '';
    return {
      parts: [before, ...shareRaw(slots, raw)],
      translated: [`${before}${indentation}{ ${selector} ->`, list, `${this.#lineEnding}}`],
      taken: 'when complete',
    };
  }

  /** A part of the file on one line. */
  #cut(node: SyntaxNode): string {
    const { start, end } = findSpan(node);
    return joinLines(this.#text.slice(start, end));
  }

  /** The variants of a select, those of a plural in the forms of the language. @param standard the name of that for all else */
  #listVariants(blocks: readonly Block[], key: string, standard: string | undefined, selector: string): List {
    const general = findGeneralForm(blocks.map(({ id }) => id));
    const isPlural =
      general !== undefined &&
      standard === general &&
      blocks.every(({ id = '' }) => isCategory(id) || /^\d/.test(id));
    const type = /\btype: *"ordinal"/.test(selector) ? 'ordinal' : 'cardinal';
    return {
      separator: '',
      blocks: isPlural ? this.#withForms(blocks, key, general, type) : blocks,
      // A select has one variant for all else, and this one has it.
      adopt: (text: string) => text.replace(/^(\s*)\*/, '$1 '),
    };
  }

  /** The variants of a plural, adapted to the language. */
  #withForms(
    blocks: readonly Block[],
    key: string,
    general: string,
    type: Intl.PluralRuleType,
  ): readonly Block[] {
    const [lead] = blocks.find(({ id }) => id === general)?.parts ?? [];
    const at = typeof lead === 'string' ? lead.lastIndexOf('*') : -1;
    if (typeof lead !== 'string' || at === -1) return blocks;
    const own = blocks.filter(({ id }) => isCategory(id));
    const adapted = adaptForms({
      blocks: own,
      forms: listCompleteForms(this.#context.to, type),
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
const findSelect = ({ elements: [first, second] }: Pattern): SelectExpression | undefined =>
  first === undefined || second !== undefined ? undefined : findOwnSelect(first);

/** The select that an element is. */
const findOwnSelect = (element: Pattern['elements'][number]): SelectExpression | undefined =>
  element.type === 'Placeable' && element.expression.type === 'SelectExpression'
    ? element.expression
    : undefined;

/**
 * A value as a text, with its placeables as the file has them; undefined if there is a select in it.
 *
 * @param choice the variant that is taken of each select in it
 */
function readText({ elements }: Pattern, file: string, choice?: string): string | undefined {
  let text = '';
  for (const element of elements) {
    const select = choice === undefined ? undefined : findOwnSelect(element);
    const chosen =
      select?.variants.find((variant) => readName(variant) === choice) ??
      select?.variants.find((variant) => variant.default);
    if (element.type === 'TextElement') text += element.value;
    else if (chosen !== undefined) {
      const inner = readText(chosen.value, file);
      if (inner === undefined) return undefined;
      text += inner;
    } else if (hasSelect(element)) return undefined;
    else text += readLiteral(element) ?? joinLines(file.slice(element.span?.start, element.span?.end));
  }
  return text;
}

/** Gives each text of a value a letter of the file, and the last one the rest: none has a place of its own there. */
function shareRaw(slots: readonly Slot[], raw: string): readonly Slot[] {
  const last = slots.filter((slot) => slot.raw !== '').length - 1;
  let at = 0;
  return slots.map((slot) => {
    if (slot.raw === '') return slot;
    const piece = at === last ? raw.slice(at) : raw.charAt(at);
    at += 1;
    return { ...slot, raw: piece };
  });
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
