import { expect, test } from 'vitest';
import { findNearestName } from '../../src/base/names.js';

const KNOWN = [
  'budget',
  'retries',
  'timeout',
  'checkpoint',
  'secret',
  'per_page',
  'dangerouslyAllowBrowser',
  'max',
  'autopilot',
  'custom_field',
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
  ['autpilot', 'autopilot'],
  ['customField', 'custom_field'],
])('%s is nearest to %s', (name, nearest) => {
  expect(findNearestName(name, KNOWN)).toBe(nearest);
});

test.each(['', 'to', 'colour', 'interval', '__proto__', 'p'.repeat(5_000)])('%o is near to none', (name) => {
  expect(findNearestName(name, KNOWN)).toBeUndefined();
});

test('of two that are as near, the first is taken', () => {
  expect(findNearestName('cat', ['car', 'can'])).toBe('car');
});

test('a name of two letters is not near to one with two other letters', () => {
  expect(findNearestName('to', ['of'])).toBeUndefined();
});
