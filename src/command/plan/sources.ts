import { basename, posix, relative, resolve, sep } from 'node:path';
import type { LocaleFormat, LocaleFormatName } from '../../locale-files.js';
import { importFormat } from '../files/format-module.js';
import { UsageError } from '../terminal/failures.js';
import { type ByLevel, decide } from './decide.js';
import { isSameLanguage, makeTargetPath, readLanguage } from './language-paths.js';
import { PROJECT_FILE, type Project, type ProjectSource } from './project-file.js';
import { type GivenPath, ProjectFolder } from './project-folder.js';
import { listServiceWords, type ServiceOptions } from './service.js';
import { decideRules, type RuleLevels, type TextRules } from './text-rules.js';

/** The code of a language, such as `de`, `pt-BR` or `sr_RS.UTF-8@latin`. */
const LANGUAGE = /^[a-z]{1,8}(?:[-_.@][a-z\d]{1,8})*$/i;

/** The kind of orders. */
type Using = NonNullable<Project['using']>;
const DEFAULT_USING: Using = 'simple';

/** Options of the command line about files and their languages, and how they are ordered. */
export interface FileOptions extends TextRules, ServiceOptions {
  readonly from?: string | undefined;
  readonly to?: readonly string[] | undefined;
  readonly target?: string | undefined;
  readonly format?: ProjectSource['format'];
  readonly formatModule?: string | undefined;
  readonly using?: Using | undefined;
  readonly description?: string | undefined;
}

/** The words that name the files and languages in a command line. */
export function listFileWords(given: FileOptions): readonly string[] {
  const { from, to, target, format, formatModule, ignore } = given;
  const words = {
    ...{ from, to: to?.join(','), target, format, 'format-module': formatModule, ignore: ignore?.join(',') },
  };
  return Object.entries(words).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
}

/** How the translations of a file are ordered. */
export interface OrderTerms {
  /** The name of the job. */
  readonly name: string;
  readonly using: Using;
  /** Instructions to the translators. */
  readonly description: string | undefined;
}

/** A source file, with all that is decided before it is read. */
export interface PlannedSource extends OrderTerms {
  /** Relative to the project folder, with slashes. */
  readonly source: string;
  /** The real path. */
  readonly path: string;
  /** Whether the command line names the file. */
  readonly isNamed: boolean;
  /** Undefined: by the name of the file. */
  readonly format: LocaleFormat | LocaleFormatName | undefined;
  /** The language of the texts. */
  readonly from: ByLevel<string, 'commandLine' | 'project'>;
  /** The languages to translate into. */
  readonly to: ByLevel<readonly string[], 'commandLine' | 'project'>;
  /** The path of the translations, with `{language}` in it. */
  readonly target: ByLevel<string, 'commandLine' | 'file'>;
  readonly ruleLevels: RuleLevels;
  readonly rules: TextRules;
  readonly folder: ProjectFolder;
  /** The words that name the file in a command line for one language. */
  listWords(language: string): readonly string[];
}

/**
 * Plans the files that the command line names, or all files of the project.
 *
 * @throws UsageError when something is missing or contradictory
 */
export async function planSources(
  sources: readonly string[],
  given: FileOptions,
  project: Project,
  folder: string,
): Promise<readonly PlannedSource[]> {
  if (given.format !== undefined && given.formatModule !== undefined)
    throw new UsageError('Give either --format or --format-module.');
  if (given.target !== undefined && !given.target.includes('{language}'))
    throw new UsageError('--target takes a path with {language} in it, such as locales/{language}.json.');
  const ownFormat =
    given.formatModule === undefined ? undefined : await importFormat(given.formatModule, folder);
  const entries = chooseEntries(sources, project, folder);
  return Promise.all(entries.map((entry) => planSource(entry, given, project, folder, ownFormat)));
}

/** An entry of `files` in the project file, or a file of the command line. */
interface Entry extends ProjectSource {
  readonly isNamed: boolean;
}

function chooseEntries(named: readonly string[], { files = [] }: Project, folder: string): readonly Entry[] {
  const within = (path: string): string => relative(folder, resolve(folder, path)).split(sep).join('/');
  const known = files.map((file) => ({ ...file, source: within(file.source), isNamed: false }));
  if (named.length === 0 && known.length === 0)
    throw new UsageError(
      `No files given. Name them, such as locales/en.json, or list them in ${PROJECT_FILE}.`,
    );
  if (named.length === 0) return known;
  return named.map(within).map((path) => ({
    ...known.find(({ source }) => source === path),
    source: path,
    isNamed: true,
  }));
}

async function planSource(
  { source, isNamed, ...entry }: Entry,
  given: FileOptions,
  project: Project,
  root: string,
  ownFormat: LocaleFormat | undefined,
): Promise<PlannedSource> {
  const folder = new ProjectFolder(root);
  const name = decide({ project: project.name, standard: basename(resolve(root)) }).value;
  const ruleLevels = { commandLine: given, file: entry, project };
  return {
    source,
    isNamed,
    folder,
    path: await folder.resolveFile({ path: source, isNamed }, `The source ${source}`),
    name: `${name}/${source}`.normalize(),
    format: decide({ commandLine: ownFormat ?? given.format, file: entry.format })?.value,
    from: { commandLine: given.from, project: project.from },
    to: { commandLine: given.to, project: project.to },
    target: { commandLine: given.target, file: entry.target },
    using: decide({ commandLine: given.using, project: project.using, standard: DEFAULT_USING }).value,
    description: decide({ commandLine: given.description, project: project.description })?.value,
    ruleLevels,
    rules: decideRules(ruleLevels),
    listWords: (language) => [
      ...[source, ...listFileWords({ ...given, to: [language] }), ...listServiceWords(given)],
    ],
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
  { source, from: givenFrom, to: givenTo }: PlannedSource,
  own: OwnLanguages,
): { readonly from: string; readonly to: readonly string[] } {
  const from = decide({ ...givenFrom, content: own.from, path: readLanguage(source) })?.value;
  const to = decide({ ...givenTo, content: own.to === undefined ? undefined : [own.to] })?.value;
  if (from === undefined)
    throw new UsageError(
      `The language of the texts in ${source} is unknown. Add it, for example --from en, or "from": "en" to ${PROJECT_FILE}.`,
    );
  if (to === undefined)
    throw new UsageError('The target languages are missing. Give them, for example by --to de,ja.');
  // They become a part of paths.
  const invalid = [from, ...to].find((code) => !LANGUAGE.test(code));
  if (invalid !== undefined)
    throw new UsageError(
      `"${invalid}" is not the code of a language, such as de or pt-BR. Correct --from, --to or ${PROJECT_FILE}.`,
    );
  const { to: language } = own;
  return { from, to: language === undefined ? to : to.filter((code) => isSameLanguage(code, language)) };
}

/** Decides where the translations belong. @throws UsageError when nothing shows it */
export function decideTarget(
  { source, isNamed, target: given }: PlannedSource,
  from: string,
  language: string,
): GivenPath {
  const fill = (pattern: string | undefined) => pattern?.replaceAll('{language}', language);
  const target = decide({
    commandLine: fill(given.commandLine),
    file: fill(given.file),
    path: makeTargetPath(source, from, language),
  });
  if (target === undefined)
    throw new UsageError(
      `The path for the translations of ${source} is unknown. Give it, for example by --target 'path/{language}${posix.extname(source)}'.`,
    );
  const { value, by } = target;
  return { path: posix.normalize(value), isNamed: by === 'commandLine' || (isNamed && by === 'path') };
}
