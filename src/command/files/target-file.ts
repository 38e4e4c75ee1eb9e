import { createHash, randomUUID } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { catchCodes, removeAll, writeFlushed } from '../../command-internals.js';
import type { DocumentDownload } from '../../documents.js';
import type { LocaleFile, WriteLocaleOptions } from '../../locale-files.js';
import { moveFlushed, replaceFile } from './disk.js';

/** The permissions of a file that is new. */
const NEW_FILE_MODE = 0o644;

/** What is written to a file. */
export interface WriteTarget {
  /** Finds the real path of the file. A link may have come since the last time. */
  targetFile(): Promise<string>;
}

/** Finds the path of the file that a unit is written to, and its permissions. */
async function findPlace({
  targetFile,
}: WriteTarget): Promise<{ readonly path: string; readonly mode: number }> {
  const path = await targetFile();
  const before = await catchCodes(['ENOENT'], stat(path));
  return { path, mode: (before?.mode ?? NEW_FILE_MODE) & 0o777 };
}

/** Writes translations into the locale file of a unit, in the encoding that it has. */
export async function writeTexts(
  unit: WriteTarget,
  file: LocaleFile,
  translations: ReadonlyMap<string, string>,
  options: WriteLocaleOptions,
): Promise<void> {
  const { path, mode } = await findPlace(unit);
  await replaceFile(path, file.encode(translations, options), 'The file', mode);
}

/** A translated document that is being received: it is on the disk, beside its target, before it replaces that. */
export class ReceivedFile {
  readonly #target: WriteTarget;
  #path: string | undefined;

  constructor(target: WriteTarget) {
    this.#target = target;
  }

  /** Writes a download beside the target. @returns the digest of its content */
  async receive({ body }: DocumentDownload): Promise<string> {
    await this.discard();
    const path = await this.#target.targetFile();
    await mkdir(dirname(path), { recursive: true });
    this.#path = `${path}.${randomUUID()}.tmp`;
    const hash = createHash('sha256');
    await writeFlushed(this.#path, hashChunks(body, hash));
    return hash.digest('hex');
  }

  /** Puts it in the place of the target. */
  async keep(): Promise<void> {
    if (this.#path === undefined) return;
    const { path, mode } = await findPlace(this.#target);
    await moveFlushed(this.#path, path, mode);
    this.#path = undefined;
  }

  /** Removes what was received and not moved. */
  async discard(): Promise<void> {
    if (this.#path !== undefined) await removeAll(this.#path);
    this.#path = undefined;
  }
}

/** Reads a download to its end. @returns the digest of its content */
export async function digestDownload({ body }: DocumentDownload): Promise<string> {
  const hash = createHash('sha256');
  for await (const _ of hashChunks(body, hash));
  return hash.digest('hex');
}

async function* hashChunks(body: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
}
