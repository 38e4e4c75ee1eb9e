import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { InputError, Requester } from '../src/index.js';
import { fileCheckpoint, fileFromPath } from '../src/node.js';
import { createSandbox, type Sandbox } from '../src/sandbox.js';
import { source } from './fixtures.js';
import { take } from './following/stream.js';
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

  test(`${isLong ? 512 : 256} MiB are uploaded in constant memory`, async () => {
    const size = (isLong ? 512 : 256) * MEGABYTE;
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

describe('fileCheckpoint', () => {
  const saved = { version: 1, lastId: 7, recent: [5, 7], floor: 0, count: 2 } as const;

  test('gives back what it was given', async () => {
    const path = join(folder, 'place.json');
    await fileCheckpoint(path).save(saved);
    expect(await fileCheckpoint(path).load()).toEqual(saved);
  });

  test('gives undefined when there is no file', async () => {
    expect(await fileCheckpoint(join(folder, 'place.json')).load()).toBeUndefined();
  });

  test.each([
    ['nothing', ''],
    ['no JSON', 'lastId: 5'],
    ['half of a checkpoint', '{"version":1,"lastId":'],
    ['something else', '{"name":"me"}'],
    ['null', 'null'],
    ['a checkpoint of another version', '{"version":2,"lastId":5}'],
  ])('a file with %s is an InputError that says what to do', async (_, content) => {
    const path = join(folder, 'place.json');
    await writeFile(path, content);
    const error = await rejection(Promise.resolve(fileCheckpoint(path).load()));
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ message: expect.stringContaining('Remove it to start again') });
  });

  test('of saves at once the last one stays', async () => {
    const store = fileCheckpoint(join(folder, 'place.json'));
    await Promise.all(Array.from({ length: 50 }, (_, index) => store.save({ lastId: index })));
    expect(await store.load()).toEqual({ lastId: 49 });
  });

  test('a load sees the save before it', async () => {
    const store = fileCheckpoint(join(folder, 'place.json'));
    void store.save({ lastId: 3 });
    expect(await store.load()).toEqual({ lastId: 3 });
  });

  test('a reader at any moment finds a whole checkpoint', async () => {
    const path = join(folder, 'place.json');
    const store = fileCheckpoint(path);
    await store.save(saved);
    let over = false;
    const saving = Promise.all(
      Array.from({ length: 60 }, (_, lastId) => store.save({ ...saved, lastId })),
    ).then(() => {
      over = true;
    });
    const lengths: number[] = [];
    while (!over) lengths.push(Object.keys(JSON.parse(await readFile(path, 'utf8'))).length);
    await saving;
    expect(new Set(lengths)).toEqual(new Set([5]));
  });

  test('leaves nothing else in the folder', async () => {
    const store = fileCheckpoint(join(folder, 'place.json'));
    await Promise.all([store.save(saved), store.save(saved)]);
    expect(await readdir(folder)).toEqual(['place.json']);
  });

  test('what a killed process left is removed, and nothing else', async () => {
    const others = ['other.json', 'place.json.bak', 'place.json.tmp'];
    const left = `place.json.${crypto.randomUUID()}.tmp`;
    for (const name of [...others, left]) await writeFile(join(folder, name), 'x');
    await fileCheckpoint(join(folder, 'place.json')).load();
    expect((await readdir(folder)).sort()).toEqual(others);
  });

  test('can be read by its owner alone', async () => {
    const path = join(folder, 'place.json');
    await fileCheckpoint(path).save(saved);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('without its folder a save rejects with the error of the system', async () => {
    const store = fileCheckpoint(join(folder, 'missing', 'place.json'));
    expect(await rejection(Promise.resolve(store.save(saved)))).toMatchObject({ code: 'ENOENT' });
  });

  test('a save after one that failed is carried out', async () => {
    const store = fileCheckpoint(join(folder, 'later', 'place.json'));
    await rejection(Promise.resolve(store.save({ lastId: 1 })));
    await mkdir(join(folder, 'later'));
    await store.save({ lastId: 2 });
    expect(await store.load()).toEqual({ lastId: 2 });
  });

  test('a failing disk ends the loop with its error', async () => {
    const sandbox = createSandbox();
    sandbox.events.append(3);
    const { baseUrl, accessToken, fetch } = sandbox;
    const requester = new Requester({ baseUrl, accessToken, fetch });
    const checkpoint = fileCheckpoint(join(folder, 'missing', 'place.json'));
    const loop = take(requester.events.follow({ from: 'beginning', checkpoint }), 3);
    expect(await rejection(loop)).toMatchObject({ code: 'ENOENT' });
  });
});

describe('a process that is killed at random moments', () => {
  const KILLS = tries(12);
  const EVENTS = 75 * KILLS;
  const OFTEN = { interval: 3 };

  let sandbox: Sandbox;
  let close: () => Promise<void>;
  let start: (run: number) => ChildProcess;
  let journal: string;
  let place: string;

  beforeEach(async () => {
    sandbox = createSandbox({ now: Date.UTC(2026, 0, 1) });
    const server = await sandbox.listen();
    close = server.close;
    journal = join(folder, 'journal');
    place = join(folder, 'place.json');
    await writeFile(journal, '');
    const program = join(folder, 'program.mjs');
    await build({
      entryPoints: [fileURLToPath(new URL('./following/killed-process.ts', import.meta.url))],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      alias: {
        '#runtime': fileURLToPath(new URL('../src/runtime/node.ts', import.meta.url)),
      },
    });
    const args = [program, server.url, sandbox.accessToken, place, journal];
    start = (run) =>
      spawn(process.execPath, [...args, String(run)], { stdio: ['ignore', 'ignore', 'inherit'] });
  });

  afterEach(() => close());

  /** What each run has handled, in its order. */
  async function handled(): Promise<Map<number, number[]>> {
    const runs = new Map<number, number[]>();
    for (const line of (await readFile(journal, 'utf8')).split('\n').slice(0, -1)) {
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
    expect(sandbox.events.size).toBeGreaterThan(EVENTS);
    expect(all.length - new Set(all).size).toBeLessThanOrEqual(KILLS);
    for (const given of runs.values()) {
      const inTime = given.filter((id) => !late.includes(id));
      expect(inTime).toEqual([...inTime].sort((a, b) => a - b));
    }
    expect(await fileCheckpoint(place).load()).toMatchObject({ version: 1 });
    expect((await readdir(folder)).sort()).toEqual(['journal', 'place.json', 'program.mjs']);
  });
});
