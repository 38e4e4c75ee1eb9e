import { lstat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import process from 'node:process';
import { catchCodes } from '../../command-internals.js';
import type { CommandIo } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';
import { PROJECT_FILE } from './project-file-name.js';
import { ProjectFolder } from './project-folder.js';
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

/** What a command line names, as the project names it. */
interface NamedFiles<Given> {
  readonly folder: ProjectFolder;
  readonly sources: readonly string[];
  readonly given: Given;
}

/** Finds the project, and names the files of the command line from its folder. A person who stands elsewhere is told so. */
export async function nameFromRoot<Given extends PlanOptions>(
  sources: readonly string[],
  given: Given,
  { folder: standing, err }: Pick<CommandIo, 'folder' | 'err'>,
): Promise<NamedFiles<Given>> {
  const root = await findProjectRoot(standing);
  const folder = new ProjectFolder(root, standing);
  if (root === standing) return { folder, sources, given };
  err(say`The project in ${relative(standing, root)} is used.\n`);
  const { target, formatModule } = given;
  return {
    folder,
    sources: sources.map((source) => folder.name(source)),
    given: {
      ...given,
      ...(target !== undefined && { target: folder.name(target) }),
      ...(formatModule !== undefined && { formatModule: resolve(standing, formatModule) }),
    },
  };
}
