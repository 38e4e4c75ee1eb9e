import { spellWithHyphens } from '../../base/language-code.js';
import { checkOptions, type Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { InputError } from '../../index.js';
import type { Content as FileContent } from './content.js';
import {
  type Block,
  type LocaleDocument,
  type LocaleFormat,
  listAnchors,
  listSlots,
  type Slot,
  visitSlots,
} from './document.js';
import { fitEncoding, type LocaleEncoding } from './encoding.js';
import { MAX_SIZE } from './limits.js';
import { detectLineEnding } from './line-ending.js';
import { pruneBlock } from './prune.js';
import { describePath, refuse, shortenKey } from './refusal.js';
import { type Constant, type SelectionOptions, selectTexts } from './selection.js';
import {
  collectEntries,
  type Entries,
  hasEntry,
  isTranslatable,
  type LocaleText,
  toValues,
} from './slot-texts.js';
import { fillIn, renderNew } from './write.js';

/** A locale file, read and ready to be written with translations. */
export interface LocaleFile {
  /** The name of the format, such as `json`. */
  readonly format: string;
  /** The encoding of the file for the language, in which `encode` writes it. Only Apple's and Java's files have another than UTF-8. */
  readonly encoding: LocaleEncoding;
  /** The placeholders that texts of this kind usually have, for `protect` of `orderTexts`. */
  readonly protect: LocaleFormat['protect'];
  /** The language of the texts, if the file says it. */
  readonly language: string | undefined;
  /** The language of the translations: the option `to`, or what the file says. */
  readonly to: string | undefined;
  /** The same as a file of all languages spells it, such as `de-DE` for `de`: the name of a column, or of a localization. */
  readonly toInFile: string | undefined;
  /**
   * The texts to translate, by key, in the order of the file. Texts without letters are not among them. A message with
   * plurals has a text for each form of the language, such as `cart.items[few]`.
   */
  readonly texts: Readonly<Record<string, LocaleText>>;
  /**
   * The keys of `texts` that look like notes for translators, by the pattern that makes them notes. Nobody has decided what
   * they are: that is what the option `notes` is for.
   */
  readonly doubtful: Readonly<Record<string, readonly string[]>>;
  /**
   * The placeholders that a translation may lack, by key: those for the number in a plural form for one number alone, which words
   * can say too. `collectTexts` does not know of forms, and has an issue for each.
   */
  readonly mayLack: Readonly<Record<string, readonly string[]>>;
  /** The translations that exist already, by key. */
  readonly known: Readonly<Record<string, string>>;
  /** The keys of texts that the file for the language has, and the source file no longer has. */
  readonly orphans: readonly string[];
  /**
   * Returns the file for the language, with these translations. An existing file keeps everything else byte for byte;
   * texts that it lacks are added at the place where the source file has them. A new file is made like the source file.
   * A new JSON or Android file has only what is translated, so that programs fall back to the source language for the rest.
   *
   * @param translations by key; those in `known` can be left out
   * @throws InputError for a key that the file does not have, a translation that the format or the encoding can't write, or a
   *   wrong option
   */
  write(translations: LocaleTranslations, options?: WriteLocaleOptions): string;
  /**
   * Returns what `write` returns as the bytes of the file, in its `encoding`: what is to be saved.
   *
   * @throws InputError as `write` does
   */
  encode(translations: LocaleTranslations, options?: WriteLocaleOptions): Uint8Array;
}

/** Translations by the key of their text. */
export type LocaleTranslations = Readonly<Record<string, string>> | ReadonlyMap<string, string>;

/** How a locale file is written. */
export interface WriteLocaleOptions {
  /** Removes the `orphans`. Something that belongs together, such as an array, stays until it is translated in whole. @default false */
  readonly prune?: boolean | undefined;
}

const WRITE_OPTIONS: Rules<WriteLocaleOptions> = { prune: rules.flag };

/** A file with its slots. */
export interface ReadFile extends FileContent {
  readonly document: LocaleDocument;
  readonly slots: ReadonlyMap<string, Slot>;
}

/** The slots of a document by key. @throws InputError when two have the same key */
export function indexSlots(name: string, root: Block): ReadonlyMap<string, Slot> {
  const slots = new Map<string, Slot>();
  let letters = 0;
  let count = 0;
  visitSlots(root, (slot) => {
    // A long name is in the keys of all that it holds.
    letters += slot.key.length;
    if (letters > MAX_SIZE) refuse(name, `has keys of more than ${MAX_SIZE} letters in all`);
    const { size } = slots.set(slot.key, slot);
    if (size === count) refuse(name, `has two texts with the key ${shortenKey(slot.key)}`);
    count = size;
  });
  return slots;
}

/** The file with the texts, and the file that gets the translations. */
export interface FilePair {
  readonly source: ReadFile;
  /** The same file, if it holds both. Undefined when there is none yet. */
  readonly target: ReadFile | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Whether the file to write is made from the source file. */
  readonly isNew: boolean;
}

export function makeLocaleFile(
  format: LocaleFormat,
  pair: FilePair,
  { ignore, notes }: SelectionOptions,
): LocaleFile {
  const { source, target, from, to } = pair;
  // Where notes have a place of their own, no text is one.
  const hasNotes = format.isBilingual || source.document.shape !== undefined;
  const selection = selectTexts(
    source.slots,
    { ignore, notes: notes ?? (hasNotes ? false : undefined) },
    (message) => refuse(source.name, message),
  );
  // A bilingual source file has translations too, whichever file is written.
  const findKnown = (key: string): string | undefined =>
    target?.slots.get(key)?.value || (format.isBilingual && source.slots.get(key)?.value) || undefined;
  const protect = source.document.protect ?? format.protect;
  const entries = collectEntries(source, { texts: selection.texts, findKnown, from, to, protect });
  const { encoding } = target ?? source;
  const { language } = source.document;
  const content = { entries, constants: [...selection.constants, ...entries.constants] };
  const toText: LocaleFile['write'] = (translations, options) =>
    writeText(format, pair, content, { translations, options });
  return {
    format: format.name,
    encoding,
    protect,
    language: language === undefined ? undefined : spellWithHyphens(language),
    to,
    toInFile: (target ?? source).document.toInFile ?? to,
    texts: entries.texts,
    doubtful: Object.fromEntries(selection.doubtful),
    mayLack: entries.mayLack,
    known: entries.known,
    get orphans() {
      return findOrphans(pair);
    },
    write: toText,
    encode: (translations, options) => Buffer.from(toText(translations, options), encoding),
  };
}

/** What a file has for translators, and what is the same in every language. */
interface Content {
  readonly entries: Entries;
  readonly constants: readonly Constant[];
}

function writeText(
  format: LocaleFormat,
  pair: FilePair,
  { entries, constants }: Content,
  given: { readonly translations: LocaleTranslations; readonly options: WriteLocaleOptions | undefined },
): string {
  const { options = {} } = given;
  const issues = checkOptions('options', options, WRITE_OPTIONS);
  if (issues.length > 0) throw new InputError(issues);
  const translations = checkTranslations(given.translations, entries);
  const changes = {
    translations: toValues(entries, translations),
    constants,
    isFixed: (key: string) => !isTranslatable(entries, key),
    isPruned: options.prune === true,
  };
  const escapeLetter = format.escapeLetter ?? ((letter) => refuseLetter(letter, translations, pair));
  return fitEncoding(write(format, pair, changes), (pair.target ?? pair.source).encoding, escapeLetter);
}

function refuseLetter(
  letter: string,
  translations: ReadonlyMap<string, string>,
  { source, target }: FilePair,
): never {
  const [key] = [...translations].find(([, text]) => text.includes(letter)) ?? [];
  const path = key === undefined ? (target ?? source).name : describePath(key);
  return refuse(path, `has "${letter}", which the file can't hold in ISO-8859-1; save the file as UTF-8`);
}

function checkTranslations(given: LocaleTranslations, entries: Entries): ReadonlyMap<string, string> {
  const checked: ReadonlyMap<unknown, unknown> =
    given instanceof Map ? given : new Map(Object.entries(given));
  checked.forEach((value, key) => {
    if (typeof key !== 'string' || !hasEntry(entries, key))
      refuse('translations', `have the key ${shortenKey(key)}, which the file does not have`);
    else if (typeof value !== 'string') refuse(describePath(key), 'must be a string');
  });
  // as just checked
  return checked as ReadonlyMap<string, string>;
}

/** What is to change in a file. */
interface Changes {
  /** By the key of their places. */
  readonly translations: ReadonlyMap<string, string>;
  /** The texts that are the same in every language. */
  readonly constants: readonly Constant[];
  /** Whether a text is not translated. */
  isFixed(key: string): boolean;
  readonly isPruned: boolean;
}

function write(
  { isBilingual }: LocaleFormat,
  pair: FilePair,
  { translations, constants, isFixed, isPruned }: Changes,
): string {
  const { source, target, to, isNew } = pair;
  const isSame = target !== undefined && isIn(translations, target);
  const isWhole = !isPruned || findOrphans(pair).length === 0;
  if (isSame && isWhole) return target.byteOrderMark + target.text;
  const values = translations.size === 0 ? translations : withConstants(translations, constants, target);
  const root = isWhole ? target?.document.root : pruneTarget(pair, (key) => values.has(key));
  const writing = {
    to,
    isNew,
    isBilingual,
    values,
    hasValue: ({ key }: Slot) => values.has(key),
    isFixed,
    present: new Set(root === undefined ? [] : listKeys(root)),
    anchors: new Set(target === undefined ? [] : listAnchors(target.document.root)),
    lineEnding: detectLineEnding((target ?? source).text),
    refuse: (key: string, message: string) => refuse(describePath(key), message),
  };
  if (isNew || target === undefined || root === undefined)
    return source.byteOrderMark + renderNew(source.document.root, writing);
  return target.byteOrderMark + fillIn(root, source.document.root, writing);
}

function isIn(translations: ReadonlyMap<string, string>, { slots }: ReadFile): boolean {
  for (const [key, value] of translations) if (slots.get(key)?.value !== value) return false;
  return true;
}

/** Adds the texts that are the same in every language, where the target has nothing. */
function withConstants(
  translations: ReadonlyMap<string, string>,
  constants: Changes['constants'],
  target: ReadFile | undefined,
): ReadonlyMap<string, string> {
  const missing = constants.filter(([key]) => !target?.slots.get(key)?.value);
  return missing.length === 0 ? translations : new Map([...translations, ...missing]);
}

/** The keys of the places that a file has. */
const listKeys = (root: Block): readonly string[] =>
  listSlots(root).flatMap(({ key, raw }) => (raw === '' ? [] : [key]));

/** The target file without its orphans; undefined when there is no file. */
function pruneTarget({ source, target }: FilePair, hasValue: (key: string) => boolean): Block | undefined {
  const isKnown = (key: string): boolean => source.slots.has(key);
  return (
    target && pruneBlock(target.document.root, source.document.root, { isKnown, isTranslated: hasValue })
  );
}

/** What pruning would remove if everything were translated. */
function findOrphans(pair: FilePair): readonly string[] {
  const { source, target } = pair;
  if (target === undefined || target === source) return [];
  const root = pruneTarget(pair, () => true);
  const kept = new Set(root === undefined ? [] : listKeys(root));
  return listKeys(target.document.root).filter((key) => !kept.has(key) && !source.slots.has(key));
}
