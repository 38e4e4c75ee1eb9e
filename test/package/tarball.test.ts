import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, inject, test } from 'vitest';
import { ENTRIES } from '../../scripts/entries.js';
import { MAX_UNPACKED_BYTES } from '../../scripts/placeholders.js';
import { run, runModule } from './run.js';

const { tarball, files, unpackedSize, consumer } = inject('packed');
const dist = join(consumer, 'node_modules/translation-requester/dist');
const docs = new URL('../../docs/', import.meta.url);
const attw = fileURLToPath(new URL('../../node_modules/.bin/attw', import.meta.url));

/** The files of the build whose paths in it match. */
async function contents(pattern: RegExp): Promise<[name: string, text: string][]> {
  const names = (await readdir(dist, { recursive: true })).filter((name) => pattern.test(name));
  return Promise.all(
    names.map(async (name): Promise<[string, string]> => [name, await readFile(join(dist, name), 'utf8')]),
  );
}

describe('the tarball', () => {
  test('holds only the build, the sources of the client, the contract, the pages for people and small examples', async () => {
    const build = files.filter((path) => /^dist\/[\w.-]+\.(c?js(\.map)?|d\.c?ts)$/.test(path));
    expect(build.length).toBeGreaterThan(20);
    const pages = (await readdir(docs)).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
    const sources = files.filter((path) => /^src\/(?!sandbox|command|msw)[\w/.-]+\.ts$/.test(path));
    expect(sources.length).toBeGreaterThan(100);
    const examples = files.filter((path) =>
      /^examples\/(?!dashboard|demo|fleet)[\w/-]+\.(ts|md|yml)$/.test(path),
    );
    const known = [...build, ...sources, ...examples];
    const others = files.filter((path) => !known.includes(path));
    expect(others.toSorted()).toEqual(
      [
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'SECURITY.md',
        'THIRD-PARTY-LICENSES',
        'llms.txt',
        ...pages,
        'docs/images/desk-light.png',
        'package.json',
        'src/command/plan/project.schema.json',
        'src/client/contract/requester-v1.yaml',
      ].toSorted(),
    );
  });

  test('is at most 5 MB unpacked', () => {
    expect(unpackedSize).toBeLessThanOrEqual(MAX_UNPACKED_BYTES);
  });

  test('has all code that can get a token in a form that people can read', async () => {
    for (const [name, text] of await contents(
      /^(cli\.js|(sandbox|locale-files|texts|documents|proxy)\.cjs)$/,
    )) {
      // esbuild says before each file what it was made of, and minified code has no lines for that.
      const origins = text.split('\n').filter((line) => line.startsWith('// src/'));
      expect(origins.length, name).toBeGreaterThanOrEqual(5);
    }
  });

  test('has no line of code longer than 500 characters', async () => {
    for (const [name, text] of await contents(/\.c?js$/)) {
      const longest = Math.max(...text.split('\n').map(({ length }) => length));
      expect(longest, name).toBeLessThanOrEqual(500);
    }
  });

  test('prints a screen, not a page of code, for an uncaught error of the sandbox', async () => {
    const source = `import { createSandbox } from 'translation-requester/sandbox'; createSandbox({ seed: 'one' });`;
    const failed = run(process.execPath, ['--input-type=module', '--eval', source], { cwd: consumer });
    const { message } = await failed.then(
      () => new Error('nothing was thrown'),
      (error: Error) => error,
    );
    expect(message).toContain('seed');
    expect(message.length).toBeLessThan(3_000);
  });

  test('passes publint without a suggestion', async () => {
    const { buffer } = await readFile(tarball);
    const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test('has types that are right for every way to resolve them', async () => {
    const options = [
      '--profile',
      'node16',
      '--exclude-entrypoints',
      './openapi.yaml',
      './project.schema.json',
      '--no-color',
    ];
    await expect(
      run(process.execPath, [attw, tarball, ...options], { cwd: consumer }),
    ).resolves.toBeDefined();
  });

  test('contains no path of the machine that built it', async () => {
    const home = fileURLToPath(new URL('../../', import.meta.url));
    for (const [name, text] of await contents(/\.\w+$/)) expect(text.includes(home), name).toBe(false);
  });
});

describe('the source maps', () => {
  test('of the modules of the client lead to its sources, which are in the package', async () => {
    const found = new Set<string>();
    for (const [name, text] of await contents(/\.js\.map$/)) {
      const { sources }: { sources: (string | null)[] } = JSON.parse(text);
      for (const source of sources.filter((each) => each !== null)) {
        const path = join('dist', source);
        expect(files, `${source} in ${name}`).toContain(path);
        expect(found, `${source} is in one file`).not.toContain(path);
        found.add(path);
      }
    }
    expect(found.size).toBeGreaterThan(100);
  });

  test('lead to nothing that is generated, and no such source is packed', async () => {
    for (const path of files.filter((name) => name.startsWith('src/'))) {
      const text = await readFile(join(dist, '..', path), 'utf8');
      expect(text.startsWith('// Generated'), path).toBe(false);
    }
  });

  test('are there for no file of the command, the sandbox and its pages, and none in CommonJS', async () => {
    const maps = new Set((await contents(/\.map$/)).map(([name]) => name));
    expect([...maps].filter((name) => name.endsWith('.cjs.map'))).toEqual([]);
    for (const name of ['cli.js', 'sandbox.js', 'sandbox.cjs', 'msw.js', 'msw.cjs', 'assets.js'])
      expect(maps, name).not.toContain(`${name}.map`);
    for (const [name, text] of await contents(/\.c?js$/))
      expect(/^\/\/# sourceMappingURL=/m.test(text), name).toBe(maps.has(`${name}.map`));
  });

  test('name the file and the line of an error', async () => {
    const source = `import { Requester } from 'translation-requester'; try { new Requester({}) } catch ({ stack }) { console.log(JSON.stringify(stack)) }`;
    expect(await runModule(consumer, source, ['--enable-source-maps'])).toMatch(
      /translation-requester\/src\/client\/core\/http\/\w+\.ts:\d+/,
    );
  });
});

describe('the declarations', () => {
  test('that one entry needs are shorter than 150 kB together', async () => {
    const texts = new Map(await contents(/\.d\.c?ts$/));
    const entries = ENTRIES.map((entry) => `${entry}.d.ts`);
    for (const entry of entries) {
      const needed = new Set([entry]);
      // A set that grows while it is walked is walked to its end.
      for (const name of needed) {
        const imported = texts.get(name)?.matchAll(/from '\.\/([\w-]+)\.(c?)js'/g) ?? [];
        for (const [, chunk, format] of imported) needed.add(`${chunk}.d.${format}ts`);
      }
      const bytes = [...needed].reduce((sum, name) => sum + Buffer.byteLength(texts.get(name) ?? ''), 0);
      expect(bytes, entry).toBeLessThan(150_000);
    }
  });

  test('stand in the package once, but for those that need another package', async () => {
    const repeated = (await contents(/\.d\.ts$/)).filter(([, text]) => !/^export \* from .*\n$/.test(text));
    expect(repeated.map(([name]) => name).toSorted()).toEqual(['msw.d.ts', 'schemas.d.ts']);
  });

  test('have no name that a bundler made, and no internal part of the sandbox', async () => {
    for (const [name, text] of await contents(/\.d\.c?ts$/)) {
      expect(text, name).not.toMatch(/\w\$\d/);
      expect(text, name).not.toMatch(/\b(class|interface|type) (State|Clock|EventLog|\w+Record)\b/);
    }
  });

  test('mention zod only for the schemas', async () => {
    for (const [name, text] of await contents(/\.d\.c?ts$/)) {
      const imported = [...text.matchAll(/(?:from|import\() ?'([^'.][^']*)'/g)].map(([, module]) => module);
      const allowed = name.startsWith('schemas.') ? ['zod/mini'] : name.startsWith('msw.') ? ['msw'] : [];
      expect(
        imported.filter((module) => !allowed.includes(module ?? '')),
        name,
      ).toEqual([]);
    }
  });

  test('show nothing that is marked internal', async () => {
    for (const [name, text] of await contents(/\.d\.c?ts$/)) expect(text, name).not.toContain('@internal');
  });
});
