import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { run } from './run.js';

const { consumer } = inject('packed');
const repository = new URL('../../', import.meta.url);
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

/** The code of a page, as files. */
interface Page {
  readonly path: string;
  readonly folder: string;
  /** Whether readers see code on it. */
  readonly showsCode: boolean;
  /** Programs to be run, from the first one on the page to the last. */
  readonly programs: readonly string[];
  /** What programs print, where the page shows it. */
  readonly printed: ReadonlyMap<string, string>;
  /** Programs, and the files that the page gives a name. */
  readonly files: ReadonlyMap<string, string>;
}

// A block of code that readers see, or code that they don't: a comment that says `program` begins a program of its own, and
// `code` goes on with the one before. The comment has the code, or names a section of the page in test/docs/hidden that has
// it. A block of text is all that the program before it prints.
const CODE =
  /^```ts\n(?<shown>[\s\S]*?)^```$|^```text\n(?<output>[\s\S]*?)^```$|^<!-- (?<kind>program|code)(?: (?<section>[\w-]+) |\n(?<inside>[\s\S]*?)^)-->$/gm;

/** The code of a section of the page in test/docs/hidden. */
async function hiddenCode(path: string, section: string): Promise<string> {
  const page = await readFile(new URL(`test/docs/hidden/${basename(path)}`, repository), 'utf8');
  const [, code] = new RegExp(`^## ${section}\n\n\`\`\`ts\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page) ?? [];
  if (code === undefined) throw new Error(`test/docs/hidden/${basename(path)} has no section ${section}`);
  return code;
}

/** Code that begins with a file's name is that file. The rest makes up programs. */
async function readCode(path: string, markdown: string): Promise<Page> {
  const files = new Map<string, string>();
  const programs: { code: string; output?: string }[] = [{ code: '' }];
  for (const { groups: { shown, output, kind, section, inside = '' } = {} } of markdown.matchAll(CODE)) {
    const hidden = section === undefined ? inside : await hiddenCode(path, section);
    const name = /^\/\/ ([\w.-]+\.ts)\n/.exec(shown ?? hidden)?.[1];
    const program = programs.at(-1) ?? { code: '' };
    if (output !== undefined) Object.assign(program, { output });
    else if (name !== undefined) files.set(name, shown ?? hidden);
    else if (kind === 'program') programs.push({ code: hidden });
    else program.code += `\n${shown ?? hidden}`;
  }
  const printed = new Map<string, string>();
  const full = programs.filter(({ code }) => code.trim() !== '');
  for (const [index, { code, output }] of full.entries()) {
    const file = `program-${index + 1}.ts`;
    files.set(file, `${code}\nexport {};\n`);
    if (output !== undefined) printed.set(file, output);
  }
  const folder = join(consumer, 'pages', basename(path, '.md'));
  const showsCode = /^```ts$/m.test(markdown);
  return {
    path,
    folder,
    showsCode,
    programs: full.map((_, index) => `program-${index + 1}.ts`),
    printed,
    files,
  };
}

const documents = (await readdir(new URL('docs/', repository))).filter((name) => name.endsWith('.md'));
const paths = ['README.md', ...documents.map((name) => `docs/${name}`)];
const pages = await Promise.all(
  paths.map(async (path) => readCode(path, await readFile(new URL(path, repository), 'utf8'))),
);

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
