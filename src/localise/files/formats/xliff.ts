import { isSameTongue, spellWithHyphens } from '../../../base/language-code.js';
import { describeSlot, type SlotDescription } from '../describe-slot.js';
import type { Block, LocaleFormat, Part, Slot, Target } from '../document.js';
import { cutParts, type PartRange } from './cut-parts.js';
import {
  type Element,
  encodeContent,
  findChild,
  joinInline,
  listElements,
  readAttribute,
  readChildren,
  readInline,
  readOpenTag,
  readTagName,
  readXml,
  splitInline,
  withAttribute,
  withoutAttributes,
} from './xml.js';

/**
 * XLIFF 1.2 and 2.0. A text's key is the id of its unit; with several segments, `unit/segment`; with several files, `file/unit`. Tags
 * are protected.
 */
export const xliff: LocaleFormat = {
  name: 'xliff',
  extensions: ['.xlf', '.xliff'],
  isBilingual: true,
  protect: /<[^<>]+>/g,
  // Angular's messages have no quotations.
  apostrophes: 'are text',
  read(text, context) {
    const root = readXml(text, context);
    const version = root.name === 'xliff' ? readAttribute(root, 'version') : undefined;
    if (!/^[12]\./.test(version ?? '')) context.fail(root.start, 'is not XLIFF 1.2 or 2.0');
    const reader = new XliffReader(text, root);
    return { ...reader.readLanguages(), root: reader.read() };
  },
};

/** Elements that contain units. */
const CONTAINERS = new Set(['xliff', 'file', 'body', 'group']);
/** What units get from the elements around them. */
interface Inherited {
  /** Of the keys. */
  readonly prefix: string;
  /** `no` for units that are not translated, unless they say so themselves. */
  readonly translate: string;
}

/** States of a target that is not final. */
const UNFINISHED = /^(new|initial|needs-.*)$/;

/** Categories of notes that tools write: where the code has the text. */
const TOOL_NOTES = new Set(['location', 'file-source']);

const isToolNote = (note: Element): boolean =>
  TOOL_NOTES.has((readAttribute(note, 'category') ?? readAttribute(note, 'from') ?? '').toLowerCase());

/** Attributes of tags that repeat the code which a tag stands for: it can change, and the text stays the same. */
const EQUIVALENTS = ['equiv-text', 'disp', 'dispStart', 'dispEnd', 'equiv', 'equivStart', 'equivEnd'];

/** Takes from the tags of a text what repeats the code, unless nothing else tells two of them apart. */
function makeShortener(tags: readonly string[]): (tag: string) => string {
  const shorten = (tag: string): string => withoutAttributes(tag, EQUIVALENTS);
  const distinct = new Set(tags);
  return new Set([...distinct].map(shorten)).size === distinct.size ? shorten : (tag) => tag;
}

/** Says what the tags of a text stand for, a line for each. */
function listEquivalents(source: Element): readonly string[] {
  return listElements(source).flatMap((element) => {
    const code = EQUIVALENTS.map((name) => readAttribute(element, name)).find((value) => value !== undefined);
    const line = `<${element.name} id="${readAttribute(element, 'id') ?? ''}">: ${code}`;
    return [...(code === undefined ? [] : [line]), ...listEquivalents(element)];
  });
}

class XliffReader {
  readonly #text: string;
  readonly #root: Element;
  readonly #files: readonly Element[];

  constructor(text: string, root: Element) {
    this.#text = text;
    this.#root = root;
    this.#files = listElements(root).filter(({ name }) => name === 'file');
  }

  readLanguages() {
    const [file] = this.#files;
    const from = (name: string): string | undefined => (file && readAttribute(file, name)) || undefined;
    return {
      language: readAttribute(this.#root, 'srcLang') ?? from('source-language'),
      to: readAttribute(this.#root, 'trgLang') ?? from('target-language'),
    };
  }

  read(): Block {
    return {
      id: '',
      parts: [
        ...this.#readContainer(this.#root, 0, { prefix: '', translate: 'yes' }),
        this.#text.slice(this.#root.end),
      ],
    };
  }

  /** @param from where the text before the element starts */
  #readContainer(element: Element, from: number, inherited: Inherited): readonly Part[] {
    const { name, start, openEnd } = element;
    const { part, end } = readChildren(element, (child, begin) => this.#readBlock(child, begin, inherited));
    const tag = this.#text.slice(start, openEnd);
    return [
      this.#text.slice(from, start),
      (target) => this.#writeTag(name, tag, element, target),
      part,
      this.#text.slice(end, element.end),
    ];
  }

  /** An opening tag, with the language of the translations if it belongs there and is missing. */
  #writeTag(name: string, tag: string, element: Element, { to, isNew }: Target): string {
    if (to === undefined) return tag;
    const isNewer = readAttribute(this.#root, 'version')?.startsWith('2.');
    const attribute = isNewer ? 'trgLang' : 'target-language';
    if (name !== (isNewer ? 'xliff' : 'file')) return tag;
    const own = readAttribute(element, attribute);
    // A new file can be made from one with the texts as translations into their own language.
    if (own && !(isNew && !isSameTongue(own, to))) return tag;
    return withAttribute(tag, attribute, spellWithHyphens(to));
  }

  #readBlock(element: Element, begin: number, inherited: Inherited): Block {
    const { name } = element;
    const { prefix } = inherited;
    const translate = readAttribute(element, 'translate') ?? inherited.translate;
    const id = readAttribute(element, 'id') ?? readAttribute(element, 'original');
    if (CONTAINERS.has(name)) {
      const inside = name === 'file' && this.#files.length > 1 ? `${prefix}${id}/` : prefix;
      return {
        id: `${name} ${id}`,
        parts: this.#readContainer(element, begin, { prefix: inside, translate }),
      };
    }
    const slots = translate === 'no' ? [] : this.#readUnit(element, `${prefix}${id}`);
    if (slots.length === 0) return { id: undefined, parts: [this.#text.slice(begin, element.end)] };
    return { id: `${name} ${id}`, parts: cutParts(this.#text, begin, element.end, slots) };
  }

  /** The slots of a unit. None for another element. */
  #readUnit(unit: Element, key: string): readonly PartRange[] {
    const isOlder = unit.name === 'trans-unit';
    if (!isOlder && unit.name !== 'unit') return [];
    const segments = isOlder ? [unit] : listElements(unit).filter(({ name }) => name === 'segment');
    const notes = [unit, findChild(unit, 'notes')].flatMap((element) =>
      element === undefined ? [] : listElements(element).filter(({ name }) => name === 'note'),
    );
    const read = (element: Element): string => joinInline(readInline(element, this.#text)).trim();
    const byTools = notes.filter(isToolNote).map(read);
    const byPeople = notes.filter((element) => !isToolNote(element)).map(read);
    return segments.flatMap((segment, at) => {
      const part = segments.length === 1 ? key : `${key}/${readAttribute(segment, 'id') ?? at + 1}`;
      const source = findChild(segment, 'source');
      if (source === undefined) return [];
      const description = describeSlot(byPeople, [...listEquivalents(source), ...byTools]);
      return [this.#makeSlot(segment, source, part, description)];
    });
  }

  #makeSlot(segment: Element, source: Element, key: string, description: SlotDescription): PartRange {
    const target = findChild(segment, 'target');
    const before = findChild(segment, 'seg-source') ?? source;
    // In 2.0 the segment has the state, so its tag changes too.
    const isOlder = segment.name === 'trans-unit';
    const start = isOlder ? (target?.start ?? before.end) : segment.start;
    const end = target?.end ?? before.end;
    const stated = isOlder ? target : segment;
    const state = stated && readAttribute(stated, 'state');
    const isUnfinished = UNFINISHED.test(state ?? '');
    const inline = readInline(source, this.#text);
    const shorten = makeShortener(inline.tags);
    const shown = joinInline({ ...inline, tags: inline.tags.map(shorten) });
    const translated = target && readInline(target, this.#text);
    const value = translated && joinInline({ ...translated, tags: translated.tags.map(shorten) });
    // A translation may have a tag in either form. It is written as the file has it.
    const whole = new Map<string, string>();
    for (const tag of inline.tags) whole.set(shorten(tag), tag).set(tag, tag);
    const finish = (tag: string): string => (isUnfinished ? withAttribute(tag, 'state', 'translated') : tag);
    const slot: Slot = {
      key,
      text: shown,
      value: isUnfinished || value === '' ? undefined : value,
      ...description,
      raw: this.#text.slice(start, end),
      encode: (wanted, fail) => {
        const { texts, tags } = splitInline(wanted, [...whole.keys()]);
        const written = { texts, tags: tags.map((tag) => whole.get(tag) ?? tag) };
        const content = encodeContent(written, wanted, fail);
        const head = isOlder ? '' : finish(this.#text.slice(start, segment.openEnd));
        const middle = this.#text.slice(isOlder ? start : segment.openEnd, target?.start ?? end);
        const tag =
          target === undefined ? `${this.#readSpaceBefore(source)}<target>` : readOpenTag(target, this.#text);
        return `${head}${middle}${isOlder ? finish(tag) : tag}${content}</${readTagName(tag.trimStart())}>`;
      },
    };
    return { start, end, part: slot };
  }

  /** The white space before an element. */
  #readSpaceBefore({ start }: Element): string {
    const before = this.#text.slice(Math.max(0, start - 200), start);
    return before.slice(before.trimEnd().length);
  }
}
