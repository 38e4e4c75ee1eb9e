import { stat } from 'node:fs/promises';
import { basename, posix, relative, resolve, sep } from 'node:path';
import { isDocumentName } from '../../base/document-name.js';
import { type LocaleFile, type LocaleFormat, localeFormats, readLocaleFile } from '../../locale-files.js';
import { undefinedOn } from '../files/disk.js';
import { type DocumentFile, type DocumentSource, readDocument } from '../files/document-file.js';
import { formatFrom } from '../files/format-module.js';
import type { Target } from '../files/target-file.js';
import { UsageError } from '../terminal/io.js';
import { languageIn, respelled, sameCode } from './language-paths.js';
import { type GivenSource, languagesOf, type TextsSettings, targetOf } from './places.js';
import type { Project } from './project-file.js';
import { type GivenPath, ProjectFolder } from './project-folder.js';
import { firstRules, type TextRules } from './text-rules.js';

/** The options that have named the files and languages. */
export function fileOptions(settings: TextsSettings): readonly string[] {
  const { from, to, target, format, formatModule, ignore } = settings;
  const given = {
    ...{ from, to: to?.join(','), target, format, 'format-module': formatModule, ignore: ignore?.join(',') },
  };
  return Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
}

/** One file for one language. */
interface FileUnit<File> extends Target {
  /** Relative to the project folder, with slashes. */
  readonly source: string;
  readonly target: string;
  readonly from: string;
  readonly language: string;
  /** The name of the job. */
  readonly name: string;
  readonly file: File;
  /** Whether the file holds other languages, too. */
  readonly isMultilingual: boolean;
  /** Reads the files again, by other rules. */
  read(rules: TextRules): Promise<File>;
  /** What the command line and the project file say. */
  readonly rules: TextRules;
}

/** The texts of a locale file. */
export interface TextsUnit extends FileUnit<LocaleFile> {
  readonly document?: undefined;
}

/** A document. */
export interface DocumentUnit extends FileUnit<DocumentFile> {
  readonly document: DocumentSource;
}

export type Unit = TextsUnit | DocumentUnit;

/**
 * Reads the files that the command line or the project file names, once for each language.
 *
 * @throws UsageError when something is missing or contradictory; InputError when a file can't be read
 */
export async function unitsOf(
  sources: readonly string[],
  settings: TextsSettings,
  project: Project,
  folder: string,
): Promise<readonly Unit[]> {
  const { format, formatModule } = settings;
  if (format !== undefined && formatModule !== undefined)
    throw new UsageError('Give either --format or --format-module.');
  const ownFormat = formatModule === undefined ? undefined : await formatFrom(formatModule, folder);
  const units: Unit[] = [];
  for (const source of sourcesOf(sources, settings, project, folder))
    units.push(...(await unitsOfSource(source, settings, project, folder, ownFormat)));
  if (units.length === 0)
    throw new UsageError(
      'The files have a language of their own, and it is none of --to. Name a template, which has none.',
    );
  const files = await Promise.all(units.map((unit) => unit.targetFile()));
  // Some disks take one name in upper and lower case, or in two Unicode forms, for the same.
  const folded = files.map((file, at) => {
    const language = units[at]?.isMultilingual ? units[at].language : '';
    return `${file.normalize()}\n${language}`.toLowerCase();
  });
  const twice = units.find((_, at) => folded.indexOf(folded[at] ?? '') !== at);
  if (twice === undefined) return units;
  throw new UsageError(`Two sources would be written to the same file, ${twice.target}.`);
}

function sourcesOf(
  given: readonly string[],
  settings: TextsSettings,
  { files = [] }: Project,
  folder: string,
): readonly GivenSource[] {
  const own = (path: string): string => relative(folder, resolve(folder, path)).split(sep).join('/');
  const known = files.map((file) => ({ ...file, source: own(file.source), isNamed: false }));
  if (given.length === 0 && known.length === 0)
    throw new UsageError(
      'No files given. Name them, such as locales/en.json, or list them in translation-requester.json.',
    );
  if (settings.target !== undefined && !settings.target.includes('{language}'))
    throw new UsageError('--target takes a path with {language} in it, such as locales/{language}.json.');
  const chosen = given.map((path) => ({
    ...known.find(({ source }) => source === own(path)),
    source: own(path),
    isNamed: true,
  }));
  return given.length === 0 ? known : chosen;
}

async function unitsOfSource(
  one: GivenSource,
  settings: TextsSettings,
  project: Project,
  path: string,
  ownFormat: LocaleFormat | undefined,
): Promise<readonly Unit[]> {
  const { source, isNamed } = one;
  const folder = new ProjectFolder(path);
  const format = ownFormat ?? settings.format ?? one.format;
  const sourceFile = await folder.file({ path: source, isNamed }, `The source ${source}`);
  const given = { one, settings, project, folder, sourceFile };
  const name = `${project.name ?? basename(resolve(path))}/${source}`.normalize();
  if (format === undefined && isDocumentName(posix.basename(source)))
    return documentUnits({ ...given, name });
  return textsUnits({ ...given, name }, format, ownFormat);
}

/** A source file, and what it is read by. */
interface SourceFile {
  readonly one: GivenSource;
  readonly settings: TextsSettings;
  readonly project: Project;
  readonly folder: ProjectFolder;
  /** The real path. */
  readonly sourceFile: string;
  /** The name of the job. */
  readonly name: string;
}

async function documentUnits(given: SourceFile): Promise<readonly DocumentUnit[]> {
  const { one, settings, project, sourceFile, name } = given;
  const { source } = one;
  const { from, to } = languagesOf(source, { language: undefined, to: undefined }, settings, project);
  const document = { path: sourceFile, key: posix.basename(source) };
  return Promise.all(
    to.map(async (language): Promise<DocumentUnit> => {
      const endings = [posix.extname(source).toLowerCase()];
      const { target, targetFile } = await targetFileFor(given, { from, language }, endings);
      await refuseOverwriting(given, targetFile);
      const read = async (): Promise<DocumentFile> => readDocument(source, sourceFile, await targetFile());
      const file = await read();
      const paths = { source, target, targetFile };
      return { ...paths, from, language, name, file, isMultilingual: false, read, rules: {}, document };
    }),
  );
}

type TargetFile = Pick<Unit, 'target' | 'targetFile'>;

/** @param endings what the name of a target may end with, unless a person has named it */
function targetFileOf({ folder }: SourceFile, target: GivenPath, endings: readonly string[]): TargetFile {
  const { path } = target;
  return { target: path, targetFile: () => folder.file(target, `The target ${path}`, endings) };
}

/** The file of a language. One that is there under the other spelling, `pt_BR` for `pt-BR`, is that file. */
async function targetFileFor(
  given: SourceFile,
  { from, language }: Pick<Unit, 'from' | 'language'>,
  endings: readonly string[],
): Promise<TargetFile> {
  const target = targetOf(given.one, given.settings, from, language);
  const other = { ...target, path: respelled(target.path, given.one.source, language) };
  const first = targetFileOf(given, target, endings);
  const second = targetFileOf(given, other, endings);
  const isThere = async ({ targetFile }: TargetFile): Promise<boolean> =>
    (await undefinedOn(['ENOENT', 'ENOTDIR'], stat(await targetFile()))) !== undefined;
  const isOther = other.path !== target.path && !(await isThere(first)) && (await isThere(second));
  return isOther ? second : first;
}

async function refuseOverwriting(
  { one: { source }, sourceFile }: SourceFile,
  targetFile: () => Promise<string>,
): Promise<void> {
  if ((await targetFile()) === sourceFile)
    throw new UsageError(`The translations would overwrite ${source}.`);
}

/** The language of a PO file by its path: Django makes files that do not name theirs. */
function languageOfPo(
  { source, target }: GivenSource,
  settings: TextsSettings,
  project: Project,
): string | undefined {
  const from = settings.from ?? project.from;
  const own = languageIn(source);
  const isOwn = posix.extname(source) === '.po' && from !== undefined && own !== undefined;
  const hasTarget = (settings.target ?? target) !== undefined;
  return isOwn && !hasTarget && !sameCode(own, from) ? own : undefined;
}

async function textsUnits(
  given: SourceFile,
  format: LocaleFormat | GivenSource['format'],
  ownFormat: LocaleFormat | undefined,
): Promise<readonly TextsUnit[]> {
  const { one, settings, project, sourceFile, name } = given;
  const { source, isNamed } = one;
  const options = format === undefined ? {} : { format };
  const whole = await readLocaleFile(sourceFile, { ...options, from: settings.from ?? project.from });
  const own = whole.to ?? languageOfPo(one, settings, project);
  const { from, to } = languagesOf(source, { language: whole.language, to: own }, settings, project);
  const known: LocaleFormat | undefined = Object.values(localeFormats).find(
    ({ name }) => name === whole.format,
  );
  const { isMultilingual = false, extensions = [] } = ownFormat ?? known ?? {};
  const isOwnTarget = isMultilingual || own !== undefined;
  const rules = firstRules(settings, one, project);
  return Promise.all(
    to.map(async (language): Promise<TextsUnit> => {
      const { target, targetFile } = isOwnTarget
        ? targetFileOf(given, { path: source, isNamed }, extensions)
        : await targetFileFor(given, { from, language }, extensions);
      if (isOwnTarget) await targetFile();
      else await refuseOverwriting(given, targetFile);
      const read = async ({ ignore, notes }: TextRules): Promise<LocaleFile> =>
        readLocaleFile(sourceFile, {
          ...options,
          ...{ from, to: language, ignore, notes },
          ...(!isOwnTarget && { target: await targetFile() }),
        });
      const file = await read(rules);
      const paths = { source, target, targetFile };
      return { ...paths, from, language, name, file, isMultilingual, read, rules };
    }),
  );
}
