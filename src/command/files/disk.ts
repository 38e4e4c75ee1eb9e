import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFlushed } from '../../command-internals.js';
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
