import { expect, test } from 'vitest';
import { findNonTexts } from '../../../src/localise/checks/non-texts.js';
import { pseudoTranslation } from '../../../src/texts.js';
import { growth, LINEAR } from '../../growth.js';

test('values that are not text are found in time that grows with the texts', async () => {
  for (const part of [
    'a',
    'a-',
    '-a',
    'a.',
    '/a',
    'a/',
    'a b-',
    '(',
    'a_',
    '%Y ',
    'M-',
    '12px ',
    'fa-a ',
    ':a',
    '#a',
    '{a}',
    '<b>',
  ])
    expect(
      await growth(
        (size) => ({
          long: part.repeat(size),
          ...Object.fromEntries(Array.from({ length: size / 64 }, (_, at) => [`k${at}`, part.repeat(90)])),
        }),
        async (texts) => findNonTexts(texts),
      ),
    ).toBeLessThan(LINEAR);
});

test('the key of a plural form is known in time that grows with the key', async () => {
  const make = (size: number) => ({ ['[=0, '.repeat(size)]: 'a', [`[one, ${'['.repeat(size)}]`]: 'a' });
  expect(await growth(make, (texts) => findNonTexts(texts))).toBeLessThan(LINEAR);
});

test.each<[string, (size: number) => string]>([
  ['numbers in deep selects', (size) => '{n, select, other {#'.repeat(size / 16)],
  ['a tag with long white space', (size) => `<a b=c${' '.repeat(size)}>`],
  ['letters', (size) => 'a'.repeat(size)],
  ['braces', (size) => '{'.repeat(size)],
  ['placeholders', (size) => '{a}'.repeat(size / 4)],
  ['ampersands', (size) => '&a'.repeat(size / 4)],
  ['what is nearly an address', (size) => 'a.'.repeat(size / 4)],
  ['white space', (size) => `a${' '.repeat(size)}b`],
])('a pseudo translation takes time that grows with %s', async (_, make) => {
  expect(await growth(make, async (text) => void pseudoTranslation(text))).toBeLessThan(LINEAR);
});
