import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as rest } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OrderRecord } from '../../src/client/ordering/record.js';
import { guardStore } from '../../src/client/stores/guarded-store.js';
import { fileStore, sqliteStore } from '../../src/node.js';
import { redisStore } from '../../src/redis.js';
import { type RedisServer, startRedis } from './server.js';

const PROCESSES = 6;

let server: RedisServer;
let client: Redis;
let program: string;
let programs: string;
let folder: string;
let log: string;

beforeAll(async () => {
  server = await startRedis();
  client = new Redis({ port: server.port, host: '127.0.0.1' });
  programs = await mkdtemp(join(tmpdir(), 'translation-requester-'));
  program = join(programs, 'program.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('./process.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    alias: { '#runtime': fileURLToPath(new URL('../../src/client/core/runtime/node.ts', import.meta.url)) },
    // ioredis is CommonJS.
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`,
    },
  });
});

afterAll(async () => {
  client?.disconnect();
  await server?.close();
  await rm(programs, { recursive: true, force: true });
});

beforeEach(async () => {
  await client.flushall();
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-'));
  log = join(folder, 'log');
  await writeFile(log, '');
});

afterEach(() => rm(folder, { recursive: true }));

const KINDS = {
  files: {
    where: () => folder,
    store: () => fileStore(folder),
  },
  SQLite: {
    where: () => join(folder, 'store.db'),
    store: () => sqliteStore(new DatabaseSync(join(folder, 'store.db'))),
  },
  Redis: {
    where: () => `redis://127.0.0.1:${server.port}`,
    store: () => redisStore(client),
  },
};

/** What the processes have noted: words of each line. */
async function notes(): Promise<string[][]> {
  return (await readFile(log, 'utf8'))
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' '));
}

describe.each(Object.entries(KINDS))('several processes with %s', (_, kind) => {
  const start = (task: string, me: number, count: number): ChildProcess =>
    spawn(process.execPath, [program, kind.where(), task, log, `${me}`, `${count}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });

  async function runAll(task: string, count: number): Promise<void> {
    const ends = Array.from({ length: PROCESSES }, (_, me) => once(start(task, me, count), 'exit'));
    for (const [code] of await Promise.all(ends)) expect(code).toBe(0);
  }

  test('give each key and each event to one of them', async () => {
    await runAll('race', 40);
    const all = (await notes()).map((words) => words.join(' '));
    expect(new Set(all).size).toBe(80);
    expect(all).toHaveLength(80);
  });

  test('lose none of their changes', async () => {
    await runAll('count', 12);
    expect(await kind.store().get('count')).toBe(`${12 * PROCESSES}`);
  });

  test('send a key once that is not known to have failed, whenever they are killed', async () => {
    const KEYS = 60;
    for (let round = 0; round < 12; round += 1) {
      const children = [0, 1, 2].map((number) => start('order', 3 * round + number, KEYS));
      const exits = children.map((child) => once(child, 'exit'));
      const noted = (await notes()).length;
      const until = performance.now() + 3_000;
      while ((await notes()).length < noted + 4 && performance.now() < until) await rest(2);
      for (const child of children) {
        await rest(Math.random() * 10);
        child.kill('SIGKILL');
      }
      await Promise.all(exits);
    }
    await rest(60);
    const last = start('order', 99, KEYS);
    expect(await once(last, 'exit')).toEqual([0, null]);
    await whole(KEYS);
  });

  /** Compares what the processes noted with what the store knows. */
  async function whole(keys: number): Promise<void> {
    const words = await notes();
    const times = (what: string, key: number) =>
      words.filter(([is, each]) => is === what && each === `${key}`);
    for (let key = 0; key < keys; key += 1) {
      const found = await new OrderRecord(guardStore(kind.store(), 10_000), `order 1:project:${key}`).read();
      const sent = times('sent', key).length;
      if (key % 3 !== 2) {
        // A process can be killed between the step and its note.
        expect(sent).toBeLessThanOrEqual(1);
        if (sent > 0) expect(['placed', 'sent']).toContain(found?.state);
        if (found?.state === 'placed') expect(found.id).toBe(1_000 + key);
        if (times('ended', key).length === 1) expect(found?.state).toBe('placed');
      } else {
        // What failed is free again, unless its process was killed before it said so.
        expect(['claimed', 'sent', undefined]).toContain(found?.state);
      }
    }
    expect(await kind.store().get('whole')).toHaveLength(200_000);
  }
});

test('killed processes leave no more than the files that they were writing', async () => {
  const path = join(folder, 'store');
  await fileStore(path).swap('key', undefined, 'text');
  for (let round = 0; round < 5; round += 1) {
    const child = spawn(process.execPath, [program, path, 'count', log, '0', '100000'], { stdio: 'inherit' });
    const exit = once(child, 'exit');
    await rest(300 + Math.random() * 100);
    child.kill('SIGKILL');
    await exit;
  }
  expect((await readdir(join(path, 'texts'))).length).toBeLessThanOrEqual(2 + 2 * 5);
});
