import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ENTRIES, findSource } from '../../scripts/entries.js';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/api.md', root), 'utf8');

test.each(ENTRIES)('the reference names all that %s exports', async (entry) => {
  const name = entry === 'index' ? 'translation-requester' : `translation-requester/${entry}`;
  const [, listed = ''] = new RegExp(`^- \`${name}\`: (.*)$`, 'm').exec(page) ?? [];
  const names = listed.split(', ').map((value) => value.replaceAll('`', ''));
  const exported = Object.keys(await import(new URL(findSource(entry), root).href));
  expect(names.toSorted()).toEqual(exported.toSorted());
});
