import { basename, posix, relative, resolve, sep } from 'node:path';
import { fitsLanguage, isLanguageCode } from '../../base/language-code.js';
import type { LocaleFormat, LocaleFormatName } from '../../locale-files.js';
import { UsageError } from '../terminal/failures.js';
import { decide, decideRules } from './decide.js';
import { makeTargetPattern, readPathLanguage } from './language-paths.js';
import { PROJECT_FILE, type ProjectFile, type ProjectSource } from './project-file.js';
import { type GivenPath, ProjectFolder } from './project-folder.js';
import { listServiceWords, type ServiceOptions } from './service.js';
import type { TextRules } from './text-rules.js';

/** The kind of orders. */
type Using = NonNullable<ProjectFile['using']>;
const DEFAULT_USING: Using = 'simple';

/** Options of the command line about files and their languages, and how they are ordered. */
export interface PlanOptions extends TextRules, ServiceOptions {
  readonly from?: string | undefined;
  readonly to?: readonly string[] | undefined;
  readonly target?: string | undefined;
  readonly format?: ProjectSource['format'];
  readonly formatModule?: string | undefined;
  readonly using?: Using | undefined;
  readonly description?: string | undefined;
  readonly maxPoints?: number | undefined;
}

/** Lists the words that name the files, their languages and the service in a command line. The next command needs them too. */
export function listWords(sources: readonly string[], given: PlanOptions): readonly string[] {
  const { from, to, target, format, formatModule, ignore } = given;
  const words = {
    from,
    to: to?.join(','),
    target,
    format,
    'format-module': formatModule,
    ignore: ignore?.join(','),
  };
  const options = Object.entries(words).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
  return [...sources, ...options, ...listServiceWords(given)];
}

/** A source file, with all that is decided before it is read. */
export interface PlannedSource {
  /** Relative to the project folder, with slashes. */
  readonly source: string;
  /** The real path. */
  readonly path: string;
  /** Whether the command line names the file. */
  readonly isNamed: boolean;
  /** Undefined if the name of the file decides. */
  readonly format: LocaleFormat | LocaleFormatName | undefined;
  /** The name of the job. */
  readonly name: string;
  /** The beginning of the names of all jobs of the project. */
  readonly project: string;
  readonly using: Using;
  /** Instructions to the translators. */
  readonly description: string | undefined;
  readonly rules: TextRules;
  /** The settings that were given. What the file says itself is decided once it is read. */
  readonly given: {
    readonly commandLine: PlanOptions;
    readonly file: Partial<ProjectSource>;
    readonly project: ProjectFile;
  };
  readonly folder: ProjectFolder;
}

/**
 * Plans the files that the command line names, or all files of the project.
 *
 * @param ownFormat the format that the command line brings along
 * @throws UsageError when something is missing or contradictory
 */
export async function planSources(
  sources: readonly string[],
  given: PlanOptions,
  project: ProjectFile,
  folder: string,
  ownFormat: LocaleFormat | undefined,
): Promise<readonly PlannedSource[]> {
  if (given.target !== undefined && !given.target.includes('{language}'))
    throw new UsageError('--target takes a path with {language} in it, such as locales/{language}.json.');
  const entries = chooseEntries(sources, project, folder);
  return Promise.all(entries.map((entry) => planSource(entry, given, project, folder, ownFormat)));
}

/** An entry of `files` in the project file, or a file of the command line. */
interface SourceEntry extends ProjectSource {
  readonly isNamed: boolean;
}

function chooseEntries(
  named: readonly string[],
  { files = [] }: ProjectFile,
  folder: string,
): readonly SourceEntry[] {
  const toRelative = (path: string): string => relative(folder, resolve(folder, path)).split(sep).join('/');
  const known = files.map((file) => ({ ...file, source: toRelative(file.source), isNamed: false }));
  if (named.length === 0 && known.length === 0)
    throw new UsageError(
      `No files given. Name them, such as locales/en.json, or list them in ${PROJECT_FILE}.`,
    );
  if (named.length === 0) return known;
  return named.map(toRelative).map((path) => ({
    ...known.find(({ source }) => source === path),
    source: path,
    isNamed: true,
  }));
}

async function planSource(
  { source, isNamed, ...entry }: SourceEntry,
  given: PlanOptions,
  project: ProjectFile,
  root: string,
  ownFormat: LocaleFormat | undefined,
): Promise<PlannedSource> {
  const folder = new ProjectFolder(root);
  const name = decide({ project: project.name, standard: basename(resolve(root)) }).value;
  return {
    source,
    isNamed,
    folder,
    path: await folder.resolveFile({ path: source, isNamed }, `The source ${source}`),
    name: `${name}/${source}`.normalize(),
    project: `${name}/`.normalize(),
    format: decide({ commandLine: ownFormat ?? given.format, file: entry.format })?.value,
    using: decide({ commandLine: given.using, project: project.using, standard: DEFAULT_USING }).value,
    description: decide({ commandLine: given.description, project: project.description })?.value,
    rules: decideRules({ commandLine: given, file: entry, project }),
    given: { commandLine: given, file: entry, project },
  };
}

/** The languages that a file says it has. */
interface OwnLanguages {
  readonly from?: string | undefined;
  /** The language that its path shows, if it holds the translations into one. */
  readonly to?: string | undefined;
}

/** Decides the languages of a file. @throws UsageError when one is unknown, or is not the code of a language */
export function decideLanguages(
  { source, given: { commandLine, project } }: PlannedSource,
  own: OwnLanguages,
): { readonly from: string; readonly to: readonly string[] } {
  const { to: language } = own;
  const from = decide({
    commandLine: commandLine.from,
    project: project.from,
    content: own.from,
    path: readPathLanguage(source),
  })?.value;
  const to = decide({
    commandLine: commandLine.to,
    project: project.to,
    content: language === undefined ? undefined : [language],
  })?.value;
  if (from === undefined)
    throw new UsageError(
      `The language of the texts in ${source} is unknown. Add it, for example --from en, or "from": "en" to ${PROJECT_FILE}.`,
    );
  if (to === undefined)
    throw new UsageError('The target languages are missing. Give them, for example by --to de,ja.');
  // They become a part of paths.
  const invalid = [from, ...to].find((code) => !isLanguageCode(code));
  if (invalid !== undefined)
    throw new UsageError(
      `"${invalid}" is not the code of a language, such as de or pt-BR. Correct --from, --to or ${PROJECT_FILE}.`,
    );
  return { from, to: language === undefined ? to : to.filter((code) => fitsLanguage(code, language)) };
}

/** Decides where the translations belong: a path with `{language}`. @throws UsageError when nothing shows it */
export function decideTarget(
  { source, isNamed, given: { commandLine, file } }: PlannedSource,
  from: string,
): GivenPath {
  const target = decide({
    commandLine: commandLine.target,
    file: file.target,
    path: makeTargetPattern(source, from),
  });
  if (target === undefined)
    throw new UsageError(
      `The path for the translations of ${source} is unknown. Give it, for example by --target 'path/{language}${posix.extname(source)}'.`,
    );
  const { value, by } = target;
  return { path: posix.normalize(value), isNamed: by === 'commandLine' || (isNamed && by === 'path') };
}
