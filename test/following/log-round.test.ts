import { expect, test } from 'vitest';
import { sweepPause } from '../../src/following/log-round.js';

test.each([
  [1_000, 6_000],
  [500, 12_000],
  [10_000, 600],
])('with %i questions, a pause is at most %i ms, so that each is read in ten minutes', (questions, ms) => {
  expect(sweepPause(questions)).toBe(ms);
});
