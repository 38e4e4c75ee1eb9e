import { findText } from '../../base/texts.js';

/** Matches texts, such as keys and names of files, with a pattern in which `*` stands for any letters, also for none. */
export class StarPattern {
  /** What is between the stars. */
  readonly #parts: readonly string[];

  constructor(pattern: string) {
    this.#parts = pattern.split('*');
  }

  matches(text: string): boolean {
    return this.match(text) !== undefined;
  }

  /** Finds what each star stands for, in as few letters as possible; undefined if the text does not fit. */
  match(text: string): readonly string[] | undefined {
    const [begin = '', ...rest] = this.#parts;
    const end = rest.pop();
    if (end === undefined) return text === begin ? [] : undefined;
    if (!text.startsWith(begin) || !text.endsWith(end)) return undefined;
    const stars: string[] = [];
    let at = begin.length;
    for (const part of rest) {
      const found = findText(text, part, at);
      if (found < 0) return undefined;
      stars.push(text.slice(at, found));
      at = found + part.length;
    }
    const last = text.length - end.length;
    return at > last ? undefined : [...stars, text.slice(at, last)];
  }
}
