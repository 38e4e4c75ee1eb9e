import { listArguments } from '../../checks/icu/icu-text.js';
import { hasBlock } from '../../checks/icu/tokens.js';
import type { Apostrophes } from '../document.js';

/** An apostrophe that is not written twice. */
const SINGLE = /(?<!')'(?!')/;
/** Apostrophes in a row: two of them are one, and an odd one is an apostrophe that a person meant. */
const ROWS = /(?<!')'+/g;
const ROWS_BEFORE_BRACES = /(?<!')'+(?=[{}<>])/g;
const DOUBLE = /''/g;
const TAG = /<\/?\w/;

/** Writes apostrophes so that they hide no argument, and reads them again as people write them. */
export class ApostropheWriter {
  readonly #given: Apostrophes | undefined;
  readonly #texts: () => readonly string[];
  #found: Apostrophes | undefined;

  /**
   * @param given what the format says. @default they quote before a brace where a text of the file is a message with a plural or select
   * @param texts all texts of the source file
   */
  constructor(given: Apostrophes | undefined, texts: () => readonly string[]) {
    this.#given = given;
    this.#texts = texts;
  }

  /** The translation as the file has it. @param fail refuses one that would hide an argument */
  write(original: string, translation: string, fail: (message: string) => never): string {
    const { written, hidden } = this.#double(original, translation);
    return hidden === undefined
      ? written
      : fail(`has an apostrophe that hides {${hidden}} from the program; write the apostrophe twice`);
  }

  /** What `write` has written, as it was before. Any other translation stays as it is. */
  read(original: string, written: string): string {
    if (!written.includes("''")) return written;
    const plain = written.replace(DOUBLE, "'");
    const again = this.#double(original, plain);
    return again.hidden === undefined && again.written === written ? plain : written;
  }

  /** Writes apostrophes twice where they quote, and names an argument that is hidden all the same. */
  #double(
    original: string,
    translation: string,
  ): { readonly written: string; readonly hidden?: string | undefined } {
    const rule = translation.includes("'") ? this.#rule : 'are text';
    const needed = rule === 'are text' ? [] : (listArguments(original) ?? []);
    const isMessage = needed.length > 0 || (rule === 'quote before braces' && TAG.test(original));
    if (!isMessage) return { written: translation };
    // Who quotes in the original may have to quote in the translation.
    const mayQuote = /'[{}<>]/.test(original.replace(DOUBLE, ''));
    const written = mayQuote
      ? translation
      : translation.replace(rule === 'quote everywhere' ? ROWS : ROWS_BEFORE_BRACES, (row) =>
          row.length % 2 === 0 ? row : `${row}'`,
        );
    const found = new Set(listArguments(written));
    return { written, hidden: needed.find((name) => !found.has(name) && translation.includes(name)) };
  }

  get #rule(): Apostrophes {
    this.#found ??= this.#findRule();
    return this.#found;
  }

  #findRule(): Apostrophes {
    if (this.#given === undefined) return this.#texts().some(hasBlock) ? 'quote before braces' : 'are text';
    if (this.#given !== 'quote everywhere') return this.#given;
    // With MessageFormat, such a text would lack its apostrophe: so the program has ICU's own.
    const hasText = (text: string): boolean => SINGLE.test(text) && (listArguments(text) ?? []).length > 0;
    return this.#texts().some(hasText) ? 'quote before braces' : this.#given;
  }
}
