import { spellWithHyphens } from '../../../base/language-code.js';
import type { Block, LocaleFormat, Part, Slot } from '../document.js';
import { joinNotes } from '../plurals.js';
import { cutParts, type PartRange } from './cut-parts.js';
import {
  type Element,
  encodeContent,
  findChild,
  joinInline,
  listElements,
  readAttribute,
  readInline,
  readXml,
  splitInline,
  withAttribute,
} from './xml.js';

/** XLIFF 1.2 and 2.0. A text's key is the id of its unit; with several files, `file/unit`. */
export const xliff: LocaleFormat = {
  name: 'xliff',
  extensions: ['.xlf', '.xliff'],
  isBilingual: true,
  protect: /<[^<>]+>/g,
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
    let end = openEnd;
    const blocks = listElements(element).map((child): Block => {
      const begin = end;
      end = child.end;
      return this.#readBlock(child, begin, inherited);
    });
    const tag = this.#text.slice(start, openEnd);
    return [
      this.#text.slice(from, start),
      ({ to }) => (to === undefined ? tag : this.#writeTag(name, tag, element, to)),
      { separator: '', blocks },
      this.#text.slice(end, element.end),
    ];
  }

  /** An opening tag, with the language of the translations if it belongs there and is missing. */
  #writeTag(name: string, tag: string, element: Element, to: string): string {
    const isNewer = readAttribute(this.#root, 'version')?.startsWith('2.');
    const attribute = isNewer ? 'trgLang' : 'target-language';
    if (name !== (isNewer ? 'xliff' : 'file') || readAttribute(element, attribute)) return tag;
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
    const note = joinNotes(
      [unit, findChild(unit, 'notes')].flatMap((element) =>
        listElements(element ?? { ...unit, content: [] })
          .filter(({ name }) => name === 'note')
          .map((element) => joinInline(readInline(element, this.#text)).trim()),
      ),
    );
    return segments.flatMap((segment, at) => {
      const part = segments.length === 1 ? key : `${key}/${readAttribute(segment, 'id') ?? at + 1}`;
      const source = findChild(segment, 'source');
      return source === undefined ? [] : [this.#makeSlot(segment, source, part, note)];
    });
  }

  #makeSlot(segment: Element, source: Element, key: string, note: string | undefined): PartRange {
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
    const value = target && joinInline(readInline(target, this.#text));
    const finish = (tag: string): string => (isUnfinished ? withAttribute(tag, 'state', 'translated') : tag);
    const slot: Slot = {
      key,
      text: joinInline(inline),
      value: isUnfinished || value === '' ? undefined : value,
      note,
      raw: this.#text.slice(start, end),
      encode: (wanted, fail) => {
        const content = encodeContent(splitInline(wanted, inline.tags), wanted, fail);
        const head = isOlder ? '' : finish(this.#text.slice(start, segment.openEnd));
        const middle = this.#text.slice(isOlder ? start : segment.openEnd, target?.start ?? end);
        const tag =
          target === undefined ? `${this.#readSpaceBefore(source)}<target>` : this.#readOpenTag(target);
        return `${head}${middle}${isOlder ? finish(tag) : tag}${content}</${this.#readTagName(tag)}>`;
      },
    };
    return { start, end, part: slot };
  }

  /** The white space before an element. */
  #readSpaceBefore({ start }: Element): string {
    const before = this.#text.slice(Math.max(0, start - 200), start);
    return before.slice(before.trimEnd().length);
  }

  #readOpenTag({ start, openEnd }: Element): string {
    const tag = this.#text.slice(start, openEnd);
    return tag.endsWith('/>') ? `${tag.slice(0, -2).trimEnd()}>` : tag;
  }

  /** The name of a tag, with its namespace prefix. */
  #readTagName(tag: string): string {
    return /<([^\s/>]+)/.exec(tag)?.[1] ?? 'target';
  }
}
