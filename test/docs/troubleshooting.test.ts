import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);

/** All texts of the source, with `…` for what differs. */
async function sources(): Promise<string> {
  const names = await readdir(fileURLToPath(new URL('src', root)), { recursive: true });
  const texts = await Promise.all(
    names
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFile(new URL(`src/${name}`, root), 'utf8')),
  );
  return texts
    .join('\n')
    .replaceAll(/\$\{[^}]*\}/g, '…')
    .replaceAll("\\'", "'");
}

/** What a reader sees: the bold beginning of an item, the first cell of a row, or a paragraph that begins with "You see". */
const SEEN = /^- \*\*(.*?)\*\*:|^\| (.*?) \||^\*\*You see\*\* ([\s\S]*?)\n\n/gm;

test.each([
  ['docs/troubleshooting.md', 25],
  ['docs/when-an-order-is-unclear.md', 15],
  ['docs/following.md', 10],
])('%s quotes only messages and names that the source has', async (path, least) => {
  const page = await readFile(new URL(path, root), 'utf8');
  const seen = [...page.matchAll(SEEN)].map(([, item, cell, paragraph]) => item ?? cell ?? paragraph ?? '');
  const quoted = seen.flatMap((text) =>
    [...text.replaceAll('\n', ' ').matchAll(/`([^`]+)`/g)].map(([, quote = '']) => quote),
  );
  expect(quoted.length).toBeGreaterThan(least);
  const source = await sources();
  const pieces = quoted.flatMap((text) => text.split('…').map((piece) => piece.trim())).filter(Boolean);
  expect(pieces.filter((piece) => !source.includes(piece))).toEqual([]);
});

test('each failure says what is seen, why, and what to do', async () => {
  const unclear = await readFile(new URL('docs/when-an-order-is-unclear.md', root), 'utf8');
  const following = await readFile(new URL('docs/following.md', root), 'utf8');
  const [ofOrders = ''] = unclear.split('\n## The states of an order\n');
  const [, ofFollowing = ''] = /\n## What can go wrong\n([\s\S]*?)\n## /.exec(following) ?? [];
  const failures = [...ofOrders.split(/^## /m).slice(1), ...ofFollowing.split(/^### /m).slice(1)];
  expect(failures.length).toBeGreaterThan(15);
  const parts = ['**You see** ', '**Why**: ', '**Do**: '];
  const incomplete = failures.filter((text) => parts.some((part) => text.split(`\n${part}`).length !== 2));
  expect(incomplete.map((text) => text.split('\n')[0])).toEqual([]);
});
