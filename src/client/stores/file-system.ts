import {
  closeSync,
  constants,
  fstatSync,
  fsync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { readFields } from '../../base/kinds.js';

// What the system does in its memory takes microseconds, and a thread for it ten times as much. Only a flush waits for the disk.
const flush = promisify(fsync);

export function readErrorCode(error: unknown): unknown {
  return readFields(error).code;
}

const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  codes.includes(String(readErrorCode(error)));

/** Resolves to undefined when the work fails with one of these codes of the system. */
export async function catchCodes<Result>(
  codes: readonly string[],
  work: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (hasCode(error, codes)) return undefined;
    throw error;
  }
}

/** Writes a new file that only its owner can read, and flushes it to the disk. */
export async function writeFlushed(
  path: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  const file = openSync(path, 'wx', 0o600);
  try {
    if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(file, content);
    else for await (const piece of content) writeFileSync(file, piece);
    await flush(file);
  } finally {
    closeSync(file);
  }
}

/** For reading. Opening a pipe would wait for somebody who writes into it. Windows has no such flag, and then nothing is added. */
const WITHOUT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK;

/** With these codes, what was written may be lost. With any other, the folder is gone, or the system can't flush folders. */
const LOST = ['EIO', 'ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'ENOMEM'];

/** Flushes a folder, so that new names in it survive a power cut. Some systems can't: it then does nothing. */
export async function flushFolder(path: string): Promise<void> {
  try {
    const folder = openSync(path, WITHOUT_WAITING);
    await flush(folder).finally(() => closeSync(folder));
  } catch (error) {
    if (hasCode(error, LOST)) throw error;
  }
}

/** Makes a folder, and the missing ones above it, so that they survive a power cut. */
export async function makeFolder(path: string): Promise<void> {
  const highest = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (highest === undefined) return;
  for (let at = resolve(path); at !== resolve(dirname(highest)); ) {
    at = dirname(at);
    await flushFolder(at);
  }
}

/** Waits for all work, also after one has failed: nothing goes on behind the caller's back. */
export async function finishAll(work: readonly Promise<unknown>[]): Promise<void> {
  for (const done of await Promise.allSettled(work)) if (done.status === 'rejected') throw done.reason;
}

/**
 * Shares runs of a task: callers that ask while it runs share the next run. If it fails, they fail with it: what they have
 * written may be lost by the same failure, and the next run would not show that.
 */
export function coalesce<Result>(task: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> | undefined;
  let next: Promise<Result> | undefined;
  const run = (): Promise<Result> => {
    next = undefined;
    const result = task();
    const end = (): void => {
      if (running === result) running = undefined;
    };
    running = result;
    result.then(end, end);
    return result;
  };
  return () => {
    next ??= Promise.resolve(running).then(run, (error) => {
      next = undefined;
      throw error;
    });
    return next;
  };
}

/** Throws when it belongs to another user, who could change it at any moment. Windows has no such users. */
function checkOwner(path: string, { uid }: Stats): void {
  const own = process.geteuid?.() ?? uid;
  if (uid === own || uid === ROOT) return;
  throw new Error(
    `${path} belongs to another user (${uid}; this process runs as ${own}). Give it to this one (chown), or use another folder`,
  );
}

/** The user who can change everything anyway. */
const ROOT = 0;

/** Throws when a path is not a folder, belongs to another user, or is a link that may have been planted. False when it is missing. */
export function checkOwnFolder(path: string, { mayBeLink = false } = {}): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  checkOwner(path, found);
  if (mayBeLink) checkOwner(path, statSync(path));
  else if (!found.isDirectory()) throw new Error(`${path} is not a folder. Remove it`);
  return true;
}

/** The names in a folder that passes `checkOwnFolder`; none when it is missing. */
export function listOwnFolder(path: string): readonly string[] {
  try {
    return checkOwnFolder(path) ? readdirSync(path) : [];
  } catch (error) {
    // Another process has removed it in between.
    if (hasCode(error, ['ENOENT'])) return [];
    throw error;
  }
}

interface OpenOptions {
  readonly mayBeLink?: boolean | undefined;
  readonly flags?: number;
}

/**
 * Opens a regular file, for reading by default. Whoever can write to its folder could have put something else in its place: a pipe,
 * which waits, a device, which never ends, a link to what others must not read.
 *
 * @param mayBeLink for a path that its user has given, who can mean a link; errors then say "it", since the caller names it
 */
export function openFile(
  path: string,
  { mayBeLink = false, flags = WITHOUT_WAITING }: OpenOptions = {},
): number {
  const irregular = () =>
    new Error(mayBeLink ? 'it is not a regular file' : `${path} is not a regular file. Remove it`);
  let file: number;
  try {
    // Windows has no flag for links. Without one, nothing is added here.
    file = openSync(path, flags | (mayBeLink ? 0 : constants.O_NOFOLLOW), 0o600);
  } catch (error) {
    if (hasCode(error, ['ELOOP']) && !mayBeLink) throw new Error(`${path} is a link, not a file. Remove it`);
    throw hasCode(error, UNOPENED) ? irregular() : error;
  }
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw irregular();
}

/** What systems say of a socket, or of a device that is not there. */
const UNOPENED = ['ENXIO', 'ENODEV', 'EOPNOTSUPP'];

/** Bytes. A longer file is not what this package has written. */
const MAX_STORE_FILE = 256 * 2 ** 20;

/** How a file is read as a whole. */
interface ReadOptions {
  readonly mayBeLink?: boolean | undefined;
  /** The most bytes that it may have. */
  readonly maxSize?: number;
  /** Throws when it is not the file that is meant. */
  readonly check?: (found: Stats) => void;
}

/** The whole content of a regular file, opened by `openFile`. */
export async function readRegularFile(
  path: string,
  { mayBeLink, maxSize = MAX_STORE_FILE, check }: ReadOptions = {},
): Promise<Buffer> {
  const file = openFile(path, { mayBeLink });
  try {
    const found = fstatSync(file);
    check?.(found);
    if (found.size > maxSize)
      throw new Error(`${mayBeLink ? 'it' : path} has more than ${describeMaxSize(maxSize)}`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

const describeMaxSize = (bytes: number): string =>
  bytes < 2 ** 20 ? `${bytes / 2 ** 10} KiB` : `${bytes / 2 ** 20} MiB`;

/**
 * The text of a file; undefined when it is missing. Rejects for anything but a regular file, and for a file of another user.
 */
export async function readIfPresent(path: string): Promise<string | undefined> {
  const read = readRegularFile(path, { check: (found) => checkOwner(path, found) });
  return (await catchCodes(['ENOENT'], read))?.toString();
}

/** Makes an empty file and removes it. Resolves to the time by the disk's clock, in milliseconds since 1970. */
export async function tryFile(path: string): Promise<number> {
  const file = openSync(path, 'wx');
  try {
    return Math.floor(fstatSync(file).mtimeMs);
  } finally {
    closeSync(file);
    unlinkSync(path);
  }
}

/** To write to a file, which is made when it is missing. A pipe that nobody reads is refused. */
const FOR_TOUCHING = constants.O_WRONLY | constants.O_CREAT | constants.O_NONBLOCK;

/**
 * Writes a byte to a file that nobody reads. Returns the time by the disk's clock, in milliseconds since 1970; undefined when that
 * fails, or when the file may be somebody's. To make and remove a file each time, as `tryFile` does, costs several times as much.
 */
export function touchFile(path: string): number | undefined {
  try {
    const file = openFile(path, { flags: FOR_TOUCHING });
    try {
      const found = fstatSync(file);
      checkOwner(path, found);
      // With a second name, or with more than that byte, it is something else's.
      if (found.nlink !== 1 || found.size > 1) return undefined;
      writeSync(file, '.', 0);
    } finally {
      closeSync(file);
    }
    // Only now: Windows may note the time when the file is closed.
    return Math.floor(statSync(path).mtimeMs);
  } catch {
    return undefined;
  }
}

export const removeAll = async (path: string): Promise<void> =>
  rmSync(path, { recursive: true, force: true });

/** False when the file is gone. */
export const tryUnlink = (path: string): boolean => succeeds(() => unlinkSync(path), ['ENOENT']);

/** False when the file is gone, or when the folder that it should replace is not empty. */
export const tryRename = (from: string, to: string): boolean =>
  succeeds(() => renameSync(from, to), ['ENOENT', 'ENOTEMPTY', 'EEXIST']);

/** Whether a step succeeds; false when it fails with one of these codes of the system. */
function succeeds(step: () => void, codes: readonly string[]): boolean {
  try {
    step();
    return true;
  } catch (error) {
    if (hasCode(error, codes)) return false;
    throw error;
  }
}
