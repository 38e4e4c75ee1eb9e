import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
const page = read('CONTRIBUTING.md');

/** Folders at the root whose files the page names. */
const FOLDERS = /^(?:src|test|scripts|docs|lab|examples|\.github|\.ci)\//;
/** The ending of a file's name. */
const ENDING = /[\w*]\.(?:ts|tsx|md|json|jsonc|yaml|yml|mjs|txt)$/;

/** The paths in its code and in its links. */
function listPaths(): string[] {
  const prose = page.replaceAll(/^```[\s\S]*?^```/gm, '');
  const words = [...prose.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.split(/[\s,]+/));
  const links = [...prose.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target = '']) => target);
  const local = links.filter((target) => !target.includes(':'));
  return [...words.filter((word) => FOLDERS.test(word) || ENDING.test(word)), ...local];
}

/** The folders of the tree at the beginning of the page: those that stand in another are indented. */
function listTree(): string[] {
  const [, tree = ''] = /```\n(src\/[\s\S]*?)```/.exec(page) ?? [];
  let parent = '';
  return [...tree.matchAll(/^( *)([\w.-]+\/)/gm)].map(([, indent, name = '']) => {
    if (indent === '') parent = name;
    return indent === '' ? name : `${parent}${name}`;
  });
}

/** A part of the page with one bold title. */
function readRecipe(title: string): string {
  const [, recipe = ''] = page.split(`**${title}** `);
  return recipe.split(/\n\n/)[0] ?? '';
}

test('every path that CONTRIBUTING names exists', () => {
  const paths = [...listPaths(), ...listTree()];
  expect(paths.length).toBeGreaterThan(60);
  const lost = paths.filter((path) =>
    path.includes('*') ? globSync(path, { cwd: root }).length === 0 : !existsSync(`${root}${path}`),
  );
  expect(lost, 'mend CONTRIBUTING.md').toEqual([]);
});

test.each(['A status', 'A field of an answer', 'An option of a call', 'An endpoint', 'A locale format'])(
  'CONTRIBUTING says in at most ten lines where a change goes: %s, with a commit to learn from',
  (title) => {
    const recipe = readRecipe(title);
    expect(recipe.split('\n').length).toBeLessThanOrEqual(10);
    expect(recipe).toMatch(/\n1\. [\s\S]*\n3\. /);
    expect(recipe.split('\n')[0]).toMatch(/`[0-9a-f]{8}`/);
  },
);
