import { readdir, readFile, readlink, realpath, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { InputError } from '../core/errors/errors.js';
import { type Checkpoint, checkpointIssues, isSaved, type SharedCheckpoint } from './checkpoint.js';
import { isLeftBehind, ownName, withLock } from './file-lock.js';
import { replaceFlushed, undefinedOn } from './file-system.js';

/**
 * Keeps a checkpoint in a file, which the processes of one machine can share. A new file is written, flushed to disk and
 * renamed, so a crash at any moment leaves a complete checkpoint. If the path is a link, the file that it leads to is
 * replaced.
 *
 * `load` rejects when the folder is missing or can't be written to, so that is known before the first event is handled.
 */
export function fileCheckpoint(path: string): SharedCheckpoint {
  let last: Promise<unknown> = Promise.resolve();
  // One after the other, also after a failure.
  const oneAfterTheOther = <Result>(work: (file: string) => Promise<Result>): Promise<Result> => {
    const run = last
      .catch(() => undefined)
      .then(() => targetOf(path))
      .then((file) => withLock(`${file}.lock`, () => work(file)));
    last = run;
    return run;
  };
  return {
    load: () =>
      oneAfterTheOther(async (file) => {
        await removeLeftovers(file);
        return read(file);
      }),
    save(next, ...previous) {
      const content = JSON.stringify(next);
      return oneAfterTheOther(async (file) => {
        if (previous.length > 0 && !isSaved(await read(file), previous[0])) return false;
        await replaceFlushed(file, content, `${file}.${await ownName()}.tmp`);
        return true;
      });
    },
  };
}

/** The file that a path leads to, whether it exists or not. */
async function targetOf(path: string): Promise<string> {
  const target = await undefinedOn(['ENOENT'], realpath(path));
  if (target !== undefined) return target;
  const linked = await undefinedOn(['ENOENT', 'EINVAL'], readlink(path));
  return linked === undefined ? resolve(path) : targetOf(resolve(dirname(path), linked));
}

async function read(file: string): Promise<Checkpoint | undefined> {
  const content = await undefinedOn(['ENOENT'], readFile(file, 'utf8'));
  if (content === undefined) return undefined;
  const checkpoint = parse(content);
  if (checkpointIssues('path', checkpoint).length > 0) {
    const message =
      'must be a file with a checkpoint, and this file has something else. Remove it to start again';
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

/** The end of the name of a temporary file, of the checkpoint or of a lock. It holds the name of its process. */
const OWN = /^(?:\.lock(?:\.[0-9a-f]{8})*)?\.([\w-]+\.\d+\.[0-9a-f-]{36})\.tmp$/;
/** The same of version 0.1, without the name of the process. */
const NAMELESS = /^\.[0-9a-f-]{36}\.tmp$/;
const BREAKING = /^\.lock(?:\.[0-9a-f]{8})+$/;
/** A file without a process's name was left behind if it does not change for so many milliseconds. */
const WRITING = 1_000;

/** Removes what killed processes have left beside the file. The files of living processes stay. */
async function removeLeftovers(file: string): Promise<void> {
  const name = basename(file);
  for (const entry of await readdir(dirname(file))) {
    if (!entry.startsWith(name)) continue;
    const path = join(dirname(file), entry);
    const suffix = entry.slice(name.length);
    const owner = OWN.exec(suffix)?.[1];
    const left =
      owner === undefined
        ? NAMELESS.test(suffix) && (await isUnchanged(path))
        : await isLeftBehind(path, owner);
    if (left) await unlink(path).catch(() => undefined);
    // Taking a lock removes it when its holder is dead.
    if (BREAKING.test(suffix)) await withLock(path, async () => undefined);
  }
}

/** Whether a file does not change for a while. */
async function isUnchanged(path: string): Promise<boolean> {
  const before = await undefinedOn(['ENOENT'], stat(path));
  await sleep(WRITING);
  const after = await undefinedOn(['ENOENT'], stat(path));
  return before !== undefined && before.mtimeMs === after?.mtimeMs && before.ino === after.ino;
}
