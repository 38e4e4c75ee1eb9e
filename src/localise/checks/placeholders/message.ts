import { addToGroup } from '../groups.js';
import { type BlockType, hasBlock, type IcuToken, isPlural, NAME, readIcuToken } from '../icu/tokens.js';
import type { Placeholder } from './placeholder.js';
import { findDateForm, PRINTF, readSpecifier } from './printf.js';
import { findEscaped, makeRangeCursor, type Range } from './ranges.js';
import { findTagMeaning, measureTagName, TAG } from './tags.js';

/** A text, or a text inside a plural or select. */
export interface Message {
  /** Placeholders that can be anywhere, by their meaning. */
  readonly named: Map<string, Placeholder[]>;
  readonly tags: Placeholder[];
  readonly specifiers: Placeholder[];
  readonly choices: Choice[];
  lineBreaks: number;
  /** Its offset in the whole text. */
  readonly from: number;
}

/** A plural or select of an ICU message. */
export interface Choice {
  readonly name: string;
  readonly type: BlockType;
  readonly offset: string | undefined;
  readonly from: number;
  /** By selector, such as `other` or `=0`. */
  readonly messages: Map<string, Message>;
  /** A selector that it has twice, which no program reads. */
  repeated?: string;
}

/** A part of a text that is not text. */
interface Part {
  readonly from: number;
  readonly to: number;
  /** The placeholder that it is or begins, to be shown; undefined for a brace alone and the inner parts of a plural or select. */
  readonly shown?: string | undefined;
  readonly isBrace?: boolean;
  /** Whether it may be a word, such as the name of a person after `@`. */
  readonly isDoubtful?: boolean;
}

export interface Scan {
  readonly message: Message;
  /** Everything that is not text, by where it begins. A tag can have others inside. */
  readonly parts: readonly Part[];
  /** The first plural or select that has no end. */
  readonly endless: Choice | undefined;
}

/** Placeholders besides triple braces, as the sources of named groups. */
const FLAT = [
  `(?<tag>${TAG})`,
  `(?<printf>${PRINTF})`,
  `(?<named>${[
    // The beginning of a choice of MediaWiki, whose words are to be translated; a reference of Home Assistant.
    String.raw`\{\{\s*(?:PLURAL|GENDER|GRAMMAR)\s*:[^{}|]*\||\[%key:[^%[\]]*%\]`,
    // i18next, JavaScript, Chrome, Vue.
    String.raw`\{\{[^{}]+\}\}|\$\{[^{}]*\}|\$t\([^()]*\)|\$[a-zA-Z_@][\w@]*\$`,
    String.raw`@(?:\.\w+)?:(?:\([^()]*\)|\{[^{}]*\}|[\w$-]+(?:\.[\w$-]+)*)|\{'[^'\r\n]*'\}`,
    // With white space inside, only what has a name and a format is an argument.
    String.raw`\{\s*${NAME}\s*[,|][^{}]*\}|\{\s*[^\s{}]+\s*\}|\{\s*\}`,
    // A line break that a program makes of two letters.
    String.raw`\\[nrt]`,
    '[{}]',
  ].join('|')})`,
  `(?<doubtful>${[
    // Laravel, Drupal.
    String.raw`(?<![\p{L}\p{N}_:/]):[a-zA-Z_]\w+(?![\w:])`,
    String.raw`(?<![\p{L}\p{N}_@.!])@[a-z][\w-]*\w(?![\w:.@/])`,
    String.raw`(?<![\p{L}\p{N}_!])![a-z][\w-]*\w(?![\w!])`,
    // Qt.
    String.raw`(?<![\d%])%L?(?:0|[1-9]\d?)(?![\w$%])`,
    // The first version of i18next.
    String.raw`(?<![\p{L}\p{N}_])__[a-z][a-zA-Z\d]*(?:_[a-zA-Z\d]+)*__(?!\w)`,
    // Names in two brackets, and where a link of Markdown leads.
    String.raw`\[\[[^[\]|\s]+\]\]|\]\((?=[^()\s/#.:@]*[/#.:@])[^()\s]*\)`,
  ].join('|')})`,
].join('|');

const LINE_BREAK = String.raw`(?<lineBreak>\r\n|\r|\n)`;
/** Quoted braces are text, in messages and beside them. */
const PLAIN = new RegExp(`(?<quoted>'[{}]')|${FLAT}|${LINE_BREAK}`, 'gu');
/** In a message, ICU's own syntax is read before other placeholders. */
const MESSAGE = new RegExp(`(?<syntax>(?=['{}#]))|${FLAT}|${LINE_BREAK}`, 'gu');
const BESIDE_SYNTAX = new RegExp(`${FLAT}|${LINE_BREAK}`, 'uy');

/**
 * A text as a message, if it is one with plurals or selects that end; else as plain text.
 *
 * @param quotesTags whether an apostrophe before a tag quotes in a message
 */
export function scanText(text: string, quotesTags = false): Scan & { readonly isMessage: boolean } {
  const message = hasBlock(text) ? scan(text, true, quotesTags) : undefined;
  return message === undefined || message.endless !== undefined
    ? { ...scan(text, false), isMessage: false }
    : { ...message, isMessage: true };
}

/** The ranges of the placeholders in a text, with all the syntax of plurals and selects. */
export const findPlaceholderRanges = (text: string): Range[] => toRanges(scanText(text).parts);

/** Those that can't be words. */
export const findCertainParts = (text: string): readonly Part[] =>
  scanText(text).parts.filter(({ isDoubtful }) => isDoubtful !== true);

/** The ranges of parts, without braces alone and without what is in another part. */
export function toRanges(parts: readonly Part[]): Range[] {
  const ranges: Range[] = [];
  for (const { from, to, isBrace } of parts)
    if (isBrace !== true && from >= (ranges.at(-1)?.[1] ?? 0)) ranges.push([from, to]);
  return ranges;
}

/** Whether a part is a placeholder that people see: no brace alone, no inner part of a plural, nor its number. */
export const isShown = (part: Part): part is Part & { readonly shown: string } =>
  part.shown !== undefined && part.shown !== '#';

/** A plural or select for messages to people. */
export const describeChoice = ({ name, type }: Pick<Choice, 'name' | 'type'>): string =>
  `{${name}, ${type}, …}`;

/** Reads what a text has besides words. @param isMessage whether plurals and selects count */
export function scan(text: string, isMessage: boolean, quotesTags = false): Scan {
  return new Scanner(text, isMessage, quotesTags).scan();
}

class Scanner {
  readonly #text: string;
  readonly #pattern: RegExp;
  readonly #quotesTags: boolean;
  readonly #date: Placeholder | undefined;
  readonly #parts: Part[] = [];
  /** The message that is read, after those that it is in. */
  readonly #messages: [Message, ...Message[]] = [createMessage(0)];
  readonly #open: Choice[] = [];
  /** How many of the open ones are plurals. */
  #openPlurals = 0;

  constructor(text: string, isMessage: boolean, quotesTags: boolean) {
    this.#quotesTags = quotesTags;
    this.#text = text;
    this.#date = findDateForm(text);
    this.#pattern = isMessage ? MESSAGE : PLAIN;
    this.#pattern.lastIndex = 0;
  }

  scan(): Scan {
    if (this.#date !== undefined) addToGroup(this.#message.named, this.#date.meaning, this.#date);
    const blockAfter = makeRangeCursor(findEscaped(this.#text));
    for (let match = this.#pattern.exec(this.#text); match !== null; match = this.#pattern.exec(this.#text)) {
      const [from, to] = blockAfter(match.index) ?? [Number.POSITIVE_INFINITY, 0];
      if (from <= match.index) {
        this.#add('named', this.#text.slice(from, to), from);
        this.#pattern.lastIndex = to;
      } else this.#take(match);
    }
    return { message: this.#messages[0], parts: this.#parts, endless: this.#open[0] };
  }

  get #message(): Message {
    return this.#messages.at(-1) ?? this.#messages[0];
  }

  #take({ 0: token, index: from, groups = {} }: RegExpExecArray): void {
    const { tag, printf, named, doubtful, lineBreak, syntax } = groups;
    if (lineBreak !== undefined) this.#message.lineBreaks += 1;
    else if (printf !== undefined) this.#takeSpecifier(token, from);
    else if (named !== undefined) this.#add('named', token, from);
    else if (doubtful !== undefined) this.#addDoubtful(token, from);
    else if (tag !== undefined) {
      this.#add('tag', token, from);
      this.#pattern.lastIndex = from + measureTagName(token);
    } else if (syntax !== undefined) this.#takeSyntax(from);
  }

  #takeSpecifier(token: string, from: number): void {
    const specifier = readSpecifier(this.#text, token, from);
    if (specifier === undefined) this.#pattern.lastIndex = from + 1;
    else if (this.#date === undefined || specifier.kind === 'named') this.#push(specifier);
  }

  #takeSyntax(at: number): void {
    const token = readIcuToken(this.#text, at, this.#open, this.#quotesTags);
    // Two apostrophes are one, and hold nothing.
    if (token?.kind === 'quoted' && token.to > at + 2)
      this.#takeQuotation(at, this.#text.slice(at, token.to));
    // Other libraries have more arguments than ICU, and some begin with the same letters.
    if (token !== undefined && token.kind !== 'argument') {
      this.#pattern.lastIndex = token.to;
      this.#takeToken(token);
      return;
    }
    BESIDE_SYNTAX.lastIndex = at;
    const match = BESIDE_SYNTAX.exec(this.#text);
    this.#pattern.lastIndex = match === null ? at + 1 : BESIDE_SYNTAX.lastIndex;
    if (match !== null) this.#take(match);
  }

  /**
   * Takes what a quotation has besides braces, which are text in it: the same text may also be written with more quotations that
   * are shorter. Only some libraries quote tags, so the braces after a quoted tag must not get lost either.
   */
  #takeQuotation(from: number, quotation: string): void {
    const read = /^'[<>]/.test(quotation) ? quotation : quotation.replaceAll(/[{}]/g, "'");
    const { named, tags, specifiers, lineBreaks } = scan(read, false).message;
    const placeholders = [...named.values()].flat().concat(tags, specifiers);
    for (const placeholder of placeholders.toSorted((a, b) => a.from - b.from)) {
      const token = quotation.slice(placeholder.from, placeholder.from + placeholder.token.length);
      this.#push({ ...placeholder, token, from: from + placeholder.from });
    }
    this.#message.lineBreaks += lineBreaks;
  }

  #takeToken(token: IcuToken): void {
    const { kind, from, to } = token;
    if (kind === 'begin') {
      const { name, type, offset, selector } = token;
      const choice: Choice = { name, type, offset, from, messages: new Map() };
      this.#message.choices.push(choice);
      this.#open.push(choice);
      if (isPlural(choice)) this.#openPlurals += 1;
      this.#enter(choice, selector, to);
      this.#parts.push({ from, to, shown: describeChoice(choice) });
    } else if (kind === 'next') {
      const choice = this.#open.at(-1);
      this.#messages.pop();
      if (choice !== undefined) this.#enter(choice, token.selector, to);
      this.#parts.push({ from, to });
    } else if (kind === 'end') {
      this.#messages.pop();
      if (isPlural(this.#open.pop())) this.#openPlurals -= 1;
      this.#parts.push({ from, to });
    } else if (kind === 'number' && this.#openPlurals > 0) this.#add('named', '#', from);
  }

  #enter(choice: Choice, selector: string, from: number): void {
    const message = createMessage(from);
    if (choice.messages.has(selector)) choice.repeated = selector;
    choice.messages.set(selector, message);
    this.#messages.push(message);
  }

  #add(kind: Placeholder['kind'], token: string, from: number): void {
    this.#push({ kind, token, from, meaning: kind === 'tag' ? findTagMeaning(token) : findMeaning(token) });
  }

  /** Adds what is only a placeholder where the original has it. Laravel writes the case of a value as that of its name. */
  #addDoubtful(token: string, from: number): void {
    const meaning = token.startsWith(':') ? token.toLowerCase() : token;
    this.#push({ kind: 'named', token, from, meaning, isDoubtful: true });
  }

  #push(placeholder: Placeholder): void {
    const { kind, token, from, isDoubtful } = placeholder;
    const { named, tags, specifiers } = this.#message;
    if (kind === 'named') addToGroup(named, placeholder.meaning, placeholder);
    else if (kind === 'tag') tags.push(placeholder);
    else specifiers.push(placeholder);
    const isBrace = token === '{' || token === '}';
    const place = { from, to: from + token.length, ...(isDoubtful && { isDoubtful }) };
    this.#parts.push({ ...place, ...(isBrace ? { isBrace } : { shown: token }) });
  }
}

const createMessage = (from: number): Message => ({
  named: new Map(),
  tags: [],
  specifiers: [],
  choices: [],
  lineBreaks: 0,
  from,
});

/** A placeholder without what may differ: its white space, and the texts of Java's choices. */
function findMeaning(token: string): string {
  const plain = /\s/.test(token) ? token.replace(/\s+/g, ' ').replace(/ ?([{},|]) ?/g, '$1') : token;
  return plain.includes(',choice') ? plain.replace(/^(\{[^,]*,choice),.*$/s, '$1}') : plain;
}
