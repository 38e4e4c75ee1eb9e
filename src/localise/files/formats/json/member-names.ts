/**
 * The names of an object's members, one after the other as its text has them. They are mostly those of the parsed object, in
 * the same order: then no name has to be cut out of the text.
 */
export class MemberNames {
  readonly #expected: readonly string[];
  #count = 0;
  /** All names so far; undefined while each was the expected one. */
  #earlier: Set<string> | undefined;
  #isRepeated = false;

  /** @param expected the names of the parsed object */
  constructor(expected: readonly string[]) {
    this.#expected = expected;
  }

  /** Whether the last name was there before. */
  get isRepeated(): boolean {
    return this.#isRepeated;
  }

  /** The next name. @param start the offset of its quotation mark @param end the offset after it */
  next(text: string, start: number, end: number): string {
    const expected = this.#expected[this.#count];
    if (this.#earlier === undefined && expected !== undefined && isAt(text, start, end, expected)) {
      this.#count += 1;
      return expected;
    }
    this.#earlier ??= new Set(this.#expected.slice(0, this.#count));
    const name: string = JSON.parse(text.slice(start, end));
    this.#isRepeated = this.#earlier.has(name);
    this.#earlier.add(name);
    return name;
  }
}

/** Whether a quoted string is a name, with nothing escaped. */
const isAt = (text: string, start: number, end: number, name: string): boolean =>
  end - start === name.length + 2 && text.startsWith(name, start + 1) && !name.includes('\\');
