import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as rest } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { InputError } from '../../../src/index.js';
import { type SqliteDatabase, sqliteStore } from '../../../src/node.js';
import { rejection } from '../../recorded-fetch.js';
import { tries } from '../../runs.js';
import { storeContract } from './store-contract.js';

let folder: string;
let path: string;
let places = 0;
const opened: { close(): unknown }[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-'));
  path = join(folder, 'store.db');
});

afterEach(async () => {
  vi.restoreAllMocks();
  for (const database of opened.splice(0)) database.close();
  await rm(folder, { recursive: true });
});

/** better-sqlite3 has another name for whether a connection is in a transaction. */
const namedAsInBetterSqlite3 = (database: SqliteDatabase): SqliteDatabase =>
  ({
    exec: (sql) => database.exec(sql),
    prepare: (sql) => database.prepare(sql),
    get inTransaction() {
      return Reflect.get(database, 'isTransaction');
    },
  }) as SqliteDatabase;

// With better-sqlite3, test/package/sqlite.test.ts tries it.
describe('sqliteStore', () => {
  function open(at = path): SqliteDatabase {
    const database = new DatabaseSync(at);
    opened.push(database);
    return database;
  }
  const first = (rows: unknown[]): unknown => Object.values(Object(rows[0]))[0];
  const settings = (database: SqliteDatabase): unknown[] =>
    ['busy_timeout', 'synchronous', 'journal_mode'].map((name) =>
      first(database.prepare(`PRAGMA ${name}`).all()),
    );

  storeContract(async () => {
    places += 1;
    const at = join(folder, `${places}.db`);
    return [sqliteStore(open(at)), sqliteStore(open(at))];
  });

  describe('in the mode WAL', () => {
    storeContract(
      async () => {
        places += 1;
        const pair = [open(join(folder, `${places}.db`)), open(join(folder, `${places}.db`))] as const;
        for (const each of pair) each.exec('PRAGMA journal_mode = WAL');
        return [sqliteStore(pair[0]), sqliteStore(pair[1])];
      },
      { often: 10 },
    );
  });

  test('waits for another process without blocking this one, whatever timeout the caller has set', async () => {
    const [database, another] = [open(), open()];
    database.exec('PRAGMA busy_timeout = 60000; PRAGMA synchronous = OFF');
    const before = settings(database);
    const store = sqliteStore(database);
    await store.swap('key', undefined, '1');
    another.exec('BEGIN EXCLUSIVE');
    let isDone = false;
    const swap = store.swap('key', '1', '2').finally(() => {
      isDone = true;
    });
    const start = performance.now();
    let longest = 0;
    for (let last = start; last < start + 300; last = performance.now()) {
      await rest(1);
      longest = Math.max(longest, performance.now() - last);
    }
    expect(isDone).toBe(false);
    expect(longest).toBeLessThan(30_000);
    another.exec('COMMIT');
    expect(await swap).toBe(true);
    expect(await sqliteStore(another).get('key')).toBe('2');
    expect(settings(database)).toEqual(before);
  });

  test('gives up when another process holds the database for ten seconds', async () => {
    const [database, another] = [open(), open()];
    const store = sqliteStore(database);
    await store.swap('key', undefined, '1');
    another.exec('BEGIN EXCLUSIVE');
    let now = 0;
    const step = 1_000;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += step));
    expect(await rejection(store.swap('key', '1', '2'))).toMatchObject({
      message: 'SQLite failed: database is locked',
    });
    // The first step is the beginning, and after the last one ten seconds are over.
    expect(now).toBe(step + 10_000 + step);
    another.exec('COMMIT');
    expect(await store.get('key')).toBe('1');
  });

  test.each([
    ['busy', { errcode: 5 }],
    ['locked', { errcode: 6 }],
    ['busy, and says why', { errcode: 5 + 2 * 256 }],
    ['busy, with better-sqlite3', { code: 'SQLITE_BUSY_SNAPSHOT' }],
    ['locked, with better-sqlite3', { code: 'SQLITE_LOCKED' }],
  ])('tries again while the database is %s', async (_, failure) => {
    const database = open();
    const failures = [failure, failure];
    const prepare = (sql: string) => {
      const now = sql.startsWith('SELECT') ? failures.pop() : undefined;
      if (now !== undefined) throw Object.assign(new Error('not now'), now);
      return database.prepare(sql);
    };
    const store = sqliteStore({ exec: (sql) => database.exec(sql), prepare });
    await store.swap('key', undefined, '1');
    expect([await store.get('key'), failures]).toEqual(['1', []]);
  });

  test('flushes what it writes to the disk, and sets nothing for others', async () => {
    const database = open();
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 77');
    const seen: unknown[][] = [];
    const prepare = (sql: string) => {
      if (/^(INSERT|UPDATE|DELETE)/.test(sql)) seen.push(settings(database));
      return database.prepare(sql);
    };
    const store = sqliteStore({ exec: (sql) => database.exec(sql), prepare });
    await store.swap('key', undefined, '1');
    await store.swap('key', '1', '2');
    await store.swap('key', '2', undefined);
    expect(seen).toEqual([
      [0, 2, 'wal'],
      [0, 2, 'wal'],
      [0, 2, 'wal'],
    ]);
    expect(settings(database)).toEqual([77, 1, 'wal']);
  });

  test.each([
    ['node:sqlite', (database: SqliteDatabase) => database],
    ['better-sqlite3', namedAsInBetterSqlite3],
  ])(
    'refuses to take part in a transaction of a caller of %s, which could be taken back',
    async (_, given) => {
      const database = open();
      const store = sqliteStore(given(database));
      expect(await store.get('key')).toBeUndefined();
      database.exec('BEGIN');
      expect(await rejection(store.swap('key', undefined, '1'))).toMatchObject({
        message: expect.stringContaining('Give the store a connection of its own'),
      });
      database.exec('ROLLBACK');
      expect(await store.swap('key', undefined, '1')).toBe(true);
    },
  );

  test('keeps the stores of two tables apart', async () => {
    const database = open();
    await sqliteStore(database).swap('key', undefined, '1');
    await sqliteStore(database, { table: 'other' }).swap('key', undefined, '2');
    expect(await sqliteStore(open()).get('key')).toBe('1');
    expect(await sqliteStore(open(), { table: 'other' }).get('key')).toBe('2');
    for (const [table, text] of Object.entries({ translation_requester: '1', other: '2' })) {
      expect(first(database.prepare(`SELECT text FROM ${table}`).all())).toBe(text);
    }
  });

  test('has the clock of SQLite, in whole milliseconds', async () => {
    const store = sqliteStore(open());
    const before = Date.now();
    const now = (await store.now?.()) ?? 0;
    expect(Number.isSafeInteger(now)).toBe(true);
    expect(now).toBeGreaterThanOrEqual(before - 1);
    expect(now).toBeLessThanOrEqual(Date.now() + 1);
  });

  test('says what SQLite says', async () => {
    await writeFile(
      path,
      'this is not a database, but a text that is long enough to look like one'.repeat(20),
    );
    expect(await rejection(sqliteStore(open()).get('key'))).toMatchObject({
      message: 'SQLite failed: file is not a database',
    });
  });
});

describe('several processes with one file', () => {
  const PROGRAMS = join(tmpdir(), `translation-requester-${process.pid}-${crypto.randomUUID()}`);
  const program = join(PROGRAMS, 'program.mjs');
  let log: string;

  beforeAll(async () => {
    await build({
      entryPoints: [fileURLToPath(new URL('./sqlite-process.ts', import.meta.url))],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
    });
  });

  afterAll(() => rm(PROGRAMS, { recursive: true, force: true }));

  beforeEach(async () => {
    log = join(folder, 'log');
    await writeFile(log, '');
  });

  const start = (count: number): ChildProcess =>
    spawn(process.execPath, [program, path, log, `${count}`], { stdio: ['ignore', 'ignore', 'inherit'] });
  const counted = async (): Promise<number> => (await readFile(log, 'utf8')).split('\n').length - 1;
  function storeOfFile(): ReturnType<typeof sqliteStore> {
    const database = new DatabaseSync(path);
    opened.push(database);
    return sqliteStore(database);
  }

  test.each(['DELETE', 'WAL'])('lose none of their changes of one key, in the mode %s', async (mode) => {
    const database = new DatabaseSync(path);
    opened.push(database);
    database.exec(`PRAGMA journal_mode = ${mode}`);
    const exits = Array.from({ length: 4 }, () => once(start(40), 'exit'));
    for (const exit of await Promise.all(exits)) expect(exit).toEqual([0, null]);
    expect(await sqliteStore(database).get('count')).toBe('160');
  });

  test('leave a whole database whenever they are killed', async () => {
    const rounds = tries(40);
    for (let round = 0; round < rounds; round += 1) {
      const before = await counted();
      const children = [start(100_000), start(100_000)];
      const exits = children.map((child) => once(child, 'exit'));
      await expect.poll(counted, { interval: 2 }).toBeGreaterThan(before + 5);
      for (const child of children) {
        await rest(Math.random() * 10);
        child.kill('SIGKILL');
      }
      await Promise.all(exits);
    }
    const count = Number(await storeOfFile().get('count'));
    // A process can be killed between the step and its note.
    expect(count).toBeGreaterThanOrEqual(await counted());
    expect(count).toBeLessThanOrEqual((await counted()) + 2 * rounds);
    const check = new DatabaseSync(path);
    opened.push(check);
    expect(check.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  });
});

test('reads rows that come as arrays, and numbers that come as bigints', async () => {
  const database = new DatabaseSync(path, Object({ returnArrays: true, readBigInts: true }));
  opened.push(database);
  const store = sqliteStore(database);
  expect(await store.swap('key', undefined, '1')).toBe(true);
  expect([await store.get('key'), await store.keys('k'), typeof (await store.now?.())]).toEqual([
    '1',
    ['key'],
    'number',
  ]);
});

test.each([undefined, 'store.db', {}, { exec: () => undefined }])('refuses the database %j', (database) => {
  const message = 'must be a DatabaseSync of node:sqlite or a Database of better-sqlite3';
  expect(() => sqliteStore(Object(database))).toThrow(InputError);
  expect(() => sqliteStore(Object(database))).toThrow(
    expect.objectContaining({ issues: [{ path: 'database', message }] }),
  );
});

test.each([
  [5, 'options', 'must be an object; got an integer'],
  [{ tabel: 'a' }, 'tabel', 'did you mean table?'],
  [{ table: 'a b' }, 'table', 'must be a name of letters'],
  [{ table: 'a; DROP TABLE b' }, 'table', 'must be a name of letters'],
])('refuses the options %j', (options, name, message) => {
  const database = { exec: () => undefined, prepare: () => Object({}) };
  expect(() => sqliteStore(database, options as object)).toThrow(
    expect.objectContaining({ issues: [{ path: name, message: expect.stringContaining(message) }] }),
  );
});
