import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { ENTRIES, findSubpath } from '../../scripts/entries.js';
import { complaints } from './compile.js';
import { addTarball, folderOr, type Installed, install, installOnce } from './install.js';
import { CLIENT_PROGRAM, SANDBOX_PROGRAM, SCHEMAS_PROGRAM } from './programs.js';
import { run } from './run.js';

const { consumer, tarball } = inject('packed');

/** A test in the words that jest and node:test share, for either module format. */
const TEST = `
test('an order is placed', async () => {
  const { baseUrl, accessToken, fetch, orders } = createSandbox();
  const requester = new Requester({ baseUrl, accessToken, fetch });
  const { id } = await requester.projects.create({
    language_id: 'en',
    translated_language_id: 'ja',
    questions: [{ type: 'string', body: 'Hello' }],
  });
  const error = await requester.projects.get(id + 1).catch((thrown) => thrown);
  if (!(error instanceof NotFoundError)) throw new Error('not a NotFoundError: ' + error);
});
`;
const REQUIRE = `
const { NotFoundError, Requester } = require('translation-requester');
const { createSandbox } = require('translation-requester/sandbox');
`;
const IMPORT = `
import { NotFoundError, Requester } from 'translation-requester';
import { createSandbox } from 'translation-requester/sandbox';
`;

/** A mock that says nothing of what it has. */
const AUTOMATIC_MOCK = `
jest.mock('translation-requester');
const exported = require('translation-requester');
test('an automatic mock has all that the package exports', () => {
  const missing = Object.keys(jest.requireActual('translation-requester')).filter((name) => exported[name] === undefined);
  expect(missing).toEqual([]);
  expect(jest.isMockFunction(exported.Requester)).toBe(true);
  expect(new exported.Requester()).toBeInstanceOf(exported.Requester);
});
`;

/** The code of docs/testing.md that jest is to run. */
function readMock(): string {
  const page = readFileSync(new URL('../../docs/testing.md', import.meta.url), 'utf8');
  const [, code] = /^With jest:\n\n```js\n([\s\S]*?)^```$/m.exec(page) ?? [];
  if (code === undefined) throw new Error('docs/testing.md shows no mock of jest');
  return code;
}

describe('tests of a project', () => {
  test('run in jest, in CommonJS, also with mocks of the module', async (context) => {
    const tool = folderOr(context, await installOnce({ jest: '30.5.2' }));
    const folder = join(consumer, 'jest');
    await mkdir(folder);
    await writeFile(join(folder, 'package.json'), '{}');
    await writeFile(join(folder, 'order.test.js'), REQUIRE + TEST);
    await writeFile(join(folder, 'automatic-mock.test.js'), AUTOMATIC_MOCK);
    await writeFile(join(folder, 'mock.test.js'), readMock());
    const program = join(tool, 'node_modules/jest/bin/jest.js');
    const { stdout } = await run(process.execPath, [program, '--rootDir', folder, '--json'], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({
      numPassedTests: 3,
      numFailedTests: 0,
      numFailedTestSuites: 0,
    });
  });

  test.each([
    ['mjs', IMPORT],
    ['cjs', REQUIRE],
  ])('run in node:test, as .%s', async (extension, imports) => {
    const file = join(consumer, `order.${extension}`);
    const library =
      extension === 'mjs' ? `import test from 'node:test';` : `const test = require('node:test');`;
    await writeFile(file, library + imports + TEST);
    const args = ['--test', '--test-reporter=tap', file];
    const { stdout } = await run(process.execPath, args, { cwd: consumer });
    expect(stdout).toMatch(/^# pass 1$/m);
  });
});

/** A program that imports an entry, and that no longer compiles when its types have become `any`. */
function importEntry(entry: string): string {
  return `
import * as entry from '${findSubpath(entry).replace('.', 'translation-requester')}';
// @ts-expect-error there is no such export
export const nothing = entry.nothing;
`;
}

/** The declarations of msw itself are not ours to check. */
const ENTRIES_ALONE = ENTRIES.filter((entry) => entry !== 'msw');

const PROGRAMS: Readonly<Record<string, string>> = {
  client: CLIENT_PROGRAM,
  sandbox: SANDBOX_PROGRAM,
  schemas: SCHEMAS_PROGRAM,
  ...Object.fromEntries(ENTRIES_ALONE.map((entry) => [`entry-${entry}`, importEntry(entry)])),
};

const MODERN = [
  { module: 'node16', moduleResolution: 'node16', extension: 'mts' },
  { module: 'node16', moduleResolution: 'node16', extension: 'cts' },
  { module: 'nodenext', moduleResolution: 'nodenext', extension: 'mts' },
  { module: 'nodenext', moduleResolution: 'nodenext', extension: 'cts' },
  { module: 'esnext', moduleResolution: 'bundler', extension: 'mts' },
];

/** What the oldest compiler takes without a word of ours, if a program is CommonJS. It does not look at `exports`. */
const CLASSIC = { module: 'commonjs', moduleResolution: 'node', extension: 'ts', esModuleInterop: true };

describe.each([
  { name: 'the oldest TypeScript', version: '5.4.5', resolutions: [...MODERN, CLASSIC] },
  // Without the classic resolution, which it no longer has.
  { name: 'the newest TypeScript', version: '7.0.2', resolutions: MODERN },
])('with $name ($version)', ({ version, resolutions }) => {
  test.for(resolutions)(
    'programs that resolve as $moduleResolution compile as .$extension',
    async ({ extension, ...resolution }, context) => {
      const tool = folderOr(context, await installOnce({ typescript: version }));
      const folder = await mkdtemp(join(consumer, 'typescript-'));
      await writeFile(join(folder, 'package.json'), '{}');
      const compilerOptions = {
        ...resolution,
        target: 'es2022',
        lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
        types: [],
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
      };
      const compile = async (programs: Readonly<Record<string, string>>, skipLibCheck: boolean) => {
        const files = Object.keys(programs).map((name) => `${name}.${extension}`);
        for (const [name, text] of Object.entries(programs))
          await writeFile(join(folder, `${name}.${extension}`), text);
        const configuration = { compilerOptions: { ...compilerOptions, skipLibCheck }, files };
        await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(configuration));
        return run(join(tool, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: folder });
      };
      await expect(compile(PROGRAMS, false)).resolves.toMatchObject({ stdout: '' });
      await expect(compile({ msw: importEntry('msw') }, true)).resolves.toMatchObject({ stdout: '' });
    },
  );
});

/** Our own, which is the newest that has a compiler in JavaScript, and the newest. */
const FRESH: readonly (readonly [string, () => Promise<Installed>])[] = [
  ['our TypeScript', async () => ({ folder: fileURLToPath(new URL('../../', import.meta.url)) })],
  ['the newest TypeScript', () => installOnce({ typescript: '7.0.2' })],
];

test.for(FRESH)(
  'the first program of the README compiles in a new project of %s',
  async ([, find], context) => {
    const program = join(folderOr(context, await find()), 'node_modules/.bin/tsc');
    const folder = await mkdtemp(join(consumer, 'new-'));
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const [, code = ''] = /^```(?:ts|js)\n([\s\S]*?)^```$/m.exec(readme) ?? [];
    expect(code).toContain(`from 'translation-requester'`);
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'order.ts'), code);
    await run(program, ['--init'], { cwd: folder });
    expect(readFileSync(join(folder, 'tsconfig.json'), 'utf8')).toContain('"noUncheckedIndexedAccess": true');
    await expect(run(program, ['--noEmit'], { cwd: folder })).resolves.toMatchObject({ stdout: '' });
  },
);

const USES_ZOD = `
import { z } from 'zod';
import { Requester } from 'translation-requester';
import { ProjectSchema } from 'translation-requester/schemas';
import { createSandbox } from 'translation-requester/sandbox';

const Wanted = z.object({ point: z.number() });
const { baseUrl, accessToken, fetch } = createSandbox();
const requester = new Requester({ baseUrl, accessToken, fetch });
const project = await requester.projects.create({
  language_id: 'en',
  translated_language_id: 'ja',
  questions: [{ type: 'string', body: 'Hello' }],
});
const kept = ProjectSchema.parse(JSON.parse(JSON.stringify(project)));
console.log(JSON.stringify(Wanted.parse(kept).point === project.point));
`;

describe.each(['3.25.76', '4.0.17'])('with zod %s', (version) => {
  let installed: Installed;

  beforeAll(async () => {
    installed = await install(tarball, `zod-${version}`, { zod: version });
    if ('folder' in installed) await addTarball(installed.folder, tarball);
  }, 300_000);

  test('the package has its own, and a program with both compiles and runs', async (context) => {
    const folder = folderOr(context, installed);
    const readVersion = (path: string): string =>
      JSON.parse(readFileSync(join(folder, 'node_modules', path, 'package.json'), 'utf8')).version;
    expect(readVersion('zod')).toBe(version);
    expect(readVersion('translation-requester/node_modules/zod')).toMatch(/^4\./);
    await writeFile(join(folder, 'program.mjs'), USES_ZOD);
    const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: folder });
    expect(stdout).toBe('true\n');
    const { ModuleKind, ModuleResolutionKind } = ts;
    const options = { module: ModuleKind.NodeNext, moduleResolution: ModuleResolutionKind.NodeNext };
    expect(
      complaints(folder, [USES_ZOD], 'mts', { ...options, types: ['node'], skipLibCheck: true }),
    ).toEqual([]);
  });
});
