import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, inject, test } from 'vitest';
import { run } from './run.js';

const { tarball, files, consumer } = inject('packed');
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
  test('holds the build, the contract and the pages for people, and nothing else', async () => {
    const build = files.filter((path) => /^dist\/(for-node\/)?[\w.-]+\.(c?js(\.map)?|d\.c?ts)$/.test(path));
    expect(build.length).toBeGreaterThan(20);
    const pages = (await readdir(docs)).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
    expect(files.filter((path) => !build.includes(path)).toSorted()).toEqual(
      [
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        ...pages,
        'package.json',
        'src/command/texts/project.schema.json',
        'src/contract/requester-v1.yaml',
      ].toSorted(),
    );
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
    for (const [name, text] of await contents(/\.\w+$/)) expect(text.includes(home), name).toBe(false);
  });
});

describe('the source maps', () => {
  test('hold the sources of this package', async () => {
    const dist = import.meta.resolve('../../dist/');
    const src = import.meta.resolve('../../src/');
    const found = new Set<string>();
    for (const [name, text] of await contents(/\.map$/)) {
      const map: { sources: string[]; sourcesContent?: (string | null)[] } = JSON.parse(text);
      for (const [at, source] of map.sources.entries()) {
        const url = new URL(source, new URL(name, dist));
        // The assets are made by the build, and bundled parsers have sources of their own under the same names.
        if (!url.href.startsWith(src) || !existsSync(url) || source.includes('/sandbox/desk/assets'))
          continue;
        expect(map.sourcesContent?.[at], `${source} in ${name}`).toBe(await readFile(url, 'utf8'));
        found.add(url.href);
      }
    }
    expect(found.size).toBeGreaterThan(150);
  });
});

describe('the declarations', () => {
  test('that one entry needs are shorter than 150 kB together', async () => {
    const texts = new Map(await contents(/\.d\.ts$/));
    const entries = [...texts.keys()].filter((name) => /^[a-z-]+\.d\.ts$/.test(name));
    expect(entries.length).toBeGreaterThan(8);
    for (const entry of entries) {
      const needed = new Set([entry]);
      // A set that grows while it is walked is walked to its end.
      for (const name of needed) {
        const imported = texts.get(name)?.matchAll(/from '\.\/([\w-]+)\.js'/g) ?? [];
        for (const [, chunk] of imported) needed.add(`${chunk}.d.ts`);
      }
      const bytes = [...needed].reduce((sum, name) => sum + Buffer.byteLength(texts.get(name) ?? ''), 0);
      expect(bytes, entry).toBeLessThan(150_000);
    }
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
