import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ExitCode } from '../../src/command/terminal/failures.js';

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

const [orders, following, command] = await Promise.all(
  ['when-an-order-is-unclear', 'following', 'command'].map((name) =>
    readFile(new URL(`docs/${name}.md`, root), 'utf8'),
  ),
);

/** What a page has under "What can go wrong", failure by failure. */
function findFailures(page = ''): readonly string[] {
  const [, section = ''] = /\n## What can go wrong\n([\s\S]*?)\n## /.exec(page) ?? [];
  return section.split(/^### /m).slice(1);
}

test('each failure says what is seen, why, and what to do', () => {
  const [unclear = ''] = (orders ?? '').split('\n## The states of an order\n');
  const failures = [
    ...unclear.split(/^## /m).slice(1),
    ...[following, command].flatMap((page) => findFailures(page)),
  ];
  expect(failures.length).toBeGreaterThan(20);
  const parts = ['**You see** ', '**Why**: ', '**Do**: '];
  const incomplete = failures.filter((text) => parts.some((part) => text.split(`\n${part}`).length !== 2));
  expect(incomplete.map((text) => text.split('\n')[0])).toEqual([]);
});

test('the page about the command has each of its exit codes', () => {
  const codes = [...(command ?? '').matchAll(/^- \*\*(\d+)\*\*: /gm)].map(([, code]) => Number(code));
  expect(codes).toEqual(Object.values(ExitCode));
});
