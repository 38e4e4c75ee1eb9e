import { lstat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import process from 'node:process';
import { catchCodes } from '../../command-internals.js';
import type { CommandIo } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';
import { PROJECT_FILE } from './project-file-name.js';
import { nameInProject } from './project-folder.js';
import type { PlanOptions } from './sources.js';

/** The folder of what is remembered of a project. */
export const MEMORY_FOLDER = '.translation-requester';

/**
 * Finds the folder of the project, as git and npm do: the nearest one, upwards, with a project file or a memory. Without one, it is the
 * folder itself. What another user has put above counts for nothing.
 */
export async function findProjectRoot(folder: string): Promise<string> {
  for (let at = folder; ; at = dirname(at)) {
    for (const name of [PROJECT_FILE, MEMORY_FOLDER]) {
      const found = await catchCodes(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'], lstat(join(at, name)));
      const isOwn = at === folder || process.getuid === undefined || found?.uid === process.getuid();
      if (found !== undefined && isOwn) return at;
    }
    if (dirname(at) === at) return folder;
  }
}

/** What a command line names, as seen from the folder of the project. */
interface NamedFiles<Given> {
  readonly root: string;
  readonly sources: readonly string[];
  readonly given: Given;
}

/** Finds the project, and names the files of the command line from there. A person who stands elsewhere is told so. */
export async function nameFromRoot<Given extends PlanOptions>(
  sources: readonly string[],
  given: Given,
  { folder, err }: Pick<CommandIo, 'folder' | 'err'>,
): Promise<NamedFiles<Given>> {
  const root = await findProjectRoot(folder);
  if (root === folder) return { root, sources, given };
  err(say`The project is in ${relative(folder, root)}: paths are shown from there.\n`);
  const rename = (path: string): string => (isAbsolute(path) ? path : nameInProject(root, folder, path));
  const { target, formatModule } = given;
  return {
    root,
    sources: sources.map(rename),
    given: {
      ...given,
      ...(target !== undefined && { target: rename(target) }),
      ...(formatModule !== undefined && { formatModule: resolve(folder, formatModule) }),
    },
  };
}
