import { join } from 'node:path';
import { readFields } from '../../base/kinds.js';
import { catchCodes, readRegularFile } from '../../command-internals.js';
import { replaceFile } from '../files/disk.js';
import { findUserFolder } from '../files/user-folder.js';
import { CommandError, readMessage } from '../terminal/failures.js';
import type { CommandIo } from '../terminal/io.js';

/** Bytes. */
const MAX_CREDENTIALS_SIZE = 2 ** 20;

/** The file of tokens: `login` writes it, the other commands read it. */
export class Credentials {
  readonly path: string;

  constructor(io: Pick<CommandIo, 'env'>) {
    this.path = join(findUserFolder(io), 'credentials.json');
  }

  /** The tokens by the origin of their service. @throws CommandError when the file can't be read, or others can read it */
  async read(): Promise<ReadonlyMap<string, string>> {
    try {
      const read = readRegularFile(this.path, {
        mayBeLink: true,
        maxSize: MAX_CREDENTIALS_SIZE,
        // Windows has no file modes. The folder belongs to the user there.
        check: ({ mode }) => {
          if (process.platform !== 'win32' && (mode & 0o077) !== 0)
            throw new Error(`others can read it; run chmod 600 ${this.path}`);
        },
      });
      const content = await catchCodes(['ENOENT'], read);
      if (content === undefined) return new Map();
      const value: unknown = JSON.parse(content.toString());
      const { tokens } = readFields(value);
      return new Map(Object.entries(readFields(tokens)).map(([origin, token]) => [origin, String(token)]));
    } catch (error) {
      throw new CommandError(`The tokens in ${this.path} can't be used: ${readMessage(error)}`);
    }
  }

  /** Adds a token, or replaces that of the same service. @throws CommandError when the file can't be written */
  async save(origin: string, token: string): Promise<void> {
    await this.#write([...(await this.read()), [origin, token]]);
  }

  /** Removes the token of a service. False when there is none. @throws CommandError when the file can't be written */
  async remove(origin: string): Promise<boolean> {
    const tokens = new Map(await this.read());
    const isThere = tokens.delete(origin);
    if (isThere) await this.#write([...tokens]);
    return isThere;
  }

  async #write(entries: readonly (readonly [origin: string, token: string])[]): Promise<void> {
    const tokens = Object.fromEntries(entries);
    await replaceFile(this.path, `${JSON.stringify({ version: 1, tokens }, null, 2)}\n`, 'The token file');
  }
}
