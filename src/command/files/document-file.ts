import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { catchCodes, openFile, readErrorCode } from '../../command-internals.js';
import type { LocaleFile } from '../../locale-files.js';
import { CommandError, FileError, readMessage } from '../terminal/failures.js';
import { digestVisibleTexts, MAX_COMPARED_SIZE } from './visible-texts.js';

/**
 * A document, seen as a file with one text: the digest of its content, under its name. So the same code finds what was
 * ordered, written and changed as for the texts of locale files.
 */
export interface DocumentFile
  extends Pick<LocaleFile, 'texts' | 'known' | 'doubtful' | 'orphans' | 'revived'> {
  /** Its translation is a file as it was received. */
  readonly write?: undefined;
}

/**
 * Reads a document, and its translation so far. Both can be large, so only their digests are kept. That of a document of Office
 * is of the texts that it shows: saved again without a changed text, it is the same document.
 */
export async function readDocument(
  { source, path }: { readonly source: string; readonly path: string },
  key: string,
  target: string,
): Promise<DocumentFile> {
  const written = await catchCodes(['ENOENT'], digestFile(target));
  const digest = await digestSource(path).catch((error: unknown) => {
    throw new FileError(source, {
      cause: new CommandError(`it can't be read (${readErrorCode(error) ?? readMessage(error)}).`),
    });
  });
  return {
    texts: { [key]: digest },
    known: written === undefined ? {} : { [key]: written },
    doubtful: {},
    orphans: [],
    revived: [],
  };
}

async function digestSource(path: string): Promise<string> {
  if (!/\.(?:docx|xlsx|pptx)$/i.test(path)) return digestFile(path);
  let chunks: Buffer[] | undefined = [];
  let size = 0;
  const whole = await digestFile(path, (chunk) => {
    size += chunk.length;
    if (size > MAX_COMPARED_SIZE) chunks = undefined;
    else chunks?.push(chunk);
  });
  return (chunks && digestVisibleTexts(Buffer.concat(chunks))) ?? whole;
}

async function digestFile(path: string, onChunk: (chunk: Buffer) => void = () => {}): Promise<string> {
  const hash = createHash('sha256');
  // A path in the project has no link in it any more; one that a person names may be a link.
  const fd = openFile(path, { mayBeLink: true });
  await pipeline(createReadStream(path, { fd }), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      onChunk(chunk);
    }
  });
  return hash.digest('hex');
}
