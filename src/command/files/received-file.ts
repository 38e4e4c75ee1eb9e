import { createHash, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DocumentDownload } from '../../documents.js';
import { moveFlushed, removeAll, writeFlushed } from './disk.js';
import { placeOf, type Target } from './target-file.js';

/** A translated document that is being received: it is on the disk, beside its target, before it replaces that. */
export class ReceivedFile {
  readonly #unit: Target;
  #path: string | undefined;

  constructor(unit: Target) {
    this.#unit = unit;
  }

  /** Writes a download beside the target. @returns the digest of its content */
  async receive({ body }: DocumentDownload): Promise<string> {
    await this.discard();
    const target = await this.#unit.targetFile();
    await mkdir(dirname(target), { recursive: true });
    this.#path = `${target}.${randomUUID()}.tmp`;
    const hash = createHash('sha256');
    await writeFlushed(this.#path, hashed(body, hash));
    return hash.digest('hex');
  }

  /** Puts it in the place of the target. */
  async keep(): Promise<void> {
    if (this.#path === undefined) return;
    const { path, mode } = await placeOf(this.#unit);
    await moveFlushed(this.#path, path, mode);
    this.#path = undefined;
  }

  /** Removes what was received and not moved. */
  async discard(): Promise<void> {
    if (this.#path !== undefined) await removeAll(this.#path);
    this.#path = undefined;
  }
}

async function* hashed(body: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
}
