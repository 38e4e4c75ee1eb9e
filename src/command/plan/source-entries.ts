import { fitsLanguage } from '../../base/language-code.js';
import { UsageError } from '../terminal/failures.js';
import { formatCommandLine } from '../terminal/format.js';
import { readPathLanguage } from './language-paths.js';
import { listFiles } from './list-files.js';
import { isPattern, PathPattern } from './path-pattern.js';
import type { ProjectFile, ProjectSource } from './project-file.js';
import { PROJECT_FILE } from './project-file-name.js';
import { nameInProject, ProjectFolder } from './project-folder.js';

/** A file with the settings of its entry in `files`, if it has one. */
export interface SourceEntry extends ProjectSource {
  /** Whether the command line names the file. */
  readonly isNamed: boolean;
  /** The source of its entry, if that is a pattern. */
  readonly pattern?: string | undefined;
}

/** Where the files of a project are looked for. */
interface EntrySearch {
  readonly project: ProjectFile;
  /** The folder of the project. */
  readonly folder: string;
  /** The language of the texts, as the files spell it; undefined if the files say it. */
  readonly from: string | undefined;
}

/**
 * Lists the files that the command line names, or all files of the project. Each file comes once: an entry that names it goes before
 * those whose patterns find it, and the first of those before the rest.
 *
 * @throws UsageError when there is no file, or a pattern finds none
 */
export async function chooseEntries(
  named: readonly string[],
  { project, folder, from }: EntrySearch,
): Promise<readonly SourceEntry[]> {
  const listed = listEntries(project, folder).map((entry) => ({ ...entry, isNamed: false }));
  if (named.length === 0 && listed.length === 0)
    throw new UsageError(
      `No files given. Name them, such as locales/en.json, or list them in ${PROJECT_FILE}: ${formatCommandLine('init')} writes it.`,
    );
  if (named.length > 0)
    return named.map((given) => {
      const path = nameInProject(folder, folder, given);
      const entry = findEntry(listed, path);
      return { ...(entry && fillEntry(entry, path)), source: path, isNamed: true };
    });
  const known = new Set(listed.map(({ source }) => source));
  const entries: SourceEntry[] = [];
  for (const entry of listed) {
    if (!isPattern(entry.source)) entries.push(entry);
    else
      for (const path of await listMatches(entry.source, folder, from)) {
        if (!known.has(path)) entries.push(fillEntry(entry, path));
        known.add(path);
      }
  }
  return entries;
}

/** Lists the entries of `files`, with their paths as the command names them. */
export const listEntries = ({ files = [] }: ProjectFile, folder: string): readonly ProjectSource[] =>
  files.map((file) => ({ ...file, source: nameInProject(folder, folder, file.source) }));

/** Finds the entry of a file: the one that names it, or the first whose pattern finds it. */
export function findEntry<Entry extends ProjectSource>(
  listed: readonly Entry[],
  path: string,
): Entry | undefined {
  return (
    listed.find(({ source }) => source === path) ??
    listed.find(({ source }) => isPattern(source) && new PathPattern(source).match(path) !== undefined)
  );
}

/** The entry of one of its files. */
function fillEntry(entry: SourceEntry, path: string): SourceEntry {
  const { source, target } = entry;
  if (!isPattern(source)) return entry;
  return {
    ...entry,
    source: path,
    pattern: source,
    target: target === undefined ? undefined : new PathPattern(target).fill(new PathPattern(source), path),
  };
}

/**
 * Lists the files that a pattern finds. Those whose paths show another language have translations.
 *
 * @throws UsageError when there is none, or the language of the texts is unknown
 */
export async function listMatches(
  source: string,
  root: string,
  from: string | undefined,
): Promise<readonly string[]> {
  if (from === undefined)
    throw new UsageError(
      `The language of the texts in ${source} is unknown. Add it, for example --from en, or "from": "en" to ${PROJECT_FILE}.`,
    );
  const pattern = new PathPattern(source);
  const { folder } = pattern;
  const listing = await listFiles(await new ProjectFolder(root).resolveOwn(folder), (name) =>
    pattern.matchesName(name),
  );
  if (!listing.isComplete)
    throw new UsageError(
      `${PROJECT_FILE}: ${source} has too many files to look through. Begin it with the folder that has the files.`,
    );
  const paths = listing.paths
    .map((path) => (folder === '' ? path : `${folder}/${path}`))
    .filter(
      (path) =>
        path !== PROJECT_FILE &&
        pattern.match(path) !== undefined &&
        fitsLanguage(readPathLanguage(path) ?? from, from),
    );
  if (paths.length === 0)
    throw new UsageError(
      `${PROJECT_FILE}: no file fits ${source}, or all that do show another language than ${from}. Correct it; what is in node_modules, dist and tests is found only by a pattern that begins with them.`,
    );
  return paths;
}
