import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const readText = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

test('the page about errors says of each code of advice when an error has it', async () => {
  const source = await readText('src/client/core/errors/advice.ts');
  const [types = ''] = source.split('export type AdviceWithText');
  const codes = [...types.matchAll(/(?:\| |code: )'([a-z-]+)'/g)].map(([, code = '']) => code);
  expect(codes.length).toBeGreaterThan(30);
  const [, section = ''] = (await readText('docs/errors.md')).split('## Advice\n');
  const rows = [...section.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = '']) => cell.replace(/\(.*?\)/g, ''));
  const named = rows.flatMap((cell) => [...cell.matchAll(/`([a-z-]+)`/g)].map(([, code = '']) => code));
  expect(named.toSorted()).toEqual(codes.toSorted());
});
