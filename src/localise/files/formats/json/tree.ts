import { findSimpleEnd, findSpaceEnd } from './tokens.js';

/** A value of JSON, with its place in the text. */
export interface JsonNode {
  readonly start: number;
  readonly end: number;
  /** The members of an object, in their order; undefined for anything else. */
  readonly members?: readonly JsonMember[];
  /** The value of a string. */
  readonly text?: string;
}

/** A member of an object. */
export interface JsonMember {
  readonly name: string;
  /** Right after the brace or comma before it. */
  readonly begin: number;
  /** Right before the comma or the white space behind it. */
  readonly end: number;
  readonly value: JsonNode;
}

export const findMember = (node: JsonNode | undefined, name: string): JsonNode | undefined =>
  node?.members?.find((member) => member.name === name)?.value;

/** Finds the values of a text that was checked to be JSON. */
export const parseTree = (text: string): JsonNode => new TreeReader(text).readNode();

class TreeReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readNode(): JsonNode {
    this.#skipSpace();
    const start = this.#at;
    const open = this.#text[start];
    if (open === '"') return { text: this.#readString(), start, end: this.#at };
    if (open === '{') return { members: this.#readMembers(), start, end: this.#at };
    if (open === '[') this.#readEach(']', () => this.readNode());
    else this.#at = findSimpleEnd(this.#text, start);
    return { start, end: this.#at };
  }

  #skipSpace(): void {
    this.#at = findSpaceEnd(this.#text, this.#at);
  }

  #readString(): string {
    const start = this.#at;
    this.#at = findSimpleEnd(this.#text, start);
    return JSON.parse(this.#text.slice(start, this.#at));
  }

  #readEach(close: string, readItem: () => void): void {
    this.#at += 1;
    this.#skipSpace();
    while (this.#text[this.#at] !== close) {
      readItem();
      this.#skipSpace();
      if (this.#text[this.#at] !== ',') continue;
      this.#at += 1;
      this.#skipSpace();
    }
    this.#at += 1;
  }

  #readMembers(): readonly JsonMember[] {
    const found: JsonMember[] = [];
    let begin = this.#at + 1;
    this.#readEach('}', () => {
      const name = this.#readString();
      this.#skipSpace();
      this.#at += 1;
      const value = this.readNode();
      found.push({ name, begin, end: this.#at, value });
      this.#skipSpace();
      begin = this.#at + 1;
    });
    return found;
  }
}
