import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, inject, test } from 'vitest';
import { run } from './run.js';

const { consumer } = inject('packed');
const command = join(consumer, 'node_modules/.bin/translation-requester');

test('the command serves a sandbox until it is stopped', async () => {
  const served = spawn(command, ['sandbox', '--port', '0', '--json'], { cwd: consumer });
  const ended = once(served, 'exit');
  try {
    const [line] = await once(createInterface(served.stdout), 'line');
    const { url, accessToken } = JSON.parse(line);
    const account = await fetch(`${url}/api/v1/my?access_token=${accessToken}`);
    expect(await account.json()).toMatchObject({ success: true, translator: false });
  } finally {
    served.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
});

test('the command prints the version of the package', async () => {
  const manifest = await readFile(join(consumer, 'node_modules/translation-requester/package.json'), 'utf8');
  const { stdout } = await run(command, ['--version'], { cwd: consumer });
  expect(stdout).toBe(`${JSON.parse(manifest).version}\n`);
});
