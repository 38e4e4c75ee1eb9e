import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Plan } from './arithmetic.ts';
import type { AccountDay, AccountPlan } from './simulated-account.ts';

/** A number from 0 to 1 at each call. A small generator, so that each run is the same. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** How many orders an account places in each minute of the day. */
function ordersByMinute(seed: number, { orders, accounts, hours }: Plan): number[] {
  const minutes = new Array<number>(24 * 60).fill(0);
  const random = numbers(seed);
  for (let order = 0; order < Math.round(orders / accounts); order += 1) {
    const drawn = random();
    let reached = 0;
    const hour = hours.findIndex((share) => {
      reached += share;
      return drawn < reached;
    });
    const minute = 60 * Math.max(0, hour) + Math.floor(60 * random());
    minutes[minute] = (minutes[minute] ?? 0) + 1;
  }
  return minutes;
}

/** Every account's day, in as many threads as there are cores. */
export async function simulate(plan: Plan, onDay: (done: number) => void): Promise<AccountDay[]> {
  const days: AccountDay[] = [];
  let seed = 0;
  const work = async () => {
    const thread = new Worker(new URL('./simulation-thread.ts', import.meta.url));
    while (seed < plan.accounts) {
      seed += 1;
      const orders = ordersByMinute(seed, plan);
      const times = { gap: plan.gap / 60, interval: plan.interval / 60 };
      const account: AccountPlan = { seed, orders, ...times, lost: 1 - plan.delivered };
      thread.postMessage(account);
      const [day] = await once(thread, 'message');
      days.push(day);
      onDay(days.length);
    }
    await thread.terminate();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return days;
}
