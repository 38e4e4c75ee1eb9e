import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLoopback } from '../../base/http.js';
import { InputError, type Store, StoreError } from '../../index.js';
import { fileStore } from '../../node.js';
import { findUserFolder } from '../files/user-folder.js';
import { ProjectFolder } from '../plan/project-folder.js';
import { MEMORY_FOLDER } from '../plan/project-root.js';
import type { CommandIo } from '../terminal/io.js';
import { trustOwnUploads } from './uploads.js';

/** The folder of what is remembered of a service, from that of the project. */
export const nameMemory = (service: string): string =>
  join(MEMORY_FOLDER, new URL(service).host.replace(/[^\w.-]/g, '_'));

/** Opens the memory of a project, in its folder. Each service has its own, so that orders of the sandbox are never mistaken for real ones. */
export async function openStore(root: string, io: Pick<CommandIo, 'env'>, service: string): Promise<Store> {
  const path = await new ProjectFolder(root).resolveOwn(nameMemory(service));
  await ignoreInGit(path, isLoopback(new URL(service)) ? '*' : '/temporary/');
  return trustOwnUploads(fileStore(path), fileStore(join(findUserFolder(io), 'uploads')));
}

/** Waits for a step of the memory. @throws StoreError; InputError when its folder can't be used at all */
export async function makeStep<Result>(step: Result | Promise<Result>): Promise<Result> {
  try {
    return await step;
  } catch (error) {
    throw error instanceof InputError ? error : new StoreError('the store failed', { cause: error });
  }
}

/** Keeps out of git what a killed process was writing, and all orders of a sandbox, which is on this machine alone. */
async function ignoreInGit(path: string, pattern: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await writeFile(join(path, '.gitignore'), `${pattern}\n`, { flag: 'wx' });
  } catch {
    // It exists already. If the folder can't be written, the store says so.
  }
}
