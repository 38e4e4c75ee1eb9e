import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PathPattern } from '../../../src/command/plan/path-pattern.js';
import { runs } from '../../runs.js';

test.each([
  ['src/*/en.json', 'src/shop/en.json', ['shop']],
  ['src/*/en.json', 'src/en.json', undefined],
  ['src/*/en.json', 'src/a/b/en.json', undefined],
  ['src/**/en.json', 'src/en.json', ['']],
  ['src/**/en.json', 'src/a/b/en.json', ['a/b']],
  ['src/**/en.json', 'lib/src/en.json', undefined],
  ['**/*.en.resx', 'Menu.en.resx', ['', 'Menu']],
  ['**/*.en.resx', 'a/b/Menu.en.resx', ['a/b', 'Menu']],
  ['**/*.en.resx', 'a/Menu.de.resx', undefined],
  ['**/a/**/*.json', 'x/a/y/a/z.json', ['x', 'y/a', 'z']],
  ['**/a/b.json', 'a/a/a/b.json', ['a/a']],
  ['a*b*c', 'aXbYbZc', ['X', 'YbZ']],
  ['ab*ba', 'aba', undefined],
  ['app/[lang]/(shop)/*.json', 'app/[lang]/(shop)/en.json', ['en']],
  ['app/[lang]/*.json', 'app/l/en.json', undefined],
])('in %s, for %s the stars are %j', (pattern, path, expected) => {
  expect(new PathPattern(pattern).match(path)).toEqual(expected);
});

test.each([
  ['src/*/locales/en.json', 'src'],
  ['src/a/**/*.json', 'src/a'],
  ['**/en.json', ''],
  ['*.json', ''],
])('the files of %s are in the folder "%s"', (pattern, folder) => {
  expect(new PathPattern(pattern).folder).toBe(folder);
});

test.each(['src/**', 'src/**.json', 'a**/b.json', '***/b.json'])('%s is refused', (pattern) => {
  expect(() => new PathPattern(pattern)).toThrow(
    `in ${pattern}, ** must stand for whole folders before a name, as in src/**/en.json.`,
  );
});

test('puts what the stars stand for in a pattern with the same stars', () => {
  const source = new PathPattern('**/*.resx');
  const fill = (target: string, path = 'a/b/Menu.resx') => new PathPattern(target).fill(source, path);
  expect(fill('out/**/*.{language}.resx')).toBe('out/a/b/Menu.{language}.resx');
  expect(() => fill('*/*.{language}.resx')).toThrow(
    'must have the stars of its source, **/*.resx, in the same order',
  );
  expect(() => fill('Menu.{language}.resx')).toThrow('must have the stars of its source');
  expect(fill('**/*.{language}.resx', 'Menu.resx')).toBe('Menu.{language}.resx');
});

const part = fc.oneof(
  fc.constant('**'),
  fc.stringMatching(/^[ab*]{1,4}$/).filter((text) => !text.includes('**')),
);
const pattern = fc
  .tuple(fc.array(part, { maxLength: 4 }), fc.stringMatching(/^[ab]{0,2}\*?[ab]{1,2}$/))
  .map(([folders, name]) => [...folders, name].join('/'));
const path = fc
  .array(fc.stringMatching(/^[ab]{1,3}$/), { minLength: 1, maxLength: 6 })
  .map((names) => names.join('/'));

test('fits the paths that its expression fits, and its stars make the path again', () => {
  fc.assert(
    fc.property(pattern, path, (stars, text) => {
      const source = stars
        .split('/')
        .map((name) => (name === '**' ? '(?:[^/]+/)*' : `${name.replaceAll('*', '[^/]*')}/`))
        .join('');
      const made = new PathPattern(stars);
      const found = made.match(text);
      expect(found !== undefined).toBe(new RegExp(`^${source}$`).test(`${text}/`));
      if (found !== undefined) expect(made.fill(made, text)).toBe(text);
    }),
    runs(2_000),
  );
});

test('takes time that grows with the path, however many stars a stranger writes', () => {
  const path = `${'a/'.repeat(2_000)}b`;
  expect(new PathPattern(`${'**/a/'.repeat(500)}c`).match(path)).toBeUndefined();
  expect(new PathPattern(`${'a*'.repeat(100)}c`).match('a'.repeat(4_000))).toBeUndefined();
});
