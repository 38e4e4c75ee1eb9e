import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { coversLanguage, isSameLanguage } from '../../base/language-code.js';
import { catchCodes } from '../../command-internals.js';
import { findLanguage } from '../plan/language-map.js';
import { isPattern } from '../plan/path-pattern.js';
import type { ProjectFile } from '../plan/project-file.js';
import { PROJECT_FILE } from '../plan/project-file-name.js';
import { findEntry, listEntries } from '../plan/source-entries.js';
import { UsageError } from '../terminal/failures.js';
import type { CommandIo } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';
import { findSources } from './find-sources.js';
import {
  canAsk,
  chooseSources,
  findGroups,
  findTextLanguage,
  type NewProjectOptions,
  toEntry,
} from './make-project.js';
import { type ProjectLanguages, proposeLanguages, readPairs } from './propose-languages.js';

/** A project file as it would be. */
interface ExtendedProject {
  readonly project: ProjectFile;
  /** A phrase for each change. */
  readonly changes: readonly string[];
}

/**
 * Decides what a project file would have more: the files and languages that came since. Files that are gone leave it. What it says of
 * the others stays, since other settings would make other texts, to be paid for again.
 *
 * @throws UsageError when the command line contradicts it
 */
export async function extendProject(
  known: ProjectFile,
  given: NewProjectOptions,
  io: CommandIo,
): Promise<ExtendedProject> {
  refuseContradictions(known, given);
  const groups = await findGroups(io);
  const from = given.from ?? known.from ?? (await findTextLanguage(groups, given, io));
  const inFiles = findLanguage(known.languages, from).inFiles;
  const found = await findSources(groups, {
    from: inFiles,
    folder: io.folder,
    onSkipped: (path, reason) => io.err(say`${path} is left out: ${reason}.\n`),
  });
  const { files = [], to = [] } = known;
  const listed = listEntries(known, io.folder);
  const gone = await findGone(files, io.folder);
  const isListed = (path: string): boolean => findEntry(listed, path) !== undefined;
  // Two sources can't have one target. A file that is its own target has the texts, too.
  const fresh = found.filter(({ source, translations }) => !isListed(source) && !translations.some(isListed));
  const added = canAsk(given, io) ? await chooseSources(fresh, io) : fresh;
  const wanted = given.to ?? found.flatMap(({ languages }) => languages);
  const missing = [...new Set(wanted)].filter((code) => !hasLanguage(known, code));
  const proposed = await findCodes({ from: inFiles, to: missing }, known, given, io);
  const url = known.url ?? (given.sandbox ? undefined : given.url);
  return {
    project: {
      ...known,
      ...(url !== undefined && { url }),
      from,
      ...(to.length + proposed.to.length > 0 && { to: [...to, ...proposed.to] }),
      ...(proposed.languages !== undefined && { languages: { ...proposed.languages, ...known.languages } }),
      files: [...files.filter(({ source }) => !gone.includes(source)), ...added.map(toEntry)],
    },
    changes: [
      ...(url === known.url ? [] : [`+ url: ${url}`]),
      ...(from === known.from ? [] : [`+ from: ${from}`]),
      ...proposed.to.map((code) => `+ to: ${code}`),
      ...added.map(({ source }) => `+ files: ${source}`),
      ...gone.map((source) => `- files: ${source}, which is gone`),
    ],
  };
}

function refuseContradictions(known: ProjectFile, given: NewProjectOptions): void {
  for (const name of ['from', 'url'] as const) {
    const [before, after] = [known[name], given[name]];
    if (before !== undefined && after !== undefined && before !== after)
      throw new UsageError(
        `"${name}" is ${before} in ${PROJECT_FILE}, and --${name} is ${after}. If you mean that, change the file by hand.`,
      );
  }
}

async function findGone(
  files: readonly { readonly source: string }[],
  folder: string,
): Promise<readonly string[]> {
  const gone: string[] = [];
  for (const { source } of files) {
    if (isPattern(source)) continue;
    const found = await catchCodes(['ENOENT', 'ENOTDIR'], stat(join(folder, source)));
    if (found === undefined) gone.push(source);
  }
  return gone;
}

/** Whether a project is translated into a language of its files, or of the service. */
const hasLanguage = ({ to = [], languages }: ProjectFile, code: string): boolean =>
  to
    .map((named) => findLanguage(languages, named))
    .some((known) => isSameLanguage(known.code, code) || coversLanguage(known.inFiles, code));

/** Finds the service's codes of languages, and how files spell those that the project has not named yet. */
async function findCodes(
  wanted: ProjectLanguages,
  known: ProjectFile,
  given: NewProjectOptions,
  io: CommandIo,
): Promise<Pick<ProjectLanguages, 'to' | 'languages'>> {
  if (wanted.to.length === 0) return { to: [] };
  const pairs = await readPairs({ ...given, url: given.url ?? known.url }, io);
  if (pairs === undefined) return { to: wanted.to };
  const { to, languages = {} } = proposeLanguages(wanted, pairs, io);
  const spelled = Object.entries(languages).filter(([code]) => to.includes(code));
  return { to, languages: spelled.length === 0 ? undefined : Object.fromEntries(spelled) };
}
