import { readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { catchCodes } from '../../command-internals.js';
import type { Plan } from '../plan/plan.js';
import { PROJECT_FILE } from '../plan/project-file-name.js';
import { formatCommandLine } from '../terminal/format.js';
import { type SafeText, say } from '../terminal/safe-text.js';
import { isOrderable } from './find-sources.js';
import { findFile, groupFiles } from './layouts.js';

/** Of so many files of a folder, the names are looked at. */
const MAX_NAMES = 10_000;

/**
 * Finds files that lie beside those of the project, have the same ending and are in the language of the texts, and that the project
 * file does not name. Only where it names the files: whoever names them in the command line means those.
 *
 * @returns their paths from the folder of the project
 */
export async function findNewFiles({
  folder: project,
  units,
}: Pick<Plan, 'folder' | 'units'>): Promise<readonly string[]> {
  if (units.some(({ isNamed }) => isNamed)) return [];
  const known = new Set(
    units.flatMap(({ sourceInProject, targetInProject }) => [sourceInProject, targetInProject]),
  );
  const endings = new Set(units.map(({ sourceInProject }) => posix.extname(sourceInProject)));
  const folders = new Set(units.map(({ sourceInProject }) => posix.dirname(sourceInProject)));
  const found = new Set<string>();
  for (const folder of folders) {
    const names =
      (await catchCodes(['ENOENT', 'ENOTDIR', 'EACCES'], readdir(join(project.path, folder)))) ?? [];
    const paths = names
      .slice(0, MAX_NAMES)
      .filter((name) => endings.has(posix.extname(name)) && isOrderable(name))
      .map((name) => posix.join(folder, name));
    for (const group of groupFiles(paths)) {
      // Where the project has the file for another language, it has a source for that: two can't have one target.
      if ([...group.files.values()].some((path) => known.has(path))) continue;
      const path = findFile(group, units[0]?.from ?? 'en') ?? group.base;
      if (path !== undefined && !known.has(path)) found.add(path);
    }
  }
  return [...found].toSorted();
}

/** A line for each such file. In a subfolder, `init` would begin another project. */
export const describeNewFiles = (
  paths: readonly string[],
  { folder }: Pick<Plan, 'folder'>,
): readonly SafeText[] =>
  paths.map((path) =>
    folder.show(path) === path
      ? say`${path} is new beside the files of this project. Add it to "files" in ${PROJECT_FILE}, or by: ${formatCommandLine('init')}\n`
      : say`${folder.show(path)} is new beside the files of this project. Add ${path} to "files" in ${folder.show(PROJECT_FILE)}.\n`,
  );
