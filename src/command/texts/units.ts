import { basename, join, posix, relative, resolve, sep } from 'node:path';
import { type LocaleFile, readLocaleFile } from '../../locale-files.js';
import { UsageError } from '../io.js';
import { languageIn, pathFor, sameCode } from './paths.js';
import type { Project, ProjectSource } from './project-file.js';

/** Options of the command line about texts. They take precedence over the project file. */
export interface TextsSettings {
  readonly from?: string | undefined;
  readonly to?: readonly string[] | undefined;
  readonly target?: string | undefined;
  readonly format?: ProjectSource['format'];
  readonly protect?: ProjectSource['protect'];
  readonly using?: Project['using'];
}

/** The texts of one file for one language. */
export interface Unit {
  /** Relative to the project folder, with slashes. */
  readonly source: string;
  readonly target: string;
  readonly from: string;
  readonly language: string;
  /** The name of the job. */
  readonly name: string;
  readonly file: LocaleFile;
  /** The protection that the command line or the project file asks for. */
  readonly protect: ProjectSource['protect'];
  /** The usual protection of the file's format. */
  readonly defaultProtect: 'printf' | RegExp | undefined;
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
  const units: Unit[] = [];
  for (const source of sourcesOf(sources, settings, project, folder))
    units.push(...(await unitsOfSource(source, settings, project, folder)));
  const targets = units.map(({ target }) => target);
  const twice = targets.find((target, at) => targets.indexOf(target) !== at);
  if (twice !== undefined) throw new UsageError(`Two sources would be written to the same file, ${twice}.`);
  return units;
}

function sourcesOf(
  given: readonly string[],
  settings: TextsSettings,
  { files = [] }: Project,
  folder: string,
): readonly ProjectSource[] {
  const own = (path: string): string => relative(folder, resolve(folder, path)).split(sep).join('/');
  const known = files.map((file) => ({ ...file, source: own(file.source) }));
  if (given.length === 0 && known.length === 0)
    throw new UsageError(
      'No files given. Name them, such as locales/en.json, or list them in translation-requester.json.',
    );
  if (settings.target !== undefined && !settings.target.includes('{language}'))
    throw new UsageError('--target takes a path with {language} in it, such as locales/{language}.json.');
  const chosen = given.map(
    (path) => known.find(({ source }) => source === own(path)) ?? { source: own(path) },
  );
  return given.length === 0 ? known : chosen;
}

async function unitsOfSource(
  one: ProjectSource,
  settings: TextsSettings,
  project: Project,
  folder: string,
): Promise<readonly Unit[]> {
  const { source } = one;
  const format = settings.format ?? one.format;
  const options = format === undefined ? {} : { format };
  const path = join(folder, source);
  const whole = await readLocaleFile(path, options);
  const from = settings.from ?? project.from ?? whole.language ?? languageIn(source);
  const own = whole.to;
  const to = settings.to ?? project.to ?? (own === undefined ? undefined : [own]);
  if (from === undefined)
    throw new UsageError(
      `The language of the texts in ${source} is unknown. Give it, for example by --from en.`,
    );
  if (to === undefined)
    throw new UsageError('The target languages are missing. Give them, for example by --to de,ja.');
  const wanted = own === undefined ? to : to.filter((language) => sameCode(language, own));
  const pattern = settings.target ?? one.target;
  return Promise.all(
    wanted.map(async (language): Promise<Unit> => {
      const target = own === undefined ? targetOf(source, pattern, from, language) : source;
      const file = await readLocaleFile(path, {
        ...options,
        to: language,
        ...(target !== source && { target: join(folder, target) }),
      });
      const protect = settings.protect ?? one.protect;
      const defaultProtect = defaultProtection(file.format);
      const name = `${project.name ?? basename(resolve(folder))}/${source}`.normalize();
      return { source, target, from, language, name, file, protect, defaultProtect };
    }),
  );
}

/** The placeholders that are protected by default, by format. */
function defaultProtection(format: string): Unit['defaultProtect'] {
  if (format === 'xliff') return /<[^<>]+>/g;
  // Tags, and format specifiers of Java.
  if (format === 'android') return /<[^<>]+>|%(?:\d+\$)?[-+ 0,#(]*\d*(?:\.\d+)?[a-zA-Z%]/g;
  return format === 'po' ? 'printf' : undefined;
}

function targetOf(source: string, pattern: string | undefined, from: string, language: string): string {
  const target = pattern?.replaceAll('{language}', language) ?? pathFor(source, from, language);
  if (target === undefined)
    throw new UsageError(
      `The path for the translations of ${source} is unknown. Give it, for example by --target 'path/{language}${posix.extname(source)}'.`,
    );
  if (posix.normalize(target) === source) throw new UsageError(`The translations would overwrite ${source}.`);
  return posix.normalize(target);
}
