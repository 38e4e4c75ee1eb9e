import { SaxesParser } from 'saxes';
import type { ReadContext } from '../document.js';
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

/**
 * Reads XML, and returns its root element. A document type is refused: it could define entities, which can be bombs.
 */
export function readXml(text: string, { fail }: Pick<ReadContext, 'fail'>): Element {
  const beginning = skipProlog(text);
  if (text.startsWith('<!DOCTYPE', beginning)) fail(beginning, 'has a document type, which is not allowed');
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

const readTagName = (tag: string): string => /^<\/?([^\s/>]*)/.exec(tag)?.[1] ?? '';

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

/** The opening tag of an element, with one attribute set. */
export function withAttribute(tag: string, name: string, value: string): string {
  const attribute = `${name}="${escapeXml(value).replaceAll('"', '&quot;')}"`;
  for (const { 0: present, 1: own, index } of tag.matchAll(ATTRIBUTE)) {
    if (own === name) return tag.slice(0, index + 1) + attribute + tag.slice(index + present.length);
  }
  const start = tag.slice(0, tag.endsWith('/>') ? -2 : -1).trimEnd();
  return `${start} ${attribute}${tag.slice(start.length)}`;
}
