// `npm run example fleet/scale/measure`: how fast 1, 2 and 4 workers are here, and what one order costs.
import { cpus, loadavg } from 'node:os';
import { setTimeout as rest } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import type { Status } from '../intake/status.ts';
import { type Fleet, startFleet } from '../local/fleet.ts';
import { readStatus, until } from './until.ts';

const { values } = parseArgs({ options: { orders: { type: 'string', default: '1000' } } });
const ORDERS = Number(values.orders);

/** What Redis has done and holds. */
interface Effort {
  /** Those inside scripts are counted too. */
  readonly commands: number;
  readonly scripts: number;
  readonly bytes: number;
  readonly memory: number;
  readonly log: number;
}

async function readEffort(redis: Redis): Promise<Effort> {
  const info = await redis.info('everything');
  const figure = (name: string) =>
    Number(new RegExp(`^${name}(?::|:calls=)(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  return {
    commands: figure('total_commands_processed'),
    scripts: figure('cmdstat_evalsha') + figure('cmdstat_eval'),
    bytes: figure('total_net_input_bytes') + figure('total_net_output_bytes'),
    memory: figure('used_memory'),
    log: figure('aof_current_size'),
  };
}

/** What the store keeps of an order. */
async function recordBytes(redis: Redis): Promise<number> {
  const [, keys] = await redis.scan(0, 'MATCH', 'translation-requester:order *', 'COUNT', 1_000);
  return Number(await redis.memory('USAGE', keys[0] ?? ''));
}

/** Sends the orders, before there is a worker. */
async function order({ post, accounts }: Fleet): Promise<void> {
  const numbers = Array.from({ length: ORDERS }, (_, number) => number);
  const send = async () => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      const account = accounts[number % accounts.length]?.name;
      const text = `Parcel ${number} is on its way to you. It arrives tomorrow.`;
      const order = { account, key: `order/${number}`, from: 'en', to: 'ja', text };
      const { status } = await post('/orders', order);
      if (status !== 202) throw new Error(`An order was answered with ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, send));
}

/** Requests to the service by what they were for. */
function countRequests({ service }: Fleet): Record<string, number> {
  const found: Record<string, number> = {};
  for (const sandbox of service.sandboxes.values()) {
    for (const { method, path } of sandbox.requests) {
      const kind = `${method} ${path.replace(/\d+/g, ':id').replace('/api/v:id/', '')}`;
      found[kind] = (found[kind] ?? 0) + 1;
    }
  }
  return found;
}

async function measure(workers: number): Promise<void> {
  const fleet = await startFleet({
    accounts: 10,
    leaders: 2,
    workers: 0,
    pace: 1_000,
    requestsAMinute: 1_000_000,
    faulty: false,
    env: { FLEET_REQUESTS_A_MINUTE: '1000000', FLEET_INTERVAL: '60000' },
  });
  const redis = new Redis(fleet.redis.url);
  try {
    await until(fleet, ({ following }) => Object.keys(following).length === 10);
    const before = await readEffort(redis);
    await order(fleet);
    for (let number = 1; number <= workers; number += 1) fleet.processes.start('worker', `worker-${number}`);
    // The clock starts when the first worker is at work.
    await until(fleet, ({ totals }) => totals.placed > 0);
    const first = (await readStatus(fleet)).totals.placed;
    const started = performance.now();
    await until(fleet, ({ totals }) => totals.placed === ORDERS);
    const seconds = (performance.now() - started) / 1000;
    const isQuiet = ({ wait = 0, active = 0 }: Record<string, number> = {}) => wait + active === 0;
    // Some find no translator.
    const done = ({ totals, queues }: Status) =>
      totals.open <= ORDERS / 8 + fleet.accounts.length && isQuiet(queues.events);
    await until(fleet, done);
    await rest(3_000);
    const after = await readEffort(redis);
    const each = (name: keyof Effort) => Math.round((after[name] - before[name]) / ORDERS);
    console.log(
      `\n${workers} workers, ${ORDERS} orders; load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`,
    );
    console.log(`  placed: ${((ORDERS - first) / seconds).toFixed(1)} orders a second`);
    console.log(
      `  of Redis for one order: ${each('commands')} commands, ${each('scripts')} of them scripts,`,
    );
    console.log(`  ${each('bytes')} bytes sent and received, ${each('log')} bytes of the append-only file,`);
    console.log(
      `  ${each('memory')} bytes of memory, ${await recordBytes(redis)} of them for ever, in the store`,
    );
    for (const [kind, count] of Object.entries(countRequests(fleet)))
      console.log(`  ${kind}: ${(count / ORDERS).toFixed(2)} for one order`);
  } finally {
    redis.disconnect();
    await fleet.close();
  }
}

for (const workers of [1, 2, 4]) await measure(workers);
