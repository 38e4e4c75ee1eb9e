// `npm run example fleet/scale/simulate`: a day of 100,000 orders in the sandbox's time, without a socket. It compares what happened
// with what the arithmetic says.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import {
  addUp,
  countEvents,
  OFFICE_DAY,
  type Plan,
  type Requests,
  requestsInBusiestMinute,
  requestsOfDay,
} from './arithmetic.ts';
import type { AccountDay } from './simulated-account.ts';
import { simulate } from './simulation.ts';

const { values } = parseArgs({
  options: { orders: { type: 'string', default: '100000' }, accounts: { type: 'string', default: '100' } },
});

/** As many orders an account as 10 million a day over 10,000 accounts. */
const plan: Plan = {
  orders: Number(values.orders),
  accounts: Number(values.accounts),
  hours: OFFICE_DAY,
  translated: 7 / 8,
  delivered: 0.99,
  gap: 300,
  interval: 1_800,
};
/** Commands of Redis for an order: reads, the clock, and the swaps that claim it, send it and note it as placed. */
const COMMANDS = 5;
/** By how much a figure may differ: chance, and the orders of the last minutes, which end after the day. */
const TOLERANCE = 0.03;

function add(totals: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(counts)) totals[name] = (totals[name] ?? 0) + count;
}

const started = performance.now();
const requests: Record<string, number> = {};
const bytes: Record<string, number> = {};
const days: readonly AccountDay[] = await simulate(plan, (done) => {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${plan.accounts} accounts `);
});
for (const day of days) {
  add(requests, day.requests);
  add(bytes, day.bytes);
}
const total = (name: 'placed' | 'results' | 'missed' | 'commands') =>
  days.reduce((sum, day) => sum + day[name], 0);

let isRight = true;
/** Prints a figure beside what the arithmetic says. */
function compare(what: string, simulated: number, calculated: number, tolerance: number): void {
  const isNear = Math.abs(simulated - calculated) <= tolerance * calculated;
  isRight &&= isNear;
  const figures = [simulated, calculated].map((figure) =>
    figure.toLocaleString('en', { maximumFractionDigits: 2 }),
  );
  console.log(`${isNear ? 'right' : 'WRONG'}  ${what}: simulated ${figures[0]}, calculated ${figures[1]}`);
}

const calculated: Requests = requestsOfDay(plan);
for (const [kind, count] of Object.entries(calculated)) {
  compare(`requests for ${kind}`, requests[kind] ?? 0, count, TOLERANCE);
}
const sum = Object.values(requests).reduce((before, count) => before + count, 0);
compare('requests for one order', sum / plan.orders, addUp(calculated) / plan.orders, TOLERANCE);
compare('orders placed', total('placed'), plan.orders, 0);
compare('results', total('results'), plan.orders * plan.translated, TOLERANCE);
compare('commands of Redis', total('commands'), COMMANDS * plan.orders, 0);
compare('events that were missed', total('missed'), 0, 0);
console.log(`       events of one order, calculated: ${countEvents(plan)}`);
console.log(
  `       requests for an account in a minute of the busiest hour, calculated: ${requestsInBusiestMinute(plan).toFixed(1)}`,
);
console.log(`       the most in any minute, simulated: ${Math.max(...days.map(({ busiest }) => busiest))}`);
for (const [kind, count] of Object.entries(bytes)) {
  console.log(`       bytes of answers for ${kind}, of one order: ${Math.round(count / plan.orders)}`);
}
const large: Plan = { ...plan, orders: 10_000_000, accounts: 10_000 };
const each = addUp(requestsOfDay(large)) / large.orders;
console.log(
  `       10 million orders a day over 10,000 accounts, calculated: ${each.toFixed(2)} requests for one order,`,
);
console.log(`       ${Math.round((large.orders * each) / 86_400)} a second on the average`);
const seconds = Math.round((performance.now() - started) / 1000);
console.log(`       ${seconds} s; load ${loadavg()[0]?.toFixed(1)}`);
if (!isRight) process.exitCode = 1;
