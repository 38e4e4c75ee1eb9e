import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { replaceFile, undefinedOn } from './files.js';
import { CommandError, type CommandIo, messageOf } from './io.js';

/** Where `login` keeps tokens, and where the other commands find them. */
export class Credentials {
  readonly path: string;

  constructor({ env }: Pick<CommandIo, 'env'>) {
    const folder = env.XDG_CONFIG_HOME || (env.APPDATA ?? join(env.HOME || homedir(), '.config'));
    this.path = join(folder, 'translation-requester', 'credentials.json');
  }

  /** The tokens by the origins of their services. @throws CommandError when others can read them, or can't be read */
  async read(): Promise<ReadonlyMap<string, string>> {
    try {
      const found = await undefinedOn(['ENOENT'], stat(this.path));
      if (found === undefined) return new Map();
      // Windows has no such rights: the folder is the person's own there.
      if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
        throw new Error(`others can read it; run chmod 600 ${this.path}`);
      const value: unknown = JSON.parse(await readFile(this.path, 'utf8'));
      const { tokens = {} } = Object(value);
      return new Map(Object.entries(tokens).map(([origin, token]) => [origin, String(token)]));
    } catch (error) {
      throw new CommandError(`The tokens in ${this.path} can't be used: ${messageOf(error)}`);
    }
  }

  /** @throws CommandError when the file can't be written */
  async keep(service: string, token: string): Promise<void> {
    const tokens = Object.fromEntries([...(await this.read()), [new URL(service).origin, token]]);
    await replaceFile(this.path, `${JSON.stringify({ version: 1, tokens }, null, 2)}\n`, 'The file');
  }
}
