import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import {
  addUp,
  OFFICE_DAY,
  type Plan,
  requestsInBusiestMinute,
  requestsOfDay,
} from '../../examples/fleet/scale/arithmetic.ts';
import { SimulatedAccount } from '../../examples/fleet/scale/simulated-account.ts';

const plan: Plan = {
  orders: 1_000,
  accounts: 1,
  hours: OFFICE_DAY,
  translated: 7 / 8,
  delivered: 1,
  gap: 300,
  interval: 1_800,
};

test('the arithmetic counts each kind of request', () => {
  const { looks, ...others } = requestsOfDay(plan);
  expect(others).toEqual({ placing: 1_000, callbacks: 2_750, results: 875, accounts: 1 });
  // A look each five minutes at most, and each half an hour at least.
  expect(looks).toBeLessThanOrEqual(288);
  expect(looks).toBeGreaterThan(48);
  expect(requestsOfDay({ ...plan, orders: 0 })).toMatchObject({ looks: 48 });
  expect(requestsOfDay({ ...plan, delivered: 0 })).toMatchObject({ looks: 48, callbacks: 0 });
});

test('the busiest minute has more requests than the mean one', () => {
  const mean = addUp(requestsOfDay(plan)) / (24 * 60);
  expect(requestsInBusiestMinute(plan)).toBeGreaterThan(1.5 * mean);
  const even = new Array<number>(24).fill(1 / 24);
  expect(requestsInBusiestMinute({ ...plan, hours: even })).toBeCloseTo(
    (addUp(requestsOfDay({ ...plan, hours: even })) - 1) / (24 * 60),
  );
});

test('a simulated day has the requests of the arithmetic, and misses no event although callbacks are lost', async () => {
  // An order each ten minutes.
  const orders = Array.from({ length: 24 * 60 }, (_, minute) => (minute % 10 === 0 ? 1 : 0));
  const day = await new SimulatedAccount({ seed: 1, orders, gap: 5, interval: 30, lost: 0.5 }).run();
  expect(day).toMatchObject({ placed: 144, missed: 0, commands: 5 * 144 });
  expect(day.results).toBeGreaterThan(120);
  expect(day.requests).toMatchObject({ placing: 144, accounts: 1, results: day.results });
  expect(day.requests.looks).toBeLessThanOrEqual(288);
});

test('a process looks once at the log of each of its accounts, and once more when it is woken, 32 at a time', async () => {
  const program = fileURLToPath(new URL('../../examples/fleet/scale/accounts.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--accounts', '300']);
  const once = '300 requests, 1 to 1 of an account';
  expect(stdout).toContain(`The first look at each log: ${once}`);
  expect(stdout).toContain(`An event that all 300 accounts got: ${once}`);
  expect(stdout).toContain('Requests in flight at most: 32, over all accounts');
});
