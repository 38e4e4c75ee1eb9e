/**
 * A place in a locale file for a text or its translation. `raw` is written there, unless it gets another value.
 */
export interface Slot {
  readonly key: string;
  /**
   * The text to translate, in formats that keep it beside the translation. Empty if it is not to be translated.
   * @default `value`, which is then the text itself
   */
  readonly text?: string | undefined;
  /** The text or translation that is here; undefined when there is none, or it is not final. */
  readonly value: string | undefined;
  /** What the file says about the text, for translators. */
  readonly note?: string | undefined;
  /** Whether it is a plural form for one number alone, which words can say: a translation may lack the number. @default false */
  readonly isForOne?: boolean | undefined;
  /** This place as the file has it. Empty for a place that the file lacks, such as another plural form. */
  readonly raw: string;
  /** Writes another value here. Call `fail` for a value that the format can't write. */
  encode(value: string, fail: (message: string) => never): string;
}

/** A sequence of blocks. Blocks can be added to it. */
export interface List {
  /** The text between two blocks. */
  readonly separator: string;
  readonly blocks: readonly Block[];
  /** Adapts a block of another file's list before it is added here, such as its indentation. @default as it is */
  readonly adopt?: ((text: string, from: List) => string) | undefined;
}

/** What a file is written for. */
export interface Target {
  /** The language of the translations; undefined when nobody named it. */
  readonly to: string | undefined;
  /** True if the file is made from the source file; false if an existing file is filled in. */
  readonly isNew: boolean;
}

/** Text that stays as it is; a place for a translation; a sequence; or text that depends on the target. */
export type Part = string | Slot | List | ((target: Target) => string);

/** What is copied or left out as a whole: an entry with its comments, or an object with its members. */
export interface Block {
  /** Names the block: the same block of another file has the same id. Undefined for what has no name, such as a comment. */
  readonly id: string | undefined;
  /** Joined, the parts are the text of the block. */
  readonly parts: readonly Part[];
  /** Its parts once one of its texts has a new translation, for example without a mark like `fuzzy`. @default `parts` */
  readonly translated?: readonly Part[] | undefined;
  /**
   * When a file for another language gets this block: never, or only if all its texts are translated.
   * @default if any of its texts is translated
   */
  readonly taken?: 'never' | 'when translated in whole' | undefined;
  /** Ids of blocks that a file for another language may have beside this one, such as more plural forms: they are no orphans. */
  readonly allowed?: readonly (string | undefined)[] | undefined;
  /** The block that this one is about, such as a comment: the one after it, or the one with this id. It goes with that. */
  readonly about?: 'the next' | { readonly id: string } | undefined;
  /** Names that the block gives to parts of itself, for other blocks of the file. */
  readonly anchors?: readonly string[] | undefined;
  /** Names of anchors that the file must have before a file for another language gets this block. */
  readonly needs?: readonly string[] | undefined;
}

/** What a format has read from a file. */
export interface LocaleDocument {
  /** The language of the texts, if the file says it. */
  readonly language?: string | undefined;
  /** How the file holds its texts, if its format has ways that don't fit: a file of another shape is refused. */
  readonly shape?: string | undefined;
  /** The language of the translations, if the file says it. */
  readonly to?: string | undefined;
  /** The language to translate to as a file of all languages spells it, such as the name of a column. @default as it was named */
  readonly toInFile?: string | undefined;
  /** The placeholders that its texts usually have. @default those of the format */
  readonly protect?: LocaleFormat['protect'];
  /** For each plural form, the whole numbers up to 200 that use it, in formats whose files say how many forms there are. */
  readonly pluralForms?: readonly (readonly number[])[] | undefined;
  /** The whole file. */
  readonly root: Block;
}

/** What a format gets besides the text of the file. */
export interface ReadContext {
  /** The language to translate to; undefined when nobody named it. */
  readonly to: string | undefined;
  /** The language of the texts; undefined when nobody named it. */
  readonly from: string | undefined;
  /** Whether the file is read for its translations, and not for its texts. */
  readonly isTarget: boolean;
  /** The plural forms of the file for the language, if they differ. @default what this file says */
  readonly pluralForms?: LocaleDocument['pluralForms'];
  /** Refuses the file. The message is put after the file's name, line and column. @param offset in the text, from 0 */
  fail(offset: number, message: string): never;
}

/**
 * How files of one format are read and written. `read` cuts the text into blocks and parts. Everything else follows from
 * them: which texts there are, what is kept, and where a translation is written.
 */
export interface LocaleFormat {
  readonly name: string;
  /** The endings of file names, such as `.json`. */
  readonly extensions: readonly string[];
  /** Whether a file holds both texts and translations, so that each language pair has its own file. */
  readonly isBilingual: boolean;
  /** Whether a file holds the translations into all languages, so that it is its own target. @default false */
  readonly isMultilingual?: boolean | undefined;
  /** Encodings of its files beside UTF-8: UTF-16 with a byte order mark, and ISO-8859-1 for what is not UTF-8. @default none */
  readonly encodings?: readonly ('utf16le' | 'latin1')[] | undefined;
  /** Writes a letter that ISO-8859-1 lacks, in a file that is in it. @default such a letter is refused */
  readonly escapeLetter?: ((letter: string) => string) | undefined;
  /** The placeholders that its texts usually have, as `protect` of `orderTexts` takes them. @default none */
  readonly protect?: 'icu' | 'i18next' | 'printf' | RegExp | undefined;
  /** Cuts the text of a file into its parts. */
  read(text: string, context: ReadContext): LocaleDocument;
}

export const isList = (part: Part): part is List => typeof part === 'object' && 'blocks' in part;
export const isSlot = (part: Part): part is Slot => typeof part === 'object' && 'encode' in part;

/** Calls a function with every slot of a block, in the order of the file. */
export function visitSlots({ parts }: Block, visit: (slot: Slot) => void): void {
  for (const part of parts) {
    if (isSlot(part)) visit(part);
    else if (isList(part)) for (const block of part.blocks) visitSlots(block, visit);
  }
}

/** Every slot of a block, in the order of the file. */
export function listSlots(block: Block): readonly Slot[] {
  const found: Slot[] = [];
  visitSlots(block, (slot) => found.push(slot));
  return found;
}

/** Whether a block has a slot that passes a test. */
export function hasSlot({ parts }: Block, test: (slot: Slot) => boolean): boolean {
  for (const part of parts) {
    if (isSlot(part) && test(part)) return true;
    if (isList(part)) for (const block of part.blocks) if (hasSlot(block, test)) return true;
  }
  return false;
}

export const hasText = (block: Block): boolean => hasSlot(block, () => true);

/** The names of all anchors in a block. */
export function listAnchors(block: Block): readonly string[] {
  const inside = block.parts.filter(isList).flatMap(({ blocks }) => blocks.flatMap(listAnchors));
  return [...(block.anchors ?? []), ...inside];
}

/** The text to translate; empty when there is none. */
export const readText = ({ text, value }: Slot): string => text ?? value ?? '';
