import { expect, test } from 'vitest';
import { nearestName } from '../../../src/core/http/validate.js';

const KNOWN = [
  'budget',
  'retries',
  'timeout',
  'checkpoint',
  'secret',
  'per_page',
  'dangerouslyAllowBrowser',
  'max',
];

test.each([
  ['budgets', 'budget'],
  ['retires', 'retries'],
  ['timout', 'timeout'],
  ['chekpoint', 'checkpoint'],
  ['secert', 'secret'],
  ['perPage', 'per_page'],
  ['TIMEOUT', 'timeout'],
  ['dangerousAllowBrowsers', 'dangerouslyAllowBrowser'],
  ['mx', 'max'],
])('%s is nearest to %s', (name, nearest) => {
  expect(nearestName(name, KNOWN)).toBe(nearest);
});

test.each(['', 'to', 'colour', 'interval', '__proto__'])('%o is near to none', (name) => {
  expect(nearestName(name, KNOWN)).toBeUndefined();
});

test('of two that are as near, the first is taken', () => {
  expect(nearestName('cat', ['car', 'can'])).toBe('car');
});
