import { isSameTongue, spellWithHyphens } from '../../base/language-code.js';
import { lookLikeKeys } from '../checks/non-texts.js';
import { readContent } from './content.js';
import { hasSlot, indexSlots, type LocaleFormat, mapSlots, readText } from './document.js';
import { parseContent, type ReadFile } from './parse.js';
import { readNearLanguage } from './path-layouts.js';
import { findName, type LocaleSource, type ReadLocaleOptions } from './read-options.js';
import { refuse } from './refusal.js';

/** The file with the texts, and the file that gets the translations. */
export interface FilePair {
  readonly source: ReadFile;
  /** The same file, if it holds both. Undefined when there is none yet. */
  readonly target: ReadFile | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Whether the file to write is made from the source file. */
  readonly isNew: boolean;
  /**
   * The originals by key, where the texts are their translations into the same language. Empty if the originals are keys, which say
   * nothing about the texts.
   * @default the texts are the originals
   */
  readonly originals?: ReadonlyMap<string, string> | undefined;
}

/**
 * What the translations are that a file has beside its originals, where another file is written: translations into its language;
 * the texts, as in `messages.en.xlf`; or in an unknown language.
 */
type Role = 'translations' | 'texts' | 'unknown';

function findRole({ document, name }: ReadFile, from: string | undefined, to: string | undefined): Role {
  // What it says itself has been compared with both languages.
  if (document.to !== undefined)
    return isSameTongue(document.to, from) && !isSameTongue(document.to, to) ? 'texts' : 'translations';
  if (!hasSlot(document.root, ({ value }) => value !== undefined)) return 'translations';
  const language = readNearLanguage(name);
  if (isSameTongue(language, to)) return 'translations';
  return isSameTongue(language, from) ? 'texts' : 'unknown';
}

/**
 * Takes the translations out of a file, unless they are into the language of the file to write. Where they are the texts, the
 * originals are often keys, such as `user.login`.
 */
function takeTranslations(file: ReadFile, role: Role): ReadFile {
  if (role === 'translations') return file;
  const root = mapSlots(file.document.root, (slot) => ({
    ...slot,
    text: (role === 'texts' ? slot.value : undefined) ?? readText(slot),
    value: undefined,
    raw: slot.raw === '' ? '' : slot.encode('', (message) => refuse(file.name, message)),
  }));
  const warnings = [...file.warnings];
  if (role === 'unknown')
    warnings.push(
      'has translations, but nothing shows that they are in the language of the target, so they are left out',
    );
  return { ...file, document: { ...file.document, root }, slots: indexSlots(file, root), warnings };
}

/** The originals of a file by key; none if they look like keys. */
function listOriginals({ slots }: ReadFile): ReadonlyMap<string, string> {
  const originals = new Map(Array.from(slots, ([key, slot]) => [key, readText(slot)]));
  return lookLikeKeys(Object.fromEntries(originals)) ? new Map() : originals;
}

/**
 * The target, where a text has the key that it has in the source. One of the two may have it as an object with the form `other`, and
 * the other as a text alone.
 */
function takeKeys(target: ReadFile, source: ReadFile): ReadFile {
  const sourceKeys = new Map<string, string>();
  for (const { key, objectKey } of source.slots.values())
    if (objectKey !== undefined) sourceKeys.set(objectKey, key).set(`${objectKey}.other`, key);
  const keys = new Map<string, string>();
  for (const { key, objectKey } of target.slots.values()) {
    const own = objectKey !== undefined && source.slots.has(objectKey) ? objectKey : sourceKeys.get(key);
    if (own !== undefined && !source.slots.has(key) && !target.slots.has(own)) keys.set(key, own);
  }
  if (keys.size === 0) return target;
  const root = mapSlots(target.document.root, (slot) => ({ ...slot, key: keys.get(slot.key) ?? slot.key }));
  return { ...target, document: { ...target.document, root }, slots: indexSlots(target, root) };
}

/** Reads the file with the texts, and the one that gets the translations. @throws InputError when one can't be read */
export async function readPair(
  source: LocaleSource,
  format: LocaleFormat,
  options: ReadLocaleOptions,
): Promise<FilePair> {
  const content = (await readContent(source, format)) ?? refuse(findName(source), 'does not exist');
  const { shape } = options;
  const texts = parseContent(format, content, { to: options.to, from: options.from, shape, isTarget: false });
  if (shape !== undefined && texts.document.shape === undefined)
    refuse('shape', `is for JSON, and ${texts.name} is not`);
  const from = options.from ?? texts.document.language;
  const ownTo = texts.document.to;
  const to = options.to ?? (ownTo === undefined ? undefined : spellWithHyphens(ownTo));

  let found = format.isMultilingual ? content : undefined;
  if (options.target !== undefined) found = await readContent(options.target, format);
  // A template names no language: the file to write is a new one.
  else if (format.isBilingual) return { source: texts, target: texts, from, to, isNew: ownTo === undefined };
  const isOwnTarget = !format.isBilingual || format.isMultilingual || found?.text === content.text;
  const role = isOwnTarget ? 'translations' : findRole(texts, from, options.to);
  if (found === undefined || found.text.trim() === '')
    return { source: takeTranslations(texts, role), target: undefined, from, to, isNew: true };

  const target = parseContent(format, found, { to, from: options.from, shape, isTarget: true });
  const { layout, pluralForms } = target.document;
  // A target that holds its texts in another way than the source would get some in each way.
  if (target.slots.size > 0 && layout !== texts.document.layout)
    refuse(
      target.name,
      `has ${layout ?? 'plain texts'}, but ${texts.name} has ${texts.document.layout ?? 'plain texts'}`,
    );
  // The texts have a form for each that the target has.
  const hasSameForms = JSON.stringify(pluralForms) === JSON.stringify(texts.document.pluralForms);
  const inForms = hasSameForms
    ? texts
    : parseContent(format, content, { to, from: options.from, shape, isTarget: false, pluralForms });
  return {
    source: takeTranslations(inForms, role),
    target: takeKeys(target, inForms),
    from,
    to,
    isNew: false,
    originals: role === 'texts' ? listOriginals(inForms) : undefined,
  };
}
