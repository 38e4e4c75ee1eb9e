import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { buildCommand } from '../command/build.js';

const page = await readFile(new URL('../../README.md', import.meta.url), 'utf8');

/** The lines of the command that the page shows, each with what it prints. */
const shown = [...page.matchAll(/^```console\n(.*?)^```$/gms)]
  .flatMap(([, block = '']) => block.split(/^\$ /m).slice(1))
  .map((text) => {
    const [line = '', ...printed] = text.trimEnd().split('\n');
    return { line, printed: printed.join('\n') };
  });

/** Runs a line of a shell, and gives what a person would see. */
async function runLine(line: string, cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-ec', `${line} 2>&1`], { cwd });
  return stdout.trimEnd();
}

test('has less than 120 lines', () => {
  expect(page.trimEnd().split('\n').length).toBeLessThan(120);
});

test('begins with what it is, the two commands of a clone, and how to install it', () => {
  const [what = '', clone = '', install = ''] = page.split(/^<!-- clone -->$|^## /m);
  expect(what.trim().split('\n\n')).toHaveLength(2);
  expect(clone).toContain('\n```sh\nnpm ci && npm run demo\nnpm ci && npm test\n```\n\n<!-- /clone -->\n');
  expect(install).toMatch(/^Install\n\n```sh\nnpm install translation-requester\n```\n/);
});

test('shows a program that runs when it is copied into a file, and what it prints', async () => {
  const [, program = '', printed] = /^```ts\n(.*?)^```\n\n```text\n(.*?)^```$/ms.exec(page) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'translation-requester-readme-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'order.mjs'), program);
  const hooks = new URL('../source-hooks.ts', import.meta.url).href;
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', hooks, 'order.mjs'], {
    cwd: folder,
  });
  expect(stdout).toBe(printed);
});

test('shows what the command prints', async () => {
  const command = await buildCommand();
  const sandbox = createSandbox({ analysisTime: 0 });
  const server = await sandbox.listen();
  try {
    await mkdir(join(command.folder, 'locales'));
    const texts = { 'cart.add': 'Add to cart', greeting: 'Good morning' };
    await writeFile(join(command.folder, 'locales/en.json'), JSON.stringify(texts));
    await cp(new URL('../sandbox/letter.docx', import.meta.url), join(command.folder, 'menu.docx'));
    expect(shown).toHaveLength(3);
    for (const { line, printed } of shown) {
      const own = line
        .replace('npx translation-requester', `'${process.execPath}' cli.mjs`)
        .replace('--sandbox', `--sandbox --url ${server.url}`);
      const seen = await runLine(own, command.folder);
      expect(seen.replaceAll(` --url ${server.url}`, ''), line).toBe(printed);
      if (line.includes(' order ')) sandbox.translators.translateAll();
    }
  } finally {
    await server.close();
    await command.end();
  }
});
