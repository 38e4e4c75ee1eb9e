import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Requester, Store } from '../../../src/index.js';
import { lastingStore } from '../../lasting-store.js';
import { runs, tries } from '../../runs.js';
import { run, type Shop } from './run-schedule.js';
import { arrivingLate, schedules } from './schedule.js';
import { fastTime, openWorld, pause, realTime, swiftly } from './world.js';

beforeEach(fastTime);
afterEach(realTime);

const SCHEDULES = tries(400);
const SPAN = 60_000;
const LATENESS = 6_000;

/** A store as one process has it; from the moment that the process is killed, no step of it happens. */
function killable(store: Store, isKilled: () => boolean): Store {
  const step = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    // The way to the store takes a moment.
    await pause(1);
    return isKilled() ? new Promise(() => undefined) : work();
  };
  return {
    get: (key) => step(() => store.get(key)),
    swap: (...change) => step(() => store.swap(...change)),
    keys: (prefix) => step(() => store.keys(prefix)),
  };
}

const STORED = tries(200);
/** Longer than settle: without a store, such orders would be placed again. */
const VERY_LATE = 40_000;

test(`${STORED} schedules with a store order each key once, though processes are killed and orders arrive after settle`, async () => {
  let orders = 0;
  const property = fc.asyncProperty(schedules(SPAN, VERY_LATE), async (schedule) => {
    vi.clearAllTimers();
    vi.setSystemTime(Date.UTC(2026, 0, 1));
    let isCalm = false;
    const { sandbox, elsewhere } = openWorld(
      {},
      { attemptTimeout: 5_000, timeout: 15_000, retries: 1, maxRetryAfter: 5_000 },
      arrivingLate(schedule.lateness, () => isCalm),
    );
    const store = lastingStore();
    const start = (): Shop => {
      let isKilled = false;
      const process = (): Requester => elsewhere({ store: killable(store, () => isKilled) });
      // Two processes that run at once.
      return {
        clients: [process(), process()],
        kill: () => {
          isKilled = true;
        },
      };
    };
    const calm = (): void => {
      isCalm = true;
    };
    const stage = {
      sandbox,
      start,
      hasPerson: true,
      calm,
      restart: 100,
      quiet: VERY_LATE + 80_000,
      settle: 8_000,
    };
    const report = await swiftly(run(schedule, stage));
    orders += report.orders;
    expect(report.wrong).toEqual([]);
  });
  await fc.assert(property, runs(200));
  expect(orders).toBeGreaterThan(STORED);
});

test(`${SCHEDULES} schedules of faults, crashes, repeats and calls at once order each key once, lose none and report the truth`, async () => {
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
  await fc.assert(property, runs(400));
  expect(total.schedules).toBe(SCHEDULES);
  expect(total.orders).toBeGreaterThan(SCHEDULES);
});
