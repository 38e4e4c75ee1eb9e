import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCommand } from '../build.js';

let command: Awaited<ReturnType<typeof buildCommand>>;
let script: string;

beforeAll(async () => {
  command = await buildCommand();
  const page = await readFile(fileURLToPath(new URL('../../../docs/sandbox.md', import.meta.url)), 'utf8');
  const [, found] = /### In a script\n.*?```sh\n(.*?)```/s.exec(page) ?? [];
  script = String(found);
  const installed = join(command.folder, 'node_modules/.bin');
  await mkdir(installed, { recursive: true });
  const program = `#!/bin/sh\nexec '${process.execPath}' '${join(command.folder, 'cli.mjs')}' "$@"\n`;
  await writeFile(join(installed, 'translation-requester'), program, { mode: 0o755 });
});

afterAll(() => command.end());

/** Runs the script of the documentation. @param tests what runs instead of `npm test` */
function run(tests: string): Promise<{ code: number | string | null; out: string; err: string }> {
  const text = script.replace('npm test', tests);
  return new Promise((resolve) => {
    const options = { cwd: command.folder, env: { PATH: process.env.PATH } };
    execFile('sh', ['-c', text], options, (error, out, err) =>
      resolve({ code: error === null ? 0 : (error.code ?? null), out, err }),
    );
  });
}

test('a script waits for the first line, uses the sandbox, and gets its exit code at the end', async () => {
  await writeFile(join(command.folder, 'shop.yaml'), 'orders: [{ texts: [Good morning] }]');
  const program = `const { TRANSLATION_REQUESTER_URL: url, TRANSLATION_REQUESTER_TOKEN: token } = process.env;
fetch(url + '/api/v1/my/application_events?access_token=' + token).then((answer) => answer.json()).then((events) => console.log(events.total_count))`;
  expect(await run(`${process.execPath} -e "${program}"`)).toEqual({ code: 0, out: '1\n', err: '' });
});

test('a script ends when the sandbox does not start, and stdout stays empty', async () => {
  await writeFile(join(command.folder, 'shop.yaml'), 'orders: 5');
  expect(await run('echo never')).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(
      /^The seed file shop\.yaml can't be used: orders must be a list; got an integer\.\n/,
    ),
  });
  expect(await readFile(join(command.folder, 'sandbox.log'), 'utf8')).toBe('');
});
