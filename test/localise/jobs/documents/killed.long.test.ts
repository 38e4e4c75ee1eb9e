import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { collectDocuments, orderDocument } from '../../../../src/documents.js';
import { Requester } from '../../../../src/index.js';
import { fileStore } from '../../../../src/node.js';
import { createSandbox } from '../../../../src/sandbox.js';
import { isLong } from '../../../runs.js';
import { freeUnplaced } from '../texts/translating.js';

const PROCESS = fileURLToPath(new URL('./order-process.ts', import.meta.url));

/** Orders a document in a process of its own. */
async function run(...args: readonly (string | number)[]): Promise<unknown[]> {
  const options = ['--disable-warning=ExperimentalWarning', PROCESS, ...args.map(String)];
  return once(spawn(execPath, options, { stdio: ['ignore', 'ignore', 'inherit'] }), 'close');
}

/** A run takes about 17 steps of the store. */
const STEPS = isLong ? Array.from({ length: 8 }, (_, index) => 1 + 2 * index) : [6, 12];

test.each(STEPS)(
  'after a kill at step %i of the store, two processes at once order the document once in each language',
  async (step) => {
    const sandbox = createSandbox({ seed: 1, latency: 2, analysisTime: 0 });
    const server = await sandbox.listen();
    const folder = await mkdtemp(join(tmpdir(), 'documents-'));
    const { accessToken } = sandbox;
    expect(await run(server.url, accessToken, folder, step)).toEqual([null, 'SIGKILL']);
    const both = [1, 2].map(() => run(server.url, accessToken, folder));
    expect(await Promise.all(both)).toEqual([
      [0, null],
      [0, null],
    ]);
    const store = fileStore(folder);
    await freeUnplaced(store, sandbox);
    const requester = new Requester({ baseUrl: server.url, accessToken, store });
    const file = new File(['Soup of the day'], 'menu.txt');
    const job = await orderDocument(requester, { key: 'menu', from: 'en', to: ['ja', 'de'], file });
    const keys = sandbox.orders().map(({ key }) => key);
    expect(keys.toSorted()).toEqual(['menu/de', 'menu/ja']);
    for (const { question } of job.orders) sandbox.translators.translateQuestion(question, ['translated']);
    const texts = [];
    for await (const { download } of collectDocuments(requester, job)) texts.push(await download?.text());
    expect(texts).toEqual(['translated', 'translated']);
    await server.close();
    await rm(folder, { recursive: true });
  },
);
