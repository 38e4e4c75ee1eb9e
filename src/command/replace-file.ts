import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFlushed } from '../stores/flushed.js';
import { CommandError, messageOf } from './io.js';

/**
 * Replaces a file as a whole, and makes its folder where that is missing.
 *
 * @param mode for a file that others may read too
 * @throws CommandError when it can't be written
 */
export async function replaceFile(path: string, content: string, what: string, mode?: number): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await replaceFlushed(path, content, `${path}.${randomUUID()}.tmp`, mode);
  } catch (error) {
    throw new CommandError(`${what} ${path} can't be written: ${messageOf(error)}`);
  }
}
