import type { Block, LocaleFormat, Part, ReadContext, Slot } from '../document.js';
import { MAX_TEXT } from '../limits.js';
import { adaptForms, findGeneralForm, joinNotes, listForms } from '../plurals.js';
import {
  type Element,
  encodeContent,
  type Inline,
  isAllCData,
  joinInline,
  listComments,
  listElements,
  readAttribute,
  readChildren,
  readInline,
  readXml,
  splitInline,
  withAttribute,
} from './xml.js';

/**
 * Android's strings. A text's key is its name; `name[0]` in an array, `name[other]` in a plural, `name[tablet]` if it is for a
 * product alone. The note is the comment before. Strings that are marked `translatable="false"`, or only refer to another resource,
 * are not translated. Tags and the placeholders of `printf` are protected.
 */
export const android: LocaleFormat = {
  name: 'android',
  extensions: ['.xml'],
  isBilingual: false,
  // Tags, and format specifiers of Java without a space: "90% of" is a percentage, and so is "50%off".
  protect: /<[^<>]+>|%%|(?<!\d)%(?:\d+\$)?[-+0,#(]*(?:[1-9]\d*)?(?:\.\d+)?[tT]?[a-zA-Z]/g,
  read(text, context) {
    const root = readXml(text, context);
    if (root.name !== 'resources')
      context.fail(root.start, 'is not a file of Android strings: it has no <resources>');
    return { root: readBlock(root, text, context) };
  },
};

function readBlock(root: Element, file: string, context: ReadContext): Block {
  const { end, part } = readChildren(root, (element, begin) => {
    const name = readName(element);
    const parts = name === undefined ? undefined : readEntry(element, name, begin, file, context);
    const isFixed = parts === undefined || readAttribute(element, 'translatable') === 'false';
    return {
      id: `${element.name} ${name}`,
      parts: isFixed ? [file.slice(begin, element.end)] : parts,
      ...(isFixed && { taken: 'never' }),
      ...(!isFixed && element.name === 'string-array' && { taken: 'when translated in whole' }),
    };
  });
  return { id: '', parts: [file.slice(0, root.openEnd), part, file.slice(end)] };
}

/** The key of an element: its name, and its product, since strings for other devices have the same name. */
function readName(element: Element): string | undefined {
  const name = readAttribute(element, 'name');
  const product = readAttribute(element, 'product') ?? 'default';
  return name === undefined || product === 'default' ? name : `${name}[${product}]`;
}

/** The parts of an element with texts, including the text before it; undefined for an element without texts. */
function readEntry(
  element: Element,
  name: string,
  begin: number,
  file: string,
  context: ReadContext,
): readonly Part[] | undefined {
  const before = file.slice(begin, element.start);
  const note = joinNotes(listComments(before));
  if (element.name === 'string') return [before, ...readString(element, name, note, file, context)];
  if (element.name !== 'string-array' && element.name !== 'plurals') return undefined;
  let end = element.openEnd;
  const items = listElements(element).map((item, at): Block => {
    const lead = file.slice(end, item.start);
    end = item.end;
    const id = readAttribute(item, 'quantity') ?? String(at);
    return { id, parts: [lead, ...readString(item, `${name}[${id}]`, note, file, context)] };
  });
  const open = file.slice(begin, element.openEnd);
  const close = file.slice(end, element.end);
  if (element.name === 'string-array') return [open, ...items.flatMap(({ parts }) => parts), close];
  return [open, { separator: '', blocks: withPluralForms(items, name, context.to) }, close];
}

/** References to nothing, to a resource, or to an attribute of the theme. They are not texts. */
const REFERENCE = /^(?:@(?:null|empty)|@[+*]?(?:[\w.]+:)?\w+\/[\w.-]+|\?(?:[\w.]+:)?(?:attr\/)?[\w.]+)$/;

function readString(
  element: Element,
  key: string,
  note: string | undefined,
  file: string,
  context: ReadContext,
): readonly Part[] {
  const tag = file.slice(element.start, element.openEnd);
  const raw = file.slice(element.openEnd, element.closeStart);
  const trimmed = raw.trim();
  const isCData = isAllCData(trimmed);
  if (raw.length > MAX_TEXT) context.fail(element.start, `has a text of more than ${MAX_TEXT} letters`);
  const inline = withoutEscapes(readInline(element, file), isCData);
  const value = joinInline(inline);
  const slot: Slot = {
    key,
    ...(REFERENCE.test(trimmed) && { text: '' }),
    value,
    note,
    raw,
    encode: (wanted, fail) => {
      const own = withEscapes(splitInline(wanted, inline.tags), isCData);
      const content = encodeContent(own, wanted, fail);
      return isCData ? `<![CDATA[${joinInline(own).replaceAll(']]>', ']]]]><![CDATA[>')}]]>` : content;
    },
  };
  return element.end === element.openEnd ? [tag] : [tag, slot, file.slice(element.closeStart, element.end)];
}

/** The items of a plural, adapted to the forms of the language. */
function withPluralForms(items: readonly Block[], name: string, to: string | undefined): readonly Block[] {
  const general = findGeneralForm(items.map(({ id }) => id));
  const [lead, tag] = items.find(({ id }) => id === general)?.parts ?? [];
  if (typeof tag !== 'string') return items;
  return adaptForms({
    blocks: items,
    forms: listForms(to),
    readCategory: ({ id }) => id,
    missing: (category) => ({
      id: category,
      key: `${name}[${category}]`,
      begin: `${lead}${withAttribute(tag, 'quantity', category)}`,
      end: '</item>',
    }),
  });
}

const ESCAPED_LETTERS: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

/** Removes Android's own escapes, which come on top of XML's. */
function withoutEscapes({ texts, tags }: Inline, isCData: boolean): Inline {
  let isQuoted = false;
  const plain = texts.map((text, at) => {
    const begun = at === 0 && !isCData ? text.replace(/^[ \t\r\n]+/, '') : text;
    const trimmed =
      at === texts.length - 1 && !isCData ? begun.replace(/(?<![ \t\r\n])[ \t\r\n]+$/, '') : begun;
    return trimmed.replace(/\\u([0-9a-f]{4})|\\(.)|(")|([ \t\r\n]+)/gis, (match, code, letter, quote) => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      if (letter !== undefined) return ESCAPED_LETTERS[letter] ?? letter;
      if (isCData) return match;
      if (quote === undefined) return isQuoted ? match : ' ';
      isQuoted = !isQuoted;
      return '';
    });
  });
  return { texts: plain, tags };
}

function withEscapes({ texts, tags }: Inline, isCData: boolean): Inline {
  const escaped = texts.map((text, at) =>
    text
      .replace(isCData ? /[\\']/g : /[\\'"]/g, '\\$&')
      .replaceAll('\n', '\\n')
      .replaceAll('\t', '\\t')
      .replaceAll('\r', '\\u000d')
      .replace(/^[@?]/, (mark) => (at === 0 ? `\\${mark}` : mark)),
  );
  // Without quotes, Android collapses repeated spaces and drops those at the ends.
  const isQuoted = !isCData && /^ | $| {2}/.test(joinInline({ texts: escaped, tags }));
  if (!isQuoted) return { texts: escaped, tags };
  const last = escaped.length - 1;
  return {
    texts: escaped.map((text, at) => `${at === 0 ? '"' : ''}${text}${at === last ? '"' : ''}`),
    tags,
  };
}
