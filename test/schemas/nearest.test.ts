import { expect, test } from 'vitest';
import { nearestName } from '../../src/schemas/nearest.js';

const known = ['budget', 'retries', 'timeout', 'checkpoint', 'secret', 'autopilot', 'custom_field', 'page'];

test.each([
  ['budgets', 'budget'],
  ['retires', 'retries'],
  ['timout', 'timeout'],
  ['chekpoint', 'checkpoint'],
  ['secert', 'secret'],
  ['autpilot', 'autopilot'],
  ['customField', 'custom_field'],
  ['PAGE', 'page'],
])('%s is meant to be %s', (name, meant) => {
  expect(nearestName(name, known)).toBe(meant);
});

test.each(['', 'x', 'size', 'colour', 'p'.repeat(5000)])('%s is like no known name', (name) => {
  expect(nearestName(name, known)).toBeUndefined();
});
