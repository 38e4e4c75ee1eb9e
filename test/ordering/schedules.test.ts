import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { run, type Shop } from './run-schedule.js';
import { arrivingLate, schedules } from './schedule.js';
import { fastTime, openWorld, realTime, swiftly } from './world.js';

beforeEach(fastTime);
afterEach(realTime);

const SCHEDULES = 400;
const SPAN = 60_000;
const LATENESS = 6_000;

test(`${SCHEDULES} schedules of faults, crashes, repeats and calls at once order each key once, lose none and tell the truth`, {
  timeout: 180_000,
}, async () => {
  const total = { schedules: 0, orders: 0, calls: 0 };
  const property = fc.asyncProperty(schedules(SPAN, LATENESS), async (schedule) => {
    vi.clearAllTimers();
    vi.setSystemTime(Date.UTC(2026, 0, 1));
    const { sandbox, elsewhere, client } = openWorld(
      {},
      { attemptTimeout: 5_000, timeout: 15_000, retries: 1, maxRetryAfter: 5_000 },
      arrivingLate(schedule.lateness),
    );
    const start = (): Shop => {
      // Two clients of one account at one address: what a process shares, they share.
      const first = elsewhere();
      return { clients: [first, first.withAccessToken(sandbox.accessToken)] };
    };
    void client;
    const stage = { sandbox, start, restart: LATENESS + 1_000, settle: LATENESS + 2_000 };
    const report = await swiftly(run(schedule, stage));
    total.schedules += 1;
    total.orders += report.orders;
    total.calls += report.calls;
    expect(report.wrong).toEqual([]);
  });
  await fc.assert(property, { numRuns: SCHEDULES });
  expect(total.schedules).toBe(SCHEDULES);
  expect(total.orders).toBeGreaterThan(SCHEDULES);
});
