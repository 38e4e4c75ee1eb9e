import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';

const { consumer } = inject('packed');
const installed = join(consumer, 'node_modules/translation-requester');
const desk = fileURLToPath(new URL('../../src/sandbox/desk', import.meta.url));

/** The text of each package, by its name. */
async function licences(): Promise<Map<string, string>> {
  const [, ...parts] = (await readFile(join(installed, 'THIRD-PARTY-LICENSES'), 'utf8')).split(/^-{78}\n/m);
  return new Map(parts.map((part) => [/^(\S+) /.exec(part)?.[1] ?? '', part.slice(part.indexOf('\n'))]));
}

/** All that is matched in the files of a folder whose names are matched. */
async function matches(folder: string, files: RegExp, pattern: RegExp): Promise<Set<string>> {
  const names = (await readdir(folder)).filter((name) => files.test(name));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, found]) => found ?? '')));
}

test('each package in the build has its licence in the package', async () => {
  // The build names the file above each part. The desk is minified, and names none.
  const inBuild = await matches(
    join(installed, 'dist'),
    /\.c?js$/,
    /^\s*\/\/ .*node_modules\/((?:@[^/]+\/)?[^/]+)\//gm,
  );
  const inDesk = await matches(desk, /\.tsx$/, /from '((?:@[^/]+\/)?[^./'][^/']*)[^']*'/g);
  expect([...inBuild]).toEqual(
    expect.arrayContaining([
      '@clack/prompts',
      'commander',
      'fflate',
      'gettext-parser',
      'hono',
      'ky',
      'saxes',
      'xmlchars',
    ]),
  );
  expect([...inDesk]).toEqual(expect.arrayContaining(['preact', '@preact/signals']));
  const texts = await licences();
  expect([...texts.keys()]).toEqual(expect.arrayContaining([...inBuild, ...inDesk]));
});

test('each of the licences is whole, and that of a package which is bundled', async () => {
  const { packages }: { packages: object } = JSON.parse(
    await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8'),
  );
  for (const [name, text] of await licences()) {
    expect(packages).toHaveProperty([`node_modules/${name}`]);
    expect(text, name).toMatch(/copyright/i);
    expect(text, name).toMatch(/Permission[^.]*is hereby granted/);
    expect(text, name).toMatch(/THE SOFTWARE IS PROVIDED\s+["']AS IS["']/);
  }
});
