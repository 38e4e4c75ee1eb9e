import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

export function readErrorCode(error: unknown): unknown {
  return Object(error).code;
}

/** Resolves to undefined when the work fails with one of these codes of the system. */
export async function catchCodes<Result>(
  codes: readonly string[],
  work: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codes.includes(String(readErrorCode(error)))) return undefined;
    throw error;
  }
}

/** Writes a new file that only its owner can read, and flushes it to the disk. */
export async function writeFlushed(
  path: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** For reading. Opening a pipe would wait for somebody who writes into it. Windows has no such flag, and then nothing is added. */
const WITHOUT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK;

/** Flushes a folder, so that new names in it survive a power cut. Some systems can't: it then does nothing. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, WITHOUT_WAITING).catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

/** Makes a folder, and the missing ones above it, so that they survive a power cut. */
export async function makeFolder(path: string): Promise<void> {
  const highest = await mkdir(path, { recursive: true, mode: 0o700 });
  if (highest === undefined) return;
  for (let at = resolve(path); at !== resolve(dirname(highest)); ) {
    at = dirname(at);
    await flushFolder(at);
  }
}

/** Shares runs of a task: callers that ask while it runs share the next run. */
export function coalesce<Result>(task: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;
  return () => {
    const run = (): Promise<Result> => {
      const result = task();
      running = result;
      next = undefined;
      return result;
    };
    next ??= running.then(run, run);
    return next;
  };
}

/** Rejects when it belongs to another user, who could change it at any moment. Windows has no such users. */
function checkOwner(path: string, { uid }: Stats): void {
  const own = process.geteuid?.() ?? uid;
  if (uid === own || uid === ROOT) return;
  throw new Error(
    `${path} belongs to another user (${uid}; this process runs as ${own}). Give it to this one (chown), or use another folder`,
  );
}

/** The user who can change everything anyway. */
const ROOT = 0;

/** Rejects when a path is not a folder, belongs to another user, or is a link that may have been planted. */
export async function checkOwnFolder(path: string, { mayBeLink = false } = {}): Promise<void> {
  const found = await lstat(path);
  checkOwner(path, found);
  if (mayBeLink) checkOwner(path, await stat(path));
  else if (!found.isDirectory()) throw new Error(`${path} is not a folder. Remove it`);
}

/**
 * Opens a regular file for reading. Whoever can write to its folder could have put something else in its place: a pipe, which waits, a
 * device, which never ends, a link to what others must not read.
 *
 * @param mayBeLink for a path that its user has given, who can mean a link; errors then say "it", since the caller names it
 */
export async function openFile(
  path: string,
  { mayBeLink = false }: { readonly mayBeLink?: boolean | undefined } = {},
): Promise<FileHandle> {
  const irregular = new Error(
    mayBeLink ? 'it is not a regular file' : `${path} is not a regular file. Remove it`,
  );
  // Windows has no flag for links. Without one, nothing is added here.
  const file = await open(path, WITHOUT_WAITING | (mayBeLink ? 0 : constants.O_NOFOLLOW)).catch((error) => {
    if (readErrorCode(error) === 'ELOOP' && !mayBeLink)
      throw new Error(`${path} is a link, not a file. Remove it`);
    throw UNOPENED.includes(String(readErrorCode(error))) ? irregular : error;
  });
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw irregular;
}

/** What systems say of a socket, or of a device that is not there. */
const UNOPENED = ['ENXIO', 'ENODEV', 'EOPNOTSUPP'];

/** Bytes. A longer file is not what this package has written. */
const MAX_SIZE = 256 * 2 ** 20;

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
  { mayBeLink, maxSize = MAX_SIZE, check }: ReadOptions = {},
): Promise<Buffer> {
  const file = await openFile(path, { mayBeLink });
  try {
    const found = await file.stat();
    check?.(found);
    if (found.size > maxSize)
      throw new Error(`${mayBeLink ? 'it' : path} has more than ${describeSize(maxSize)}`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

const describeSize = (bytes: number): string =>
  bytes < 2 ** 20 ? `${bytes / 2 ** 10} KiB` : `${bytes / 2 ** 20} MiB`;

/** The text of a file; undefined when it is missing. Rejects for what is no regular file, and for a file of another user. */
export async function readIfPresent(path: string): Promise<string | undefined> {
  const read = readRegularFile(path, { check: (found) => checkOwner(path, found) });
  return (await catchCodes(['ENOENT'], read))?.toString();
}

/** Makes an empty file and removes it. Resolves to the time by the disk's clock, in milliseconds since 1970. */
export async function tryFile(path: string): Promise<number> {
  const file = await open(path, 'wx');
  try {
    const { mtimeMs } = await file.stat();
    return Math.floor(mtimeMs);
  } finally {
    await file.close();
    await unlink(path);
  }
}

export const removeAll = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

/** False when the file is gone. */
export const tryUnlink = (path: string): Promise<boolean> => succeeds(unlink(path), ['ENOENT']);

/** False when the file is gone, or when the folder that it should replace is not empty. */
export const tryRename = (from: string, to: string): Promise<boolean> =>
  succeeds(rename(from, to), ['ENOENT', 'ENOTEMPTY', 'EEXIST']);

/** Whether the work succeeds; false when it fails with one of these codes. */
async function succeeds(work: Promise<void>, codes: readonly string[]): Promise<boolean> {
  const done = work.then(() => true);
  return (await catchCodes(codes, done)) ?? false;
}
