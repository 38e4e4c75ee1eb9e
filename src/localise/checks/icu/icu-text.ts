import { type Block, type Element, type Literal, MAX_LENGTH, parseIcu } from './parse.js';
import { isPlural } from './tokens.js';

/** Without these, a form is text as it stands. */
const SYNTAX = /[{}']/;

/** A selector of each argument, by the argument's key. */
export type Selection = ReadonlyMap<string, string>;

/** An argument that plurals or ordinals in a message depend on. */
export interface PluralArgument {
  /** Differs between the plurals and the ordinals of one name. */
  readonly key: string;
  readonly name: string;
  readonly type: Intl.PluralRuleType;
  /** What is subtracted from the number before a category is chosen. */
  readonly offset: number;
  /** What its plurals have texts for, such as `=0`, `one`, `other`. */
  readonly selectors: Set<string>;
  readonly layout: PluralLayout;
}

/** How a plural is written: what comes before, between and after its selectors and their texts. */
interface PluralLayout {
  readonly head: string;
  readonly beforeText: string;
  readonly between: string;
  readonly tail: string;
}

/** How a form is shown. */
export interface FormStyle {
  /** In ICU's own spelling, with quoted braces. Otherwise, an apostrophe is an apostrophe everywhere. */
  readonly isQuoted: boolean;
  /** `#` stays. Otherwise, it becomes `{name, number}`, which says of which argument. */
  readonly keepsNumberSign: boolean;
}

/** Where an element is while a form is made. */
interface ElementPlace {
  /** The plural that `#` belongs to. */
  readonly plural: Block | undefined;
  /** In a select, `#` is no number. */
  readonly isInSelect: boolean;
}

/** Literal text, or syntax as the message has it. */
type Piece = LiteralPiece | string;

interface LiteralPiece extends Pick<Literal, 'value' | 'wasQuoted'> {
  readonly isInSelect: boolean;
}

const getRuleType = ({ type }: Block): Intl.PluralRuleType => (type === 'plural' ? 'cardinal' : 'ordinal');
const makeKey = (block: Block): string => `${getRuleType(block)} ${block.name}`;

/**
 * Reads a message with its plurals.
 *
 * @param isComplete whether each plural and select must have the selector `other`
 * @returns undefined if the text is not a message, or if its plurals can't be distinguished
 */
export function readIcu(text: string, isComplete: boolean): IcuText | undefined {
  const elements = parseIcu(text, isComplete);
  if (elements === undefined) return undefined;
  const found = new Finder(text);
  found.visit(elements);
  return found.isAmbiguous ? undefined : new IcuText(text, elements, found);
}

/** The names of the arguments in a text, with those of plurals and selects; undefined for a text that is no message. */
export function listArguments(text: string): readonly string[] | undefined {
  const elements = parseIcu(text, false);
  if (elements === undefined) return undefined;
  const names: string[] = [];
  const visit = (found: readonly Element[]): void => {
    for (const element of found) {
      if (element.kind === 'argument')
        names.push(/[^\s{,}]+/.exec(text.slice(element.from, element.to))?.[0] ?? '');
      if (element.kind !== 'block') continue;
      names.push(element.name);
      for (const { elements: inner } of element.forms) visit(inner);
    }
  };
  visit(elements);
  return names;
}

/** Whether a text can stand between the braces of a form, and stays within them. */
export function isForm(text: string): boolean {
  const whole = `{n,plural,other{${text}}}`;
  if (!SYNTAX.test(text)) return whole.length <= MAX_LENGTH;
  const [plural, ...more] = parseIcu(whole, false) ?? [];
  return plural?.kind === 'block' && more.length === 0 && plural.forms.length === 1;
}

/** Finds the arguments of all plurals, and whether the text needs quotation marks. */
class Finder {
  readonly arguments = new Map<string, PluralArgument>();
  isAmbiguous = false;
  isQuoted = false;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  visit(elements: readonly Element[]): void {
    for (const element of elements) {
      if (element.kind === 'literal') {
        this.isQuoted ||= (element.wasQuoted ? /[{}#<>]/ : /[{}#]/).test(element.value);
      } else if (element.kind === 'block') {
        if (isPlural(element)) this.#visitPlural(element);
        for (const form of element.forms) this.visit(form.elements);
      } else {
        this.isQuoted ||= this.#text.slice(element.from, element.to).includes("'");
      }
    }
  }

  #visitPlural(block: Block): void {
    const key = makeKey(block);
    const { name, offset, forms } = block;
    const argument = this.arguments.get(key) ?? {
      key,
      name,
      type: getRuleType(block),
      offset,
      selectors: new Set<string>(),
      layout: measureLayout(this.#text, block),
    };
    this.arguments.set(key, argument);
    this.isAmbiguous ||= argument.offset !== offset;
    for (const { selector } of forms) argument.selectors.add(selector);
  }
}

function measureLayout(text: string, { from, to, forms }: Block): PluralLayout {
  const [first, second] = forms;
  // A block has a form at least.
  const { selector = '', from: textFrom = to, to: textTo = to } = first ?? {};
  const head = text.slice(from, textFrom);
  const begin = head.lastIndexOf(selector);
  return {
    head: head.slice(0, begin),
    beforeText: head.slice(begin + selector.length),
    between: second === undefined ? ' ' : (/^\s*/.exec(text.slice(textTo, second.from))?.[0] ?? ''),
    tail: text.slice(forms.at(-1)?.to ?? to, to - 1),
  };
}

/** A message that was parsed. */
export class IcuText {
  readonly arguments: readonly PluralArgument[];
  /** Whether its texts have braces, `#`, or quotations, so that an apostrophe is not always one. */
  readonly isQuoted: boolean;
  readonly text: string;
  readonly #elements: readonly Element[];

  constructor(text: string, elements: readonly Element[], found: Finder) {
    this.text = text;
    this.#elements = elements;
    this.arguments = [...found.arguments.values()];
    this.isQuoted = found.isQuoted;
  }

  /** Whether it has a text of its own for the selection. Without plurals, it is for every number. */
  has(selection: Selection): boolean {
    return this.arguments.every(({ key, selectors }) => selectors.has(selection.get(key) ?? ''));
  }

  /** Whether it is one plural in another, for each of its arguments, and nothing is around them. */
  get isSpread(): boolean {
    return isSpread(this.#elements, this.arguments.length);
  }

  /**
   * The message with its plurals in one another, and the text around them in each form, as a locale file is written; undefined if
   * that is more than a message of people, or needs a `#` that can't be said otherwise.
   */
  spread(): string | undefined {
    const { arguments: all, text } = this;
    const plurals = all.map(({ layout, selectors }) => ({ layout, selectors: [...selectors] }));
    const count = plurals.reduce((product, { selectors }) => product * selectors.length, 1);
    if (count * text.length > MAX_LENGTH) return undefined;
    const style = { isQuoted: true, keepsNumberSign: all.length === 1 };
    let isPossible = true;
    const written = writePlurals(plurals, (chosen) => {
      const form = this.render(new Map(all.map(({ key }, at) => [key, chosen[at] ?? 'other'])), style);
      isPossible &&= form !== undefined;
      return form ?? '';
    });
    return isPossible ? written : undefined;
  }

  /** The keys of the arguments that decide on the text for a selection: those of the plurals in the forms that it chooses. */
  listDeciding(selection: Selection): ReadonlySet<string> {
    const renderer = new Renderer(this.text, selection, { isQuoted: false, keepsNumberSign: true });
    renderer.visit(this.#elements, { plural: undefined, isInSelect: false });
    return renderer.deciding;
  }

  /** The whole text for a selection, without plurals; undefined if it needs a `#` that can't be said otherwise. */
  render(selection: Selection, style: FormStyle): string | undefined {
    const renderer = new Renderer(this.text, selection, style);
    renderer.visit(this.#elements, { plural: undefined, isInSelect: false });
    return renderer.isPossible ? renderer.joinPieces() : undefined;
  }
}

function isSpread([plural, ...more]: readonly Element[], depth: number): boolean {
  if (plural?.kind !== 'block' || plural.type === 'select' || more.length > 0) return false;
  return depth === 1 || plural.forms.every(({ elements }) => isSpread(elements, depth - 1));
}

/** A plural to be written, with the selectors that it gets. */
interface WrittenPlural {
  readonly layout: PluralLayout;
  readonly selectors: readonly string[];
}

/** Writes plurals in one another, the first outermost. @param writeForm the text for a selector of each */
export function writePlurals(
  plurals: readonly WrittenPlural[],
  writeForm: (chosen: readonly string[]) => string,
): string {
  const write = (chosen: readonly string[]): string => {
    const plural = plurals[chosen.length];
    if (plural === undefined) return writeForm(chosen);
    const { head, beforeText, between, tail } = plural.layout;
    const forms = plural.selectors.map(
      (selector) => `${selector}${beforeText}{${write([...chosen, selector])}}`,
    );
    return `${head}${forms.join(between)}${tail}}`;
  };
  return write([]);
}

class Renderer {
  isPossible = true;
  /** The keys of the arguments whose forms were chosen. */
  readonly deciding = new Set<string>();
  readonly #pieces: Piece[] = [];
  readonly #text: string;
  readonly #selection: Selection;
  readonly #style: FormStyle;

  constructor(text: string, selection: Selection, style: FormStyle) {
    this.#text = text;
    this.#selection = selection;
    this.#style = style;
  }

  visit(elements: readonly Element[], place: ElementPlace): void {
    for (const element of elements) {
      if (element.kind === 'literal') this.#pieces.push({ ...element, isInSelect: place.isInSelect });
      else if (element.kind === 'number') this.#visitNumberSign(place);
      else if (element.kind === 'argument') this.#pieces.push(this.#text.slice(element.from, element.to));
      else if (element.type === 'select') this.#visitSelect(element);
      else this.visit(this.#chooseForm(element), { ...place, plural: element });
    }
  }

  #visitNumberSign({ plural, isInSelect }: ElementPlace): void {
    if (this.#style.keepsNumberSign && !isInSelect) this.#pieces.push('#');
    else if (plural?.offset === 0) this.#pieces.push(`{${plural.name}, number}`);
    else this.isPossible = false;
  }

  #visitSelect({ from, to, forms }: Block): void {
    let end = from;
    for (const form of forms) {
      this.#pieces.push(this.#text.slice(end, form.from + 1));
      this.visit(form.elements, { plural: undefined, isInSelect: true });
      end = form.to - 1;
    }
    this.#pieces.push(this.#text.slice(end, to));
  }

  /** The text for the selection, or the one that a program would take in its place. */
  #chooseForm(plural: Block): readonly Element[] {
    const { forms, offset } = plural;
    this.deciding.add(makeKey(plural));
    const selector = this.#selection.get(makeKey(plural)) ?? 'other';
    const find = (wanted: string) => forms.find((form) => form.selector === wanted);
    const found = find(selector);
    if (found !== undefined || !selector.startsWith('=')) return (found ?? find('other'))?.elements ?? [];
    // One plural of the message names the number, and this one does not. Most messages are English.
    const rules = new Intl.PluralRules('en', { type: getRuleType(plural) });
    const category = rules.select(Number(selector.slice(1)) - offset);
    return (find(category) ?? find('other'))?.elements ?? [];
  }

  joinPieces(): string {
    if (!this.#style.isQuoted)
      return this.#pieces.map((piece) => (typeof piece === 'string' ? piece : piece.value)).join('');
    const writer = new QuotedWriter();
    for (const piece of this.#pieces) writer.add(piece);
    return writer.end();
  }
}

/**
 * Writes texts in ICU's spelling. A quotation goes on to the next letter that must be quoted, since two quotations beside each other
 * would be read as one. It ends before white space, before tags that are not to be quoted, and between tags and braces, since some
 * libraries quote no tags. Before a brace, `<` and `>` begin no tag and need no quotation.
 */
class QuotedWriter {
  #written = '';
  #quotation = '';
  /** What follows the quotation so far. */
  #text = '';

  add(piece: Piece): void {
    if (typeof piece === 'string') {
      this.#written = this.end() + piece;
      return;
    }
    // What was quoted can have tags that are text.
    const syntax = piece.isInSelect ? '[{}]' : '[{}#]';
    const special = piece.wasQuoted ? `${syntax}|<[^\\s<>{}#']+>?|[<>](?!${syntax})` : syntax;
    for (const [at, part] of piece.value.split(new RegExp(`(${special})`)).entries()) {
      // Between the texts stand the letters that must be quoted.
      if (at % 2 === 0) {
        this.#text += part;
        continue;
      }
      const isOther = /[^']/.test(this.#text) && /[<>]$/.test(this.#quotation) !== /[<>]/.test(part);
      if (this.#quotation === '' || isOther || /[\s<>#]/.test(this.#text)) this.#written = this.end();
      this.#quotation += this.#text + part;
      this.#text = '';
    }
  }

  /** All that is written, with the quotation ended. */
  end(): string {
    const quotation = this.#quotation === '' ? '' : `'${doubleQuotes(this.#quotation)}'`;
    this.#written += quotation + doubleQuotes(this.#text);
    this.#quotation = '';
    this.#text = '';
    return this.#written;
  }
}

const doubleQuotes = (text: string): string => text.replaceAll("'", "''");
