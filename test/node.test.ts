import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { InputError, Requester } from '../src/index.js';
import { fileFromPath, fileStore } from '../src/node.js';
import { createSandbox, type Sandbox } from '../src/sandbox.js';
import { source } from './fixtures.js';
import { answer, rejection, requesterOn } from './recorded-fetch.js';
import { isLong, tries } from './runs.js';

const MEGABYTE = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Bytes in buffers that are still held. */
function arrayBuffers(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

describe('fileFromPath', () => {
  /** A file of so many bytes that takes no room on the disk. */
  async function sparse(name: string, size: number): Promise<string> {
    const path = join(folder, name);
    const file = await open(path, 'w');
    await file.truncate(size);
    await file.close();
    return path;
  }

  test('has the name and the content of the file', async () => {
    const path = join(folder, 'greeting.txt');
    await writeFile(path, 'Guten Morgen');
    const file = await fileFromPath(path);
    expect([file.name, file.size, await file.text()]).toEqual(['greeting.txt', 12, 'Guten Morgen']);
  });

  test('takes an empty file', async () => {
    const path = join(folder, 'empty.txt');
    await writeFile(path, '');
    expect((await fileFromPath(path)).size).toBe(0);
  });

  test('is uploaded as it is', async () => {
    const sandbox = createSandbox();
    const path = join(folder, 'greeting.txt');
    await writeFile(path, 'Guten Morgen');
    const { baseUrl, accessToken, fetch } = sandbox;
    const requester = new Requester({ baseUrl, accessToken, fetch });
    const { id } = await requester.files.upload(await fileFromPath(path));
    await sandbox.clock.advance(5_000);
    expect(await requester.files.get(id)).toMatchObject({ status: 2, letter_count: 11 });
  });

  test.each([
    ['that does not exist', 'missing.txt', 'does not exist'],
    ['in a folder that does not exist', 'missing/file.txt', 'does not exist'],
    ['that is a folder', '.', 'is not a file'],
    ['in the place of a folder', 'a-file/file.txt', 'does not exist'],
  ])('a path %s is an InputError that says so', async (_, name, reason) => {
    await writeFile(join(folder, 'a-file'), '');
    const error = await rejection(fileFromPath(join(folder, name)));
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ issues: [{ path: 'path', message: expect.stringContaining(reason) }] });
  });

  test('nothing is read before it is asked for', async () => {
    const path = await sparse('large.txt', 4_096 * MEGABYTE);
    const reader = (await fileFromPath(path)).stream().getReader();
    const before = arrayBuffers();
    const { value } = await reader.read();
    await reader.cancel();
    expect(value?.byteLength).toBeLessThanOrEqual(MEGABYTE);
    expect(arrayBuffers() - before).toBeLessThan(8 * MEGABYTE);
  });

  test.runIf(isLong)('512 MiB are uploaded in constant memory', async () => {
    const size = 512 * MEGABYTE;
    const path = await sparse('large.txt', size);
    const before = arrayBuffers();
    let sent = 0;
    let most = 0;
    const requester = requesterOn(async (input, init) => {
      const { body } = new Request(input, init);
      for await (const chunk of body ?? []) {
        const measured = Math.floor(sent / (32 * MEGABYTE));
        sent += chunk.byteLength;
        if (Math.floor(sent / (32 * MEGABYTE)) > measured) most = Math.max(most, arrayBuffers() - before);
      }
      return answer({ success: true, message: 'OK', question_source: source });
    });
    // On a busy machine so much takes longer than the client waits unless told.
    const patient = { timeout: 1_000_000, attemptTimeout: 1_000_000 };
    await requester.files.upload(await fileFromPath(path), patient);
    expect(sent).toBeGreaterThan(size);
    // Buffers that are given up are freed with some delay.
    expect(most).toBeLessThan(128 * MEGABYTE);
  });
});

describe.runIf(isLong)('a process that is killed at random moments', () => {
  const KILLS = tries(12);
  const EVENTS = 75 * KILLS;
  const OFTEN = { interval: 3 };

  let sandbox: Sandbox;
  let close: () => Promise<void>;
  let start: (run: number, task?: 'handle' | 'become-another') => ChildProcess;
  let handledFile: string;
  let store: string;

  beforeEach(async () => {
    sandbox = createSandbox({ now: Date.UTC(2026, 0, 1) });
    const server = await sandbox.listen();
    close = server.close;
    handledFile = join(folder, 'handled');
    store = join(folder, 'store');
    await writeFile(handledFile, '');
    const program = join(folder, 'program.mjs');
    await build({
      entryPoints: [fileURLToPath(new URL('./client/following/killed-process.ts', import.meta.url))],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      alias: {
        '#runtime': fileURLToPath(new URL('../src/client/core/runtime/node.ts', import.meta.url)),
      },
    });
    const args = [program, server.url, sandbox.accessToken, store, handledFile];
    start = (run, task = 'handle') =>
      spawn(process.execPath, [...args, String(run), task], { stdio: ['ignore', 'ignore', 'inherit'] });
  });

  afterEach(() => close());

  /** What each run has handled, in its order. */
  async function handled(): Promise<Map<number, number[]>> {
    const runs = new Map<number, number[]>();
    for (const line of (await readFile(handledFile, 'utf8')).split('\n').slice(0, -1)) {
      const [run = 0, id = 0] = line.split(' ').map(Number);
      runs.set(run, [...(runs.get(run) ?? []), id]);
    }
    return runs;
  }

  const inAll = async () => [...(await handled()).values()].flat();
  const distinct = async () => [...new Set(await inAll())].sort((a, b) => a - b);

  async function kill(child: ChildProcess): Promise<void> {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  /** Kills a run once it has handled so many more, and then a moment later. */
  async function killDuring(run: number, late: number[]): Promise<void> {
    const child = start(run);
    const enough = (await inAll()).length + 1 + Math.floor(Math.random() * 40);
    await expect.poll(async () => (await inAll()).length, OFTEN).toBeGreaterThanOrEqual(enough);
    late.push(...appended(Math.ceil(EVENTS / KILLS)));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
    await kill(child);
  }

  /** More events, one of them visible late; gives that one's id. */
  function appended(count: number): number[] {
    sandbox.events.holdBack(1, { behind: Math.ceil(Math.random() * 100) });
    return [sandbox.events.append(count).first];
  }

  test(`loses no event over ${KILLS} kills, keeps their order in each run, and repeats at most one a kill`, async () => {
    const late = appended(100);
    for (let run = 0; run < KILLS; run += 1) await killDuring(run, late);
    sandbox.events.append(101);
    const last = start(KILLS);
    await expect.poll(distinct, OFTEN).toEqual(sandbox.events.ids());
    await kill(last);
    const runs = await handled();
    const all = [...runs.values()].flat();
    expect(sandbox.events.ids().length).toBeGreaterThan(EVENTS);
    expect(all.length - new Set(all).size).toBeLessThanOrEqual(KILLS);
    for (const given of runs.values()) {
      const inTime = given.filter((id) => !late.includes(id));
      expect(inTime).toEqual([...inTime].sort((a, b) => a - b));
    }
    expect(JSON.parse((await fileStore(store).get('checkpoint shop')) ?? '')).toMatchObject({ version: 1 });
    expect(await fileStore(store).keys('')).toEqual(['checkpoint shop']);
  });

  test('is followed by another at once, though its process id belongs to another program that runs', async () => {
    for (let run = 0; run < tries(6); run += 1) {
      sandbox.events.append(2);
      const gone = start(2 * run, 'become-another');
      // The same process, which is no follower any more: it never ends by itself.
      const program = async () => (await readFile(`/proc/${gone.pid}/cmdline`, 'utf8')).split('\0')[0];
      await expect.poll(program, OFTEN).toBe('sleep');
      const another = start(2 * run + 1);
      await expect.poll(distinct, { ...OFTEN, timeout: 10_000 }).toEqual(sandbox.events.ids());
      expect([gone.exitCode, gone.signalCode]).toEqual([null, null]);
      await kill(another);
      await kill(gone);
    }
  });

  test('or stopped while it saves is followed by another at once, and ends when it goes on', async () => {
    sandbox.events.append(50);
    const stopped = start(0);
    await expect.poll(async () => (await inAll()).length, OFTEN).toBeGreaterThan(5);
    stopped.kill('SIGSTOP');
    const another = start(1);
    await expect.poll(distinct, OFTEN).toEqual(sandbox.events.ids());
    const exit = once(stopped, 'exit');
    stopped.kill('SIGCONT');
    sandbox.events.append(20);
    expect(await exit).toEqual([1, null]);
    await expect.poll(distinct, OFTEN).toEqual(sandbox.events.ids());
    await kill(another);
    const all = await inAll();
    expect(all.length - new Set(all).size).toBeLessThanOrEqual(2);
  });
});
