import * as buffer from 'node:buffer';
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { InputError } from '../core/errors/errors.js';
import { readErrorCode } from './file-system.js';

// The global File can be one of the DOM of a test, which does not know the Blobs of Node.
const NodeFile = buffer.File as unknown as typeof File; // its types lack what browsers alone have

/**
 * A file on disk, ready for `files.upload`. Its content is read while it is sent, so its size does not matter.
 *
 * @throws InputError when there is no such file, or it can't be read
 */
export async function fileFromPath(path: string): Promise<File> {
  let reason = 'is not a file';
  try {
    // Node makes a Blob of a folder too, and fails when it is read.
    if ((await stat(path)).isFile()) return new NodeFile([await openAsBlob(path)], basename(path));
  } catch (error) {
    const code = readErrorCode(error);
    reason = code === 'ENOENT' || code === 'ENOTDIR' ? 'does not exist' : 'is not readable';
  }
  throw new InputError([{ path: 'path', message: `must be a readable file; this one ${reason}` }]);
}
