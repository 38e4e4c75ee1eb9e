import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open, rename, rm, stat, unlink } from 'node:fs/promises';
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

/** Flushes a folder, so that new names in it survive a power cut. Some systems can't: it then does nothing. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
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

/** The text of a file; undefined when it is missing. Rejects for a link, and for a file of another user. */
export async function readIfPresent(path: string): Promise<string | undefined> {
  // Windows has no flag for links. Without one, nothing is added here.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW;
  const file = await catchCodes(['ENOENT'], open(path, flags)).catch((error: unknown) => {
    throw readErrorCode(error) === 'ELOOP' ? new Error(`${path} is a link, not a file. Remove it`) : error;
  });
  if (file === undefined) return undefined;
  try {
    checkOwner(path, await file.stat());
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
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
