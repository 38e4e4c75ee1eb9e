import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { catchCodes, openFile, readErrorCode } from '../../command-internals.js';
import type { LocaleFile } from '../../locale-files.js';
import { CommandError, FileError, readMessage } from '../terminal/failures.js';

/**
 * A document, seen as a file with one text: the digest of its content, under its name. So the same code finds what was
 * ordered, written and changed as for the texts of locale files.
 */
export interface DocumentFile extends Pick<LocaleFile, 'texts' | 'known' | 'doubtful' | 'orphans'> {
  /** Its translation is a file as it was received. */
  readonly write?: undefined;
}

/** Reads a document, and its translation so far. Both can be large, so only their digests are kept. */
export async function readDocument(
  { source, path }: { readonly source: string; readonly path: string },
  key: string,
  target: string,
): Promise<DocumentFile> {
  const written = await catchCodes(['ENOENT'], digestFile(target));
  const digest = await digestFile(path).catch((error: unknown) => {
    throw new FileError(source, {
      cause: new CommandError(`it can't be read (${readErrorCode(error) ?? readMessage(error)}).`),
    });
  });
  return {
    texts: { [key]: digest },
    known: written === undefined ? {} : { [key]: written },
    doubtful: {},
    orphans: [],
  };
}

async function digestFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  // A path in the project has no link in it any more; one that a person names may be a link.
  const fd = openFile(path, { mayBeLink: true });
  await pipeline(createReadStream(path, { fd }), hash);
  return hash.digest('hex');
}
