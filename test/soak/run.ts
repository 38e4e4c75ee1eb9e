// Many processes order the same keys with one store, and are killed at any moment: `npm run soak -- --help`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Requester } from 'translation-requester';
import { createSandbox } from 'translation-requester/sandbox';
import { startRedis } from '../redis/server.ts';
import { storeAt } from './store.ts';
import type { Report } from './worker.ts';
import { Workers } from './workers.ts';

const HELP = `npm run soak -- [options]
  --processes 50   that order at the same time
  --keys 10000     each is ordered by several processes
  --copies 2       how many processes order each key
  --every          milliseconds between two kills, on the average; by default 20000 / processes, at least 1000,
                   since a process needs a second to start
  --settle 2000    milliseconds that an order is searched for
  --store redis    or file; or none, to see what happens without one`;

const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '50' },
    keys: { type: 'string', default: '10000' },
    copies: { type: 'string', default: '2' },
    every: { type: 'string' },
    settle: { type: 'string', default: '2000' },
    store: { type: 'string', default: 'redis' },
    help: { type: 'boolean', default: false },
  },
});
const [processes, count, copies, every, settle] = [
  values.processes,
  values.keys,
  values.copies,
  values.every ?? Math.max(1_000, 20_000 / Number(values.processes)),
  values.settle,
].map(Number);

/** The id of each key, as the processes were told it. */
const ids = new Map<string, Set<number>>();
const failures = new Map<string, number>();
let undecided = new Set<string>();

function hear(report: Report): void {
  if ('id' in report) {
    ids.set(report.key, (ids.get(report.key) ?? new Set()).add(report.id));
    return;
  }
  failures.set(report.failed, (failures.get(report.failed) ?? 0) + 1);
  if (report.failed !== 'OutcomeUnknownError') console.error(`${report.key}: ${report.message}`);
  undecided.add(report.key);
}

/** Where the store is; the address is empty when there is none. */
async function openPlace(): Promise<{ readonly address: string; close(): Promise<void> }> {
  if (values.store === 'redis') {
    const redis = await startRedis();
    return { address: `redis://127.0.0.1:${redis.port}`, close: () => redis.close() };
  }
  if (values.store === 'none') return { address: '', close: async () => undefined };
  if (values.store !== 'file') throw new Error(`There is no store ${values.store}; see --help.`);
  const folder = mkdtempSync(join(tmpdir(), 'soak-'));
  return { address: folder, close: async () => rmSync(folder, { recursive: true }) };
}

async function soak(): Promise<boolean> {
  const started = performance.now();
  const sandbox = createSandbox({ latency: 5 });
  const server = await sandbox.listen();
  const place = await openPlace();
  const opened = storeAt(place.address);
  const args = [server.url, sandbox.accessToken, place.address, `${settle}`];
  const workers = new Workers(processes ?? 0, args, hear);
  let over = false;
  const killing = (async () => {
    while (!over) {
      await rest(2 * Math.random() * (every ?? 0));
      workers.kill();
    }
  })();
  const keys = Array.from({ length: count ?? 0 }, (_, number) => `key/${number}`);
  // The copies of a key are next to each other, so that several processes have it at the same time.
  await workers.order(keys.flatMap((key) => Array.from({ length: copies ?? 0 }, () => key)));
  over = true;
  await killing;
  const { accessToken } = sandbox;
  const persons =
    opened === undefined
      ? 0
      : await decide(new Requester({ baseUrl: server.url, accessToken, store: opened.store }));
  workers.end();
  const right = judge();
  opened?.close();
  await place.close();
  await server.close();
  return right;

  /** What a person does about orders of which nothing is known: looks at the service, frees what is not there. */
  async function decide(requester: Requester): Promise<number> {
    let decisions = 0;
    for (let round = 0; undecided.size > 0 && round < 20; round += 1) {
      const there = new Set(sandbox.orders().map(({ key }) => key));
      for (const { key } of await requester.orders.unknown()) {
        if (!undecided.has(key) || there.has(key)) continue;
        await requester.orders.settle(key, { id: null });
        decisions += 1;
      }
      const again = [...undecided];
      undecided = new Set();
      await workers.order(again);
    }
    return decisions;
  }

  function judge(): boolean {
    const placed = new Map<string, number[]>();
    for (const { key, id } of sandbox.orders()) placed.set(`${key}`, [...(placed.get(`${key}`) ?? []), id]);
    const wrong = keys.filter((key) => {
      const [id, ...others] = placed.get(key) ?? [];
      return id === undefined || others.length > 0 || [...(ids.get(key) ?? [])].join() !== `${id}`;
    });
    const figures = {
      keys: keys.length,
      orders: sandbox.orders().length,
      wrong: wrong.length,
      processes,
      kills: workers.kills,
      'decisions of a person': persons,
      'requests to the service': sandbox.requests.length,
      seconds: Math.round((performance.now() - started) / 1000),
      ...Object.fromEntries(failures),
    };
    for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure}`);
    for (const key of wrong.slice(0, 20)) {
      console.error(
        `${key}: placed as ${placed.get(key) ?? 'nothing'}, reported as ${[...(ids.get(key) ?? [])]}`,
      );
    }
    return wrong.length === 0 && sandbox.orders().length === keys.length;
  }
}

if (values.help) console.log(HELP);
else if (!(await soak())) process.exitCode = 1;
