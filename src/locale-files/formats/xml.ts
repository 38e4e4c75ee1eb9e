import { SaxesParser } from 'saxes';
import type { ReadContext } from '../document.js';

/** More would be no locale file, and could exhaust the stack. */
const MAX_DEPTH = 100;

/** An element, and where it stands in the text. */
export interface Element {
  /** Without its namespace. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly start: number;
  /** Where its content begins. */
  readonly openEnd: number;
  /** Where its content ends; the same as `openEnd` for `<x/>`. */
  closeStart: number;
  end: number;
  /** Texts with their entities resolved, and elements. Comments are left out. */
  readonly content: (string | Element)[];
}

/**
 * The root element of an XML text. A document type is refused: it could define entities, and locale files need none.
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
  parser.on('doctype', () => fail(text.indexOf('<!DOCTYPE'), 'has a document type, which is not read'));
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^(utf-?8|us-ascii)$/i.test(encoding))
      fail(text.indexOf(encoding), `says that it is ${encoding}; save it as UTF-8 and say so`);
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('opentag', ({ name, attributes }) => {
    const { position } = parser;
    if (open.length >= MAX_DEPTH) fail(position, `is nested more than ${MAX_DEPTH} deep`);
    const element: Element = {
      name: local(name),
      attributes,
      // No attribute of a right tag has a `<` in it.
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

/** An attribute by its name; of a plain object, since `constructor` is a name too. */
export const attributeOf = ({ attributes }: Element, name: string): string | undefined =>
  Object.hasOwn(attributes, name) ? attributes[name] : undefined;

/** A text and a tag by turns, beginning and ending with a text. */
export interface Inline {
  readonly texts: readonly string[];
  readonly tags: readonly string[];
}

/** The content of an element: its texts with entities resolved, and its tags as they are in the file. */
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

/** Texts and tags as one text. */
export const joinInline = ({ texts, tags }: Inline): string =>
  texts.map((text, at) => text + (tags[at] ?? '')).join('');

/** Cuts a translation at the tags that its text has. Everything else in it is text, whatever it looks like. */
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write these
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/u;

/** A translation as the content of an element. */
export function encodeContent(
  { texts, tags }: Inline,
  value: string,
  fail: (message: string) => never,
): string {
  if (FORBIDDEN.test(value)) fail('has a control character, which XML has no way to write');
  const content = joinInline({ texts: texts.map(escapeXml), tags });
  if (tags.length === 0) return content;
  return (
    readXml(`<x>${content}</x>`, {
      fail: () => fail(`has tags that do not fit together: ${tags.join(' ')}`),
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
