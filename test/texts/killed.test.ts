import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Requester } from '../../src/index.js';
import { fileStore } from '../../src/node.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { collectTexts, type TextsJob } from '../../src/texts.js';
import { isLong } from '../runs.js';
import { freeUnplaced, orderedTexts, translate } from './translating.js';

const PROCESS = fileURLToPath(new URL('./order-process.ts', import.meta.url));
/** Orders texts in a process of its own, which is killed after some requests. */
async function run(sandbox: Sandbox, args: readonly string[], requests: number): Promise<string> {
  const options = ['--disable-warning=ExperimentalWarning', PROCESS, ...args];
  const child = spawn(execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const last = sandbox.requests.length + requests;
  const watch = (): void => {
    if (sandbox.requests.length >= last) child.kill('SIGKILL');
    else if (child.exitCode === null) setTimeout(watch, 1);
  };
  watch();
  const [code, signal] = await once(child, 'close');
  expect([code, signal]).toEqual(requests === Number.POSITIVE_INFINITY ? [0, null] : [null, 'SIGKILL']);
  return said;
}

test.each<readonly [string, boolean, readonly number[]]>([
  ['without a store', false, isLong ? [1, 4, 9, 14, 21] : [9]],
  // A claim of a killed process expires after a minute.
  ...(isLong ? [['with a store in files', true, [8]] as const] : []),
])(
  'a process that is killed while it orders, and started again with more texts, orders each once, %s',
  async (_, isDurable, kills) => {
    const sandbox = createSandbox({ seed: 1, latency: 2 });
    const server = await sandbox.listen();
    const folder = await mkdtemp(join(tmpdir(), 'texts-'));
    const args = (count: number) => [
      server.url,
      sandbox.accessToken,
      String(count),
      ...(isDurable ? [folder] : []),
    ];
    for (const [index, requests] of kills.entries()) {
      expect(await run(sandbox, args(6 + 2 * index), requests)).toBe('');
    }
    // An order that was about to be sent stays open until a person decides.
    const { accessToken } = sandbox;
    if (isDurable) {
      const person = new Requester({ baseUrl: server.url, accessToken, store: fileStore(folder) });
      await freeUnplaced(person, sandbox);
    }
    const job: TextsJob = JSON.parse(await run(sandbox, args(20), Number.POSITIVE_INFINITY));
    const requester = new Requester({ baseUrl: server.url, accessToken });
    const ordered = await orderedTexts(sandbox, requester);
    expect(new Set(ordered.map(({ language, text }) => language + text)).size).toBe(40);
    expect(ordered).toHaveLength(40);
    await translate(sandbox, requester, job);
    let collected = 0;
    for await (const { key, text } of collectTexts(requester, job)) {
      expect(text).toMatch(new RegExp(`: Text ${key.slice(1)}$`));
      collected += 1;
    }
    expect(collected).toBe(40);
    await server.close();
    await rm(folder, { recursive: true });
  },
);
