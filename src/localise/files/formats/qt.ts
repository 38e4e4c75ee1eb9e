import { spellWithUnderscores } from '../../../base/language-code.js';
import { ATTRIBUTE } from '../../checks/placeholders/tags.js';
import type { Block, LocaleFormat, ReadContext, Slot } from '../document.js';
import { MAX_TEXT } from '../limits.js';
import { describeNumbers, joinNotes } from '../plurals.js';
import { cutParts, type PartRange } from './cut-parts.js';
import { listQtForms } from './qt-plurals.js';
import {
  type Element,
  encodeContent,
  findChild,
  findContent,
  listElements,
  readAttribute,
  readChildren,
  readOpenTag,
  readTagName,
  readXml,
  withAttribute,
  withoutAttributes,
} from './xml.js';

/** The tags of Qt's rich text. Other words in angle brackets are text. */
const TAG_NAMES = [
  'a|address|b|big|blockquote|body|br|center|cite|code|dd|dfn|div|dl|dt|em|font|h[1-6]|head|hr|html|i|img|kbd|li|meta|nobr|ol',
  'p|pre|qt|s|samp|small|span|strong|style|sub|sup|table|tbody|td|tfoot|th|thead|title|tr|tt|u|ul|var',
].join('|');

/**
 * Files of Qt Linguist, `.ts`, recognised by `<TS`. A text's key is its `id`, or its context and source, `Window/Open`, with its comment
 * behind U+0004; `[0]`, `[1]` … of a text with numbers, in the forms of Qt. Notes are `<extracomment>` and `<comment>`. What is
 * `unfinished` counts as not translated; a translation removes that mark, and the drafts of other forms. What is `vanished` or
 * `obsolete` is not ordered. `%n`, `%1` and the tags of
 * Qt's rich text are protected.
 */
export const qt: LocaleFormat = {
  name: 'qt',
  extensions: ['.ts'],
  isBilingual: true,
  protect: new RegExp(String.raw`%L?(?:\d\d?|n)|<\/?(?:${TAG_NAMES})(?:${ATTRIBUTE})*\s*\/?>`, 'giu'),
  read(text, context) {
    if (!/<TS[\s>]/.test(text))
      context.fail(
        0,
        'is not a file of Qt Linguist: it has no <TS>. If it is TypeScript that exports one literal, give the format json5; else move its texts to a JSON file',
      );
    const root = readXml(text, context, true);
    if (root.name !== 'TS') context.fail(root.start, 'is not a file of Qt Linguist: its root is not <TS>');
    const to = readAttribute(root, 'language') || undefined;
    const forms = context.pluralForms ?? listQtForms(context.to ?? to);
    const language = readAttribute(root, 'sourcelanguage') || undefined;
    return { language, to, pluralForms: forms, root: new QtReader(text, context, forms).read(root) };
  },
};

/** Writes a text as an element of its own. @param tag its opening tag, with what is before it */
const encodeElement =
  (tag: string): Slot['encode'] =>
  (value, fail) =>
    `${tag}${encodeContent({ texts: [value], tags: [] }, value, fail)}</${readTagName(tag.trimStart())}>`;

/** Marks of messages that the program no longer has. */
const GONE = new Set(['vanished', 'obsolete']);

class QtReader {
  readonly #text: string;
  readonly #context: ReadContext;
  readonly #forms: readonly (readonly number[])[];

  constructor(text: string, context: ReadContext, forms: readonly (readonly number[])[]) {
    this.#text = text;
    this.#context = context;
    this.#forms = forms;
  }

  read(root: Element): Block {
    const tag = this.#text.slice(root.start, root.openEnd);
    const isNamed = readAttribute(root, 'language') !== undefined;
    const head: PartRange = {
      start: root.start,
      end: root.openEnd,
      part: ({ to }) =>
        to === undefined || isNamed ? tag : withAttribute(tag, 'language', spellWithUnderscores(to)),
    };
    const contexts = readChildren(root, (element, begin) => {
      // Messages with an id can be in no context.
      if (element.name === 'message') return this.#readMessage(element, begin, '');
      if (element.name !== 'context') return { id: undefined, parts: [this.#text.slice(begin, element.end)] };
      const name = this.#readChild(element, 'name');
      const messages = readChildren(element, (message, from) => this.#readMessage(message, from, name));
      return { id: `context ${name}`, parts: cutParts(this.#text, begin, element.end, [messages]) };
    });
    return { id: '', parts: cutParts(this.#text, 0, this.#text.length, [head, contexts]) };
  }

  #readMessage(message: Element, begin: number, context: string): Block {
    const text = this.#text.slice(begin, message.end);
    const source = findChild(message, 'source');
    const translation = findChild(message, 'translation');
    const type = translation && readAttribute(translation, 'type');
    if (GONE.has(type ?? '')) return { id: undefined, parts: [text], taken: 'never' };
    if (message.name !== 'message' || source === undefined) return { id: undefined, parts: [text] };
    if (message.end - message.start > MAX_TEXT)
      this.#context.fail(message.start, `has a message of more than ${MAX_TEXT} letters`);
    const original = findContent(source, this.#text);
    const comment = this.#readChild(message, 'comment');
    const key = readAttribute(message, 'id') ?? `${context}/${original.text}${comment && `\u0004${comment}`}`;
    const note = joinNotes([this.#readChild(message, 'extracomment'), comment]);
    const slot = { key, text: original.text, note };
    const isUnfinished = type === 'unfinished';
    const id = `message ${key}`;
    if (translation === undefined) return { id, parts: [text] };
    const hasForms = readAttribute(message, 'numerus') === 'yes';
    const places = hasForms
      ? this.#readForms(translation, slot, isUnfinished)
      : [this.#makePlace(translation, slot, isUnfinished)];
    const tag = { start: translation.start, end: translation.openEnd };
    if (!isUnfinished) return { id, parts: cutParts(this.#text, begin, message.end, places) };
    const finished = withoutAttributes(this.#text.slice(tag.start, tag.end), ['type']);
    // A place that is a single tag is written by itself.
    const isSingle = translation.openEnd === translation.end;
    const kept = hasForms ? places.map(withoutDraft) : places;
    const done = isSingle ? kept : [{ ...tag, part: finished }, ...kept];
    return {
      id,
      parts: cutParts(this.#text, begin, message.end, places),
      translated: cutParts(this.#text, begin, message.end, done),
    };
  }

  #makePlace(element: Element, slot: Pick<Slot, 'key' | 'text' | 'note'>, isUnfinished: boolean): PartRange {
    const { start, end, text, raw, encode } = findContent(element, this.#text);
    const value = isUnfinished || text === '' ? undefined : text;
    if (start !== element.start) return { start, end, part: { ...slot, value, raw, encode } };
    const tag = withoutAttributes(readOpenTag(element, this.#text), ['type']);
    return { start, end, part: { ...slot, value, raw, encode: encodeElement(tag) } };
  }

  /** The places of the forms that the language has, and of those that the file lacks. */
  #readForms(
    translation: Element,
    slot: Pick<Slot, 'key' | 'text' | 'note'>,
    isUnfinished: boolean,
  ): readonly PartRange[] {
    const elements = listElements(translation).filter(({ name }) => name === 'numerusform');
    const [first] = elements;
    const before = first === undefined ? '' : this.#text.slice(translation.openEnd, first.start);
    const end = elements.at(-1)?.end ?? translation.openEnd;
    const places = this.#forms.map((numbers, at): PartRange => {
      const own = {
        ...slot,
        key: `${slot.key}[${at}]`,
        note: joinNotes([slot.note, this.#forms.length > 1 ? describeNumbers(numbers) : undefined]),
        isForOne: numbers.length === 1,
      };
      const element = elements[at];
      if (element !== undefined) return this.#makePlace(element, own, isUnfinished);
      const encode = encodeElement(`${before}<numerusform>`);
      return { start: end, end, part: { ...own, value: undefined, raw: '', encode } };
    });
    return translation.openEnd === translation.end ? [] : places;
  }

  #readChild(element: Element, name: string): string {
    const child = findChild(element, name);
    return child === undefined ? '' : findContent(child, this.#text).text.trim();
  }
}

/** A form that a finished message has no translation for: its draft would count as finished. */
function withoutDraft({ part, ...range }: PartRange): PartRange {
  if (typeof part !== 'object' || !('raw' in part) || part.raw.startsWith('<numerusform'))
    return { ...range, part };
  return { ...range, part: { ...part, raw: '' } };
}
