import { unlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import { hashText } from '../../base/texts.js';
import { catchCodes, readRegularFile } from '../../command-internals.js';
import type { SandboxSnapshot } from '../../sandbox.js';
import { replaceFlushed } from '../files/disk.js';
import { CommandError, readMessage } from '../terminal/failures.js';
import { takeLock } from './state-lock.js';

/**
 * The file of a sandbox's snapshot. A write replaces the whole file, once the new one is on the disk. So a process that
 * is killed leaves either the old file or the new one.
 */
export class StateFile {
  readonly #path: string;
  readonly #shownPath: string;
  /** A digest of the snapshot in the file. */
  #savedDigest = '';

  /** @param path is also shown in messages */
  constructor(path: string) {
    this.#shownPath = path;
    this.#path = resolve(path);
  }

  /**
   * Locks the file against other sandboxes during the work.
   *
   * @throws CommandError when another sandbox uses the file, or the folder can't be written
   */
  async runLocked<Result>(work: () => Promise<Result>): Promise<Result> {
    const release = await takeLock(`${this.#path}.lock`).catch((error: unknown) => {
      throw this.#makeSaveError(error);
    });
    if (typeof release === 'string')
      throw new CommandError(
        `The state file ${this.#shownPath} is in use by another sandbox (${release}). Stop that one, or use another file.`,
      );
    try {
      return await work();
    } finally {
      await release();
    }
  }

  /**
   * Reads the file.
   *
   * @returns undefined when it does not exist
   * @throws CommandError when it can't be read, or is not JSON
   */
  async read(): Promise<SandboxSnapshot | undefined> {
    let text: string | undefined;
    try {
      text = (await catchCodes(['ENOENT'], readRegularFile(this.#path, { mayBeLink: true })))?.toString();
    } catch (error) {
      throw new CommandError(`The state file ${this.#shownPath} can't be read: ${readMessage(error)}`);
    }
    if (text === undefined) return undefined;
    try {
      // `createSandbox` checks that it is a snapshot.
      return JSON.parse(text) as SandboxSnapshot;
    } catch {
      throw this.makeInvalidError('It is not JSON.');
    }
  }

  /** The error for a file that is not a snapshot. */
  makeInvalidError(reason: string): CommandError {
    return new CommandError(
      `The state file ${this.#shownPath} can't be used. ${reason} It was not changed. Move it away, or use another file.`,
    );
  }

  /**
   * Replaces the content of the file. Does nothing if only the current time differs, unless this is the last write.
   *
   * @throws CommandError when it can't be written; the file is then unchanged
   */
  async write(snapshot: SandboxSnapshot, isLast = false): Promise<void> {
    const { clock, ...rest } = snapshot;
    const digest = hashText(JSON.stringify([rest, clock.offset]));
    if (digest === this.#savedDigest && !isLast) return;
    try {
      const beside = `${this.#path}.tmp`;
      // A process that was killed may have left one.
      await catchCodes(['ENOENT'], unlink(beside));
      await replaceFlushed(this.#path, JSON.stringify(snapshot), beside);
    } catch (error) {
      throw this.#makeSaveError(error);
    }
    this.#savedDigest = digest;
  }

  #makeSaveError(error: unknown): CommandError {
    return new CommandError(`The state can't be saved in ${this.#shownPath}: ${readMessage(error)}`);
  }
}
