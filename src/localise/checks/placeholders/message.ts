import { addToGroup } from '../groups.js';
import { BEGINNING, END, NAME, NEXT, QUOTED } from './icu.js';
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
  readonly type: string;
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
    // i18next, JavaScript, Chrome, Vue.
    String.raw`\{\{[^{}]+\}\}|\$\{[^{}]*\}|\$t\([^()]*\)|\$[a-zA-Z_@][\w@]*\$`,
    String.raw`@(?:\.\w+)?:(?:\([^()]*\)|\{[^{}]*\}|[\w$-]+(?:\.[\w$-]+)*)|\{'[^'\r\n]*'\}`,
    // With white space inside, only what has a name and a format is an argument.
    String.raw`\{\s*${NAME}\s*[,|][^{}]*\}|\{\s*[^\s{}]+\s*\}|\{\s*\}`,
    // A line break that a program makes of two letters.
    String.raw`\\[nrt]`,
    '[{}]',
  ].join('|')})`,
].join('|');

/** Quoted braces are text, in messages and beside them. */
const PLAIN = new RegExp(String.raw`(?<quoted>'[{}]')|${FLAT}|(?<lineBreak>\r\n|\r|\n)`, 'gu');

const SYNTAX = [
  `(?<quoted>${QUOTED.source})`,
  `(?<beginning>${BEGINNING.source})`,
  NEXT.source,
  `(?<end>${END.source})`,
  '(?<number>#)',
].join('|');
const MESSAGE = new RegExp(String.raw`${SYNTAX}|${FLAT}|(?<lineBreak>\r\n|\r|\n)`, 'gu');
const LIKE_MESSAGE = new RegExp(BEGINNING.source, 'u');

/** A text as a message, if it is one with plurals or selects that end; else as plain text. */
export function scanText(text: string): Scan & { readonly isMessage: boolean } {
  const message = LIKE_MESSAGE.test(text) ? scan(text, true) : undefined;
  return message === undefined || message.endless !== undefined
    ? { ...scan(text, false), isMessage: false }
    : { ...message, isMessage: true };
}

/** The ranges of the placeholders in a text, with all the syntax of plurals and selects. */
export const findPlaceholderRanges = (text: string): Range[] => toRanges(scanText(text).parts);

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
export function scan(text: string, isMessage: boolean): Scan {
  return new Scanner(text, isMessage).scan();
}

class Scanner {
  readonly #text: string;
  readonly #pattern: RegExp;
  readonly #date: Placeholder | undefined;
  readonly #parts: Part[] = [];
  /** The message that is read, after those that it is in. */
  readonly #messages: [Message, ...Message[]] = [createMessage(0)];
  readonly #open: Choice[] = [];

  constructor(text: string, isMessage: boolean) {
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
      } else this.#take(match[0], match.index, match.groups ?? {});
    }
    return { message: this.#messages[0], parts: this.#parts, endless: this.#open[0] };
  }

  get #message(): Message {
    return this.#messages.at(-1) ?? this.#messages[0];
  }

  #take(token: string, from: number, groups: Readonly<Record<string, string | undefined>>): void {
    const { tag, printf, named, lineBreak } = groups;
    if (lineBreak !== undefined) this.#message.lineBreaks += 1;
    else if (printf !== undefined) this.#takeSpecifier(token, from);
    else if (named !== undefined) this.#add('named', token, from);
    else if (tag !== undefined) {
      this.#add('tag', token, from);
      this.#pattern.lastIndex = from + measureTagName(token);
    } else this.#takeSyntax(token, from, groups);
  }

  #takeSpecifier(token: string, from: number): void {
    const specifier = readSpecifier(this.#text, token, from);
    if (specifier === undefined) this.#pattern.lastIndex = from + 1;
    else if (this.#date === undefined || specifier.kind === 'named') this.#push(specifier);
  }

  #takeSyntax(token: string, from: number, groups: Readonly<Record<string, string | undefined>>): void {
    const { beginning, name = '', type = '', offset, first = '', next, end, number } = groups;
    const choice = this.#open.at(-1);
    const to = from + token.length;
    if (beginning !== undefined) {
      const begun: Choice = { name, type, offset, from, messages: new Map() };
      this.#message.choices.push(begun);
      this.#open.push(begun);
      this.#enter(begun, first, to);
      this.#parts.push({ from, to, shown: describeChoice(begun) });
    } else if (choice === undefined) {
      // Outside of plurals and selects, it is a brace, or nothing.
      if (next === undefined && end === undefined) return;
      this.#add('named', '}', from);
      this.#pattern.lastIndex = from + 1;
    } else if (next !== undefined) {
      this.#messages.pop();
      this.#enter(choice, next, to);
      this.#parts.push({ from, to });
    } else if (end !== undefined) {
      this.#messages.pop();
      this.#open.pop();
      this.#parts.push({ from, to });
    } else if (number !== undefined && this.#open.some(({ type }) => type !== 'select'))
      this.#add('named', token, from);
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

  #push(placeholder: Placeholder): void {
    const { kind, token, from } = placeholder;
    const { named, tags, specifiers } = this.#message;
    if (kind === 'named') addToGroup(named, placeholder.meaning, placeholder);
    else if (kind === 'tag') tags.push(placeholder);
    else specifiers.push(placeholder);
    const isBrace = token === '{' || token === '}';
    this.#parts.push({ from, to: from + token.length, ...(isBrace ? { isBrace } : { shown: token }) });
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
