import { spawn, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandbox } from '../../../src/sandbox.js';
import { buildCommand } from '../build.js';

// Of util-linux: it runs a command in a pseudo-terminal, whose keys are its own input.
const hasScript = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '');

let command: Awaited<ReturnType<typeof buildCommand>>;
const sandbox = createSandbox();
let server: Awaited<ReturnType<typeof sandbox.listen>>;

beforeAll(async () => {
  command = await buildCommand();
  server = await sandbox.listen();
  await mkdir(join(command.folder, 'locales'), { recursive: true });
  await writeFile(join(command.folder, 'locales/en.json'), '{"add": "Add to cart"}');
});
afterAll(async () => {
  await server.close();
  await command.end();
});

/** Orders in a pseudo-terminal. @param keys what is typed while the command starts */
function order(keys: string) {
  const cli = join(command.folder, 'cli.mjs');
  const words = ['order', 'locales/en.json', '--from', 'en', '--to', 'de', '--sandbox', '--url', server.url];
  const line = [process.execPath, cli, ...words].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qefc', line, '/dev/null'], {
    cwd: command.folder,
    env: { ...process.env, HOME: command.folder, CI: '' },
  });
  let shown = '';
  child.stdout.on('data', (piece) => {
    shown += String(piece);
  });
  child.stdin.write(keys);
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    type: (more: string) => void child.stdin.write(more),
    code,
    read: () => shown,
    isAsked: () => expect.poll(() => shown, { timeout: 60_000 }).toContain('(y/N)'),
  };
}

test.runIf(hasScript)('keys that come before the price order nothing; y and Enter do', async () => {
  const early = order('\r\ry\r');
  await early.isAsked();
  await delay(300);
  expect(sandbox.orders()).toEqual([]);
  early.type('\r');
  expect(await early.code).toBe(3);
  expect(early.read()).toContain('Nothing was ordered.');

  const pasted = order('yes please\ny');
  await pasted.isAsked();
  pasted.type('\u0004');
  expect(await pasted.code).toBe(3);
  expect(pasted.read()).toContain('Nothing was ordered.');
  expect(sandbox.orders()).toEqual([]);

  const meant = order('');
  await meant.isAsked();
  meant.type('y\r');
  expect(await meant.code).toBe(0);
  expect(sandbox.orders()).toHaveLength(1);
});
