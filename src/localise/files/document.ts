import type { JsonShape } from './json-shapes.js';
import { MAX_SIZE } from './limits.js';
import { describePlace } from './line-ending.js';
import { refuse, shortenKey } from './refusal.js';

/*
 * How a format cuts a file, by example. Of this file of one text and one plural
 *
 *     # Buttons
 *     ok=OK
 *     files.one={n} file
 *     files.other={n} files
 *
 * `read` returns a root block with one list, whose separator is "\n" and whose blocks are:
 *
 *     { id: undefined,     parts: ['# Buttons'], taken: 'never', about: 'the next' }
 *     { id: 'ok',          parts: ['ok=', { key: 'ok', value: 'OK', raw: 'OK', encode }] }
 *     { id: 'files.one',   parts: ['files.one=', { key: 'files[one]', value: '{n} file', raw: '{n} file', encode }] }
 *     { id: 'files.other', parts: ['files.other=', { key: 'files[other]', … }], allowed: ['files.zero', 'files.few', …] }
 *     { id: 'files.few',   parts: [{ key: 'files[few]', value: undefined, raw: '', encode }] }
 *
 * Joined, the strings and the `raw` of all parts are the file. What follows from each:
 *
 * - `raw: ''` means that the file lacks the place. The last block is for a form that Polish has, and this file has not. Its `encode`
 *   returns all that is to be added: `files.few={n} pliki`. Without a translation, the block is left out, and so is its separator.
 *   `adaptForms` in `plurals.ts` makes such blocks.
 * - `id` finds the same block in the file for another language. A block that only the source file has is added behind the one before
 *   it, once it has a translation.
 * - `taken` keeps a block out of files that are made from this one: 'never' for a comment, and 'when translated in whole' for an array,
 *   which would be shown in two languages. 'when complete' is for a plural that no program can read without all of it. Without
 *   `taken`, a block with texts comes with the first translation of one of them. A block without texts comes only into a new file.
 * - `about` ties a block to another one: when that is pruned, since the source file no longer has its text, this one goes too.
 * - `allowed` are ids of blocks that only the other file has, and that are not pruned: a form that English lacks is no orphan.
 * - `tail` is a comment behind the comma after a block, in its line: it comes and goes with the block.
 * - `translated` replaces `parts` once one of the texts is translated: a message of PO without its line `#, fuzzy`, a unit
 *   without the mark that it is unfinished.
 */

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
  /** What the file says about the text, for translators. With another note, it is another text. */
  readonly note?: string | undefined;
  /** What else translators are shown: it changes with the program, and the text stays the same. */
  readonly remark?: string | undefined;
  /** Whether it is a plural form for one number alone, which words can say: a translation may lack the number. @default false */
  readonly isForOne?: boolean | undefined;
  /** The key of the object whose form `other` this is, where a text can stand in place of such an object. */
  readonly objectKey?: string | undefined;
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
  /** What is behind the last block, if there is a block, such as a comma. @default nothing */
  readonly trailer?: string | undefined;
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
   * When a file for another language gets this block: never, or only if all its texts are translated. A file that has it already gets
   * it anew `when translated in whole`, and else a translation at a time.
   * @default if any of its texts is translated
   */
  readonly taken?: 'never' | 'when translated in whole' | 'when complete' | undefined;
  /** Ids of blocks that a file for another language may have beside this one, such as more plural forms: they are no orphans. */
  readonly allowed?: readonly (string | undefined)[] | undefined;
  /** The block that this one is about, such as a comment: the one after it, or the one with this id. It goes with that. */
  readonly about?: 'the next' | { readonly id: string } | undefined;
  /** The id of the block that this one was before it was put out of use. It goes when that comes back with its translation. */
  readonly obsolete?: string | undefined;
  /** A comment that ends the line, behind the separator after the block. It goes with the block. @default nothing */
  readonly tail?: string | undefined;
  /** Names that the block gives to parts of itself, for other blocks of the file. */
  readonly anchors?: readonly string[] | undefined;
  /** Names of anchors that the file must have before a file for another language gets this block. */
  readonly needs?: readonly string[] | undefined;
}

/**
 * What an apostrophe does in a text with arguments: it begins a quotation before a brace or a tag, as in ICU messages; anywhere, as in
 * Java's `MessageFormat`; or nothing.
 */
export type Apostrophes = 'quote before braces' | 'quote everywhere' | 'are text';

/** What a format has read from a file. */
export interface LocaleDocument {
  /** The language of the texts, if the file says it. */
  readonly language?: string | undefined;
  /** How the file holds its texts, if its format has ways that don't fit: a target with another layout is refused. */
  readonly layout?: string | undefined;
  /** The shape of JSON that was taken. */
  readonly shape?: JsonShape | undefined;
  /** The language of the translations, if the file says it. */
  readonly to?: string | undefined;
  /** The language to translate to as a file of all languages spells it, such as the name of a column. @default as it was named */
  readonly toInFile?: string | undefined;
  /** The placeholders that its texts usually have. @default those of the format */
  readonly protect?: LocaleFormat['protect'];
  /** What apostrophes do in its texts. @default what the format says */
  readonly apostrophes?: Apostrophes | undefined;
  /** For each plural form, the whole numbers up to 200 that use it, in formats whose files say how many forms there are. */
  readonly pluralForms?: readonly (readonly number[])[] | undefined;
  /** What a person should know of it, such as what is left out, in words that fit behind the file's name. @default nothing */
  readonly warnings?: readonly string[] | undefined;
  /** The translations of blocks that were put out of use, by the key of their text. @default none */
  readonly obsolete?: ReadonlyMap<string, string> | undefined;
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
  /** The shape of a JSON file, where a person has decided it. @default what the file looks like */
  readonly shape?: JsonShape | undefined;
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
  /**
   * What an apostrophe does in a text with arguments, so that a translation can be written without hiding one.
   * @default it quotes before a brace in files of ICU messages with plurals or selects, and else it is text
   */
  readonly apostrophes?: Apostrophes | undefined;
  /**
   * Whether its files can be those of vue-i18n, which has a pipe between plural forms. In others, a pipe with arguments beside it can
   * be a list for a program: `Images (*.{0})|*.{0}`. @default false
   */
  readonly mayBeVue?: boolean | undefined;
  /**
   * Whether programs can read what was written, for formats in which a file can have its texts in ways that don't fit together.
   * @default they can
   */
  readonly canRead?: ((text: string) => boolean) | undefined;
  /** Cuts the text of a file into its parts. */
  read(text: string, context: ReadContext): LocaleDocument;
}

export const isList = (part: Part): part is List => typeof part === 'object' && 'blocks' in part;
export const isSlot = (part: Part): part is Slot => typeof part === 'object' && 'encode' in part;

/** Calls a function with every slot of a block, in the order of the file. */
function visitSlots({ parts }: Block, visit: (slot: Slot) => void): void {
  for (const part of parts) {
    if (isSlot(part)) visit(part);
    else if (isList(part)) for (const block of part.blocks) visitSlots(block, visit);
  }
}

/**
 * The slots of a document by key.
 *
 * @param file what it was read from
 * @param onRepeated is called for a slot whose key came before
 */
export function indexSlots(
  file: { readonly name: string; readonly text: string },
  root: Block,
  onRepeated = (slot: Slot): void => {
    const place = describePlace(file.text, findOffset(root, slot));
    refuse(`${file.name}:${place}`, `has two texts with the key ${shortenKey(slot.key)}`);
  },
): ReadonlyMap<string, Slot> {
  const { name } = file;
  const slots = new Map<string, Slot>();
  let letters = 0;
  let count = 0;
  visitSlots(root, (slot) => {
    // A long name is in the keys of all that it holds.
    letters += slot.key.length;
    if (letters > MAX_SIZE) refuse(name, `has keys of more than ${MAX_SIZE} letters in all`);
    const { size } = slots.set(slot.key, slot);
    if (size === count) onRepeated(slot);
    count = size;
  });
  return slots;
}

/** Where a slot is in its file. */
function findOffset(root: Block, wanted: Slot): number {
  let at = 0;
  const isIn = ({ parts }: Block): boolean =>
    parts.some((part) => {
      if (part === wanted) return true;
      if (isList(part)) return isInList(part);
      at += writeAsItIs(part).length;
      return false;
    });
  const isInList = ({ blocks, separator, trailer = '' }: List): boolean => {
    const present = blocks.filter(({ parts }) => !parts.every((part) => isSlot(part) && part.raw === ''));
    const last = present.at(-1);
    return present.some((block) => {
      if (isIn(block)) return true;
      at += (block === last ? trailer : separator).length + (block.tail ?? '').length;
      return false;
    });
  };
  isIn(root);
  return at;
}

/** A part beside a list, as its file has it. */
export function writeAsItIs(part: Part): string {
  if (typeof part === 'string') return part;
  if (typeof part === 'function') return part({ to: undefined, isNew: false });
  return isSlot(part) ? part.raw : '';
}

/** Every slot of a block, in the order of the file. */
export function listSlots(block: Block): readonly Slot[] {
  const found: Slot[] = [];
  visitSlots(block, (slot) => found.push(slot));
  return found;
}

/** A block in which each slot is replaced. */
export function mapSlots(block: Block, change: (slot: Slot) => Slot): Block {
  const mapParts = (parts: readonly Part[]): readonly Part[] =>
    parts.map((part) => {
      if (isList(part)) return { ...part, blocks: part.blocks.map((inner) => mapSlots(inner, change)) };
      return isSlot(part) ? change(part) : part;
    });
  const { parts, translated } = block;
  return {
    ...block,
    parts: mapParts(parts),
    ...(translated !== undefined && { translated: mapParts(translated) }),
  };
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
