import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startApp } from '../app.js';

const FILES = ['locales/en.json', '--to', 'de,ja'] as const;

test('a file keeps its mode when it is written, and a new one can be read by others', async () => {
  await using app = await startApp();
  await app.put('locales/en.json', '{"add": "Add to cart"}');
  await app.put('locales/de.json', '{}');
  const path = (language: string): string => join(app.folder, `locales/${language}.json`);
  await chmod(path('de'), 0o640);
  await app.run('order', ...FILES, '--yes');
  await app.translate();
  expect((await app.run('pull', ...FILES)).code).toBe(0);
  expect(await app.read('locales/de.json')).toContain('add');
  expect((await stat(path('de'))).mode & 0o777).toBe(0o640);
  expect((await stat(path('ja'))).mode & 0o777).toBe(0o644);
});
