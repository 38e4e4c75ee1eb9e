import { expect, test } from 'vitest';
import { type Checked, checkArgument, describeIssues, joinTexts } from '../../src/base/checked.js';

const refuseAt = (path: string) => (): Checked<never> => ({
  issues: [{ path, message: 'must be a string' }],
});

test.each([
  ['', 'order'],
  ['title', 'order.title'],
  ['questions[0].body', 'order.questions[0].body'],
  ['[1]', 'order[1]'],
])('an issue at %j of an argument is at %s', (path, shown) => {
  expect(checkArgument('order', refuseAt(path), {}).issues).toEqual([
    { path: shown, message: 'must be a string' },
  ]);
});

test('an issue with the whole value is described without a path', () => {
  const issues = [
    { path: '', message: 'must be an object' },
    { path: 'id', message: 'must be an integer' },
  ];
  expect(describeIssues(issues)).toBe('must be an object; id must be an integer');
});

test('a list is cut where nobody reads on, and says how many more there are', () => {
  const texts = Array.from({ length: 100 }, () => 'x'.repeat(98));
  expect(joinTexts(texts)).toBe(`${texts.slice(0, 15).join('; ')}; and 85 more`);
  expect(joinTexts(texts.slice(0, 2), 7)).toBe(`${texts.slice(0, 2).join('; ')}; and 5 more`);
});

test('a single text that is too long is cut', () => {
  expect(joinTexts(['x'.repeat(2_000)])).toBe(`${'x'.repeat(1_499)}…`);
});
