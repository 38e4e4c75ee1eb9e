import { expect, onTestFinished, test } from 'vitest';
import { startApp } from '../app.js';

test('columns of a table stand under each other where letters take two columns, or none', async () => {
  const app = await startApp();
  onTestFinished(() => app[Symbol.asyncDispose]());
  // The middle one spells é as e and an accent, as macOS does in names of files.
  const names = ['日本語/en.json', 'cafe\u0301/en.json', 'shop/en.json'];
  for (const name of names) await app.put(name, '{"add":"Add to cart"}');
  const { out } = await app.run('quote', ...names, '--to', 'de');
  expect(out.split('\n').slice(0, 4)).toEqual([
    'file            language  texts  points',
    '日本語/en.json  de        1      18',
    'cafe\u0301/en.json    de        0      0',
    'shop/en.json    de        0      0',
  ]);
});
