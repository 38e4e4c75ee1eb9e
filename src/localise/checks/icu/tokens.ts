/** The name of an argument, as the source of an expression. Some libraries allow paths, such as `{user.name}`. */
export const NAME = String.raw`[\p{L}\p{M}\p{N}_.[\]-]+`;
const SELECTOR = String.raw`[\p{L}\p{M}\p{N}_=-]+`;

const makeSticky = (source: string): RegExp => new RegExp(source, 'uy');
const BEGIN = makeSticky(
  String.raw`\{\s*(?<name>${NAME})\s*,\s*(?<type>plural|selectordinal|select)\s*,\s*(?:offset:\s*(?<offset>\d+)(?!\d)\s*)?(?<selector>${SELECTOR})\s*\{`,
);
const NEXT = makeSticky(String.raw`\}\s*(?<selector>${SELECTOR})\s*\{`);
const END = makeSticky(String.raw`\}\s*\}`);
const ARGUMENT = makeSticky(String.raw`\{\s*(?<name>${NAME})\s*(?:,(?<format>[^{}]*))?\}`);
/** Quoted text up to its end, which may be missing. */
const QUOTED = makeSticky(`'[^']*(?:''[^']*)*(?:'|$)`);

/** Whether a text may have a plural or select. */
export const hasBlock = (text: string): boolean => LIKE_BLOCK.test(text);
const LIKE_BLOCK = new RegExp(BEGIN.source, 'u');

/** What ICU's syntax has at an offset. A block is a plural or a select; its forms are messages, which are no part of a token. */
export type IcuToken = { readonly from: number; readonly to: number } & (
  | {
      /** Up to the brace that opens the first form. */
      readonly kind: 'begin';
      readonly name: string;
      readonly type: BlockType;
      readonly offset: string | undefined;
      readonly selector: string;
    }
  /** From the brace that closes a form to the one that opens the next. */
  | { readonly kind: 'next'; readonly selector: string }
  /** The brace that closes the last form, and that of the block. */
  | { readonly kind: 'end' }
  | { readonly kind: 'argument'; readonly name: string; readonly format: string | undefined }
  /** `#` in a block: the number of the plural around it. */
  | { readonly kind: 'number' }
  /** `''`, or text between apostrophes. */
  | { readonly kind: 'quoted' }
);

export type BlockType = 'plural' | 'selectordinal' | 'select';

/**
 * Reads the token of ICU's syntax at an offset; undefined if there is text, or a brace of its own. This is the one place that knows
 * ICU's grammar: what is protected, what is compared, and what is divided into plural forms are read with it.
 *
 * @param open the blocks around the offset, the innermost last
 * @param quotesTags whether an apostrophe before `<` or `>` quotes, as in FormatJS. In ICU4J and messageformat.js it is an apostrophe.
 */
export function readIcuToken(
  text: string,
  at: number,
  open: readonly { readonly type: BlockType }[],
  quotesTags = false,
): IcuToken | undefined {
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  switch (text[at]) {
    case "'": {
      const next = text[at + 1];
      if (next === "'") return { kind: 'quoted', from: at, to: at + 2 };
      const isQuotation =
        next === '{' ||
        next === '}' ||
        (next === '#' && isPlural(open.at(-1))) ||
        (quotesTags && (next === '<' || next === '>'));
      return isQuotation
        ? { kind: 'quoted', from: at, to: at + (match(QUOTED)?.[0].length ?? 1) }
        : undefined;
    }
    case '{': {
      const argument = match(ARGUMENT);
      if (argument !== null) {
        const { name = '', format } = argument.groups ?? {};
        return { kind: 'argument', from: at, to: at + argument[0].length, name, format };
      }
      const begin = match(BEGIN);
      if (begin === null) return undefined;
      const { name = '', type, offset, selector = '' } = begin.groups ?? {};
      // The expression allows these types alone.
      return {
        kind: 'begin',
        from: at,
        to: at + begin[0].length,
        name,
        type: type as BlockType,
        offset,
        selector,
      };
    }
    case '}': {
      if (open.length === 0) return undefined;
      const next = match(NEXT);
      if (next !== null)
        return { kind: 'next', from: at, to: at + next[0].length, selector: next.groups?.selector ?? '' };
      const end = match(END);
      return end === null ? undefined : { kind: 'end', from: at, to: at + end[0].length };
    }
    case '#':
      return open.length === 0 ? undefined : { kind: 'number', from: at, to: at + 1 };
    default:
      return undefined;
  }
}

export const isPlural = (block: { readonly type: BlockType } | undefined): boolean =>
  block !== undefined && block.type !== 'select';
