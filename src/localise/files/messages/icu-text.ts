import {
  type MessageFormatElement,
  type PluralElement,
  type PluralOrSelectOption,
  parse,
  type SelectElement,
  TYPE,
} from '@formatjs/icu-messageformat-parser';

/** Longer texts are not messages of a program. */
const MAX_LENGTH = 2 ** 16;
/** Without these, a form is text as it stands. */
const SYNTAX = /[{}']/;

/** A selector of each argument, by the argument's key. */
export type Selection = ReadonlyMap<string, string>;

/** An argument that plurals or ordinals in a message depend on. */
export interface Argument {
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
  readonly plural: PluralElement | undefined;
  /** In a select, `#` is no number. */
  readonly isInSelect: boolean;
}

/** Literal text, or syntax as the message has it. */
type Piece = Literal | string;

interface Literal {
  readonly value: string;
  /** Whether something in it was quoted in the message. */
  readonly wasQuoted: boolean;
  readonly isInSelect: boolean;
}

/** An option of a plural or select, with its selector. */
type Option = readonly [selector: string, option: PluralOrSelectOption];

/** Most messages are English. A number is looked up only where one plural of a message names it and another does not. */
const selectCategory = (number: number, { pluralType }: PluralElement): string =>
  new Intl.PluralRules('en', { type: pluralType ?? 'cardinal' }).select(number);

const makeKey = ({ pluralType, value }: PluralElement): string => `${pluralType} ${value}`;

const findStart = ({ location }: Pick<PluralOrSelectOption, 'location'>): number =>
  location?.start.offset ?? 0;
const findEnd = ({ location }: Pick<PluralOrSelectOption, 'location'>): number => location?.end.offset ?? 0;

/** In the order of the text. */
const listOptions = ({ options }: PluralElement | SelectElement): readonly Option[] =>
  Object.entries(options).sort(([, a], [, b]) => findStart(a) - findStart(b));

/**
 * Parses a message. Tags are text.
 *
 * @param isComplete whether each plural and select must have the selector `other`
 * @returns undefined if the text is not a message, or if its plurals can't be distinguished
 */
export function readIcu(text: string, isComplete: boolean): IcuText | undefined {
  const elements = parseMessage(text, isComplete);
  if (elements === undefined) return undefined;
  const found = new Finder(text);
  found.visit(elements);
  return found.isAmbiguous ? undefined : new IcuText(text, elements, found);
}

/** Whether a text can stand between the braces of a form, and stays within them. */
export function isForm(text: string): boolean {
  const whole = `{n,plural,other{${text}}}`;
  if (!SYNTAX.test(text)) return whole.length <= MAX_LENGTH;
  const [plural, ...more] = parseMessage(whole, false) ?? [];
  if (plural?.type !== TYPE.plural || more.length > 0) return false;
  const [[, option] = [], ...rest] = listOptions(plural);
  return option !== undefined && rest.length === 0 && findEnd(option) === whole.length - 1;
}

function parseMessage(text: string, requiresOtherClause: boolean): MessageFormatElement[] | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  try {
    const options = { ignoreTag: true, captureLocation: true, shouldParseSkeletons: false };
    return parse(text, { ...options, requiresOtherClause });
  } catch {
    // Not a message: ordinary text has braces too.
    return undefined;
  }
}

/** Finds the arguments of all plurals, and whether the text needs quotation marks. */
class Finder {
  readonly arguments = new Map<string, Argument>();
  isAmbiguous = false;
  isQuoted = false;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  visit(elements: readonly MessageFormatElement[]): void {
    for (const element of elements) {
      if (element.type === TYPE.literal) this.#visitLiteral(element);
      else if (element.type === TYPE.plural || element.type === TYPE.select) this.#visitChoice(element);
      else this.isQuoted ||= cutSource(this.#text, element).includes("'");
    }
  }

  #visitLiteral(element: MessageFormatElement & { readonly value: string }): void {
    const { value } = element;
    this.isQuoted ||= (wasQuoted(value, cutSource(this.#text, element)) ? /[{}#<>]/ : /[{}#]/).test(value);
  }

  #visitChoice(element: PluralElement | SelectElement): void {
    const options = listOptions(element);
    if (element.type === TYPE.plural) this.#visitPlural(element, options);
    for (const [, option] of options) this.visit(option.value);
  }

  #visitPlural(element: PluralElement, options: readonly Option[]): void {
    const key = makeKey(element);
    const { value: name, pluralType = 'cardinal', offset } = element;
    const argument = this.arguments.get(key) ?? {
      key,
      name,
      type: pluralType,
      offset,
      selectors: new Set<string>(),
      layout: measureLayout(this.#text, element, options),
    };
    this.arguments.set(key, argument);
    this.isAmbiguous ||= argument.offset !== offset;
    for (const [selector] of options) argument.selectors.add(selector);
  }
}

const cutSource = (text: string, element: Pick<PluralOrSelectOption, 'location'>): string =>
  text.slice(findStart(element), findEnd(element));

function measureLayout(
  text: string,
  element: PluralElement,
  [first, second, ...more]: readonly Option[],
): PluralLayout {
  const [selector = '', option = element] = first ?? [];
  const head = text.slice(findStart(element), findStart(option));
  const begin = head.lastIndexOf(selector);
  const last = more.at(-1) ?? second ?? first;
  return {
    head: head.slice(0, begin),
    beforeText: head.slice(begin + selector.length),
    between:
      second === undefined
        ? ' '
        : (/^\s*/.exec(text.slice(findEnd(option), findStart(second[1])))?.[0] ?? ''),
    tail: text.slice(findEnd(last?.[1] ?? option), findEnd(element) - 1),
  };
}

/** A message that was parsed. */
export class IcuText {
  readonly arguments: readonly Argument[];
  /** Whether its texts have braces, `#`, or quotations, so that an apostrophe is not always one. */
  readonly isQuoted: boolean;
  readonly text: string;
  readonly #elements: readonly MessageFormatElement[];

  constructor(text: string, elements: readonly MessageFormatElement[], found: Finder) {
    this.text = text;
    this.#elements = elements;
    this.arguments = [...found.arguments.values()];
    this.isQuoted = found.isQuoted;
  }

  /** Whether it has a text of its own for the selection. Without plurals, it is for every number. */
  has(selection: Selection): boolean {
    return this.arguments.every(({ key, selectors }) => selectors.has(selection.get(key) ?? ''));
  }

  /** The whole text for a selection, without plurals; undefined if it needs a `#` that can't be said otherwise. */
  render(selection: Selection, style: FormStyle): string | undefined {
    const renderer = new Renderer(this.text, selection, style);
    renderer.visit(this.#elements, { plural: undefined, isInSelect: false });
    return renderer.isPossible ? renderer.joinPieces() : undefined;
  }
}

class Renderer {
  isPossible = true;
  readonly #pieces: Piece[] = [];
  readonly #text: string;
  readonly #selection: Selection;
  readonly #style: FormStyle;

  constructor(text: string, selection: Selection, style: FormStyle) {
    this.#text = text;
    this.#selection = selection;
    this.#style = style;
  }

  visit(elements: readonly MessageFormatElement[], place: ElementPlace): void {
    for (const element of elements) this.#visitElement(element, place);
  }

  #visitElement(element: MessageFormatElement, place: ElementPlace): void {
    const raw = cutSource(this.#text, element);
    if (element.type === TYPE.literal)
      this.#visitLiteral(element.value, wasQuoted(element.value, raw), place);
    else if (element.type === TYPE.pound) this.#visitNumberSign(place);
    else if (element.type === TYPE.select) this.#visitSelect(element);
    else if (element.type === TYPE.plural)
      this.visit(this.#chooseOption(element), { ...place, plural: element });
    else this.#pieces.push(raw);
  }

  /** Literals beside each other become one: a quotation that ends where another begins is read as one. */
  #visitLiteral(value: string, isQuoted: boolean, { isInSelect }: ElementPlace): void {
    const last = this.#pieces.at(-1);
    const before = typeof last === 'object' ? last : { value: '', wasQuoted: false };
    if (before === last) this.#pieces.pop();
    this.#pieces.push({
      value: before.value + value,
      wasQuoted: before.wasQuoted || isQuoted,
      isInSelect,
    });
  }

  #visitNumberSign({ plural, isInSelect }: ElementPlace): void {
    if (this.#style.keepsNumberSign && !isInSelect) this.#pieces.push('#');
    else if (plural?.offset === 0) this.#pieces.push(`{${plural.value}, number}`);
    else this.isPossible = false;
  }

  #visitSelect(element: SelectElement): void {
    let end = findStart(element);
    for (const [, option] of listOptions(element)) {
      this.#pieces.push(this.#text.slice(end, findStart(option) + 1));
      this.visit(option.value, { plural: undefined, isInSelect: true });
      end = findEnd(option) - 1;
    }
    this.#pieces.push(this.#text.slice(end, findEnd(element)));
  }

  /** The text for the selection, or the one that a program would take in its place. */
  #chooseOption(element: PluralElement): readonly MessageFormatElement[] {
    const selector = this.#selection.get(makeKey(element)) ?? 'other';
    const { options, offset } = element;
    const category = selector.startsWith('=')
      ? selectCategory(Number(selector.slice(1)) - offset, element)
      : 'other';
    const name = [selector, category, 'other'].find((name) => Object.hasOwn(options, name));
    return name === undefined ? [] : (options[name]?.value ?? []);
  }

  joinPieces(): string {
    const { isQuoted } = this.#style;
    return this.#pieces
      .map((piece) => {
        if (typeof piece === 'string') return piece;
        return isQuoted ? quoteLiteral(piece) : piece.value;
      })
      .join('');
  }
}

/** Whether a text has quoted parts. A doubled apostrophe is not a quotation. */
const wasQuoted = (value: string, raw: string): boolean =>
  raw !== value && raw.replaceAll("''", "'") !== value;

/** A literal text in ICU's spelling. */
function quoteLiteral({ value, wasQuoted: hadQuotes, isInSelect }: Literal): string {
  const letters = `{}${isInSelect ? '' : '#'}${hadQuotes ? '<>' : ''}`;
  // Up to the last one before white space, so that two quotations are not beside each other.
  const special = new RegExp(`[${letters}](?:\\S*[${letters}])?`, 'g');
  let written = '';
  let end = 0;
  for (const { 0: found, index } of value.matchAll(special)) {
    written += `${doubleQuotes(value.slice(end, index))}'${doubleQuotes(found)}'`;
    end = index + found.length;
  }
  return written + doubleQuotes(value.slice(end));
}

const doubleQuotes = (text: string): string => text.replaceAll("'", "''");
