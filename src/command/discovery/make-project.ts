import { basename, resolve } from 'node:path';
import { fitsLanguage } from '../../base/language-code.js';
import { isGuess } from '../../command-internals.js';
import { listFiles } from '../plan/list-files.js';
import { PROJECT_SCHEMA, type ProjectFile, type ProjectSource } from '../plan/project-file.js';
import { PROJECT_FILE } from '../plan/project-file-name.js';
import { decideService, type ServiceOptions } from '../plan/service.js';
import { StoppedError, UsageError } from '../terminal/failures.js';
import { formatCommandLine, formatNumber } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';
import { type FoundSource, findSources, isOrderable, listSourceLanguages } from './find-sources.js';
import { type FileGroup, groupFiles } from './layouts.js';
import { type ProjectLanguages, proposeLanguages, readPairs } from './propose-languages.js';

/** What the command line says of a new project. */
export interface NewProjectOptions extends ServiceOptions {
  /** Asks nothing. */
  readonly yes?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: readonly string[] | undefined;
}

/** Decides all that the project file says, and asks for what is not certain. @throws UsageError when something is missing */
export async function makeProject(given: NewProjectOptions, io: CommandIo): Promise<ProjectFile> {
  const { url, sandbox } = given;
  const isAsked = canAsk(given, io);
  const groups = await findGroups(io);
  if (groups.length === 0) throw new UsageError(`${NO_FILES_FOUND} in this folder. ${NAME_FILES}`);
  const from = given.from ?? (await findTextLanguage(groups, given, io));
  const found = await findSources(groups, {
    from,
    folder: io.folder,
    onSkipped: (path, reason) => io.err(say`${path} is left out: ${reason}.\n`),
  });
  if (found.length === 0) throw new UsageError(`${NO_FILES_FOUND} in ${from}. ${NAME_FILES}`);
  const sources = isAsked ? await chooseSources(found, io) : found;
  const to = given.to ?? (await findTargets(sources, isAsked, io));
  const isServiceKnown = sandbox || url !== undefined || io.env.TRANSLATION_REQUESTER_URL;
  const address = isAsked && !isServiceKnown ? await askForAddress(io) : url;
  const pairs = await readPairs({ url: address, sandbox }, io);
  const proposed: ProjectLanguages =
    pairs === undefined ? { from, to } : proposeLanguages({ from, to }, pairs, io);
  return {
    $schema: PROJECT_SCHEMA,
    name: basename(resolve(io.folder)),
    ...(address !== undefined && !sandbox && { url: address }),
    from: proposed.from,
    to: [...proposed.to],
    ...(proposed.languages !== undefined && { languages: proposed.languages }),
    files: sources.map(toEntry),
  };
}

/** Whether a person answers. */
export const canAsk = ({ json, yes }: NewProjectOptions, { isInteractive }: CommandIo): boolean =>
  isInteractive && !json && !yes;

/** What the project file says of a file. */
export const toEntry = ({ source, target, shape }: FoundSource): ProjectSource => ({
  source,
  ...(target !== undefined && { target }),
  ...(shape !== undefined && isGuess(shape) && { shape }),
});

const NO_FILES_FOUND = 'There are no locale files or documents of a usual layout, such as locales/en.json,';
const NAME_FILES = `Name yours in the command line, as in ${formatCommandLine('quote', 'texts.json', '--from', 'en', '--to', 'de')}, or in ${PROJECT_FILE}.`;

/** Files, each in all its languages. Each is read, and its price is asked for. */
const MAX_GROUPS = 1_000;

/** Finds the files of usual layouts. @throws UsageError when there are too many */
export async function findGroups(io: CommandIo): Promise<readonly FileGroup[]> {
  const { paths, isComplete } = await listFiles(io.folder, isOrderable);
  if (!isComplete) io.err(say`This folder has too many files. Those deep in it were not looked at.\n`);
  const groups = groupFiles(paths);
  if (groups.length > MAX_GROUPS)
    throw new UsageError(
      `This folder has ${formatNumber(groups.length)} files of usual layouts, more than can be asked about. ${NAME_FILES}`,
    );
  return groups;
}

/** Finds the language of the texts. @throws UsageError when it is uncertain, and nobody can be asked */
export async function findTextLanguage(
  groups: readonly FileGroup[],
  given: NewProjectOptions,
  io: CommandIo,
): Promise<string> {
  let languages = listSourceLanguages(groups);
  if (languages.length === 0) {
    // No path shows it. Files that can't be read are named later, when their texts are looked for.
    const sources = await findSources(groups, { from: undefined, folder: io.folder, onSkipped() {} });
    languages = [...new Set(sources.flatMap(({ language }) => language ?? []))];
  }
  const [first] = languages;
  const english = languages.find((code) => fitsLanguage(code, 'en'));
  if (languages.length === 1 && first !== undefined) return first;
  if (canAsk(given, io)) return askFor('The language of the texts, such as en', english ?? first ?? 'en', io);
  if (english !== undefined) return english;
  const found = languages.length === 0 ? 'no file says it' : `there are files in ${languages.join(', ')}`;
  throw new UsageError(
    `The language of the texts is unknown: ${found}. Give it, for example by --from ${first ?? 'en'}.`,
  );
}

/** Asks for a text that is needed. @throws StoppedError */
async function askFor(question: string, suggestion: string, io: CommandIo): Promise<string> {
  const answer = (await io.ask(say`${question}`, say`${suggestion}`))?.trim();
  if (answer === undefined) throw new StoppedError();
  if (answer === '') throw new UsageError(`Nothing was answered to: ${question}. Run the command again.`);
  return answer;
}

/** Asks which of the found files are meant, if there are several. @throws StoppedError */
export async function chooseSources(
  found: readonly FoundSource[],
  io: CommandIo,
): Promise<readonly FoundSource[]> {
  if (found.length < 2) return found;
  const things = found.map(({ source, texts }) => say`${source} (${formatNumber(texts)})`);
  const chosen = await io.choose(say`Which files, and how many texts they have`, things);
  if (chosen === undefined) throw new StoppedError();
  if (chosen.length === 0) throw new UsageError(`No file was chosen. ${NAME_FILES}`);
  return found.filter((_, at) => chosen.includes(at));
}

/** Finds the languages to translate into: those that have files. @throws UsageError when there are none, and nobody can be asked */
async function findTargets(
  sources: readonly FoundSource[],
  isAsked: boolean,
  io: CommandIo,
): Promise<readonly string[]> {
  const languages = [...new Set(sources.flatMap((source) => source.languages))].toSorted();
  if (isAsked) {
    const answer = await askFor('The languages to translate into, such as de,ja', languages.join(','), io);
    return [...new Set(answer.split(/[\s,]+/).filter((code) => code !== ''))];
  }
  if (languages.length > 0) return languages;
  throw new UsageError('No file shows a language to translate into. Give them, for example by --to de,ja.');
}

/** Asks for the address of the service. @returns undefined when there is none yet */
async function askForAddress(io: CommandIo): Promise<string | undefined> {
  const answer = await io.ask(say`The address of the service (empty: only the sandbox, for now)`, say``);
  if (answer === undefined) throw new StoppedError();
  const url = answer.trim();
  if (url === '') return undefined;
  decideService({ url }, {}, { env: {} });
  return url;
}
