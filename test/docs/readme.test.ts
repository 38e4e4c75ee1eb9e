import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { buildCommand } from '../command/build.js';

const read = (path: string): Promise<string> => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

const page = await read('README.md');
const commandPage = await read('docs/command.md');

/** The code of one language in a part of the page, block by block, as lines that are not empty. */
const listBlocks = (language: string, part = page): readonly (readonly string[])[] =>
  [...part.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block = '']) =>
    block.split('\n').filter((line) => line !== ''),
  );

/** A part of the page by its heading. */
const readPart = (heading: string): string => page.split(`## ${heading}\n`)[1]?.split(/^## /m)[0] ?? '';

/** The lines of the command that its page shows, each with what it prints. */
const shown = [...commandPage.matchAll(/^```console\n(.*?)^```$/gms)]
  .flatMap(([, block = '']) => block.split(/^\$ /m).slice(1))
  .map((text) => {
    const [line = '', ...printed] = text.trimEnd().split('\n');
    return { line, printed: printed.join('\n') };
  });

/** Runs a line of a shell, and gives what a person would see. */
async function runLine(line: string, cwd: string): Promise<string> {
  // A hint begins with npx where this test was started by that.
  const env = { ...process.env, npm_command: undefined };
  const { stdout } = await promisify(execFile)('bash', ['-ec', `${line} 2>&1`], { cwd, env });
  return stdout.trimEnd();
}

test('has less than 120 lines', () => {
  expect(page.trimEnd().split('\n').length).toBeLessThan(120);
});

test('begins with what it is, the two commands of a clone, and how to install it', () => {
  const [what = '', clone = '', install = ''] = page.split(/^<!-- clone -->$|^## /m);
  expect(what.trim().split('\n\n')).toHaveLength(2);
  expect(clone).toContain('\n```sh\nnpm ci && npm run demo\nnpm ci && npm test\n```\n\n<!-- /clone -->\n');
  expect(install).toMatch(
    /^Install\n\n```sh\nnpm init --yes\nnpm install translation-requester\nnode order\.mjs/,
  );
});

test('says in its first paragraph what the service is, and where its address and an account come from', () => {
  const words = page.split('\n\n')[1]?.replaceAll('\n', ' ');
  expect(words).toContain('a web service where people translate texts and files');
  expect(words).toContain('come from whoever runs the service that you use');
});

test('leads to the first output by three lines of a shell and at most fifteen of a program', () => {
  const install = readPart('Install');
  expect(listBlocks('sh', install)[0]).toHaveLength(3);
  const [program = []] = listBlocks('ts', install);
  expect(program.length).toBeLessThanOrEqual(15);
  expect(install.indexOf('```text')).toBeLessThan(install.indexOf('docs/'));
});

test('has one short example each of a listing, a sign-in and an error', () => {
  const [, listing, signIn, error, ...others] = listBlocks('ts').map((lines) => lines.join('\n'));
  expect(listing).toMatch(/^for await /);
  expect(signIn?.split('\n')).toHaveLength(5);
  expect(signIn).toMatch(/exchangeRedirect/);
  expect(error).toMatch(/error\.outcome/);
  expect(others).toEqual([]);
});

test('says in six lines what is different, and in five what the command does', () => {
  expect(readPart('What is different').trim().split('\n')).toEqual(
    Array(6).fill(expect.stringMatching(/^- /)),
  );
  const command = readPart('The command');
  expect(listBlocks('sh', command)[0]).toHaveLength(5);
  expect(command).toContain('](docs/command.md)');
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

test('shows commands that there are, and the page of the command what they print', async () => {
  const command = await buildCommand();
  const sandbox = createSandbox({ analysisTime: 0 });
  const server = await sandbox.listen();
  try {
    await mkdir(join(command.folder, 'locales'));
    const texts = { 'cart.add': 'Add to cart', greeting: 'Good morning' };
    await writeFile(join(command.folder, 'locales/en.json'), JSON.stringify(texts));
    await cp(new URL('../sandbox/letter.docx', import.meta.url), join(command.folder, 'menu.docx'));
    const help = await runLine(`'${process.execPath}' cli.mjs --help`, command.folder);
    for (const line of listBlocks('sh', readPart('The command'))[0] ?? [])
      expect(help).toMatch(new RegExp(`^ +${line.split(' ')[2]} `, 'm'));
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
