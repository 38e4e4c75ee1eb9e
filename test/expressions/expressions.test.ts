import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findExpressions } from './find-expressions.js';
import { listMade } from './made-expressions.js';
import { readVerdicts } from './verdicts.js';

test('every expression of the source has a verdict in verdicts.txt', async () => {
  const { expressions, missing } = await listMade();
  expect(missing, 'makes an expression, and runMakers in made-expressions.ts does not call it').toEqual([]);
  const known = readVerdicts(await readFile(new URL('verdicts.txt', import.meta.url), 'utf8'));
  const own = [...new Set([...findExpressions().literals, ...expressions])].sort();
  // npx vitest run -u --project long-once test/expressions judges what is new.
  expect(own).toEqual([...known.keys()]);
});
