import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as rest } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '../../examples/fleet/local/free-port.ts';
import {
  makePlace,
  type OpenStore,
  type OwnPlace,
  openStore,
  type StoreKind,
} from '../../lab/soak/stores.ts';
import { orderDocument } from '../../src/documents.js';
import { Requester, type Store } from '../../src/index.js';
import { createSandbox } from '../../src/sandbox.js';
import { orderTexts } from '../../src/texts.js';

// What docs/operations.md tells an operator to run, against the real servers.

const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
const KINDS = ['file', 'sqlite', 'redis', 'postgres'] as const satisfies readonly StoreKind[];
/** Stands in each name and text of the account, so that it can be looked for. */
const SECRET = 'Montgomery';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** The page's own function. */
function eraserOfPage(): (store: Store, account: number) => Promise<void> {
  const [code = ''] = /^async function eraseAccount[\s\S]*?^}$/m.exec(page) ?? [];
  return new Function(`return ${stripTypeScriptTypes(code)}`)();
}

/** The page's line of shell that begins so, for a server and folder of the test's own. */
function findLine(begin: string, replaced: Readonly<Record<string, string>> = {}): string {
  const line = page.split('\n').find((line) => line.startsWith(begin));
  if (line === undefined) throw new Error(`The page has no line ${begin}`);
  return Object.entries(replaced).reduce((text, [from, to]) => text.replace(from, to), line);
}

/** A command that the page gives by its words alone. */
function findWords(words: string): string {
  expect(page).toContain(`\`${words}\``);
  return words;
}

async function run(line: string, cwd: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const shell = spawn('bash', ['-ec', line], { cwd, env: { ...process.env, ...env } });
  let printed = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const [code] = await once(shell, 'close');
  if (code !== 0) throw new Error(`${line} ended with ${code}: ${printed}`);
  return printed;
}

async function place(kind: StoreKind): Promise<OwnPlace & OpenStore> {
  const own = await makePlace(kind);
  ends.push(() => own.remove());
  const open = openStore(own.place);
  ends.push(() => open.close());
  return { ...own, ...open };
}

function begin(store: Store, sandbox = createSandbox({ analysisTime: 0 })) {
  const { baseUrl, accessToken, fetch } = sandbox;
  const budget = { points: 100_000, name: 'november' };
  const client = new Requester({ baseUrl, accessToken, fetch, store, budget, logLevel: 'silent' });
  const order = (key: string) =>
    client.simple.questions
      .create(
        {
          language_id: 'en',
          translated_language_id: 'ja',
          custom_field: key,
          question_bodies: [{ body: `Dear ${SECRET}` }],
        },
        { once: true, settle: 0 },
      )
      .withResponse();
  return { sandbox, client, order };
}

/** Writes a record of each kind that an account has. */
async function fill(store: Store) {
  const { sandbox, client, order } = begin(store);
  await order(`${SECRET}/1`);
  sandbox.faults.add({ on: 'POST /api/v1/simple/questions', times: 1, fault: { kind: 'drop-before' } });
  await order(`${SECRET}/2`).catch(() => undefined);
  await orderTexts(client, { name: `${SECRET}/shop`, from: 'en', to: ['ja'], texts: { hi: `Hi ${SECRET}` } });
  const file = new File([`Soup for ${SECRET}`], `${SECRET}.txt`);
  await orderDocument(client, { key: `${SECRET}/menu`, from: 'en', to: ['ja'], file, maxPoints: 1_000 });
  return client;
}

/** What the store's own files hold, as text. */
const readFiles = (folder: string): Promise<string> => run('cat $(find . -type f); find .', folder);

const FORGET: Readonly<Record<(typeof KINDS)[number], (at: string) => Promise<string>>> = {
  file: readFiles,
  async sqlite(at) {
    const database = new DatabaseSync(at);
    for (const words of ['PRAGMA wal_checkpoint(TRUNCATE)', 'VACUUM']) database.exec(findWords(words));
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    return readFile(at, 'latin1');
  },
  async redis(at) {
    const redis = new Redis(at);
    const [, folder = ''] = (await redis.config('GET', 'dir')) as string[]; // a name and a value
    expect(await redis.keys('*')).toContainEqual(expect.stringContaining(SECRET));
    await expect.poll(() => redis.keys(`*${SECRET}*`), { timeout: 40_000, interval: 500 }).toEqual([]);
    // KEYS leaves out what has expired and is not removed yet, which a rewrite would still write.
    const countExpired = async () => (await redis.dbsize()) - (await redis.keys('*')).length;
    await expect.poll(countExpired, { timeout: 40_000, interval: 500 }).toBe(0);
    await redis.call(findWords('BGREWRITEAOF'));
    while (/rewrite_(in_progress|scheduled):1/.test(await redis.info('persistence'))) await rest(50);
    redis.disconnect();
    return readFiles(join(folder, 'appendonlydir'));
  },
  async postgres(at) {
    const client = new Client(at);
    await client.connect();
    await client.query(findWords('VACUUM FULL requester_store'));
    await client.query('CHECKPOINT');
    const { rows } = await client.query(
      "SELECT current_setting('data_directory') || '/' || pg_relation_filepath('requester_store') AS path",
    );
    const kept = await readFile(String(rows[0]?.path), 'latin1');
    await client.end();
    return kept;
  },
};

describe.each(KINDS)('what the page says of a store in %s', (kind) => {
  test('erases an account, and nothing of it is left, in its files either', async () => {
    const { store, place: where } = await place(kind);
    const client = await fill(store);
    const { id = 0 } = await client.account.get();
    await store.swap(`order ${id}9:simple:other`, undefined, 'kept');
    for (const { key, kind: kindOfOrder } of await client.orders.unknown())
      await client.orders.resolve(key, { id: null, kind: kindOfOrder });
    expect((await store.keys('')).filter((key) => key.includes(SECRET)).length).toBeGreaterThan(5);
    await eraserOfPage()(store, id);
    expect([...(await store.keys(''))].sort()).toEqual(['budget november', `order ${id}9:simple:other`]);
    const kept = await FORGET[kind](where.at);
    expect(kept).not.toContain(SECRET);
    // A store in files has it in the names of files.
    for (const text of [SECRET, `"${SECRET}`])
      expect(kept).not.toContain(Buffer.from(text).toString('base64url'));
    expect(await store.get('budget november')).not.toContain(SECRET);
  });

  test('restores a copy, after which what was ordered since is found by its key', async () => {
    const { store, place: where } = await place(kind);
    const { order, sandbox } = begin(store);
    await order('before');
    const copy = await COPY[kind](where.at);
    await order('since');
    const restored = begin(copy, sandbox);
    expect([await restored.order('before'), await restored.order('since')]).toMatchObject([
      { placed: false },
      { placed: false },
    ]);
    expect(sandbox.orders().map(({ key }) => key)).toEqual(['before', 'since']);
    const [record] = await copy.keys('order ');
    expect(await copy.get(record ?? '')).toContain('placed');
  });
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'translation-requester-copy-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function open(kind: StoreKind, at: string): Store {
  const opened = openStore({ kind, at });
  ends.push(() => opened.close());
  return opened.store;
}

/** Takes a copy as the page does, and opens what is restored from it. */
const COPY: Readonly<Record<(typeof KINDS)[number], (at: string) => Promise<Store>>> = {
  async file(at) {
    const folder = await makeFolder();
    await run(findLine('tar', { 'requester-store': `-C '${join(at, '..')}' store` }), folder);
    await run('tar -xf copy.tar', folder);
    return open('file', join(folder, 'store'));
  },
  async sqlite(at) {
    const folder = await makeFolder();
    await run(findLine('sqlite3', { 'requester.db': at }), folder);
    return open('sqlite', join(folder, 'copy.db'));
  },
  async redis(at) {
    const folder = await makeFolder();
    const port = `${await freePort()}`;
    await run(findLine('redis-cli -p 6379 --rdb', { '6379': new URL(at).port }), folder);
    const [command = '', ...args] = findLine('redis-server', { '6379': port, ' &': '' }).split(' ');
    const server = spawn(command, [...args, '--bind', '127.0.0.1', '--save', ''], {
      cwd: folder,
      stdio: 'ignore',
    });
    const exit = once(server, 'exit');
    ends.push(async () => {
      server.kill('SIGKILL');
      await exit;
    });
    const turnOn = findLine('redis-cli -p 6379 config', { '6379': port });
    while ((await run(turnOn, folder).catch(() => '')).trim() !== 'OK') await rest(50);
    return open('redis', `redis://127.0.0.1:${port}`);
  },
  async postgres(at) {
    const folder = await makeFolder();
    const fresh = await makePlace('postgres');
    ends.push(() => fresh.remove());
    const makeEnvironment = (url: string) => ({
      PGHOST: decodeURIComponent(new URL(url).hostname),
      PGUSER: 'tester',
      PGDATABASE: 'postgres',
    });
    await run(findLine('pg_dump'), folder, makeEnvironment(at));
    const client = new Client(fresh.place.at);
    await client.connect();
    await client.query('DROP TABLE requester_store');
    await client.end();
    await run(findLine('psql'), folder, makeEnvironment(fresh.place.at));
    return open('postgres', fresh.place.at);
  },
};
