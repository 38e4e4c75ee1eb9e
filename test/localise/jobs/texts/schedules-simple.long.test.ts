import { afterEach, beforeEach, expect, test } from 'vitest';
import { fastTime, realTime } from '../../../client/ordering/world.js';
import { tries } from '../../../runs.js';
import { playSchedules } from './schedules.js';

const OFTEN = 500;

beforeEach(fastTime);
afterEach(realTime);

test(`${tries(OFTEN)} kills, faults and altered texts with simple questions: each text is ordered once, and all are collected`, async () => {
  expect(await playSchedules('simple', OFTEN)).toBe(tries(OFTEN));
});
