import type { Placeholder } from './placeholder.js';

const VALUE = String.raw`"[^"<>]*"|'[^'<>]*'|[^\s"'<>=${'`'}]+`;

/** An attribute with its value, as the source of an expression. */
export const ATTRIBUTE = String.raw`\s+[\p{L}:_@][\w:.@-]*\s*=\s*(?:${VALUE})`;

/** A tag, as the source of an expression. Its attributes have values: `a <b and c> d` has no tag. */
export const TAG = String.raw`<\/?[\p{L}\p{N}_][\w:.-]*(?:${ATTRIBUTE})*\s*\/?>`;

const NAME = /^<\/?[^\s/>]+/;
/** An attribute where the last one ended: white space after the last one is not tried from each of its letters. */
const PARTS = new RegExp(String.raw`\s+([^\s=]+)\s*=\s*(${VALUE})`, 'guy');
/** Attributes whose values are texts. */
const TRANSLATED = /^(?:alt|aria-.*|example|label|placeholder|title)$/i;
/** What a value is compared without: its own placeholders are compared for themselves. */
const PLACEHOLDERS = /\{[^{}]*\}|%[^\s"']*/g;

/** How many letters of a tag cannot hold placeholders. */
export const measureTagName = (tag: string): number => NAME.exec(tag)?.[0].length ?? 1;

/** A tag without what may differ: white space, quotes, the order of attributes, values that are texts. */
export function findTagMeaning(tag: string): string {
  const name = tag.slice(0, measureTagName(tag));
  const attributes = Array.from(tag.slice(name.length).matchAll(PARTS), ([, attribute = '', value = '']) => {
    const plain = value.replace(/^(["'])(.*)\1$/s, '$2').replace(PLACEHOLDERS, '');
    return ` ${attribute}="${TRANSLATED.test(attribute) ? '' : plain}"`;
  });
  return [name, ...attributes.toSorted(), tag.endsWith('/>') ? '/>' : '>'].join('');
}

/** HTML's tags that have no end. */
const VOID = /^<(?:area|br|col|hr|img|input|wbr)\b/i;
/** Tags without content that begin or end a part of the text: those of XLIFF, and Angular's, which only their ids tell apart. */
const EMPTY_PAIR =
  /^<(?:(?<begin>bx|sc)|(?<end>ex|ec)|x\s(?:[^>]*\s)?id\s*=\s*["']?(?<role>START|CLOSE)_(?<name>\w*?)(?:_\d+)?["'\s/])/;

/** What a tag begins or ends; undefined for a tag that stands for itself. */
function readPair(tag: string): { readonly name: string; readonly isEnd: boolean } | undefined {
  if (!tag.endsWith('/>')) {
    if (VOID.test(tag)) return undefined;
    const name = tag.slice(1, measureTagName(tag));
    return name.startsWith('/') ? { name: name.slice(1), isEnd: true } : { name, isEnd: false };
  }
  const { begin, end, role, name = '' } = EMPTY_PAIR.exec(tag)?.groups ?? {};
  if (begin !== undefined || end !== undefined) return { name: '', isEnd: end !== undefined };
  return role === undefined ? undefined : { name: `START_${name}`, isEnd: role === 'CLOSE' };
}

/**
 * Numbers the tags of a text by what they are and which tags they are in.
 *
 * @param numbers those given so far, for texts that are compared
 * @returns undefined when a tag has no end, or an end is not that of the last tag
 */
export function numberTags(
  tags: readonly Pick<Placeholder, 'token' | 'meaning'>[],
  numbers: Map<string, number>,
): readonly number[] | undefined {
  const open: { readonly name: string; readonly number: number }[] = [];
  const found: number[] = [];
  for (const { token, meaning } of tags) {
    const pair = readPair(token);
    if (pair?.isEnd) {
      if (open.pop()?.name !== pair.name) return undefined;
      continue;
    }
    const place = `${open.at(-1)?.number ?? ''} ${meaning}`;
    const number = numbers.get(place) ?? numbers.size;
    numbers.set(place, number);
    found.push(number);
    if (pair !== undefined) open.push({ name: pair.name, number });
  }
  return open.length === 0 ? found.toSorted((a, b) => a - b) : undefined;
}
