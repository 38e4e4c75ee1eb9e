/** A file of the shape that a kind of project has, and the file with its translations so far. */
export interface Shape {
  readonly what: string;
  readonly source: string;
  /** Where the translations are. @default in the same file */
  readonly target?: string;
  /** Where the translations are, if the path of the source does not show it. */
  readonly pattern?: string;
  /** @default 'de' */
  readonly to?: string;
  /** The placeholders that the project protects, where the format does not say it. */
  readonly protect?: 'icu' | 'i18next' | 'printf' | 'all';
  /** Keys of values that are no texts. */
  readonly ignore?: string;
  readonly encoding?: 'utf16le' | 'latin1';
  /** Makes the file with the texts, for a number of entries. */
  make(count: number): string;
  /** Makes the file with translations: every second one is there, and one of a text that is gone. */
  translate?(count: number): string;
  /** Lines that get a translation in their place. All others stay as they are. @default none */
  readonly replaced?: RegExp;
}

export const each = (count: number, write: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => write(at)).join('');

/** The entries that have a translation. The last one has one, so that nothing comes behind it. */
export const translated = (count: number, write: (at: number) => string): string =>
  each(count, (at) => (at % 2 === 0 || at === count - 1 ? write(at) : ''));

export const withCrLf = (text: string): string => text.replaceAll('\n', '\r\n');
