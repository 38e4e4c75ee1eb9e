import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSandbox, type Sandbox, type SandboxServer } from '../../../src/sandbox.js';
import { type App, startApp } from '../app.js';
import { shell } from '../shell.js';

const WORDS = ['locales/en.json', '--from', 'en', '--to', 'de'];

/** Below those that the system gives to others, so that nobody else listens there between two sandboxes. */
const choosePort = (): number => randomInt(20_000, 30_000);

/** Another test can start a process just now, which has the closed socket until it runs its program. */
async function listenAgain(sandbox: Sandbox, port: number, tries = 50): Promise<SandboxServer> {
  try {
    return await sandbox.listen({ port });
  } catch (error) {
    if (tries === 0) throw error;
    await setTimeout(20);
    return listenAgain(sandbox, port, tries - 1);
  }
}

/** Starts another sandbox at the address of the first. */
async function replaceSandbox({ server }: App) {
  const port = Number(new URL(server.url).port);
  await server.close();
  const another = createSandbox({ accessToken: 'another-token-of-another-sandbox' });
  return { another, server: await listenAgain(another, port) };
}

test('a sandbox that was started anew is told at once, with what to do', async () => {
  await using app = await startApp({}, choosePort());
  await app.put('locales/en.json', '{"add": "Add to cart"}');
  expect((await app.run('order', ...WORDS, '--yes')).code).toBe(0);
  expect((await app.run('status', ...WORDS)).code).toBe(0);
  const { another, server } = await replaceSandbox(app);
  try {
    for (const command of [['status'], ['quote'], ['order', '--yes'], ['pull']]) {
      const { run, printed } = shell({ folder: app.folder, env: { HOME: app.folder } });
      expect(await run(...command, ...WORDS, '--sandbox', '--url', server.url)).toBe(1);
      expect(printed.err).toMatch(
        /was started anew: it has none of the orders that .translation-requester\/127\.0\.0\.1_\d+ remembers\. To order there again, remove that folder\./,
      );
    }
    expect(another.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  } finally {
    await server.close();
  }
});

test('where nothing was ordered, another sandbox is as good', async () => {
  await using app = await startApp({}, choosePort());
  await app.put('locales/en.json', '{"add": "Add to cart"}');
  expect((await app.run('quote', ...WORDS)).code).toBe(0);
  const { server } = await replaceSandbox(app);
  try {
    const { run } = shell({ folder: app.folder, env: { HOME: app.folder } });
    expect(await run('quote', ...WORDS, '--sandbox', '--url', server.url)).toBe(0);
  } finally {
    await server.close();
  }
});
