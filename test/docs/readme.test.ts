import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
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
