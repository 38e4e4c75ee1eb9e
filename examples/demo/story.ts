import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Requester } from 'translation-requester';
import { fileStore } from 'translation-requester/node';
import { createSandbox } from 'translation-requester/sandbox';
import { code, heading, line, pause } from './print.ts';
import type { Scene } from './scene.ts';
import { run as callback } from './steps/callback.ts';
import { run as crash } from './steps/crash.ts';
import { run as document } from './steps/document.ts';
import { run as follow } from './steps/follow.ts';
import { run as order } from './steps/order.ts';
import { run as quote } from './steps/quote.ts';
import { run as read } from './steps/read.ts';

const STEPS = [
  { title: 'What does it cost?', file: 'quote', run: quote },
  { title: 'Order it, once', file: 'order', run: order },
  { title: 'The process is killed while it orders', file: 'crash', run: crash },
  { title: 'Follow what happens', file: 'follow', run: follow },
  { title: 'Be called when something happens', file: 'callback', run: callback },
  { title: 'Read the translations', file: 'read', run: read },
  { title: 'A document in several languages', file: 'document', run: document },
];

const LAST =
  'Next: npm run example, for more code. npx translation-requester sandbox --open, for a page to play the translator.';

/** What a step's file shows of itself. */
async function shownCode(file: URL): Promise<string> {
  const text = await readFile(file, 'utf8');
  const [, shown = ''] = /^ *\/\/ #region shown\n([\s\S]*?)\n *\/\/ #endregion$/m.exec(text) ?? [];
  const indent = /^ */.exec(shown)?.[0].length ?? 0;
  return shown.replaceAll(new RegExp(`^ {${indent}}`, 'gm'), '');
}

/** Tells the whole story. */
export async function tell(): Promise<void> {
  const sandbox = createSandbox({ analysisTime: 0 });
  const server = await sandbox.listen();
  const folder = await mkdtemp(join(tmpdir(), 'demo-'));
  const { accessToken } = sandbox;
  const requester = new Requester({
    baseUrl: server.url,
    accessToken,
    store: fileStore(join(folder, 'store')),
  });
  const scene: Scene = { sandbox, url: server.url, accessToken, folder, requester };
  try {
    line(`The sandbox listens at ${server.url}.`);
    for (const [index, { title, file, run }] of STEPS.entries()) {
      await pause();
      heading(`${index + 1}. ${title}`);
      code(await shownCode(new URL(`./steps/${file}.ts`, import.meta.url)));
      await pause();
      await run(scene);
    }
    heading(LAST);
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}
