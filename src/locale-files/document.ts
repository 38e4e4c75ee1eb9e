/**
 * A place in a locale file where a text stands, or can stand. What is written there is `raw`, unless another value is
 * wanted.
 */
export interface Slot {
  readonly key: string;
  /**
   * The text to translate, in a format that keeps it beside the translation. An empty one is not to be translated.
   * @default `value`, which then is the text itself
   */
  readonly text?: string | undefined;
  /** What stands here; undefined when nothing does, or nothing final. */
  readonly value: string | undefined;
  /** For translators: what the file says about the text. */
  readonly note?: string | undefined;
  /** This place as it is in the file. Empty for a place that has to be made, such as a further plural form. */
  readonly raw: string;
  /** This place with another value. `fail` refuses a value that the format has no way to write. */
  encode(value: string, fail: (message: string) => never): string;
}

/** A sequence to which blocks can be added. */
export interface List {
  /** What stands between two blocks. */
  readonly separator: string;
  readonly blocks: readonly Block[];
}

/** What a new or changed file is written for. */
export interface Target {
  /** The language of the translations; undefined when nobody named it. */
  readonly to: string | undefined;
  /** Whether the file is made from the source file, rather than kept and filled in. */
  readonly isNew: boolean;
}

/** A text that stays as it is; a place for a translation; a sequence; or a text that depends on the language. */
export type Part = string | Slot | List | ((target: Target) => string);

/** A part of a file that is copied or left out as one: an entry with its comments, or an object with its members. */
export interface Block {
  /** The same block of another file has the same name. Undefined for what has no name, such as a comment. */
  readonly id: string | undefined;
  /** Joined, they are the text of the file from the beginning of the block to its end. */
  readonly parts: readonly Part[];
  /** The same once one of its texts has a new translation, such as without a mark that says it has none. @default `parts` */
  readonly translated?: readonly Part[] | undefined;
  /** Which files for a further language take it. @default 'translated' */
  readonly taken?: 'never' | 'when translated in whole' | undefined;
}

/** What a format reads from the text of a file. */
export interface LocaleDocument {
  /** The language of the texts, where the file says so. */
  readonly language?: string | undefined;
  /** The language of the translations, where the file says so. */
  readonly to?: string | undefined;
  /** The whole file. */
  readonly root: Block;
}

/** What a format is told about the file that it reads. */
export interface ReadContext {
  /** The language to translate to; undefined when nobody named it. */
  readonly to: string | undefined;
  /** Refuses the file. The message follows the file's name, line and column. @param offset where, from 0 */
  fail(offset: number, message: string): never;
}

/**
 * How files of one format are read and written. `read` cuts the text into blocks and parts; everything else follows
 * from these: which texts there are, what is kept, and where a translation goes.
 */
export interface LocaleFormat {
  readonly name: string;
  /** The ends of file names, such as `.json`. */
  readonly extensions: readonly string[];
  /** Whether a file holds the texts beside their translations, so that one file belongs to one language pair. */
  readonly isBilingual: boolean;
  /** Cuts the text of a file into its parts. */
  read(text: string, context: ReadContext): LocaleDocument;
}

export const isList = (part: Part): part is List => typeof part === 'object' && 'blocks' in part;
export const isSlot = (part: Part): part is Slot => typeof part === 'object' && 'encode' in part;

/** Every slot of a block, in the order of the file. */
export function slotsOf(block: Block): readonly Slot[] {
  const found: Slot[] = [];
  const visit = ({ parts }: Block): void => {
    for (const part of parts) {
      if (isSlot(part)) found.push(part);
      else if (isList(part)) part.blocks.forEach(visit);
    }
  };
  visit(block);
  return found;
}

/** The text to translate; empty when there is none. */
export const textOf = ({ text, value }: Slot): string => text ?? value ?? '';
