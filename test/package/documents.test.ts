import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { readPageCode } from '../docs/page-code.js';
import { run } from './run.js';

const { consumer } = inject('packed');
const repository = new URL('../../', import.meta.url);
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

const documents = (await readdir(new URL('docs/', repository))).filter((name) => name.endsWith('.md'));
const paths = ['README.md', ...documents.map((name) => `docs/${name}`)];
const pages = await Promise.all(paths.map((path) => readPageCode(path, join(consumer, 'pages'))));

function complaintsAbout(files: readonly string[]): string[] {
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2023.d.ts'],
    types: ['node'],
    typeRoots: [join(consumer, 'node_modules/@types')],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file === undefined ? 0 : ts.getLineAndCharacterOfPosition(file, start ?? 0).line + 1;
    const place = file?.fileName.replace(consumer, '') ?? '';
    return `${place}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

beforeAll(async () => {
  for (const { folder, files } of pages) {
    await mkdir(folder, { recursive: true });
    for (const [name, text] of files) await writeFile(join(folder, name), text);
  }
});

test('the code of the README and of every page in docs compiles', () => {
  const files = pages.flatMap(({ folder, files }) => [...files.keys()].map((name) => join(folder, name)));
  const unread = pages.filter(({ showsCode, files }) => showsCode !== files.size > 0);
  expect(unread.map(({ path }) => path)).toEqual([]);
  expect(files.length).toBeGreaterThan(20);
  expect(complaintsAbout(files)).toEqual([]);
}, 60_000);

describe.each(pages.filter(({ files }) => files.size > 0))(
  '$path',
  ({ folder, programs, printed, files }) => {
    test.each(programs)('%s runs from top to bottom', async (program) => {
      const { stdout } = await run(process.execPath, [program], { cwd: folder, env: { NO_COLOR: '1' } });
      expect(stdout).not.toContain('undefined');
      expect(stdout).toBe(printed.get(program) ?? stdout);
    });

    const tests = [...files.keys()].filter((name) => name.endsWith('.test.ts'));
    test.runIf(tests.length > 0)('has tests that pass', async () => {
      const report = join(folder, 'report.json');
      await run(process.execPath, [vitest, 'run', '--reporter=json', `--outputFile=${report}`], {
        cwd: folder,
      });
      const { numPassedTests, numTotalTests } = JSON.parse(await readFile(report, 'utf8'));
      expect(numPassedTests).toBe(numTotalTests);
      expect(numPassedTests).toBeGreaterThanOrEqual(tests.length);
    });
  },
);
