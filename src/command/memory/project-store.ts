import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLoopback } from '../../base/http.js';
import type { Store } from '../../index.js';
import { fileStore } from '../../node.js';
import { findUserFolder } from '../files/user-folder.js';
import { ProjectFolder } from '../plan/project-folder.js';
import type { CommandIo } from '../terminal/io.js';
import { trustOwnUploads } from './uploads.js';

/** The folder of what is remembered. */
const MEMORY = '.translation-requester';

/** Opens the memory of a project. Each service has its own, so that orders of the sandbox are never mistaken for real ones. */
export async function openStore(io: Pick<CommandIo, 'folder' | 'env'>, service: string): Promise<Store> {
  const address = new URL(service);
  const name = join(MEMORY, address.host.replace(/[^\w.-]/g, '_'));
  const path = await new ProjectFolder(io.folder).resolveOwn(name);
  await ignoreInGit(path, isLoopback(address) ? '*' : '/temporary/');
  return trustOwnUploads(fileStore(path), fileStore(join(findUserFolder(io), 'uploads')));
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
