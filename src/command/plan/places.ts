import { posix } from 'node:path';
import type { LocaleFile } from '../../locale-files.js';
import { UsageError } from '../terminal/io.js';
import { languageIn, pathFor, sameCode } from './language-paths.js';
import { PROJECT_FILE, type Project, type ProjectSource } from './project-file.js';
import type { GivenPath } from './project-folder.js';
import type { TextRules } from './text-rules.js';

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

/** A source that is to be read, and whether the command line names it. */
export interface GivenSource extends ProjectSource {
  readonly isNamed: boolean;
}

/** The languages of a source file. @throws UsageError when one is unknown, or no code of a language */
export function languagesOf(
  source: string,
  { language, to: own }: Pick<LocaleFile, 'language' | 'to'>,
  settings: TextsSettings,
  project: Project,
) {
  const from = settings.from ?? project.from ?? language ?? languageIn(source);
  const to = settings.to ?? project.to ?? (own === undefined ? undefined : [own]);
  if (from === undefined)
    throw new UsageError(
      `The language of the texts in ${source} is unknown. Add it, for example --from en, or "from": "en" to ${PROJECT_FILE}.`,
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
export function targetOf(
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
