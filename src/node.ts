import { openAsBlob } from 'node:fs';
import { open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InputError } from './core/errors/errors.js';
import { type Checkpoint, type CheckpointStore, checkpointIssues } from './following/checkpoint.js';

export type { Checkpoint, CheckpointStore };

function codeOf(error: unknown): unknown {
  return Object(error).code;
}

/**
 * A file on disk, ready for `files.upload`. Its content is read while it is sent, so its size does not matter.
 *
 * @throws InputError when there is no such file, or it can't be read
 */
export async function fileFromPath(path: string): Promise<File> {
  let reason = 'is not a file';
  try {
    // Node makes a Blob of a folder too, and fails when it is read.
    if ((await stat(path)).isFile()) return new File([await openAsBlob(path)], basename(path));
  } catch (error) {
    const code = codeOf(error);
    reason = code === 'ENOENT' || code === 'ENOTDIR' ? 'does not exist' : 'is not readable';
  }
  throw new InputError([{ path: 'path', message: `must be a readable file; this one ${reason}` }]);
}

/**
 * Keeps a checkpoint in a file. It is written beside the file, flushed to disk and put in its place at once, so
 * a crash at any moment leaves a whole checkpoint. One process at a time may write it.
 */
export function fileCheckpoint(path: string): CheckpointStore {
  let saving: Promise<void> = Promise.resolve();
  return {
    load: () => saving.catch(() => undefined).then(() => loadCheckpoint(path)),
    save(checkpoint) {
      const content = JSON.stringify(checkpoint);
      // One after the other, whatever became of the one before.
      saving = saving.catch(() => undefined).then(() => replaceFile(path, content));
      return saving;
    },
  };
}

async function loadCheckpoint(path: string): Promise<Checkpoint | undefined> {
  await removeLeftovers(path);
  let content: string;
  try {
    content = await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const checkpoint = parse(content);
  const issues = checkpointIssues('path', checkpoint);
  if (issues.length > 0) {
    const message = 'must be a file with a checkpoint; this one has something else. Remove it to begin anew';
    throw new InputError([{ path: 'path', message }]);
  }
  // It has just been checked to be one.
  return checkpoint as Checkpoint;
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

async function replaceFile(path: string, content: string): Promise<void> {
  const beside = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    const file = await open(beside, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await unlink(beside).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
}

const LEFTOVER = /^\.[0-9a-f-]{36}\.tmp$/;

/** What a process that was killed while it saved has left beside the file. */
async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path);
  const name = basename(path);
  const beside = await readdir(folder).catch(() => []);
  const leftovers = beside.filter((one) => one.startsWith(name) && LEFTOVER.test(one.slice(name.length)));
  await Promise.allSettled(leftovers.map((one) => unlink(join(folder, one))));
}

/** So that the renaming survives a power cut too, where the system lets a folder be flushed. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
