import type { Document, ParsedNode, Scalar, YAMLMap } from 'yaml';
import { isKnownLanguage } from '../../../base/language-code.js';
import {
  type Block,
  hasText,
  type List,
  type LocaleDocument,
  type LocaleFormat,
  type Part,
  type ReadContext,
  type Slot,
} from '../document.js';
import { MAX_TEXT } from '../limits.js';
import { detectLineEnding } from '../line-ending.js';
import {
  adaptForms,
  areForms,
  findGeneralForm,
  isZeroSpecial,
  joinNotes,
  listCompleteForms,
} from '../plurals.js';
import { findLineStart } from './entries.js';
import { isGoFile, isGoMember, isHashedEntry, markGeneralForm } from './go-entries.js';
import { isAlias, isMap, isScalar } from './parsers.js';
import { parseChecked } from './yaml-check.js';
import {
  adaptLayout,
  type Cut,
  cutFlow,
  cutLines,
  findEnd,
  findLineEnd,
  findPairEnd,
  splitComments,
  type YamlPair,
} from './yaml-layout.js';
import { encodeScalar } from './yaml-scalar.js';

/**
 * YAML, plain or of Rails, where the one key at the top is the language. A text's key is its path, joined by dots. A list
 * is written into a new file when all of its texts are translated, as in JSON.
 */
export const yaml: LocaleFormat = {
  name: 'yaml',
  extensions: ['.yml', '.yaml'],
  isBilingual: false,
  mayBeVue: true,
  read: (text, context) => new YamlReader(text, context).read(),
};

/** Where a node is, and what is known of it. */
interface NodePlace {
  /** The region of the file that its parts cover. */
  readonly from: number;
  readonly to: number;
  /** Undefined for the whole file. */
  readonly key: string | undefined;
  readonly note?: string | undefined;
  /** In a list nothing is left out, so that each text keeps its index. */
  readonly inList: boolean;
  readonly inFlow: boolean;
}

/** The anchors of a block, and those that it needs elsewhere. */
interface Marks {
  readonly anchors: Set<string>;
  readonly needs: Set<string>;
}

const STRING_TAGS: ReadonlySet<string | undefined> = new Set([undefined, '!', 'tag:yaml.org,2002:str']);
/** Ruby takes these for true and false, and for symbols, such as the `:year` of `date.order`. */
const RUBY_VALUE = /^(?:yes|no|on|off|:[a-z_]\w*)$/i;

class YamlReader {
  readonly #text: string;
  readonly #context: ReadContext;
  readonly #document: Document.Parsed;
  readonly #lineEnding: string;
  readonly #anchored = new Map<string, ParsedNode>();
  #marks: Marks = { anchors: new Set(), needs: new Set() };
  #language: YamlPair | undefined;
  /** Whether it is a file of go-i18n, so that each map is an entry. */
  #isGoFile = false;
  #aliasedLetters = 0;

  constructor(text: string, context: ReadContext) {
    this.#text = text;
    this.#context = context;
    this.#document = parseChecked(text, context);
    this.#lineEnding = detectLineEnding(text);
  }

  read(): LocaleDocument {
    const { contents } = this.#document;
    // Nothing but comments.
    if (isNothing(contents)) return { root: { id: '', parts: [this.#text] } };
    if (!isParsedMap(contents)) return this.#context.fail(0, 'must be a map with texts');
    this.#language = this.#readLanguage(contents);
    this.#isGoFile =
      this.#language === undefined && isGoFile(contents.items.map(({ value }) => readFlat(value)));
    const place = { from: 0, to: this.#text.length, key: undefined, inList: false, inFlow: false };
    const parts = this.#readNode(contents, place);
    const root: Block = { id: '', parts: [...parts, this.#endLastLine()], ...keepMarks(this.#marks) };
    if (this.#language === undefined) return { root };
    return { language: readName(this.#language), layout: 'the texts of Rails', root };
  }

  /** In a new file, a text of several lines may be the last, and needs a line ending. */
  #endLastLine(): Part {
    const end = this.#text.endsWith('\n') ? '' : this.#lineEnding;
    return ({ isNew }) => (isNew ? end : '');
  }

  /** The pair of the language in a file of Rails, where it is the only one; undefined in another file. */
  #readLanguage({ items }: YAMLMap.Parsed): YamlPair | undefined {
    if (
      !items.every(
        (pair) => isKnownLanguage(readName(pair) ?? '') && (isParsedMap(pair.value) || isNothing(pair.value)),
      )
    )
      return undefined;
    const [first, second] = items;
    if (second === undefined) return first;
    return this.#context.fail(second.key.range[0], 'has a second language; give each a file of its own');
  }

  #readNode(node: ParsedNode | null, place: NodePlace): readonly Part[] {
    if (node === null) return [this.#text.slice(place.from, place.to)];
    if (isAlias(node)) return this.#readAlias(node.source, node.range, place);
    if (node.anchor !== undefined) {
      this.#anchored.set(node.anchor, node);
      this.#marks.anchors.add(node.anchor);
    }
    if (isScalar(node)) return this.#readScalar(node, place);
    return isParsedMap(node) ? this.#readMap(node, place) : this.#readItems(node.items, place);
  }

  /** A text that an alias repeats is a text of its own. Anything else needs its anchor in the same file. */
  #readAlias(name: string, range: ParsedNode['range'], place: NodePlace): readonly Part[] {
    const node = this.#anchored.get(name);
    if (node === undefined)
      return this.#context.fail(range[0], `has the alias *${name} before its anchor, or without it`);
    const text = isScalar(node) ? this.#readText(node) : undefined;
    if (text === undefined) {
      this.#marks.needs.add(name);
      return [this.#text.slice(place.from, place.to)];
    }
    this.#aliasedLetters += text.length;
    if (this.#aliasedLetters > MAX_TEXT)
      this.#context.fail(range[0], `has aliases for more than ${MAX_TEXT} letters`);
    return this.#cutSlot(text, 'PLAIN', range[0], range[1], place);
  }

  get #style() {
    return { isRubys: this.#language !== undefined, lineEnding: this.#lineEnding };
  }

  #readScalar(node: Scalar.Parsed, place: NodePlace): readonly Part[] {
    const text = this.#readText(node);
    if (text === undefined) return [this.#text.slice(place.from, place.to)];
    return this.#cutSlot(text, node.type, node.range[0], findEnd(node, this.#text), place);
  }

  #readText({ value, type, tag }: Scalar.Parsed): string | undefined {
    if (typeof value !== 'string' || !STRING_TAGS.has(tag)) return undefined;
    const isRubys = this.#language !== undefined && type === 'PLAIN' && RUBY_VALUE.test(value);
    return isRubys ? undefined : value;
  }

  #cutSlot(
    value: string,
    type: Scalar.Type | undefined,
    start: number,
    end: number,
    { from, to, key = '', note, inFlow }: NodePlace,
  ): readonly Part[] {
    const raw = this.#text.slice(start, end);
    const style = { type, raw, inFlow, ...this.#style };
    const slot: Slot = { key, value, note, raw, encode: (wanted) => encodeScalar(wanted, style) };
    return [this.#text.slice(from, start), slot, this.#text.slice(end, to)];
  }

  #readMap(map: YAMLMap.Parsed, place: NodePlace): readonly Part[] {
    const { from, to, inList } = place;
    this.#checkNames(map);
    const cuts = map.flow ? cutFlow(map, this.#text) : cutLines(map, from, this.#text, this.#lineEnding);
    if (inList || cuts === undefined) return this.#readItems(map.items, place);
    const begin = cuts[0]?.begin ?? map.range[0] + 1;
    const inFlow = place.inFlow || map.flow === true;
    const isEntry = this.#isEntry(map);
    const note = isEntry ? joinNotes([place.note, readPlainText(findPair(map, 'description'))]) : place.note;
    const blocks = map.items.map((pair, at): Block => {
      const { begin = 0, end = 0 } = cuts[at] ?? {};
      const name = readName(pair);
      if (!isEntry || !isGoMember(name))
        return this.#readPair(pair, { ...place, note, from: begin, to: end, inFlow });
      const parts = [this.#text.slice(begin, end)];
      return { id: name, parts, ...(name === 'description' && { taken: 'never' as const }) };
    });
    const isForms = isPlural(map, isEntry);
    const adapted = isForms ? this.#adaptForms(map, cuts, blocks, place) : blocks;
    const isAlone = !isForms && !this.#context.isTarget && blocks.filter(hasText).length === 1;
    const list = this.#makeList(map, isEntry ? markGeneralForm(adapted, place.key ?? '', isAlone) : adapted);
    return [this.#text.slice(from, begin), list, this.#text.slice(cuts.at(-1)?.end ?? begin, to)];
  }

  /** Whether a map is an entry of go-i18n. */
  #isEntry(map: YAMLMap.Parsed): boolean {
    return isHashedEntry(readFlat(map)) || (this.#isGoFile && map !== this.#document.contents);
  }

  #makeList(map: YAMLMap.Parsed, blocks: readonly Block[]) {
    const [start = 0] = map.items[0]?.key.range ?? [];
    const indentation = map.flow ? '' : this.#text.slice(findLineStart(this.#text, start), start);
    const list = { separator: map.flow ? ',' : this.#lineEnding, blocks };
    return { ...list, adopt: (text: string, foreign: List) => adaptLayout(text, foreign, list, indentation) };
  }

  #checkNames({ items }: YAMLMap.Parsed): void {
    const pairs = new Map<string, YamlPair>();
    for (const pair of items) {
      const name = readName(pair);
      if (name === undefined || name === MERGE) continue;
      const [start, end] = pair.key.range;
      const first = pairs.get(name);
      if (first !== undefined && !this.#mayComeAgain(first, pair))
        this.#context.fail(start, `has ${this.#text.slice(start, end)} twice in one map`);
      pairs.set(name, pair);
    }
  }

  /** Of a text that comes again, the last one counts. In a file that gives the texts, they must be the same. */
  #mayComeAgain({ value: first }: YamlPair, { value: again }: YamlPair): boolean {
    if (!isScalar(first) || !isScalar(again)) return false;
    return this.#context.isTarget || this.#readSource(first) === this.#readSource(again);
  }

  #readSource({ range: [start, end] }: Scalar.Parsed): string {
    return this.#text.slice(start, end);
  }

  /** A list; or a map that is in one, or whose pairs have no lines of their own. */
  #readItems(items: readonly (ParsedNode | YamlPair)[], place: NodePlace): readonly Part[] {
    let at = place.from;
    const parts = items.flatMap((item, index) => {
      const isPair = 'key' in item;
      const from = at;
      at = Math.max(at, isPair ? findPairEnd(item, this.#text) : findEnd(item, this.#text));
      const key = joinKey(place, isPair ? (readName(item) ?? '') : String(index));
      return this.#readNode(isPair ? item.value : item, { ...place, from, to: at, key, inList: true });
    });
    return [...parts, this.#text.slice(at, place.to)];
  }

  #readPair(pair: YamlPair, place: NodePlace): Block {
    const { from, to } = place;
    const { key, value } = pair;
    const name = readName(pair);
    if (name === undefined) return { id: undefined, parts: [this.#text.slice(from, to)] };
    const outside = this.#marks;
    this.#marks = { anchors: new Set(), needs: new Set() };
    const [start, end] = key.range;
    const isLanguage = pair === this.#language;
    const parts = isLanguage
      ? [
          this.#text.slice(from, start),
          this.#readLanguageKey(key),
          ...this.#readNode(value, { ...place, from: end }),
        ]
      : this.#readNode(value, { ...place, key: joinKey(place, name), note: this.#readNote(pair, place) });
    const isList = isCollection(value) && !parts.some((part) => typeof part === 'object' && 'blocks' in part);
    const block = {
      parts,
      ...keepMarks(this.#marks),
      ...(isList && { taken: 'when translated in whole' as const }),
    };
    this.#marks = outside;
    return { ...block, id: isLanguage ? LANGUAGE_ID : name === MERGE ? undefined : name };
  }

  /** What the comments say of the texts of a pair. A map is too much for one note, unless it has the forms of a text. */
  #readNote(pair: YamlPair, { from, note }: NodePlace): string | undefined {
    const { key, value } = pair;
    if (isParsedMap(value) && !this.#isEntry(value) && !isPlural(value, false)) return undefined;
    const end = findPairEnd(pair, this.#text);
    const after = this.#text.slice(end, findLineEnd(this.#text, end, this.#lineEnding));
    return joinNotes([note, ...splitComments(this.#text.slice(from, key.range[0]), after)]);
  }

  #readLanguageKey(key: ParsedNode): Part {
    const raw = this.#text.slice(key.range[0], key.range[1]);
    const type = isScalar(key) ? key.type : undefined;
    const style = { type, raw, inFlow: false, ...this.#style };
    return ({ to, isNew }) => (isNew && to !== undefined ? encodeScalar(to, style) : raw);
  }

  /** The blocks of a plural, adapted to the forms of the language. */
  #adaptForms(
    map: YAMLMap.Parsed,
    cuts: readonly Cut[],
    blocks: readonly Block[],
    place: NodePlace,
  ): readonly Block[] {
    const general = findGeneralForm(blocks.map(({ id }) => id));
    const at = blocks.findIndex(({ id }) => id === general);
    const [lead] = blocks[at]?.parts ?? [];
    const [start = 0, end = 0] = map.items[at]?.key.range ?? [];
    const begin = cuts[at]?.begin ?? 0;
    if (typeof lead !== 'string') return blocks;
    const above = map.flow ? 0 : findLineStart(lead, start - begin);
    return adaptForms({
      blocks,
      forms: listCompleteForms(this.#context.to),
      usesZero: isZeroSpecial(this.#context.from ?? (this.#language && readName(this.#language))),
      readCategory: ({ id }) => (isGoMember(id) ? undefined : id),
      missing: (category) => ({
        id: category,
        key: joinKey(place, category),
        begin: lead.slice(above, start - begin) + category + lead.slice(end - begin),
        end: '',
      }),
    });
  }
}

const MERGE = '<<';
/** The same in each language. */
const LANGUAGE_ID = 'the language';

const isParsedMap = (node: ParsedNode | null): node is YAMLMap.Parsed => isMap(node);
const isNothing = (node: ParsedNode | null): boolean =>
  node === null || (isScalar(node) && node.value === null && node.source === '');
const isCollection = (node: ParsedNode | null): boolean => node !== null && 'items' in node;
const joinKey = ({ key }: NodePlace, name: string): string => (key === undefined ? name : `${key}.${name}`);

/** The name of a pair; undefined for a key that is no text. */
function readName({ key }: YamlPair): string | undefined {
  if (!isScalar(key)) return undefined;
  return typeof key.value === 'string' ? key.value : (key.source ?? '');
}

/** Whether the pairs of a map are the plural forms of one text, as in Rails. @param isEntry whether it is an entry of go-i18n */
function isPlural(map: YAMLMap.Parsed, isEntry: boolean): boolean {
  const names = map.items.map(readName).filter((name) => !isEntry || !isGoMember(name));
  return (
    areForms(names, (name) => readPlainText(findPair(map, name))) &&
    !map.items.some(({ value }) => isCollection(value))
  );
}

const findPair = ({ items }: YAMLMap.Parsed, name: string): YamlPair | undefined =>
  items.find((pair) => readName(pair) === name);

/** A text, or a small map of texts by their names; undefined for anything else. */
function readFlat(node: ParsedNode | null): unknown {
  if (isScalar(node)) return node.anchor === undefined ? node.value : undefined;
  if (!isParsedMap(node) || node.items.length > MAX_MEMBERS || node.anchor !== undefined) return undefined;
  return {
    names: node.items.map((pair) => readName(pair) ?? ''),
    values: node.items.map(({ value }) => (isScalar(value) ? readFlat(value) : undefined)),
  };
}

/** An entry of go-i18n has no more of them. */
const MAX_MEMBERS = 20;

const readPlainText = (pair: YamlPair | undefined): string =>
  isScalar(pair?.value) ? String(pair.value.value) : '';

function keepMarks({ anchors, needs }: Marks): Pick<Block, 'anchors' | 'needs'> {
  const missing = [...needs].filter((name) => !anchors.has(name));
  return {
    ...(anchors.size > 0 && { anchors: [...anchors] }),
    ...(missing.length > 0 && { needs: missing }),
  };
}
