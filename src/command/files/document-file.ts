import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { LocaleFile } from '../../locale-files.js';
import { FileError } from '../terminal/failures.js';
import { codeOf, undefinedOn } from './disk.js';

/**
 * A document, seen as a file with one text: the digest of its content, under its name. So what was ordered, written and
 * changed is found out as for the texts of locale files.
 */
export interface DocumentFile extends Pick<LocaleFile, 'texts' | 'known' | 'doubtful' | 'orphans'> {
  /** Its translation is a file as it was received. */
  readonly write?: undefined;
}

/** A document that is ordered as a whole. */
export interface DocumentSource {
  /** The real path. */
  readonly path: string;
  /** The key of its only text: its name. */
  readonly key: string;
}

/** Reads a document, and its translation so far. Both can be large, so only their digests are kept. */
export async function readDocument(
  source: string,
  path: string,
  target: string | undefined,
): Promise<DocumentFile> {
  const key = posix.basename(source);
  const written = target === undefined ? undefined : await undefinedOn(['ENOENT'], digestFile(target));
  const digest = await digestFile(path).catch((error: unknown) => {
    throw new FileError(source, { cause: new Error(`it can't be read (${String(codeOf(error))}).`) });
  });
  return {
    texts: { [key]: digest },
    known: written === undefined ? {} : { [key]: written },
    ...{ doubtful: {}, orphans: [] },
  };
}

async function digestFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
