import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { Requester } from '../../../../src/index.js';
import { fileStore } from '../../../../src/node.js';
import { createSandbox } from '../../../../src/sandbox.js';
import { collectTexts, orderTexts } from '../../../../src/texts.js';
import { isLong } from '../../../runs.js';
import { freeUnplaced, orderedTexts, translate } from './translating.js';

const PROCESS = fileURLToPath(new URL('./order-process.ts', import.meta.url));

/** Orders texts in a process of its own. */
function start(args: readonly (string | number)[]): { child: ChildProcess; ended: Promise<unknown[]> } {
  const options = ['--disable-warning=ExperimentalWarning', PROCESS, ...args.map(String)];
  const child = spawn(execPath, options, { stdio: ['ignore', 'ignore', 'ignore'] });
  return { child, ended: once(child, 'close') };
}

/** A run with 8 texts takes about 45 steps of the store. */
const STEPS = isLong ? Array.from({ length: 7 }, (_, index) => 1 + 6 * index) : [22];
const CASES = STEPS.flatMap((step) => ['SIGKILL', 'SIGSTOP'].map((signal) => ({ signal, step })));

test.each(CASES)(
  'after $signal at step $step of the store, two processes order each text once, one of them with one more text',
  async ({ signal, step }) => {
    const sandbox = createSandbox({ seed: 1, latency: 2 });
    const server = await sandbox.listen();
    const folder = await mkdtemp(join(tmpdir(), 'texts-'));
    const run = (count: number, ...more: (string | number)[]) =>
      start([server.url, sandbox.accessToken, count, folder, ...more]);
    const stopped = run(8, step, signal);
    if (signal === 'SIGKILL') expect(await stopped.ended).toEqual([null, signal]);
    else await expect.poll(() => isStopped(stopped.child), { timeout: 60_000 }).toBe(true);
    const both = [run(8), run(9)];
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([
      [0, null],
      [0, null],
    ]);
    if (signal === 'SIGSTOP') {
      stopped.child.kill('SIGCONT');
      await stopped.ended;
    }
    const store = fileStore(folder);
    await freeUnplaced(store, sandbox);
    const requester = new Requester({ baseUrl: server.url, accessToken: sandbox.accessToken, store });
    const texts = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`k${index}`, `Text ${index}`]));
    const job = await orderTexts(requester, { name: 'shop', from: 'en', to: ['de', 'ja'], texts });
    const ordered = await orderedTexts(sandbox, requester);
    expect(new Set(ordered.map(({ language, text }) => language + text)).size).toBe(18);
    expect(ordered).toHaveLength(18);
    await translate(sandbox, requester, job);
    let collected = 0;
    for await (const { key, text } of collectTexts(requester, job)) {
      expect(text).toMatch(new RegExp(`: Text ${key.slice(1)}$`));
      collected += 1;
    }
    expect(collected).toBe(18);
    await server.close();
    await rm(folder, { recursive: true });
  },
);

/** Whether the system has stopped a process. */
async function isStopped({ pid }: ChildProcess): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]);
  return stdout.startsWith('T');
}
