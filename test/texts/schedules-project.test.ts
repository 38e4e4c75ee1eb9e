import { afterEach, beforeEach, expect, test } from 'vitest';
import { fastTime, realTime } from '../ordering/world.js';
import { playSchedules } from './schedules.js';

const SCHEDULES = 500;

beforeEach(fastTime);
afterEach(realTime);

test(`${SCHEDULES} kills, faults and altered texts with projects: each text is ordered once, and all are collected`, {
  timeout: 900_000,
}, async () => {
  expect(await playSchedules('project', SCHEDULES)).toBe(SCHEDULES);
});
