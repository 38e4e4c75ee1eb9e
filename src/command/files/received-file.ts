import { createHash, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DocumentDownload } from '../../documents.js';
import { moveFlushed, removeAll, writeFlushed } from './disk.js';
import { findPlace, type Target } from './target-file.js';

/** A translated document that is being received: it is on the disk, beside its target, before it replaces that. */
export class ReceivedFile {
  readonly #target: Target;
  #path: string | undefined;

  constructor(target: Target) {
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

async function* hashChunks(body: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
}
