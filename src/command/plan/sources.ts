import { basename, posix } from 'node:path';
import { fitsLanguage, isLanguageCode } from '../../base/language-code.js';
import { toKeyPart } from '../../base/names.js';
import type { LocaleFormat, LocaleFormatName } from '../../locale-files.js';
import { UsageError } from '../terminal/failures.js';
import { decide, decideRules } from './decide.js';
import { findLanguage, type PlannedLanguage } from './language-map.js';
import { makeTargetPattern, readPathLanguage } from './language-paths.js';
import type { ProjectFile, ProjectSource } from './project-file.js';
import { PROJECT_FILE } from './project-file-name.js';
import type { GivenPath, ProjectFolder } from './project-folder.js';
import { listServiceWords, type ServiceOptions } from './service.js';
import { chooseEntries, type SourceEntry } from './source-entries.js';
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
  /** As the person sees it: from where they stand, with slashes. */
  readonly source: string;
  /** As the project names it: from its folder, wherever the person stands. What is remembered of the file has this name. */
  readonly sourceInProject: string;
  /** The pattern of the project file that finds it, if there is one. */
  readonly pattern: string | undefined;
  /** The real path. */
  readonly path: string;
  /** Whether the command line names the file. */
  readonly isNamed: boolean;
  /** Undefined if the name of the file decides. */
  readonly format: LocaleFormat | LocaleFormatName | undefined;
  /** Undefined if the file is what it looks like. */
  readonly shape: ProjectSource['shape'];
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
  folder: ProjectFolder,
  ownFormat: LocaleFormat | undefined,
): Promise<readonly PlannedSource[]> {
  const from = decide({ commandLine: given.from, project: project.from })?.value;
  const entries = await chooseEntries(sources, {
    project,
    folder: folder.path,
    from: from === undefined ? undefined : findLanguage(project.languages, from).inFiles,
  });
  return Promise.all(entries.map((entry) => planSource(entry, given, project, folder, ownFormat)));
}

async function planSource(
  { source: sourceInProject, isNamed, pattern, ...entry }: SourceEntry,
  given: PlanOptions,
  project: ProjectFile,
  folder: ProjectFolder,
  ownFormat: LocaleFormat | undefined,
): Promise<PlannedSource> {
  const name = decide({ project: project.name, standard: basename(folder.path) }).value;
  const source = folder.show(sourceInProject);
  return {
    source,
    sourceInProject,
    pattern,
    isNamed,
    folder,
    path: await folder.resolveFile({ path: sourceInProject, isNamed }, `The source ${source}`),
    name: toKeyPart(`${name}/${sourceInProject}`),
    project: toKeyPart(`${name}/`),
    format: decide({ commandLine: ownFormat ?? given.format, file: entry.format })?.value,
    shape: entry.shape,
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

/** The languages of a file's texts, and of their translations. */
export interface PlannedLanguages {
  readonly from: PlannedLanguage;
  readonly to: readonly PlannedLanguage[];
}

/** Decides the languages of a file. @throws UsageError when one is unknown, is not the code of a language, or is named twice */
export function decideLanguages(
  { source, sourceInProject, given: { commandLine, project } }: PlannedSource,
  own: OwnLanguages,
): PlannedLanguages {
  const { to: language } = own;
  const from = decide({
    commandLine: commandLine.from,
    project: project.from,
    content: own.from,
    path: readPathLanguage(sourceInProject),
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
  const { languages: map } = project;
  const invalid = [from, ...to, ...Object.values(map ?? {})].find((code) => !isLanguageCode(code));
  if (invalid !== undefined)
    throw new UsageError(
      `"${invalid}" is not the code of a language, such as de or pt-BR. Correct --from, --to or ${PROJECT_FILE}.`,
    );
  const wanted = to.map((named) => findLanguage(map, named));
  const twice = wanted.find(({ code }, at) => wanted.findIndex((each) => each.code === code) !== at);
  if (twice !== undefined)
    throw new UsageError(
      `The languages ${to.join(', ')} have ${twice.code} twice, also as ${twice.inFiles}. Leave one out of --to or ${PROJECT_FILE}.`,
    );
  const fits = ({ inFiles }: PlannedLanguage): boolean =>
    language === undefined || fitsLanguage(inFiles, language);
  return { from: findLanguage(map, from), to: wanted.filter(fits) };
}

/**
 * Decides where the translations belong: a path with `{language}`, or without it for one language.
 *
 * @throws UsageError when nothing shows it, or when it is one file for several languages
 */
export function decideTarget(
  { source, sourceInProject, isNamed, folder, given: { commandLine, file } }: PlannedSource,
  { from, to }: PlannedLanguages,
): GivenPath {
  const target = decide({
    commandLine: commandLine.target,
    file: file.target,
    path: makeTargetPattern(sourceInProject, from.inFiles),
  });
  if (target === undefined) {
    const named = readPathLanguage(sourceInProject);
    const problem =
      named === undefined
        ? `The path for the translations of ${source} is unknown. Give it`
        : `The texts in ${source} are in "${from.inFiles}", but its path names ${named}. Correct --from or "from" in ${PROJECT_FILE}, or give the path for the translations`;
    throw new UsageError(`${problem}, for example by --target 'path/{language}${posix.extname(source)}'.`);
  }
  const { value, by } = target;
  if (to.length > 1 && !value.includes('{language}'))
    throw new UsageError(
      `The target ${folder.show(value)} is one file for ${to.length} languages. Give a path with {language} in it, such as locales/{language}.json, or one language by --to.`,
    );
  return { path: posix.normalize(value), isNamed: by === 'commandLine' || (isNamed && by === 'path') };
}
