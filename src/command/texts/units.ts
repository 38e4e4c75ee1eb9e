import { basename, posix, relative, resolve, sep } from 'node:path';
import { type LocaleFile, type LocaleFormat, localeFormats, readLocaleFile } from '../../locale-files.js';
import { UsageError } from '../io.js';
import { type GivenPath, ProjectFolder } from '../project-folder.js';
import { formatFrom } from './format-module.js';
import { languageIn, pathFor, sameCode } from './paths.js';
import { PROJECT_FILE, type Project, type ProjectSource } from './project-file.js';
import { firstRules, type TextRules } from './text-rules.js';

/** The code of a language, such as `de`, `pt-BR` or `sr_RS.UTF-8@latin`. */
const LANGUAGE = /^[a-z]{1,8}(?:[-_.@][a-z\d]{1,8})*$/i;

/** Options of the command line about texts. They take precedence over the project file. */
export interface TextsSettings extends TextRules {
  readonly from?: string | undefined;
  readonly to?: readonly string[] | undefined;
  readonly target?: string | undefined;
  readonly format?: ProjectSource['format'];
  readonly formatModule?: string | undefined;
  readonly using?: Project['using'];
}

/** The options that have named the files and languages. */
export function fileOptions(settings: TextsSettings): readonly string[] {
  const { from, to, target, format, formatModule, ignore } = settings;
  const given = {
    ...{ from, to: to?.join(','), target, format, 'format-module': formatModule, ignore: ignore?.join(',') },
  };
  return Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
}

/** The texts of one file for one language. */
export interface Unit {
  /** Relative to the project folder, with slashes. */
  readonly source: string;
  readonly target: string;
  /** Finds the real path of the target. A link may have come since the last time. */
  targetFile(): Promise<string>;
  readonly from: string;
  readonly language: string;
  /** The name of the job. */
  readonly name: string;
  readonly file: LocaleFile;
  /** Whether the file holds other languages, too. */
  readonly isMultilingual: boolean;
  /** Reads the files again, by other rules. */
  read(rules: TextRules): Promise<LocaleFile>;
  /** What the command line and the project file say. */
  readonly rules: TextRules;
}

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

/** A source that is to be read, and whether the command line names it. */
interface GivenSource extends ProjectSource {
  readonly isNamed: boolean;
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
  const options = format === undefined ? {} : { format };
  const sourceFile = await folder.file({ path: source, isNamed }, `The source ${source}`);
  const whole = await readLocaleFile(sourceFile, { ...options, from: settings.from ?? project.from });
  const { from, to } = languagesOf(source, whole, settings, project);
  const known: LocaleFormat | undefined = Object.values(localeFormats).find(
    ({ name }) => name === whole.format,
  );
  const { isMultilingual = false, extensions = [] } = ownFormat ?? known ?? {};
  const isOwnTarget = isMultilingual || whole.to !== undefined;
  const rules = firstRules(settings, one, project);
  const name = `${project.name ?? basename(resolve(path))}/${source}`.normalize();
  return Promise.all(
    to.map(async (language): Promise<Unit> => {
      const { path: target, isNamed: isTargetNamed } = isOwnTarget
        ? { path: source, isNamed }
        : targetOf(one, settings, from, language);
      const targetFile = (): Promise<string> =>
        folder.file({ path: target, isNamed: isTargetNamed }, `The target ${target}`, extensions);
      const real = await targetFile();
      if (!isOwnTarget && real === sourceFile)
        throw new UsageError(`The translations would overwrite ${source}.`);
      const read = async ({ ignore, notes }: TextRules): Promise<LocaleFile> =>
        readLocaleFile(sourceFile, {
          ...options,
          ...{ from, to: language, ignore, notes },
          ...(!isOwnTarget && { target: await targetFile() }),
        });
      const file = await read(rules);
      return { source, target, targetFile, from, language, name, file, isMultilingual, read, rules };
    }),
  );
}

/** The languages of a source file. @throws UsageError when one is unknown, or no code of a language */
function languagesOf(
  source: string,
  { language, to: own }: LocaleFile,
  settings: TextsSettings,
  project: Project,
) {
  const from = settings.from ?? project.from ?? language ?? languageIn(source);
  const to = settings.to ?? project.to ?? (own === undefined ? undefined : [own]);
  if (from === undefined)
    throw new UsageError(
      `The language of the texts in ${source} is unknown. Give it, for example by --from en.`,
    );
  if (to === undefined)
    throw new UsageError('The target languages are missing. Give them, for example by --to de,ja.');
  // They become a part of paths.
  const odd = [from, ...to].find((code) => !LANGUAGE.test(code));
  if (odd !== undefined)
    throw new UsageError(
      `"${odd}" is not the code of a language, such as de or pt-BR. Correct --from, --to or ${PROJECT_FILE}.`,
    );
  return { from, to: own === undefined ? to : to.filter((code) => sameCode(code, own)) };
}

/** Where the translations belong, and whether the command line says so. */
function targetOf(
  { source, isNamed, target: pattern }: GivenSource,
  { target: named }: TextsSettings,
  from: string,
  language: string,
): GivenPath {
  const given = named ?? pattern;
  const path = given?.replaceAll('{language}', language) ?? pathFor(source, from, language);
  if (path !== undefined)
    return {
      path: posix.normalize(path),
      isNamed: named !== undefined || (isNamed && pattern === undefined),
    };
  throw new UsageError(
    `The path for the translations of ${source} is unknown. Give it, for example by --target 'path/{language}${posix.extname(source)}'.`,
  );
}
