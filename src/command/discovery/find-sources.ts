import { join, posix } from 'node:path';
import { isDocumentName } from '../../base/given-file.js';
import { isSameTongue } from '../../base/language-code.js';
import { lookLikeKeys } from '../../command-internals.js';
import { InputError } from '../../index.js';
import {
  type JsonShape,
  type LocaleFile,
  type LocaleFormat,
  localeFormats,
  readLocaleFile,
} from '../../locale-files.js';
import { makeTargetPattern } from '../plan/language-paths.js';
import { type FileGroup, findFile, makePathPattern } from './layouts.js';

/** A file with texts, or a document, of a usual layout. */
export interface FoundSource {
  readonly source: string;
  /** The path of its translations, if the path of the source does not show it. */
  readonly target: string | undefined;
  /** The languages that have a file already. */
  readonly languages: readonly string[];
  /** The paths of these files, where they are not sources themselves. */
  readonly translations: readonly string[];
  /** The language of its texts, if the file names it. */
  readonly language: string | undefined;
  /** How many texts it has. A document has one. */
  readonly texts: number;
  /** How it holds them, if it is JSON. */
  readonly shape?: JsonShape | undefined;
}

const FORMATS: readonly LocaleFormat[] = Object.values(localeFormats);

const findFormatByEnding = (path: string): LocaleFormat | undefined =>
  FORMATS.find(({ extensions }) => extensions.some((ending) => path.toLowerCase().endsWith(ending)));

/** Whether a file can be a locale file or a document, by its name. */
export const isOrderable = (name: string): boolean =>
  isDocumentName(name) || findFormatByEnding(name) !== undefined;

/**
 * Lists the languages that the texts can be in, by the paths. Files beside a file without a language are its translations. A
 * file that holds texts with their translations is a source only in English.
 */
export function listSourceLanguages(groups: readonly FileGroup[]): readonly string[] {
  const found = groups.flatMap(({ base, files, after }) => {
    const isSource = (code: string): boolean =>
      !findFormatByEnding(after)?.isBilingual || isSameTongue(code, 'en');
    return base === undefined ? [...files.keys()].filter(isSource) : [];
  });
  return [...new Set(found)].toSorted();
}

/** Where sources are looked for. */
interface SourceSearch {
  /** The language of the texts; undefined when it is looked for, too. */
  readonly from: string | undefined;
  /** The folder of the project. */
  readonly folder: string;
  /** Called for a file that is left out. */
  onSkipped(path: string, reason: string): void;
}

/** Finds the files with the texts of a language, reads them, and keeps those that have texts. */
export async function findSources(
  groups: readonly FileGroup[],
  search: SourceSearch,
): Promise<readonly FoundSource[]> {
  const found = new Map<string, FoundSource>();
  for (const group of joinTemplates(groups)) {
    for (const source of await readGroup(group, search)) {
      const known = found.get(source.source);
      // If a file is in two groups, the one with more languages counts.
      if (known === undefined || known.languages.length < source.languages.length)
        found.set(source.source, source);
    }
  }
  return [...found.values()];
}

/** Gives a template the files that were made from it, in the place of their own group. */
function joinTemplates(groups: readonly FileGroup[]): readonly FileGroup[] {
  const rest = new Set(groups);
  for (const template of groups) {
    if (template.layout.holds !== 'template') continue;
    const made = findMade(template, [...rest]);
    if (made === undefined) continue;
    rest.delete(template);
    rest.delete(made);
    rest.add({ ...made, base: template.base, layout: template.layout });
  }
  return [...rest];
}

/** Finds the PO files that were made from a template: beside or below it, named like it or by their language alone. */
function findMade({ before }: FileGroup, groups: readonly FileGroup[]): FileGroup | undefined {
  const { dir, base: name } = posix.parse(before);
  const isNear = (group: FileGroup): boolean => dir === '' || group.before.startsWith(`${dir}/`);
  const nameFiles = (group: FileGroup): string => posix.basename(`${group.before}*${group.after}`);
  const all = groups.filter(({ after }) => after.endsWith('.po'));
  const named = all.filter((group) => nameFiles(group).replace(/[._-]?\*/, '') === `${name}.po`);
  return named.find(isNear) ?? all.find((group) => isNear(group) && nameFiles(group) === '*.po') ?? named[0];
}

async function readGroup(group: FileGroup, search: SourceSearch): Promise<readonly FoundSource[]> {
  const { layout, base } = group;
  const { from } = search;
  const own = from === undefined || layout.holds !== undefined ? undefined : findFile(group, from);
  const source = own ?? base;
  const others = [...group.files].filter(([code]) => !isSameTongue(code, from));
  const read = source === undefined ? undefined : await readSource(source, search);
  if (
    source !== undefined &&
    read !== undefined &&
    (read.to === undefined || (read.hasTexts && isSameTongue(read.to, from)))
  ) {
    const languages = others.map(([code]) => code);
    const translations = others.map(([, path]) => path);
    const target = decideTargetPattern(group, source, languages, from);
    return [{ ...read, source, languages, translations, target }];
  }
  if (!findFormatByEnding(group.after)?.isBilingual) return [];
  // Each has the texts and their translations into one language.
  const found: FoundSource[] = [];
  for (const [code, path] of others) {
    const read = await readSource(path, search);
    if (read !== undefined)
      found.push({ ...read, source: path, languages: [code], translations: [], target: undefined });
  }
  return found;
}

interface ReadSource extends Pick<FoundSource, 'language' | 'texts' | 'shape'>, Pick<LocaleFile, 'to'> {
  /**
   * Whether its translations are the texts, if they are in the same language: it says that of both, or its originals look like keys.
   */
  readonly hasTexts: boolean;
}

/** Reads a file; undefined when it has no texts, or can't be read. */
async function readSource(
  path: string,
  { from, folder, onSkipped }: SourceSearch,
): Promise<ReadSource | undefined> {
  if (findFormatByEnding(path) === undefined)
    return { language: undefined, to: undefined, texts: 1, hasTexts: false };
  try {
    const { texts, language, to, shape } = await readLocaleFile(join(folder, path), { from });
    const count = Object.keys(texts).length;
    const hasTexts = isSameTongue(language, to) || lookLikeKeys(texts);
    if (count > 0) return { language, to, shape, texts: count, hasTexts };
    onSkipped(path, 'it has no texts');
    return undefined;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    onSkipped(path, error.issues.map(({ message }) => message).join('; '));
    return undefined;
  }
}

/** The path of the translations with `{language}`, where the path of the source does not show that of the files that are there. */
function decideTargetPattern(
  group: FileGroup,
  source: string,
  languages: readonly string[],
  from = '',
): string | undefined {
  if (group.layout.holds === 'all languages') return undefined;
  const shown = makeTargetPattern(source, from);
  const pattern = makePathPattern(group);
  const isShown = languages.length === 0 ? shown !== undefined : shown === pattern;
  return isShown ? undefined : pattern;
}
