import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
const page = read('CONTRIBUTING.md');
/** What is longer than the page stands beside what it is about. */
const pages = ['CONTRIBUTING.md', 'src/README.md', 'test/README.md', 'scripts/README.md'] as const;

/** Folders at the root whose files the page names. */
const FOLDERS = /^(?:src|test|scripts|docs|lab|examples|\.github|\.ci)\//;
/** The ending of a file's name. */
const ENDING = /[\w*]\.(?:ts|tsx|md|json|jsonc|yaml|yml|mjs|txt)$/;

/** The paths in the code of a page and in its links. Those in code begin at the root. */
function listPaths(name: string): string[] {
  const prose = read(name).replaceAll(/^```[\s\S]*?^```/gm, '');
  const words = [...prose.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.split(/[\s,]+/));
  const links = [...prose.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target = '']) => target);
  const local = links
    .filter((target) => !target.includes(':'))
    .map((target) => posix.join(posix.dirname(name), target));
  return [...words.filter((word) => FOLDERS.test(word) || ENDING.test(word)), ...local];
}

/** The folders of the tree of the page. */
function listTree(): string[] {
  const [, tree = ''] = /```\n(src\/[\s\S]*?)```/.exec(page) ?? [];
  return [...tree.matchAll(/^(\w\S*\/)(?:, (\w+\/))?/gm)].flatMap(([, name = '', second]) =>
    second === undefined ? [name] : [name, second],
  );
}

/** A part of a page with one bold title. */
function readRecipe(name: string, title: string): string {
  const [, recipe = ''] = read(name).split(`**${title}** `);
  return recipe.split(/\n\n/)[0] ?? '';
}

test('every path that CONTRIBUTING and the pages beside it name exists', () => {
  const paths = [...pages.flatMap(listPaths), ...listTree()];
  expect(paths.length).toBeGreaterThan(60);
  const lost = paths.filter((path) =>
    path.includes('*') ? globSync(path, { cwd: root }).length === 0 : !existsSync(`${root}${path}`),
  );
  expect(lost, 'mend the page that names it').toEqual([]);
});

test('CONTRIBUTING fits on a screen', () => {
  expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(70);
});

test.each([
  ['CONTRIBUTING.md', 'A status'],
  ['CONTRIBUTING.md', 'A field of an answer'],
  ['CONTRIBUTING.md', 'A locale format'],
  ['src/README.md', 'An option of a call'],
  ['src/README.md', 'An endpoint'],
])('%s says in at most ten lines where a change goes: %s, with a commit to learn from', (name, title) => {
  const recipe = readRecipe(name, title);
  expect(recipe.split('\n').length).toBeLessThanOrEqual(10);
  expect(recipe).toMatch(/\n1\. [\s\S]*\n3\. /);
  expect(recipe.split('\n')[0]).toMatch(/`[0-9a-f]{8}`/);
});
