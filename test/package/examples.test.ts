import { cpSync, existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { run } from './run.js';

const { consumer } = inject('packed');
const packed = join(consumer, 'node_modules/translation-requester/examples');

/** The packed examples that are programs, which their first lines say. */
const programs = globSync('**/*.ts', { cwd: packed }).filter((path) =>
  readFileSync(join(packed, path), 'utf8').includes(`Run it: node ${basename(path)} `),
);

test('the package has the small examples', () => {
  expect(programs.length).toBeGreaterThan(10);
  expect(programs).toContain('first-order.ts');
});

/** The packages that a file and those beside it import, but for this one. */
function listPackages(path: string): string[] {
  const text = readFileSync(join(packed, path), 'utf8');
  const imported = [...text.matchAll(/ from '([^']+)'/g)].map(([, name = '']) => name);
  return imported.flatMap((name) => {
    if (name.startsWith('.')) return listPackages(join(dirname(path), name));
    if (/^(node:|translation-requester\b)/.test(name)) return [];
    return [/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name];
  });
}

test.each(programs)('%s says what to install', (path) => {
  const page = join(packed, dirname(path), 'README.md');
  const text =
    readFileSync(join(packed, path), 'utf8') + (existsSync(page) ? readFileSync(page, 'utf8') : '');
  const told =
    text
      .match(/npm install .*/g)
      ?.join(' ')
      .split(' ') ?? [];
  expect(told).toEqual(expect.arrayContaining(listPackages(path)));
});

test.each(programs)('%s runs in the project of whoever has copied it', async (path) => {
  const copy = join(consumer, 'copied');
  cpSync(packed, copy, { recursive: true });
  const { stdout } = await run(process.execPath, [basename(path)], { cwd: join(copy, dirname(path)) });
  expect(stdout).not.toBe('');
});
