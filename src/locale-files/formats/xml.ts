import { SaxesParser } from 'saxes';
import type { ReadContext } from '../document.js';

/** Deeper nesting could exhaust the stack, and no locale file has it. */
const MAX_DEPTH = 100;

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
  const parser = new SaxesParser();
  const open: Element[] = [];
  let root: Element | undefined;
  const add = (content: string | Element): void => {
    open.at(-1)?.content.push(content);
  };
  parser.on('error', ({ message }) =>
    fail(parser.position, `is not XML: ${message.replace(/^[\d:]+ ?/, '').replace(/\.$/, '')}`),
  );
  parser.on('doctype', () => fail(text.indexOf('<!DOCTYPE'), 'has a document type, which is not allowed'));
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^(utf-?8|us-ascii)$/i.test(encoding))
      fail(text.indexOf(encoding), `declares the encoding ${encoding}; save it as UTF-8 and declare that`);
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('opentag', ({ name, attributes }) => {
    const { position } = parser;
    if (open.length >= MAX_DEPTH) fail(position, `is nested more than ${MAX_DEPTH} levels deep`);
    const element: Element = {
      name: local(name),
      attributes,
      // In a well-formed tag, no attribute has a `<`.
      start: text.lastIndexOf('<', position - 1),
      openEnd: position,
      closeStart: position,
      end: position,
      content: [],
    };
    add(element);
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

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

export const elementsIn = ({ content }: Element): readonly Element[] =>
  content.filter((part) => typeof part === 'object');

export const childOf = (element: Element, name: string): Element | undefined =>
  elementsIn(element).find((child) => child.name === name);

/** An attribute by its name. `hasOwn`, since an attribute may be called `constructor`. */
export const attributeOf = ({ attributes }: Element, name: string): string | undefined =>
  Object.hasOwn(attributes, name) ? attributes[name] : undefined;

/** Texts with tags between them: text, tag, text, …, tag, text. */
export interface Inline {
  readonly texts: readonly string[];
  readonly tags: readonly string[];
}

/** The content of an element: texts with entities resolved, tags as the file has them. */
export function inlineOf(element: Element, file: string): Inline {
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

/** Splits a translation at the tags that its original has. Anything else is text, even if it looks like a tag. */
export function splitInline(value: string, tags: readonly string[]): Inline {
  const known = [...new Set(tags)].sort((one, other) => other.length - one.length);
  const texts: string[] = [];
  const found: string[] = [];
  let begin = 0;
  for (let at = value.indexOf('<'); known.length > 0 && at !== -1; at = value.indexOf('<', at + 1)) {
    const tag = known.find((one) => value.startsWith(one, at));
    if (tag === undefined) continue;
    texts.push(value.slice(begin, at));
    found.push(tag);
    begin = at + tag.length;
  }
  return { texts: [...texts, value.slice(begin)], tags: found };
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
  if (tags.length === 0) return content;
  return (
    readXml(`<x>${content}</x>`, {
      fail: () => fail(`has tags that do not match: ${tags.join(' ')}`),
    }) && content
  );
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

const escapeXml = (text: string): string => text.replace(/[&<>\r]/g, (letter) => ENTITIES[letter] ?? letter);

/** The opening tag of an element, with one attribute set. */
export function withAttribute(tag: string, name: string, value: string): string {
  const attribute = `${name}="${escapeXml(value).replaceAll('"', '&quot;')}"`;
  const present = new RegExp(`(\\s)${name}\\s*=\\s*("[^"]*"|'[^']*')`);
  if (present.test(tag)) return tag.replace(present, (_, space: string) => space + attribute);
  return tag.replace(/\s*\/?>$/, (end) => ` ${attribute}${end}`);
}
