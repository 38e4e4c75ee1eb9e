import { stat } from 'node:fs/promises';
import { posix } from 'node:path';
import { isDocumentName } from '../../base/given-file.js';
import { coversLanguage, fitsLanguage, isSameLanguage, matchLanguages } from '../../base/language-code.js';
import { catchCodes } from '../../command-internals.js';
import { InputError } from '../../index.js';
import {
  type LocaleFile,
  type LocaleFormat,
  localeFormats,
  type ReadLocaleOptions,
  readLocaleFile,
} from '../../locale-files.js';
import { type DocumentFile, readDocument } from '../files/document-file.js';
import type { WriteTarget } from '../files/target-file.js';
import { UsageError } from '../terminal/failures.js';
import { decide } from './decide.js';
import { findLanguage, type PlannedLanguage } from './language-map.js';
import { fillLanguage, readPathLanguage } from './language-paths.js';
import { PROJECT_FILE } from './project-file-name.js';
import type { GivenPath } from './project-folder.js';
import { decideLanguages, decideTarget, type PlannedLanguages, type PlannedSource } from './sources.js';
import type { TextRules } from './text-rules.js';

/** One file for one language. */
interface FileUnit<File> extends PlannedSource, WriteTarget {
  /** As the person sees it: from where they stand, with slashes. */
  readonly target: string;
  /** As the project names it: from its folder. */
  readonly targetInProject: string;
  readonly from: string;
  readonly language: string;
  readonly file: File;
  /** Whether the file holds other languages, too. */
  readonly isMultilingual: boolean;
  /** Reads the files again, by these rules. */
  read(rules: TextRules): Promise<File>;
}

/** The texts of a locale file. */
export interface TextsUnit extends FileUnit<LocaleFile> {
  readonly kind: 'texts';
}

/** A document that is ordered as a whole. */
export interface DocumentUnit extends FileUnit<DocumentFile> {
  readonly kind: 'document';
  /** The key of its only text: its name. */
  readonly key: string;
}

export type Unit = TextsUnit | DocumentUnit;

/**
 * Reads the source files, once for each language.
 *
 * @throws UsageError when a language or a path is missing, or two units have one target; InputError when a file can't be read
 */
export async function readUnits(sources: readonly PlannedSource[]): Promise<readonly Unit[]> {
  const units: Unit[] = [];
  for (const source of sources) {
    const isDocument = source.format === undefined && isDocumentName(posix.basename(source.source));
    units.push(...(await (isDocument ? readDocumentUnits(source) : readTextsUnits(source))));
  }
  if (units.length === 0)
    throw new UsageError(
      'The files are for a language that --to does not name. Name a template, which has no language.',
    );
  await refuseSameTarget(units);
  return units;
}

async function refuseSameTarget(units: readonly Unit[]): Promise<void> {
  const seen = new Map<string, Unit>();
  for (const unit of units) {
    const place = unit.kind === 'texts' && unit.isMultilingual ? (unit.file.toInFile ?? unit.language) : '';
    // Some disks take one name in upper and lower case, or in two Unicode forms, for the same.
    const key = `${(await unit.targetFile()).normalize()}\n${place}`.toLowerCase();
    const first = seen.get(key);
    if (first?.sourceInProject === unit.sourceInProject && place !== '')
      throw new UsageError(
        `The translations into ${first.language} and ${unit.language} would both be written to ${place} in ${unit.target}. Leave one out of --to, or give it a place of its own there.`,
      );
    if (first !== undefined)
      throw new UsageError(`Two sources would be written to the same file, ${unit.target}.`);
    seen.set(key, unit);
  }
}

async function readDocumentUnits(planned: PlannedSource): Promise<readonly DocumentUnit[]> {
  const { source } = planned;
  const { from, to } = decideLanguages(planned, {});
  const key = posix.basename(source);
  return Promise.all(
    to.map(async (language): Promise<DocumentUnit> => {
      const endings = [posix.extname(source).toLowerCase()];
      const target = await findTarget(planned, { from, to, language }, endings);
      const { targetFile } = target;
      await refuseOverwriting(planned, targetFile);
      const read = async (): Promise<DocumentFile> => readDocument(planned, key, await targetFile());
      return {
        ...planned,
        kind: 'document',
        key,
        ...target,
        from: from.code,
        language: language.code,
        read,
        isMultilingual: false,
        file: await read(),
      };
    }),
  );
}

type TargetFile = Pick<Unit, 'target' | 'targetInProject' | 'targetFile'>;

/** @param endings what the name of a target may end with, unless a person has named it */
function makeTarget({ folder }: PlannedSource, given: GivenPath, endings: readonly string[]): TargetFile {
  const target = folder.show(given.path);
  return {
    target,
    targetInProject: given.path,
    targetFile: () => folder.resolveFile(given, `The target ${target}`, endings),
  };
}

/** The languages of a plan, and the one whose file is looked for. */
interface WantedLanguage extends PlannedLanguages {
  readonly language: PlannedLanguage;
}

/**
 * Finds the file of a language. An existing file in another spelling, `pt_BR` for `pt-BR`, is that file, and so is the only one
 * that the language covers, `de-DE` for `de`.
 *
 * @throws UsageError when several files can be meant
 */
async function findTarget(
  planned: PlannedSource,
  { from, to, language }: WantedLanguage,
  endings: readonly string[],
): Promise<TargetFile> {
  const { inFiles } = language;
  const pattern = decideTarget(planned, { from, to });
  const make = (path: string): TargetFile => makeTarget(planned, { ...pattern, path }, endings);
  const expected = make(fillLanguage(pattern.path, inFiles));
  if (await exists(expected)) return expected;
  // What another language of the plan covers is not this one's alone.
  const others = [from, ...to.filter(({ code }) => code !== language.code)];
  const isFree = (code: string): boolean =>
    isSameLanguage(code, inFiles) || !others.some((another) => coversLanguage(another.inFiles, code));
  const free = (await listFileLanguages(planned, pattern)).filter(isFree);
  const found: TargetFile[] = [];
  for (const code of matchLanguages(inFiles, free)) {
    const target = make(pattern.path.replaceAll('{language}', code));
    if (target.targetInProject !== planned.sourceInProject && (await exists(target))) found.push(target);
  }
  const [first, second] = found;
  if (first !== undefined && second !== undefined)
    throw new UsageError(
      `The translations of ${planned.source} into ${inFiles} could belong to ${first.target} or ${second.target}. Name the one that is meant in "languages" of ${PROJECT_FILE} or by --to, or add ${expected.target}.`,
    );
  return first ?? expected;
}

/** The codes that stand for `{language}` in the paths that are there. */
async function listFileLanguages({ folder }: PlannedSource, pattern: GivenPath): Promise<readonly string[]> {
  const parts = pattern.path.split('/');
  const at = parts.findIndex((part) => part.includes('{language}'));
  const [before, after, ...more] = parts[at]?.split('{language}') ?? [];
  if (before === undefined || after === undefined || more.length > 0) return [];
  const names = await folder.listNames({ ...pattern, path: parts.slice(0, at).join('/') });
  return names
    .filter((name) => name.startsWith(before) && name.endsWith(after))
    .map((name) => name.slice(before.length, name.length - after.length));
}

async function exists({ targetFile }: TargetFile): Promise<boolean> {
  return (await catchCodes(['ENOENT', 'ENOTDIR'], stat(await targetFile()))) !== undefined;
}

async function refuseOverwriting(
  { source, path }: PlannedSource,
  targetFile: () => Promise<string>,
): Promise<void> {
  if ((await targetFile()) === path) throw new UsageError(`The translations would overwrite ${source}.`);
}

/** Finds the language of a PO file in its path: Django makes files that do not name theirs. */
function readLanguageOfPo(
  { sourceInProject, given }: PlannedSource,
  from: string | undefined,
): string | undefined {
  const { commandLine, file } = given;
  const target = decide({ commandLine: commandLine.target, file: file.target });
  if (posix.extname(sourceInProject) !== '.po' || target !== undefined) return undefined;
  const language = readPathLanguage(sourceInProject);
  if (from === undefined || language === undefined) return undefined;
  return fitsLanguage(language, from) ? undefined : language;
}

/** What the format of a file says about its targets. */
function findTargetFormat({ format }: PlannedSource, name: string): Partial<LocaleFormat> {
  if (typeof format === 'object') return format;
  return Object.values(localeFormats).find((known) => known.name === name) ?? {};
}

/** Reads a locale file. Errors name it, and the file of its translations, as the person sees them. */
async function readFile(
  { path, source }: PlannedSource,
  { targetName, ...options }: ReadLocaleOptions & { readonly targetName?: string },
): Promise<LocaleFile> {
  try {
    return await readLocaleFile(path, options);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const files = [{ real: path, shown: source }];
    if (typeof options.target === 'string' && targetName !== undefined)
      files.push({ real: options.target, shown: targetName });
    // A line and a column may follow.
    const show = (place: string): string => {
      const file = files.find(({ real }) => place === real || place.startsWith(`${real}:`));
      return file === undefined ? place : file.shown + place.slice(file.real.length);
    };
    throw new InputError(error.issues.map((issue) => ({ ...issue, path: show(issue.path) })));
  }
}

async function readTextsUnits(planned: PlannedSource): Promise<readonly TextsUnit[]> {
  const { sourceInProject, isNamed, format, shape, given } = planned;
  const options = { format, shape };
  const { commandLine, project } = given;
  const named = decide({ commandLine: commandLine.from, project: project.from })?.value;
  const givenFrom = named === undefined ? undefined : findLanguage(project.languages, named).inFiles;
  const whole = await readFile(planned, { ...options, from: givenFrom });
  // A template is for every language. One that names a language is refused when it is read, not passed over.
  // One whose translations are in the language of the texts has the texts: its originals are keys.
  const textLanguage = givenFrom ?? whole.language ?? readPathLanguage(sourceInProject);
  const hasTexts =
    whole.to !== undefined && textLanguage !== undefined && fitsLanguage(whole.to, textLanguage);
  const ownTo = posix.extname(sourceInProject) === '.pot' || hasTexts ? undefined : whole.to;
  const own = decide({ content: ownTo, path: readLanguageOfPo(planned, givenFrom) })?.value;
  const { from, to } = decideLanguages(planned, { from: whole.language, to: own });
  const { isMultilingual = false, extensions = [] } = findTargetFormat(planned, whole.format);
  const isOwnTarget = isMultilingual || own !== undefined;
  return Promise.all(
    to.map(async (language): Promise<TextsUnit> => {
      const target = isOwnTarget
        ? makeTarget(planned, { path: sourceInProject, isNamed }, extensions)
        : await findTarget(planned, { from, to, language }, extensions);
      const { targetFile } = target;
      if (isOwnTarget) await targetFile();
      else await refuseOverwriting(planned, targetFile);
      const read = async ({ ignore, notes }: TextRules): Promise<LocaleFile> =>
        readFile(planned, {
          ...options,
          from: from.inFiles,
          to: language.inFiles,
          ignore,
          notes,
          ...(!isOwnTarget && { target: await targetFile() }),
          targetName: target.target,
        });
      return {
        ...planned,
        kind: 'texts',
        ...target,
        from: from.code,
        language: language.code,
        isMultilingual,
        read,
        file: await read(planned.rules),
      };
    }),
  );
}
