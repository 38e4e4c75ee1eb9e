import { type BlockType, type IcuToken, isPlural, readIcuToken } from './tokens.js';

/** Longer texts are not messages of a program. */
export const MAX_LENGTH = 2 ** 16;
/** Deeper ones could overflow the stack where they are visited. */
const MAX_DEPTH = 1_000;
/** Where a token can begin. */
const TOKEN_START = /['{}#]/g;

/** What programs accept: readers of placeholders accept more, since they don't refuse a text. */
const NAME = /^[\p{L}\p{M}\p{N}_]+$/u;
const NUMBER_SELECTOR = /^=-?\d+$/;
const FORMAT = /^\s*(?:number|date|time)\s*(?:,\s*(?!::\s*$)\S.*)?$/s;

/** A part of a message, from an offset to another one. */
export type Element = Literal | Block | Argument | NumberSign;

interface Place {
  readonly from: number;
  readonly to: number;
}

interface Argument extends Place {
  readonly kind: 'argument';
}

/** `#`, where it is the number of a plural. */
interface NumberSign extends Place {
  readonly kind: 'number';
}

export interface Literal extends Place {
  readonly kind: 'literal';
  /** Without the apostrophes that quote. */
  readonly value: string;
  /** Whether it stands between apostrophes. */
  readonly wasQuoted: boolean;
}

/** A plural or a select. */
export interface Block extends Place {
  readonly kind: 'block';
  readonly name: string;
  readonly type: BlockType;
  readonly offset: number;
  readonly forms: readonly Form[];
}

/** Its place is that of its braces. */
interface Form extends Place {
  readonly selector: string;
  readonly elements: readonly Element[];
}

/**
 * Parses a message as FormatJS does, with tags as text.
 *
 * @param requiresOther whether each plural and select must have the selector `other`
 * @returns undefined if the text is not a message: ordinary text has braces too
 */
export function parseIcu(text: string, requiresOther: boolean): readonly Element[] | undefined {
  return text.length > MAX_LENGTH ? undefined : new Parser(text, requiresOther).parse();
}

/** A block that has not ended yet, with its last form. */
interface OpenBlock extends Omit<Block, 'to' | 'forms'> {
  readonly forms: Form[];
  /** Those of the forms that have ended. */
  readonly selectors: Set<string>;
  selector: string;
  /** Where the form begins. */
  formFrom: number;
  elements: Element[];
}

class Parser {
  readonly #text: string;
  readonly #requiresOther: boolean;
  readonly #open: OpenBlock[] = [];
  readonly #elements: Element[] = [];

  constructor(text: string, requiresOther: boolean) {
    this.#text = text;
    this.#requiresOther = requiresOther;
  }

  parse(): readonly Element[] | undefined {
    for (let at = 0; at < this.#text.length; ) {
      const token = readIcuToken(this.#text, at, this.#open, true);
      if (token === undefined) {
        const letter = this.#text[at];
        // Outside of blocks, a closing brace is text.
        if (letter === '{' || (letter === '}' && this.#open.length > 0)) return undefined;
        TOKEN_START.lastIndex = at + 1;
        const to = TOKEN_START.exec(this.#text)?.index ?? this.#text.length;
        this.#addLiteral({ from: at, to, value: this.#text.slice(at, to), wasQuoted: false });
        at = to;
      } else {
        if (!this.#take(token)) return undefined;
        at = token.to;
      }
    }
    return this.#open.length === 0 ? this.#elements : undefined;
  }

  /** @returns false for what no program accepts */
  #take(token: IcuToken): boolean {
    const { kind, from, to } = token;
    const block = this.#open.at(-1);
    if (kind === 'quoted') {
      const raw = this.#text.slice(from, to);
      const isApostrophe = raw === "''";
      const inner = raw.slice(1, raw.length > 2 && raw.endsWith("'") ? -1 : undefined);
      const value = isApostrophe ? "'" : inner.replaceAll("''", "'");
      this.#addLiteral({ from, to, value, wasQuoted: !isApostrophe });
    } else if (kind === 'number' && !isPlural(block)) {
      this.#addLiteral({ from, to, value: '#', wasQuoted: false });
    } else if (kind === 'number') {
      this.#current.push({ kind, from, to });
    } else if (kind === 'argument') {
      const { name, format } = token;
      const isQuotedWell = format === undefined || format.split("'").length % 2 === 1;
      if (!NAME.test(name) || !isQuotedWell || (format !== undefined && !FORMAT.test(format))) return false;
      this.#current.push({ kind, from, to });
    } else if (kind === 'begin') {
      const { name, type, selector, offset = '0' } = token;
      if (!NAME.test(name) || this.#open.length === MAX_DEPTH) return false;
      if (type === 'select' && token.offset !== undefined) return false;
      const begun = { name, type, from, offset: Number(offset), selector, formFrom: to - 1 };
      this.#open.push({ kind: 'block', forms: [], selectors: new Set(), elements: [], ...begun });
    } else if (block !== undefined) {
      if (!this.#endForm(block, from + 1)) return false;
      if (kind === 'next') {
        block.selector = token.selector;
        block.formFrom = to - 1;
        block.elements = [];
      } else return this.#endBlock(block, to);
    }
    return true;
  }

  #endForm({ type, selector, formFrom, elements, forms, selectors }: OpenBlock, to: number): boolean {
    const isAllowed = NAME.test(selector) || (type !== 'select' && NUMBER_SELECTOR.test(selector));
    if (!isAllowed || selectors.has(selector)) return false;
    selectors.add(selector);
    forms.push({ selector, from: formFrom, to, elements });
    return true;
  }

  #endBlock({ name, type, offset, from, forms, selectors }: OpenBlock, to: number): boolean {
    this.#open.pop();
    this.#current.push({ kind: 'block', name, type, offset, from, to, forms });
    return !this.#requiresOther || selectors.has('other');
  }

  get #current(): Element[] {
    return this.#open.at(-1)?.elements ?? this.#elements;
  }

  /** Text beside text becomes one, and so do two quotations: each is quoted or not in whole. */
  #addLiteral({ from, to, value, wasQuoted }: Omit<Literal, 'kind'>): void {
    const elements = this.#current;
    const last = elements.at(-1);
    if (last?.kind === 'literal' && last.wasQuoted === wasQuoted) {
      elements.pop();
      elements.push({ kind: 'literal', from: last.from, to, value: last.value + value, wasQuoted });
    } else elements.push({ kind: 'literal', from, to, value, wasQuoted });
  }
}
