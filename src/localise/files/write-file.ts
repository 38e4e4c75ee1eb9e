import { checkOptions, copyOwn, type Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { InputError } from '../../index.js';
import { type Block, isList, type LocaleFormat, listAnchors, listSlots } from './document.js';
import { fitEncoding } from './encoding.js';
import { detectLineEnding } from './line-ending.js';
import type { ReadFile } from './parse.js';
import { pruneBlock } from './prune.js';
import type { FilePair } from './read-pair.js';
import { describePath, refuse, shortenKey } from './refusal.js';
import { fillIn, renderNew, type WriteContext } from './render.js';
import type { Constant } from './selection.js';
import { type Entries, hasEntry, isTranslatable, isTranslated, toValues } from './slot-texts.js';

/** Translations by the key of their text. */
export type LocaleTranslations = Readonly<Record<string, string>> | ReadonlyMap<string, string>;

/** How a locale file is written. */
export interface WriteLocaleOptions {
  /** Removes the `orphans`. Something that belongs together, such as an array, stays until it is translated in whole. @default false */
  readonly prune?: boolean | undefined;
}

const WRITE_OPTIONS: Rules<WriteLocaleOptions> = { prune: rules.flag };

/** What a file has for translators, and what is the same in every language. */
interface Content {
  readonly entries: Entries;
  readonly constants: readonly Constant[];
}

/** The file for the language, with these translations. @throws InputError as `write` of a locale file does */
export function writeFile(
  format: LocaleFormat,
  pair: FilePair,
  { entries, constants }: Content,
  given: LocaleTranslations,
  options: WriteLocaleOptions = {},
): string {
  const issues = checkOptions('options', options, WRITE_OPTIONS);
  if (issues.length > 0) throw new InputError(issues);
  const translations = checkTranslations(given, entries);
  const { source, target, to, isNew } = pair;
  const changed = toValues(entries, translations);
  const isWhole = copyOwn(options).prune !== true || findOrphans(pair).length === 0;
  if (target !== undefined && isWhole && isIn(changed, target, entries.outdated))
    return target.byteOrderMark + target.text;

  const values = changed.size === 0 ? changed : withConstants(changed, constants, target);
  const root = isWhole ? target?.document.root : pruneTarget(pair, (key) => values.has(key));
  const writing: WriteContext = {
    to,
    isNew,
    isBilingual: format.isBilingual,
    values,
    hasValue: ({ key }) => values.has(key),
    outdated: entries.outdated,
    revived: entries.revived,
    isFixed: (key) => !isTranslatable(entries, key),
    present: new Set(root === undefined ? [] : listKeys(root)),
    anchors: new Set(target === undefined ? [] : listAnchors(target.document.root)),
    lineEnding: detectLineEnding((target ?? source).text),
    refuse: (key, message) => refuse(describePath(key), message),
  };
  const body =
    isNew || target === undefined || root === undefined
      ? renderNew(source.document.root, writing)
      : fillIn(root, source.document.root, writing);
  if (format.canRead?.(body) === false)
    refuse(
      (target ?? source).name,
      `has its texts in another way than ${source.name}, so these can't be written into it; move it away, or lay it out as ${source.name} is`,
    );
  const written = (isNew || target === undefined ? source : target).byteOrderMark + body;
  const escapeLetter = format.escapeLetter ?? ((letter) => refuseLetter(letter, translations, pair));
  return fitEncoding(written, (target ?? source).encoding, escapeLetter);
}

/**
 * Checks that the texts that are not translated can be written into the target, before somebody orders them.
 *
 * @throws InputError when the target holds its texts in a way that they don't fit into
 */
export function checkTarget(format: LocaleFormat, pair: FilePair, content: Content): void {
  if (format.canRead === undefined || pair.target === undefined) return;
  const { texts, known } = content.entries;
  const missing = Object.keys(texts).filter((key) => !Object.hasOwn(known, key));
  writeFile(format, pair, content, new Map(missing.map((key) => [key, 'x'])));
}

/**
 * The keys of translations that `writeFile` leaves out, since what they belong to is written only as a whole, or behind something
 * else: a message with all of its forms, an array with all of its items, a subtitle behind the first one of its time.
 */
export function findHeldBack(
  { source, target }: FilePair,
  entries: Entries,
  given: LocaleTranslations,
): readonly string[] {
  const translations = checkTranslations(given, entries);
  const held = new Set<string>();
  const hold = (slot: string): void => {
    for (const key of entries.messages.get(slot)?.keys ?? [slot]) if (translations.has(key)) held.add(key);
  };
  const isOpen = (key: string): boolean =>
    isTranslatable(entries, key) && !isTranslated(entries, key, translations);
  for (const key of entries.messages.keys()) if (isOpen(key)) hold(key);
  const present = new Set(target === undefined ? [] : listKeys(target.document.root));
  const anchors = new Set(target === undefined ? [] : listAnchors(target.document.root));
  const visit = (block: Block): void => {
    const isWhole = block.taken === 'when translated in whole' || block.taken === 'when complete';
    const { needs = [], anchors: own = [] } = block;
    if (isWhole || needs.length > 0 || own.length > 0) {
      const keys = listSlots(block).map(({ key }) => key);
      const isHeld = (isWhole && keys.some(isOpen)) || needs.some((name) => !anchors.has(name));
      if (isHeld) for (const key of keys) if (!present.has(key)) hold(key);
      if (!isHeld && (keys.length === 0 || !keys.every(isOpen))) for (const name of own) anchors.add(name);
    }
    for (const part of block.parts) if (isList(part)) part.blocks.forEach(visit);
  };
  visit(source.document.root);
  return [...held];
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

/** @param outdated keys of texts beside which the file has another original */
function isIn(
  translations: ReadonlyMap<string, string>,
  { slots }: ReadFile,
  outdated: ReadonlySet<string>,
): boolean {
  for (const [key, value] of translations)
    if (outdated.has(key) || slots.get(key)?.value !== value) return false;
  return true;
}

/** Adds the texts that are the same in every language, where the target has nothing. */
function withConstants(
  translations: ReadonlyMap<string, string>,
  constants: readonly Constant[],
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
export function findOrphans(pair: FilePair): readonly string[] {
  const { source, target } = pair;
  if (target === undefined || target === source) return [];
  const root = pruneTarget(pair, () => true);
  const kept = new Set(root === undefined ? [] : listKeys(root));
  return listKeys(target.document.root).filter((key) => !kept.has(key) && !source.slots.has(key));
}
