import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OrderJournal, Requester } from '../../src/index.js';
import { storeJournal } from '../../src/stores/journal.js';
import { memoryStore } from '../../src/stores/memory-store.js';
import { runs, tries } from '../runs.js';
import { run, type Shop } from './run-schedule.js';
import { arrivingLate, schedules } from './schedule.js';
import { fastTime, openWorld, pause, realTime, swiftly } from './world.js';

beforeEach(fastTime);
afterEach(realTime);

const SCHEDULES = tries(400);
const SPAN = 60_000;
const LATENESS = 6_000;

/** A journal as one process has it; from the moment that the process is killed, no step of it happens. */
function killable(journal: OrderJournal, isKilled: () => boolean): OrderJournal {
  const step = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    // The way to the store takes a moment.
    await pause(1);
    return isKilled() ? new Promise(() => undefined) : work();
  };
  return {
    durable: true,
    begin: (key, order) => step(() => journal.begin(key, order)),
    sending: (key, claim) => step(() => journal.sending(key, claim)),
    placed: (key, id) => step(() => journal.placed(key, id)),
    failed: (key, claim) => step(() => journal.failed(key, claim)),
    inspect: (key) => step(async () => journal.inspect?.(key)),
  };
}

const JOURNALED = tries(200);
/** Longer than settle: without a journal, such orders would be placed again. */
const VERY_LATE = 40_000;

test(`${JOURNALED} schedules with a durable journal order each key once, though processes are killed and orders arrive after settle`, async () => {
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
    const journal = storeJournal(memoryStore(), { durable: true });
    const start = (): Shop => {
      let isKilled = false;
      const process = (): Requester => elsewhere({ orders: { journal: killable(journal, () => isKilled) } });
      // Two processes that run at once.
      return {
        clients: [process(), process()],
        kill: () => {
          isKilled = true;
        },
      };
    };
    const free = (key: string) => journal.failed(key);
    const calm = (): void => {
      isCalm = true;
    };
    const stage = { sandbox, start, free, calm, restart: 100, quiet: VERY_LATE + 80_000, settle: 8_000 };
    const report = await swiftly(run(schedule, stage));
    orders += report.orders;
    expect(report.wrong).toEqual([]);
  });
  await fc.assert(property, runs(200));
  expect(orders).toBeGreaterThan(JOURNALED);
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
