import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, inject, test } from 'vitest';
import { findProgram, folderOr, installOnce, NODE_PACKAGE, OLDEST_NODE } from './install.js';
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

test('the script of the documentation ends the sandbox that it has started', async () => {
  const page = await readFile(new URL('../../docs/sandbox.md', import.meta.url), 'utf8');
  const [, script = ''] = /### In a script\n.*?```sh\n(.*?)```/s.exec(page) ?? [];
  await writeFile(join(consumer, 'shop.yaml'), 'orders: [{ texts: [Good morning] }]');
  const lines = script.replace('npm test', 'echo $TRANSLATION_REQUESTER_URL');
  const { stdout } = await run('sh', ['-c', lines], { cwd: consumer });
  await expect(fetch(`${stdout.trim()}/health`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});

test('the command prints the version of the package', async () => {
  const manifest = await readFile(join(consumer, 'node_modules/translation-requester/package.json'), 'utf8');
  const { stdout } = await run(command, ['--version'], { cwd: consumer });
  expect(stdout).toBe(`${JSON.parse(manifest).version}\n`);
});

test('the command, import and require work on the oldest Node that is promised', async (context) => {
  const folder = folderOr(context, await installOnce({ [NODE_PACKAGE]: OLDEST_NODE }));
  const node = await findProgram(folder, 'node');
  const source = `
    const { createRequire } = await import('node:module');
    const { createSandbox } = createRequire(import.meta.url)('translation-requester/sandbox');
    const { execFile } = await import('node:child_process');
    const { Requester } = await import('translation-requester');
    const sandbox = createSandbox();
    const { url } = await sandbox.listen();
    await sandbox.requester(Requester).account.get();
    const args = ['${command}', 'quote', 'en.json', '--from', 'en', '--to', 'de', '--sandbox', '--url', url];
    execFile(process.execPath, args, (error, stdout, stderr) => {
      console.log(process.version, stdout, stderr);
      process.exit();
    });`;
  await writeFile(join(consumer, 'en.json'), '{"cart.add":"Add to cart"}');
  await writeFile(join(consumer, 'oldest.mjs'), source);
  const { stdout } = await run(node, ['oldest.mjs'], { cwd: consumer });
  expect(stdout).toContain(`v${OLDEST_NODE} `);
  expect(stdout).toMatch(/Total: \d+ points/);
});
