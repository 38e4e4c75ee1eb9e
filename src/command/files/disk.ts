import { randomUUID } from 'node:crypto';
import { chmod, mkdir, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flushFolder, writeFlushed } from '../../command-internals.js';
import { CommandError, readMessage } from '../terminal/failures.js';

/**
 * Replaces a whole file, and makes its folder if that is missing.
 *
 * @param what names the file in the error
 * @param mode for a file that others may read too
 * @throws CommandError when it can't be written
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  what: string,
  mode?: number,
): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await replaceFlushed(path, content, `${path}.${randomUUID()}.tmp`, mode);
  } catch (error) {
    throw new CommandError(`${what} ${path} can't be written: ${readMessage(error)}`);
  }
}

/**
 * Replaces a file as a whole: the new one is on the disk first, so a process that is killed leaves the old one or the
 * new one.
 *
 * @param beside a path in the same folder, for the new file until it is complete
 * @param mode for a file that others may read too
 */
export async function replaceFlushed(
  path: string,
  content: string | Uint8Array,
  beside: string,
  mode?: number,
): Promise<void> {
  try {
    await writeFlushed(beside, content);
    await moveFlushed(beside, path, mode);
  } catch (error) {
    await unlink(beside).catch(() => undefined);
    throw error;
  }
}

/** Puts a new file that is on the disk in the place of an old one. @param mode for a file that others may read too */
export async function moveFlushed(beside: string, path: string, mode?: number): Promise<void> {
  if (mode !== undefined) await chmod(beside, mode);
  await rename(beside, path);
  await flushFolder(dirname(path));
}
