import { setTimeout as rest } from 'node:timers/promises';
import type { Status } from '../intake/status.ts';
import { type DatabaseKind, type Fleet, startFleet } from '../local/fleet.ts';
import { judge } from './judge.ts';
import { readStatus, until } from './until.ts';

/** How hard a fleet is tried. */
export interface StormOptions {
  readonly accounts: number;
  readonly orders: number;
  readonly leaders: number;
  readonly workers: number;
  readonly database: DatabaseKind;
  /** Seconds in which processes are killed, one a second. In the middle, Redis and PostgreSQL crash and are started again. */
  readonly seconds: number;
}

/** What came of it. */
export interface StormReport {
  /** What is not as it should be; none, if all is well. */
  readonly wrong: readonly string[];
  readonly figures: Readonly<Record<string, number>>;
}

/** Milliseconds. An order that nobody translates has expired by then. */
const LONG = 60 * 24 * 60 * 60 * 1000;
/** Below what the service takes, even where two windows of the limit meet. */
const OURS = 480;
const SERVICES = 600;

/** Orders through a fleet whose service is faulty, and whose processes and servers are killed. */
export async function storm(options: StormOptions): Promise<StormReport> {
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1000);
  const fleet = await startFleet({
    ...options,
    pace: 1_000,
    requestsAMinute: SERVICES,
    faulty: true,
    env: {
      FLEET_LOCK: '6000',
      FLEET_SETTLE: '3000',
      FLEET_INTERVAL: '3000',
      FLEET_PATIENCE: '20000',
      FLEET_REQUESTS_A_MINUTE: `${OURS}`,
    },
  });
  try {
    const keys = Array.from({ length: options.orders }, (_, number) => `order/${number}`);
    await Promise.all([order(fleet, keys), kill(fleet, options.seconds)]);
    const ordered = seconds();
    const persons = await until(fleet, ({ totals }) => totals.placed === keys.length);
    const placed = seconds();
    // Whatever the simulated translators leave alone expires now, without an event.
    for (const sandbox of fleet.service.sandboxes.values()) await sandbox.clock.advance(LONG);
    await until(fleet, (status) => isDone(status, fleet));
    const { counts } = await readStatus(fleet);
    const figures = {
      orders: keys.length,
      kills: fleet.processes.kills,
      'decisions of a person': persons,
      'seconds until all were ordered': ordered,
      'until all were placed': placed,
      'until all was done': seconds(),
      ...counts,
    };
    return { wrong: await judge(fleet, keys), figures };
  } finally {
    await fleet.close();
  }
}

/** The account that a key is ordered for. */
function findAccount({ accounts }: Fleet, key: string): string {
  return accounts[Number(key.split('/')[1]) % accounts.length]?.name ?? '';
}

async function order(fleet: Fleet, keys: readonly string[]): Promise<void> {
  const rest = [...keys];
  const customer = async () => {
    for (let key = rest.pop(); key !== undefined; key = rest.pop()) await orderOne(fleet, key);
  };
  await Promise.all(Array.from({ length: 8 }, customer));
}

/** Sends an order until it is accepted, as any customer has to. */
async function orderOne(fleet: Fleet, key: string): Promise<void> {
  const order = {
    account: findAccount(fleet, key),
    key,
    from: 'en',
    to: 'ja',
    text: `Parcel ${key} is here.`,
  };
  for (;;) {
    const status = await fleet.post('/orders', order).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (status === 202) return;
    if (status !== undefined && status < 500) throw new Error(`An order was answered with ${status}.`);
    await rest(200);
  }
}

async function kill({ processes, redis, postgres }: Fleet, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await rest(1_000);
    const { names } = processes;
    processes.kill(names[Math.floor(Math.random() * names.length)] ?? '');
    if (second === Math.floor(seconds / 2)) await Promise.all([redis.restart(), postgres?.restart()]);
  }
}

function isDone({ totals, unknown, queues }: Status, { service }: Fleet): boolean {
  const events = [...service.sandboxes.values()].reduce((sum, { events }) => sum + events.ids().length, 0);
  const waiting = [queues.orders, queues.events].map(
    // The next sweep is always there.
    (depth) => (depth?.wait ?? 0) + (depth?.active ?? 0) + Math.max(0, (depth?.delayed ?? 0) - 1),
  );
  return totals.open === 0 && totals.events >= events && unknown.length === 0 && Math.max(...waiting) === 0;
}
