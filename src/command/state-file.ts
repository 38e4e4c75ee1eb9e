import { createHash } from 'node:crypto';
import { readFile, unlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { SandboxSnapshot } from '../sandbox.js';
import { replaceFlushed, undefinedOn } from './files.js';
import { CommandError, messageOf } from './io.js';
import { lock } from './state-lock.js';

/**
 * Keeps the snapshot of a sandbox in a file. The file is replaced as a whole, once the new one is on the disk: a process
 * that is killed leaves the old one or the new one.
 */
export class StateFile {
  readonly #path: string;
  readonly #shownPath: string;
  /** Of what the file holds. */
  #savedDigest = '';

  /** @param path as it was given, for messages too */
  constructor(path: string) {
    this.#shownPath = path;
    this.#path = resolve(path);
  }

  /**
   * Keeps other sandboxes from the file while the work lasts.
   * @throws CommandError when another one has it, or the folder can't be written
   */
  async whileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
    const release = await lock(`${this.#path}.lock`).catch((error: unknown) => {
      throw this.#saveError(error);
    });
    if (typeof release === 'string')
      throw new CommandError(
        `The state file ${this.#shownPath} is in use by another sandbox (${release}). Stop that one, or name another file.`,
      );
    try {
      return await work();
    } finally {
      await release();
    }
  }

  /**
   * Reads the file. Gives undefined when it does not exist.
   * @throws CommandError when it can't be read, or is not JSON
   */
  async read(): Promise<SandboxSnapshot | undefined> {
    let text: string | undefined;
    try {
      text = await undefinedOn(['ENOENT'], readFile(this.#path, 'utf8'));
    } catch (error) {
      throw new CommandError(`The state file ${this.#shownPath} can't be read: ${messageOf(error)}`);
    }
    if (text === undefined) return undefined;
    try {
      // `createSandbox` refuses what is not a snapshot.
      return JSON.parse(text) as SandboxSnapshot;
    } catch {
      throw this.invalidFileError('It is not JSON.');
    }
  }

  /** The error for a file that holds something else than a snapshot. */
  invalidFileError(reason: string): CommandError {
    return new CommandError(
      `The state file ${this.#shownPath} can't be used. ${reason} It was left as it is: move it away, or name another file.`,
    );
  }

  /**
   * Replaces what the file holds. Does nothing when only the current time differs, unless this is the last one.
   * @throws CommandError when it can't be written; the file then holds what it held
   */
  async write(snapshot: SandboxSnapshot, isLast = false): Promise<void> {
    const { clock, ...rest } = snapshot;
    const digest = createHash('sha256')
      .update(JSON.stringify([rest, clock.offset]))
      .digest('base64');
    if (digest === this.#savedDigest && !isLast) return;
    try {
      await this.#replace(JSON.stringify(snapshot));
    } catch (error) {
      throw this.#saveError(error);
    }
    this.#savedDigest = digest;
  }

  #saveError(error: unknown): CommandError {
    return new CommandError(`The state can't be kept in ${this.#shownPath}: ${messageOf(error)}`);
  }

  async #replace(text: string): Promise<void> {
    const beside = `${this.#path}.tmp`;
    // An earlier process that was killed can have left one.
    await undefinedOn(['ENOENT'], unlink(beside));
    await replaceFlushed(this.#path, text, beside);
  }
}
