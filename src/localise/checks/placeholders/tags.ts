const VALUE = String.raw`"[^"<>]*"|'[^'<>]*'|[^\s"'<>=${'`'}]+`;
const ATTRIBUTE = String.raw`\s+[\p{L}:_@][\w:.@-]*\s*=\s*(?:${VALUE})`;

/** A tag, as the source of an expression. Its attributes have values: `a <b and c> d` has no tag. */
export const TAG = String.raw`<\/?[\p{L}\p{N}_][\w:.-]*(?:${ATTRIBUTE})*\s*\/?>`;

const NAME = /^<\/?[^\s/>]+/;
const PARTS = new RegExp(String.raw`\s+([^\s=]+)\s*=\s*(${VALUE})`, 'gu');
/** Attributes whose values are texts. */
const TRANSLATED = /^(?:alt|aria-.*|example|label|placeholder|title)$/i;
/** What a value is compared without: its own placeholders are compared for themselves. */
const PLACEHOLDERS = /\{[^{}]*\}|%[^\s"']*/g;

/** How many letters of a tag cannot hold placeholders. */
export const measureTagName = (tag: string): number => NAME.exec(tag)?.[0].length ?? 1;

/** A tag without what may differ: white space, quotes, the order of attributes, values that are texts. */
export function findTagMeaning(tag: string): string {
  const name = tag.slice(0, measureTagName(tag));
  const attributes = Array.from(tag.matchAll(PARTS), ([, attribute = '', value = '']) => {
    const plain = value.replace(/^(["'])(.*)\1$/s, '$2').replace(PLACEHOLDERS, '');
    return ` ${attribute}="${TRANSLATED.test(attribute) ? '' : plain}"`;
  });
  return [name, ...attributes.toSorted(), tag.endsWith('/>') ? '/>' : '>'].join('');
}
