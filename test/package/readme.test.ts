import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { run } from './run.js';

const { consumer } = inject('packed');
const readme = new URL('../../README.md', import.meta.url);
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

/** The README's code: blocks that begin with a file's name are that file, the others are one program. */
async function codeOf(file: URL): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const program: string[] = [];
  const markdown = await readFile(file, 'utf8');
  for (const [, code = ''] of markdown.matchAll(/^```ts\n([\s\S]*?)^```$/gm)) {
    const name = /^\/\/ ([\w.-]+\.ts)\n/.exec(code)?.[1];
    if (name === undefined) program.push(code);
    else files.set(name, code);
  }
  return files.set('program.ts', program.join('\n'));
}

describe('the README', () => {
  let code: Map<string, string>;

  beforeAll(async () => {
    code = await codeOf(readme);
    for (const [name, text] of code) await writeFile(join(consumer, name), text);
  });

  test('has code that compiles', () => {
    const program = ts.createProgram(
      [...code.keys()].map((name) => join(consumer, name)),
      {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        lib: ['lib.es2023.d.ts'],
        types: ['node'],
        typeRoots: [join(consumer, 'node_modules/@types')],
        ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: true },
      },
    );
    const complaints = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(complaints).toEqual([]);
  });

  test('has a program that runs from top to bottom', async () => {
    const { stdout } = await run(process.execPath, ['program.ts'], { cwd: consumer });
    expect(stdout).toContain('1 text for');
    expect(stdout).toContain('Redirect the browser to');
  });

  test('has tests that pass', async () => {
    const report = join(consumer, 'report.json');
    const options = ['--reporter=json', `--outputFile=${report}`];
    await run(process.execPath, [vitest, 'run', ...options], { cwd: consumer });
    const { numPassedTests, numTotalTests } = JSON.parse(await readFile(report, 'utf8'));
    expect(numPassedTests).toBe(3);
    expect(numTotalTests).toBe(3);
  });

  test('names files that exist', async () => {
    const links = [...(await readFile(readme, 'utf8')).matchAll(/\]\(((?!https?:)[^)]+)\)/g)];
    expect(links.length).toBeGreaterThan(0);
    for (const [, path = ''] of links)
      await expect(readFile(new URL(path, readme)), path).resolves.toBeDefined();
  });
});
