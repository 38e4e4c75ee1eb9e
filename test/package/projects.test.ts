import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, inject, test } from 'vitest';
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

describe('tests of a project', () => {
  test('run in jest, in CommonJS', async (context) => {
    const tool = folderOr(context, await installOnce({ jest: '30.5.2' }));
    const folder = join(consumer, 'jest');
    await mkdir(folder);
    await writeFile(join(folder, 'package.json'), '{}');
    await writeFile(join(folder, 'order.test.js'), REQUIRE + TEST);
    const program = join(tool, 'node_modules/jest/bin/jest.js');
    const { stdout } = await run(process.execPath, [program, '--rootDir', folder, '--json'], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 1, numFailedTests: 0 });
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

const RESOLUTIONS = [
  { module: 'node16', moduleResolution: 'node16' },
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'esnext', moduleResolution: 'bundler' },
];

describe.each([
  ['the oldest TypeScript', '5.4.5'],
  ['the newest TypeScript', '7.0.2'],
])('with %s (%s)', (_, version) => {
  test.for(RESOLUTIONS)('programs that resolve as $moduleResolution compile', async (resolution, context) => {
    const tool = folderOr(context, await installOnce({ typescript: version }));
    const folder = join(consumer, `typescript-${version}-${resolution.moduleResolution}`);
    await mkdir(folder);
    const programs = { client: CLIENT_PROGRAM, sandbox: SANDBOX_PROGRAM, schemas: SCHEMAS_PROGRAM };
    for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, `${name}.mts`), text);
    const compilerOptions = {
      ...resolution,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts'] }));
    const compiled = run(join(tool, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: folder });
    await expect(compiled).resolves.toMatchObject({ stdout: '' });
  });
});

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
