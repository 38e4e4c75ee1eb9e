// jsonc-parser finds places too. Its tree takes 1.8 to 2 times as long as ours, and calls a name without quotes an invalid symbol.
// JSON.parse has no places; asked beside this reader, it takes as long again.
import type { ReadContext } from '../../document.js';
import { MAX_DEPTH, MAX_PARTS } from '../../limits.js';
import { describePlace } from '../../line-ending.js';
import { type JsonFile, type JsonSyntax, type SimpleValue, strictSyntax } from './syntax.js';
import { CODES, findPlainEnd, findSimpleEnd, findSpaceEnd } from './tokens.js';

/** A value of JSON: simple, an object, or a list. */
export type JsonValue = SimpleValue | JsonObject | readonly JsonNode[];

/** A value of JSON, with its places in the text. */
export interface JsonNode {
  /** Its name in an object; its index in a list. Empty for the whole text. */
  readonly name: string;
  /** Right behind the brace, bracket or comma before it. */
  readonly begin: number;
  /** Where its name starts; in a list, its value. */
  readonly nameStart: number;
  readonly start: number;
  readonly end: number;
  /** Right behind its comma; `end` if it has none. */
  readonly next: number;
  readonly value: JsonValue;
}

/** Members that are looked through faster than a map of them is made. */
const FEW = 8;

/** The members of an object. */
export class JsonObject {
  readonly members: readonly JsonNode[];
  #index: ReadonlyMap<string, JsonNode> | undefined;

  constructor(members: readonly JsonNode[]) {
    this.members = members;
  }

  get names(): readonly string[] {
    return this.members.map(({ name }) => name);
  }

  get values(): readonly JsonValue[] {
    return this.members.map(({ value }) => value);
  }

  /** The member with a name. Of two, it is the last one, as in `JSON.parse`. */
  find(name: string): JsonNode | undefined {
    if (this.members.length > FEW) return this.#toIndex().get(name);
    let found: JsonNode | undefined;
    for (const member of this.members) if (member.name === name) found = member;
    return found;
  }

  /** Whether two members have one name. */
  hasRepeatedNames(): boolean {
    const { members } = this;
    if (members.length > FEW) return this.#toIndex().size < members.length;
    return members.some((member) => this.find(member.name) !== member);
  }

  #toIndex(): ReadonlyMap<string, JsonNode> {
    this.#index ??= new Map(this.members.map((member) => [member.name, member]));
    return this.#index;
  }
}

/** What a member of an object is; undefined if there is none. */
export const readOwn = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  value instanceof JsonObject ? value.find(name)?.value : undefined;

/** The member of an object; undefined for anything else. */
export const findMember = (node: JsonNode | undefined, name: string): JsonNode | undefined =>
  node?.value instanceof JsonObject ? node.value.find(name) : undefined;

/** The members of an object; none for anything else. */
export const listMembers = (node: JsonNode | undefined): readonly JsonNode[] =>
  node?.value instanceof JsonObject ? node.value.members : [];

/** What an object or a list holds; nothing for a simple value. */
export function listInside(value: JsonValue): readonly JsonNode[] {
  if (value instanceof JsonObject) return value.members;
  return isList(value) ? value : [];
}

/** Whether a value is a list. */
export const isList = (value: JsonValue | undefined): value is readonly JsonNode[] => Array.isArray(value);

/** The text of a string; undefined for anything else. */
export const readString = (node: JsonNode | undefined): string | undefined =>
  typeof node?.value === 'string' ? node.value : undefined;

/** What is wrong with a text that is not JSON, and where. */
class JsonMistake extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/** Reads a file. It is refused when it breaks the rules of its syntax, or would take too much memory. */
export function parseTree(
  { text, blanked, syntax }: JsonFile,
  { fail }: Pick<ReadContext, 'fail'>,
): JsonNode {
  try {
    return new TreeReader(blanked, syntax).read();
  } catch (error) {
    if (!(error instanceof JsonMistake)) throw error;
    return fail(error.at, syntax.describeOther(text) ?? error.message);
  }
}

/** Where a text stops being JSON, and what was expected there, to follow the name of its file and a colon. */
export function describeJsonMistake(text: string): string {
  try {
    new TreeReader(text, strictSyntax).read();
  } catch (error) {
    if (error instanceof JsonMistake) return `${describePlace(text, error.at)} ${error.message}`;
    throw error;
  }
  return 'is JSON';
}

/** What can come next, in words. */
const EXPECTED = {
  value: 'a value',
  colon: 'a colon',
  comma: 'a comma, or the end',
} as const;

class TreeReader {
  readonly #text: string;
  readonly #syntax: JsonSyntax;
  #at = 0;
  #depth = 0;
  /** Of values so far, with the whole text. */
  #count = 1;

  constructor(text: string, syntax: JsonSyntax) {
    this.#text = text;
    this.#syntax = syntax;
  }

  read(): JsonNode {
    this.#skipSpace();
    const start = this.#at;
    const value = this.#readValue();
    const end = this.#at;
    this.#skipSpace();
    if (this.#at < this.#text.length) this.#expect('comma');
    return { name: '', begin: 0, nameStart: start, start, end, next: end, value };
  }

  #fail(message: string): never {
    throw new JsonMistake(this.#at, message);
  }

  #expect(wanted: keyof typeof EXPECTED | 'name'): never {
    const { name, memberName } = this.#syntax;
    const expected = wanted === 'name' ? memberName : EXPECTED[wanted];
    return this.#fail(`is not ${name}: ${expected} was expected here`);
  }

  /** The letter that comes next. */
  #peek(): number {
    return this.#text.charCodeAt(this.#at);
  }

  #skipSpace(): void {
    this.#at = findSpaceEnd(this.#text, this.#at);
  }

  /** Skips a letter and the white space after it. */
  #skipLetter(): void {
    this.#at += 1;
    this.#skipSpace();
  }

  #readValue(): JsonValue {
    const code = this.#peek();
    if (code === CODES.openBrace) return new JsonObject(this.#readMembers(CODES.closeBrace));
    if (code === CODES.openBracket) return this.#readMembers(CODES.closeBracket);
    return this.#readPlainString() ?? this.#readSimple(this.#syntax.parseSimple, 'value');
  }

  /** The members of the object or list that begins here. @param close the letter that ends it */
  #readMembers(close: number): readonly JsonNode[] {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) this.#fail(`is nested more than ${MAX_DEPTH} levels deep`);
    const isObject = close === CODES.closeBrace;
    const members: JsonNode[] = [];
    let begin = this.#at + 1;
    this.#skipLetter();
    while (this.#peek() !== close) {
      this.#count += 1;
      if (this.#count > MAX_PARTS) this.#fail(`has more than ${MAX_PARTS} values`);
      const nameStart = this.#at;
      const name = isObject ? this.#readName() : String(members.length);
      const start = this.#at;
      const value = this.#readValue();
      const end = this.#at;
      const next = this.#readComma(close, isObject) ?? end;
      members.push({ name, begin, nameStart, start, end, next, value });
      begin = next;
    }
    this.#at += 1;
    this.#depth -= 1;
    return members;
  }

  /** Reads the name of a member, and the colon behind it. */
  #readName(): string {
    const name = this.#readPlainString() ?? this.#readSimple(this.#syntax.parseName, 'name');
    this.#skipSpace();
    if (this.#peek() !== CODES.colon) this.#expect('colon');
    this.#skipLetter();
    return name;
  }

  /** Reads up to the next member, or the end. @returns where the comma between ends; undefined if there is none */
  #readComma(close: number, isObject: boolean): number | undefined {
    this.#skipSpace();
    if (this.#peek() === close) return undefined;
    if (this.#peek() !== CODES.comma) this.#expect('comma');
    const end = this.#at + 1;
    this.#skipLetter();
    if (this.#peek() === close && !this.#syntax.mayEndWithComma) this.#expect(isObject ? 'name' : 'value');
    return end;
  }

  /** A string in quotes without escapes; undefined if something else begins here. Most are. */
  #readPlainString(): string | undefined {
    const start = this.#at;
    const end = findPlainEnd(this.#text, start);
    if (end === undefined) return undefined;
    this.#at = end;
    return this.#text.slice(start + 1, end - 1);
  }

  /** Anything else that holds no other value. @param parse throws for what is none */
  #readSimple<Value>(parse: (raw: string) => Value, wanted: 'value' | 'name'): Value {
    const end = findSimpleEnd(this.#text, this.#at);
    try {
      const value = parse(this.#text.slice(this.#at, end));
      this.#at = end;
      return value;
    } catch {
      return this.#expect(wanted);
    }
  }
}
