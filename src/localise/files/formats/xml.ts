import { SaxesParser } from 'saxes';
import type { Block, List, ReadContext, Slot } from '../document.js';
import { MAX_DEPTH, MAX_PARTS } from '../limits.js';

/** An element, with its offsets in the text. */
export interface Element {
  /** Without its namespace prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly start: number;
  /** The start of its content. */
  readonly openEnd: number;
  /** The end of its content; equal to `openEnd` for `<x/>`. */
  closeStart: number;
  end: number;
  /** Its texts, with entities resolved, and its elements. Comments are left out. */
  readonly content: (string | Element)[];
}

/** A document type that only names one: it defines nothing. */
const PLAIN_TYPE = /^<!DOCTYPE\s+\w+(?:\s+(?:SYSTEM|PUBLIC\s+"[^"<>]*")\s+"[^"<>]*")?\s*>/;
/** Letters of a document type that are looked at. */
const TYPE_LENGTH = 500;

/**
 * Reads XML, and returns its root element. A document type is refused: it could define entities, which can be bombs.
 *
 * saxes says where a tag ends, so its beginning is searched for. sax says both, and takes three times as long; fast-xml-parser takes
 * twelve times as long, and has no place for an end tag.
 *
 * @param hasType whether files of the format have a document type: then one that defines nothing is allowed
 */
export function readXml(text: string, { fail }: Pick<ReadContext, 'fail'>, hasType = false): Element {
  const beginning = skipProlog(text);
  const isPlain = hasType && PLAIN_TYPE.test(text.slice(beginning, beginning + TYPE_LENGTH));
  if (text.startsWith('<!DOCTYPE', beginning) && !isPlain)
    fail(beginning, 'has a document type, which is not allowed');
  const parser = new SaxesParser();
  const open: Element[] = [];
  let root: Element | undefined;
  let entries = 0;
  const count = (): void => {
    entries += 1;
    if (entries > MAX_PARTS) fail(parser.position, `has more than ${MAX_PARTS} elements and attributes`);
  };
  // Not counted: what stands between two tags is one text, whatever comments it has.
  const addText = (text: string): void => {
    const content = open.at(-1)?.content;
    const before = content?.at(-1);
    if (typeof before === 'string') content?.splice(-1, 1, before + text);
    else content?.push(text);
  };
  parser.on('error', ({ message }) =>
    fail(parser.position, `is not XML: ${message.replace(/^[\d:]+ ?/, '').replace(/\.$/, '')}`),
  );
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^(utf-?8|us-ascii)$/i.test(encoding))
      fail(text.indexOf(encoding), `declares the encoding ${encoding}; save it as UTF-8 and declare that`);
  });
  parser.on('attribute', count);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length >= MAX_DEPTH) fail(parser.position, `is nested more than ${MAX_DEPTH} levels deep`);
    const element = createElement(text, parser.position, { name, attributes });
    count();
    open.at(-1)?.content.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', ({ isSelfClosing }) => {
    const element = open.pop();
    if (element === undefined || isSelfClosing) return;
    element.end = parser.position;
    element.closeStart = text.lastIndexOf('<', parser.position - 1);
  });
  parser.write(text).close();
  return root ?? fail(0, 'is not XML: it has no element');
}

/** Where the document type begins, or the root element. */
function skipProlog(text: string): number {
  let at = text.indexOf('<');
  while (text.startsWith('<!--', at) || text.startsWith('<?', at)) {
    const end = text[at + 1] === '!' ? text.indexOf('-->', at + 4) : text.indexOf('?>', at + 2);
    at = end === -1 ? -1 : text.indexOf('<', end);
    if (at === -1) return text.length;
  }
  return at;
}

/** The element whose opening tag ends at the position. */
function createElement(text: string, position: number, tag: Pick<Element, 'name' | 'attributes'>): Element {
  return {
    name: removePrefix(tag.name),
    attributes: tag.attributes,
    // In a well-formed tag, no attribute has a `<`.
    start: text.lastIndexOf('<', position - 1),
    openEnd: position,
    closeStart: position,
    end: position,
    content: [],
  };
}

const removePrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

export const listElements = ({ content }: Element): readonly Element[] =>
  content.filter((part) => typeof part === 'object');

export const findChild = (element: Element, name: string): Element | undefined =>
  listElements(element).find((child) => child.name === name);

/** An attribute by its name. `hasOwn`, since an attribute may be called `constructor`. */
export const readAttribute = ({ attributes }: Element, name: string): string | undefined =>
  Object.hasOwn(attributes, name) ? attributes[name] : undefined;

/**
 * The children of an element as a list, in the place of its content.
 *
 * @param readBlock gets a child, and where the text before it begins
 */
export function readChildren(element: Element, readBlock: (child: Element, begin: number) => Block) {
  let end = element.openEnd;
  const blocks = listElements(element).map((child) => {
    const begin = end;
    end = child.end;
    return readBlock(child, begin);
  });
  const part: List = {
    separator: '',
    blocks,
    adopt: (text, from) =>
      adaptIndentation(text, measureIndentation(from.blocks), measureIndentation(blocks)),
  };
  return { start: element.openEnd, end, part };
}

/** What stands before the elements of a list where they begin a line; empty where they don't. */
function measureIndentation(blocks: readonly Block[]): string {
  for (const { parts } of blocks) {
    const [begin] = parts;
    const found = typeof begin === 'string' ? /\n([ \t]*)(?:<|$)/.exec(begin.slice(0, MAX_LEAD)) : null;
    if (found !== null) return found[1] ?? '';
  }
  return '';
}

/** Letters before an element that can be white space and comments. */
const MAX_LEAD = 1_000;

/** Gives lines that begin with a tag the indentation of another file, however deep they are. */
function adaptIndentation(text: string, own: string, wanted: string): string {
  if (own === '' || wanted === '' || own === wanted) return text;
  return text.replace(/(?<=\n)[ \t]+(?=<)/g, (spaces) => {
    const depth = Math.floor(spaces.length / own.length);
    return spaces.startsWith(own) ? wanted.repeat(depth) + spaces.slice(depth * own.length) : spaces;
  });
}

/** The opening tag of an element, also where the element is a single tag. */
export function readOpenTag({ start, openEnd }: Element, file: string): string {
  const tag = file.slice(start, openEnd);
  return tag.endsWith('/>') ? `${tag.slice(0, -2).trimEnd()}>` : tag;
}

/** Whether content consists of CDATA sections alone. A text with `]]>` needs two. */
export function isAllCData(content: string): boolean {
  const sections = content.split(']]>');
  const rest = sections.pop();
  return rest === '' && sections.length > 0 && sections.every((section) => section.startsWith('<![CDATA['));
}

/** What the comments in a text between elements say. */
export function listComments(text: string): readonly string[] {
  const comments: string[] = [];
  for (let start = text.indexOf('<!--'); start !== -1; ) {
    const end = text.indexOf('-->', start + 4);
    // A comment that never ends is text of a CDATA section.
    if (end === -1) break;
    comments.push(text.slice(start + 4, end).trim());
    start = text.indexOf('<!--', end);
  }
  return comments;
}

/** Texts with tags between them: text, tag, text, …, tag, text. */
export interface Inline {
  readonly texts: readonly string[];
  readonly tags: readonly string[];
}

/** The content of an element: texts with entities resolved, tags as the file has them. */
export function readInline(element: Element, file: string): Inline {
  const texts = [''];
  const tags: string[] = [];
  const tag = (start: number, end: number): void => {
    tags.push(file.slice(start, end));
    texts.push('');
  };
  const visit = ({ content }: Element): void => {
    for (const part of content) {
      if (typeof part === 'string') {
        texts.push(`${texts.pop()}${part}`);
        continue;
      }
      tag(part.start, part.openEnd);
      if (part.end === part.openEnd) continue;
      visit(part);
      tag(part.closeStart, part.end);
    }
  };
  visit(element);
  return { texts, tags };
}

/** Joins texts and tags. */
export const joinInline = ({ texts, tags }: Inline): string =>
  texts.map((text, at) => text + (tags[at] ?? '')).join('');

/**
 * Splits a translation at the tags that its original has. Anything else is text, even if it looks like a tag, and so is a tag
 * that lacks its beginning or its end.
 */
export const splitInline = (value: string, tags: readonly string[]): Inline =>
  joinUnpaired(splitAtTags(value, tags));

function splitAtTags(value: string, tags: readonly string[]): Inline {
  const known = new Set(tags);
  const texts: string[] = [];
  const found: string[] = [];
  let begin = 0;
  for (let at = value.indexOf('<'); known.size > 0 && at !== -1; at = value.indexOf('<', at + 1)) {
    const tag = value.slice(at, findTagEnd(value, at));
    if (!known.has(tag)) continue;
    texts.push(value.slice(begin, at));
    found.push(tag);
    begin = at + tag.length;
  }
  return { texts: [...texts, value.slice(begin)], tags: found };
}

/** The name of a tag, with its namespace prefix. */
export const readTagName = (tag: string): string => /^<\/?([^\s/>]*)/.exec(tag)?.[1] ?? '';

/** Makes tags that lack their beginning or their end a part of the text. */
function joinUnpaired({ texts, tags }: Inline): Inline {
  const paired = findPaired(tags);
  const joined = [texts[0] ?? ''];
  for (const [at, tag] of tags.entries()) {
    const text = texts[at + 1] ?? '';
    if (paired.has(at)) joined.push(text);
    else joined.push(`${joined.pop()}${tag}${text}`);
  }
  return { texts: joined, tags: tags.filter((_, at) => paired.has(at)) };
}

/** Which tags an element has as a whole, by their index. */
function findPaired(tags: readonly string[]): ReadonlySet<number> {
  const paired = new Set<number>();
  const open: { readonly name: string; readonly at: number }[] = [];
  // So that an end without a beginning needs no search.
  const counts = new Map<string, number>();
  for (const [at, tag] of tags.entries()) {
    const name = readTagName(tag);
    const count = counts.get(name) ?? 0;
    if (tag.endsWith('/>')) paired.add(at);
    else if (!tag.startsWith('</')) {
      open.push({ name, at });
      counts.set(name, count + 1);
    } else if (count > 0) {
      let last = open.pop();
      for (; last !== undefined && last.name !== name; last = open.pop())
        counts.set(last.name, (counts.get(last.name) ?? 1) - 1);
      counts.set(name, count - 1);
      if (last !== undefined) paired.add(last.at).add(at);
    }
  }
  return paired;
}

/** The offset after what would be a tag: no tag begins with another one. */
function findTagEnd(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '>') return at + 1;
    if (letter === '<') return at;
    if (letter !== '"' && letter !== "'") continue;
    at = text.indexOf(letter, at + 1);
    if (at === -1) return undefined;
  }
  return undefined;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML can't contain these
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/u;

/** Encodes a translation as the content of an element. */
export function encodeContent(
  { texts, tags }: Inline,
  value: string,
  fail: (message: string) => never,
): string {
  if (FORBIDDEN.test(value)) fail('has a control character, which XML can not contain');
  const content = joinInline({ texts: texts.map(escapeXml), tags });
  // Tags can be too many, or too deep, to be read again.
  if (tags.length > 0) readXml(`<x>${content}</x>`, { fail: (_, message) => fail(message) });
  return content;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

const escapeXml = (text: string): string => text.replace(/[&<>\r]/g, (letter) => ENTITIES[letter] ?? letter);

const ATTRIBUTE = /\s([^\s=]+)\s*=\s*(?:"[^"]*"|'[^']*')/g;

/** A tag without some attributes. */
export const withoutAttributes = (tag: string, names: readonly string[]): string =>
  tag.replace(ATTRIBUTE, (whole, name: string) => (names.includes(name) ? '' : whole));

/** The opening tag of an element, with one attribute set. */
export function withAttribute(tag: string, name: string, value: string): string {
  const attribute = `${name}="${escapeXml(value).replaceAll('"', '&quot;')}"`;
  for (const { 0: present, 1: own, index } of tag.matchAll(ATTRIBUTE)) {
    if (own === name) return tag.slice(0, index + 1) + attribute + tag.slice(index + present.length);
  }
  const start = tag.slice(0, tag.endsWith('/>') ? -2 : -1).trimEnd();
  return `${start} ${attribute}${tag.slice(start.length)}`;
}

/** Where the content of an element is. Of a single tag, `<x/>`, it is the tag. */
interface ContentPlace extends Pick<Slot, 'raw' | 'encode'> {
  readonly start: number;
  readonly end: number;
  /** The content, with tags as the file has them. */
  readonly text: string;
}

/** The content of an element as a place for a text. */
export function findContent(element: Element, file: string): ContentPlace {
  const isSingle = element.openEnd === element.end;
  const start = isSingle ? element.start : element.openEnd;
  const end = isSingle ? element.end : element.closeStart;
  const raw = file.slice(start, end);
  const { texts, tags } = readInline(element, file);
  return {
    start,
    end,
    text: joinInline({ texts, tags }),
    raw,
    encode: (wanted, fail) => {
      const content = encodeContent(splitInline(wanted, tags), wanted, fail);
      if (isSingle) {
        const tag = readOpenTag(element, file);
        return `${tag}${content}</${readTagName(tag)}>`;
      }
      return isAllCData(raw.trim()) ? `<![CDATA[${wanted.replaceAll(']]>', ']]]]><![CDATA[>')}]]>` : content;
    },
  };
}
