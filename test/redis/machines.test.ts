import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { type RedisServer, startRedis } from './server.js';

const QUARTER = 15 * 60_000;

let server: RedisServer;
let programs: string;
let folder: string;
let sandbox: Sandbox;
let service: { readonly url: string; close(): Promise<void> };
const running = new Set<ChildProcess>();

beforeAll(async () => {
  server = await startRedis();
  programs = await mkdtemp(join(tmpdir(), 'translation-requester-'));
  await build({
    entryPoints: [fileURLToPath(new URL('./machine.ts', import.meta.url))],
    outfile: join(programs, 'machine.mjs'),
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
  await server?.close();
  await rm(programs, { recursive: true, force: true });
});

beforeEach(async () => {
  const client = new Redis({ port: server.port, host: '127.0.0.1' });
  await client.flushall();
  client.disconnect();
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-'));
  await writeFile(join(folder, 'log'), '');
  sandbox = createSandbox();
  service = await sandbox.listen();
});

afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  await service.close();
  await rm(folder, { recursive: true });
});

describe.each([
  ['Redis', () => `redis://127.0.0.1:${server.port}`],
  ['SQLite', () => join(folder, 'store.sqlite')],
  ['files', () => join(folder, 'store')],
])('machines that share a store in %s', (_, place) => {
  function start(task: string, offset: number, ids: readonly number[] = []): ChildProcess {
    const { accessToken } = sandbox;
    const args = [service.url, accessToken, place(), join(folder, 'log'), `${offset}`, task, ids.join(',')];
    const child = spawn(process.execPath, [join(programs, 'machine.mjs'), ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
  }

  /** The words after `what`, of each line that begins with it. */
  async function noted(what: string): Promise<number[]> {
    const lines = (await readFile(join(folder, 'log'), 'utf8')).split('\n');
    return lines.filter((line) => line.startsWith(`${what} `)).map((line) => Number(line.split(' ')[1]));
  }

  test('handle each delivery once, though their clocks differ by 15 minutes', async () => {
    sandbox.events.append(25);
    const ids = sandbox.events.ids();
    const machines = [0, QUARTER, -QUARTER].map((offset) => start('deliver', offset, ids));
    for (const [code] of await Promise.all(machines.map((child) => once(child, 'exit'))))
      expect(code).toBe(0);
    expect((await noted('begun')).sort()).toEqual([...ids].sort());
    expect((await noted('handled')).sort()).toEqual([...ids].sort());
  });

  test('follow one at a time: the one that saves after another ends, and no event is lost', async () => {
    sandbox.events.append(40);
    const first = start('follow', 0);
    await expect.poll(async () => (await noted('handled')).length).toBeGreaterThan(5);
    const second = start('follow', QUARTER);
    const happening = setInterval(() => sandbox.events.append(1), 20);
    const [code] = await Promise.race([once(first, 'exit'), once(second, 'exit')]);
    clearInterval(happening);
    expect([code, (await noted('CheckpointConflictError')).length]).toEqual([0, 1]);
    sandbox.events.append(10);
    const distinct = async () => [...new Set(await noted('handled'))].sort();
    await expect.poll(distinct).toEqual([...sandbox.events.ids()].sort());
    expect((await noted('handled')).length).toBeLessThanOrEqual(sandbox.events.ids().length + 2);
  });
});
