import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { catchCodes } from '../../command-internals.js';
import { findUnusualName } from './project-folder.js';

/** Folders of dependencies, of what programs have made, and of tests: their files are not those of the project. */
const SKIPPED: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'vendor',
  'third_party',
  'pods',
  'carthage',
  'venv',
  'site-packages',
  'dist',
  'build',
  'out',
  'target',
  'bin',
  'obj',
  'coverage',
  'tmp',
  'temp',
  'deriveddata',
  '__pycache__',
  'test',
  'tests',
  '__tests__',
  'spec',
  'specs',
  'e2e',
  'cypress',
  'testdata',
  'fixtures',
  '__fixtures__',
  '__mocks__',
  '__snapshots__',
]);

/** The most files and folders that are looked at. A project with more contains folders of others. */
const MAX_LISTED_FILES = 250_000;
/** Entries that are read at once. */
const BUFFER = 1_024;

/** The files of a folder and of the folders in it. */
export interface FolderListing {
  /** From the folder, with slashes, in alphabetical order. */
  readonly paths: readonly string[];
  /** False when there are more than are looked at. */
  readonly isComplete: boolean;
}

/**
 * Lists the files of a folder whose names pass a test. Folders near the top come first. No link is followed, and hidden names and
 * those that not every system has are left out: a project file can't name them.
 */
export async function listFiles(
  folder: string,
  isWanted: (name: string) => boolean,
  limit = MAX_LISTED_FILES,
): Promise<FolderListing> {
  const paths: string[] = [];
  const open = [''];
  let count = 0;
  for (const parent of open) {
    for await (const entry of openFolder(join(folder, parent))) {
      count += 1;
      if (count > limit) return { paths: paths.toSorted(), isComplete: false };
      const { name } = entry;
      if (!isWanted(name) && !entry.isDirectory()) continue;
      if (findUnusualName([name]) !== undefined) continue;
      if (entry.isFile()) paths.push(`${parent}${name}`);
      else if (entry.isDirectory() && !SKIPPED.has(name.toLowerCase())) open.push(`${parent}${name}/`);
    }
  }
  return { paths: paths.toSorted(), isComplete: true };
}

/** The entries of a folder; none when it can't be read, or is gone. */
async function* openFolder(path: string): AsyncGenerator<Dirent> {
  const opened = await catchCodes(
    ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'],
    opendir(path, { bufferSize: BUFFER }),
  );
  if (opened !== undefined) yield* opened;
}
