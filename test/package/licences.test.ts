import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';

const { consumer } = inject('packed');
const installed = join(consumer, 'node_modules/translation-requester');
const source = fileURLToPath(new URL('../../src', import.meta.url));

/** The text of each package, by its name: what it says of itself, and what it has in common with others. */
async function licences(): Promise<Map<string, string>> {
  const [, ...parts] = (await readFile(join(installed, 'THIRD-PARTY-LICENSES'), 'utf8')).split(/^-{78}\n/m);
  return new Map(
    parts.flatMap((part) => {
      const titles = [...part.matchAll(/^(\S+) \d\S* \([^)\n]+\)$/gm)];
      const terms = part.slice(part.search(/^(?:Permission |Apache License$|Redistribution )/m));
      return titles.map(({ 0: title, 1: name = '', index }, at): [string, string] => {
        const end = titles[at + 1]?.index ?? part.length;
        return [name, part.slice(index + title.length, end) + terms];
      });
    }),
  );
}

/** A package that a file imports. */
const IMPORT = /^(?:import|export)(?! type)[^;]*? from '(?!node:)((?:@[^/']+\/)?[^./#'][^/']*)/gm;
/** What the build leaves to be installed, and what only a build imports. */
const NOT_BUNDLED = new Set(['zod', 'msw', 'esbuild']);

/** The packages that the source imports and the build has in it. */
async function imported(): Promise<readonly string[]> {
  const names = (await readdir(source, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(join(source, name), 'utf8')));
  const found = texts.flatMap((text) => [...text.matchAll(IMPORT)].map(([, name]) => name ?? ''));
  return [...new Set(found)].filter((name) => !NOT_BUNDLED.has(name));
}

test('each package in the build has its licence in the package', async () => {
  const direct = await imported();
  const some = [
    '@clack/prompts',
    'commander',
    'fflate',
    'gettext-parser',
    'hono',
    'ky',
    'preact',
    'saxes',
    'string-width',
    'yaml',
  ];
  expect(direct).toEqual(expect.arrayContaining(some));
  const texts = await licences();
  // One of saxes.
  expect([...texts.keys()]).toEqual(expect.arrayContaining([...direct, 'xmlchars']));
});

test('each of the licences is whole, and that of a package which is bundled', async () => {
  const { packages }: { packages: object } = JSON.parse(
    await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8'),
  );
  const locked = Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, ''));
  for (const [name, text] of await licences()) {
    expect(locked).toContain(name);
    expect(text, name).toMatch(/copyright/i);
    expect(text, name).toMatch(
      /Permission[^.]*is hereby granted|Redistribution and use in source|hereby grants to You a perpetual/,
    );
    expect(text, name).toMatch(/\bprovide[sd]\b[^.]*\bAS\sIS\b/i);
  }
});
