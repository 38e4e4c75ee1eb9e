import { pauseAtRandom } from '../../base/backoff.js';
import { ANSWER_TIMEOUT, describeCause } from '../../base/concurrency.js';
import { readFields } from '../../base/kinds.js';
import { checkOptions, copyOwn, type Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { InputError } from '../core/errors/errors.js';
import { decodeKeys, encodeKey, encodePrefix } from './key-names.js';
import type { Store } from './store.js';

/** A `DatabaseSync` of `node:sqlite`, or a `Database` of better-sqlite3. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): {
    all(...values: string[]): unknown[];
    run(...values: string[]): { readonly changes: number | bigint };
  };
}

/** Settings of a store in SQLite. */
export interface SqliteStoreOptions {
  /** The table. It is made when it is missing. @default 'translation_requester' */
  readonly table?: string | undefined;
}

const SQLITE_OPTIONS: Rules<SqliteStoreOptions> = {
  table: rules.custom(
    (value) => typeof value === 'string' && /^[A-Za-z_]\w*$/.test(value),
    'must be a name of letters, digits and underscores',
  ),
};

/** The longest pause before a step is repeated, in milliseconds. */
const LONGEST_PAUSE = 50;

/**
 * A store in a table of SQLite, for `store` of a Requester. Processes can share the file of the database, and can be
 * killed at any moment. While another process writes, a step waits without blocking, for up to 10 s. It flushes what it writes
 * (`synchronous = FULL`) and keeps the settings of the connection.
 *
 * @throws InputError when the database or an option is wrong
 * @see docs/stores.md
 */
export function sqliteStore(database: SqliteDatabase, options: SqliteStoreOptions = {}): Store {
  const { exec, prepare } = readFields(database);
  const isDatabase = typeof exec === 'function' && typeof prepare === 'function';
  const wrong = {
    path: 'database',
    message: 'must be a DatabaseSync of node:sqlite or a Database of better-sqlite3',
  };
  const issues = [...(isDatabase ? [] : [wrong]), ...checkOptions('options', options, SQLITE_OPTIONS)];
  if (issues.length > 0) throw new InputError(issues);
  return new SqliteStore(database, copyOwn(options).table ?? 'translation_requester');
}

class SqliteStore implements Store {
  readonly #database: SqliteDatabase;
  readonly #table: string;

  constructor(database: SqliteDatabase, table: string) {
    this.#database = database;
    this.#table = table;
  }

  async get(key: string): Promise<string | undefined> {
    const [text] = await this.#read(`SELECT text FROM ${this.#table} WHERE key = ?`, encodeKey(key));
    return text === undefined ? undefined : String(text);
  }

  async swap(key: string, previous: string | undefined, next: string | undefined): Promise<boolean> {
    const name = encodeKey(key);
    if (previous === undefined && next === undefined) return (await this.get(key)) === undefined;
    // Each is one statement, and so atomic.
    if (previous === undefined) {
      return this.#write(`INSERT OR IGNORE INTO ${this.#table} (key, text) VALUES (?, ?)`, name, `${next}`);
    }
    if (next === undefined) {
      return this.#write(`DELETE FROM ${this.#table} WHERE key = ? AND text = ?`, name, previous);
    }
    return this.#write(`UPDATE ${this.#table} SET text = ? WHERE key = ? AND text = ?`, next, name, previous);
  }

  async keys(prefix: string): Promise<readonly string[]> {
    const start = encodePrefix(prefix);
    const condition = 'key >= ? AND substr(key, 1, length(?)) = ?';
    const names = await this.#read(`SELECT key FROM ${this.#table} WHERE ${condition}`, start, start, start);
    return decodeKeys(names.map(String), prefix);
  }

  async now(): Promise<number> {
    // The Julian day of 1970 is 2440587.5. SQLite counts in milliseconds.
    const [now] = await this.#read(
      `SELECT CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER)`,
    );
    return Number(now);
  }

  async #read(sql: string, ...values: string[]): Promise<unknown[]> {
    // A row is an object, or an array if the caller's database is set so.
    return (await this.#step(() => this.#database.prepare(sql).all(...values))).map(firstValue);
  }

  async #write(sql: string, ...values: string[]): Promise<boolean> {
    return this.#step(() => Number(this.#database.prepare(sql).run(...values).changes) === 1);
  }

  /** Runs a step, and repeats it while another process holds the database. */
  async #step<Result>(run: () => Result): Promise<Result> {
    const end = performance.now() + ANSWER_TIMEOUT;
    for (;;) {
      try {
        return this.#withSettings(run);
      } catch (error) {
        if (!isBusy(error) || performance.now() > end)
          throw new Error(`SQLite failed: ${describeCause(error)}`);
      }
      await pauseAtRandom(LONGEST_PAUSE);
    }
  }

  /**
   * Runs with flushing to the disk, and without waiting in SQLite, which would block the process. The caller's settings are
   * back before anyone else can use the connection.
   */
  #withSettings<Result>(run: () => Result): Result {
    const { isTransaction, inTransaction } = readFields(this.#database);
    if (isTransaction === true || inTransaction === true) {
      throw new Error('the connection is in a transaction. Give the store a connection of its own');
    }
    const [timeout, synchronous] = ['busy_timeout', 'synchronous'].map((name) =>
      Number(firstValue(this.#database.prepare(`PRAGMA ${name}`).all()[0])),
    );
    this.#database.exec(
      `PRAGMA busy_timeout = 0; PRAGMA synchronous = ${Math.max(FULL, Number(synchronous))}`,
    );
    try {
      this.#database.exec(
        `CREATE TABLE IF NOT EXISTS ${this.#table} (key TEXT PRIMARY KEY, text TEXT NOT NULL)`,
      );
      return run();
    } finally {
      this.#database.exec(`PRAGMA busy_timeout = ${timeout}; PRAGMA synchronous = ${synchronous}`);
    }
  }
}

/** The setting `synchronous` with which what was written survives a power cut. */
const FULL = 2;

const firstValue = (row: unknown): unknown => Object.values(readFields(row))[0];

/** Whether another connection holds what a step needs: the codes 5 and 6 of SQLite. */
function isBusy(error: unknown): boolean {
  // node:sqlite has a number, with more exact ones in its higher bits; better-sqlite3 has a name.
  const { errcode, code } = readFields(error);
  return [5, 6].includes(Number(errcode) & 0xff) || /^SQLITE_(BUSY|LOCKED)/.test(String(code));
}
