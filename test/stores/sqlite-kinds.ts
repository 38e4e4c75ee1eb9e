import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cwd } from 'node:process';
import type { SqliteDatabase } from '../../src/node.js';

type Open = (path: string) => Promise<SqliteDatabase & { close(): unknown }>;

/** Opens a file with each of the libraries that the store works with. */
export const KINDS: Readonly<Record<string, Open>> = {
  'node:sqlite': async (path) => new (await import('node:sqlite')).DatabaseSync(path),
  // By a path, so that a program in another folder finds it.
  'better-sqlite3': async (path) => {
    const Database: typeof import('better-sqlite3') = createRequire(join(cwd(), 'package.json'))(
      'better-sqlite3',
    );
    return new Database(path);
  },
};
