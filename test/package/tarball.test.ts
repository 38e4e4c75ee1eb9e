import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, inject, test } from 'vitest';
import { run } from './run.js';

const { tarball, files, consumer } = inject('packed');
const dist = join(consumer, 'node_modules/translation-requester/dist');
const attw = fileURLToPath(new URL('../../node_modules/.bin/attw', import.meta.url));

async function contents(pattern: RegExp): Promise<[name: string, text: string][]> {
  const names = (await readdir(dist)).filter((name) => pattern.test(name));
  return Promise.all(
    names.map(async (name): Promise<[string, string]> => [name, await readFile(join(dist, name), 'utf8')]),
  );
}

describe('the tarball', () => {
  test('holds the build, the contract and the pages for people, and nothing else', () => {
    const build = files.filter((path) => /^dist\/[\w.-]+\.(c?js(\.map)?|d\.c?ts)$/.test(path));
    expect(build.length).toBeGreaterThan(20);
    expect(files.filter((path) => !build.includes(path)).toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'docs/command.md',
      'docs/following.md',
      'docs/locale-files.md',
      'docs/paid-orders.md',
      'docs/runtimes.md',
      'docs/sandbox.md',
      'docs/service.md',
      'docs/signing-in.md',
      'package.json',
      'src/command/texts/project.schema.json',
      'src/openapi/requester-v1.yaml',
    ]);
  });

  test('is right for publint, without a suggestion', async () => {
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

  test('names no path of the machine that built it', async () => {
    const home = fileURLToPath(new URL('../../', import.meta.url));
    for (const [name, text] of await contents(/./)) expect(text.includes(home), name).toBe(false);
  });
});

describe('the source maps', () => {
  test('hold their sources, for each built file that is more than re-exports', async () => {
    const built = (await contents(/\.c?js$/)).filter(([, text]) => text.length > 1500);
    expect(built.length).toBeGreaterThan(10);
    const maps = new Map(await contents(/\.map$/));
    for (const [name] of built) {
      const { sources, sourcesContent } = JSON.parse(maps.get(`${name}.map`) ?? '{}');
      expect(sourcesContent, name).toHaveLength(sources.length);
    }
  });
});

describe('the declarations', () => {
  test('are shorter than 150 kB', async () => {
    const texts = await contents(/\.d\.ts$/);
    expect(texts.reduce((length, [, text]) => length + text.length, 0)).toBeLessThan(150 * 1024);
  });

  test('name nothing that a bundler has renamed, and no part inside the sandbox', async () => {
    for (const [name, text] of await contents(/\.d\.c?ts$/)) {
      expect(text, name).not.toMatch(/\w\$\d/);
      expect(text, name).not.toMatch(/\b(class|interface|type) (State|Clock|EventLog|\w+Record)\b/);
    }
  });

  test('show no zod, but for the schemas', async () => {
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
