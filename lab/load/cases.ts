import { type BudgetRecord, budgetWrong, ordersWrong } from '../soak/judge.ts';
import { makePlace, openStore, type StoreKind } from '../soak/stores.ts';
import { Crowd, type Service, startService, type Taken } from './crowd.ts';
import type { Task } from './worker.ts';

/** How much there is of each thing, from little to much. */
export interface Sizes {
  readonly orders: readonly number[];
  readonly events: readonly number[];
  readonly waits: readonly number[];
  readonly processes: readonly number[];
  /** Keys for each process. Two processes order each. */
  readonly keys: number;
}

export const FULL: Sizes = {
  orders: [2_000, 20_000, 200_000],
  events: [10_000, 100_000, 1_000_000],
  waits: [100, 1_000, 10_000],
  processes: [10, 30, 100],
  keys: 10,
};

export const SMALL: Sizes = {
  orders: [200, 2_000],
  events: [1_000, 10_000],
  waits: [20, 200],
  processes: [2, 4],
  keys: 5,
};

/** What one size of one case took. */
export interface Row extends Omit<Taken, 'count' | 'failures' | 'idle'> {
  readonly what: string;
  /** What the size counts. */
  readonly of: string;
  readonly size: number;
  readonly idle?: number;
}

/** What a case is called, its size, and the most requests that it may take. */
interface Named extends Pick<Row, 'what' | 'of' | 'size'> {
  readonly most?: number;
}

/** The rows of a run, and what was not as it has to be. */
export class Findings {
  readonly rows: Row[] = [];
  readonly wrong: string[] = [];

  add({ most = Number.POSITIVE_INFINITY, ...named }: Named, taken: Taken, count: number): void {
    this.rows.push({ ...named, ...taken });
    const name = `${named.what}, ${named.size} ${named.of}`;
    if (taken.requests > most) this.wrong.push(`${name}: ${taken.requests} requests, not ${most} at most`);
    if (taken.count !== count) this.wrong.push(`${name}: ${taken.count} done, not ${count}`);
    const failed = Object.entries(taken.failures).filter(([failure]) => failure !== 'BudgetError');
    for (const [failure, times] of failed) this.wrong.push(`${name}: ${times} × ${failure}`);
  }

  /** What the service holds. */
  async addService(of: string, size: number, service: Service, started: number): Promise<void> {
    const { memory, processor } = await service.books();
    const seconds = (performance.now() - started) / 1_000;
    const what = 'the sandbox itself, until it is filled';
    this.rows.push({ what, of, size, requests: 0, steps: 0, seconds, memory, processor });
  }
}

type Case = (sizes: Sizes, findings: Findings) => Promise<void>;

/** One process that does one thing after another, with a client of its own. */
async function alone<Result>(
  work: (run: (task: Task) => Promise<Taken>) => Promise<Result>,
): Promise<Result> {
  const crowd = await Crowd.start(1);
  try {
    return await work((task) => crowd.run([task]));
  } finally {
    crowd.stop();
  }
}

const listing: Case = async ({ orders }, findings) => {
  for (const size of orders) {
    const started = performance.now();
    const service = await startService('project', size, 0);
    const of = 'orders';
    await findings.addService(of, size, service, started);
    const pages = Math.ceil(size / 100);
    const what = 'listing all orders';
    await alone(async (run) =>
      findings.add({ what, of, size, most: pages }, await run({ do: 'list', ...service }), size),
    );
    const store = await makePlace('redis');
    for (const lookback of [undefined, 0]) {
      const task: Task = {
        do: 'place',
        ...service,
        place: store.place,
        keys: [`first/${lookback}`],
        lookback,
      };
      const what = `the first order of a process, ${lookback === 0 ? 'lookback: 0' : 'as a client looks back by itself'}`;
      const most = lookback === 0 ? 2 : pages + 3;
      await alone(async (run) => findings.add({ what, of, size, most }, await run(task), 1));
    }
    await store.remove();
    service.stop();
  }
};

const log: Case = async ({ events }, findings) => {
  for (const size of events) {
    const started = performance.now();
    const service = await startService('project', 0, size);
    const of = 'events';
    await findings.addService(of, size, service, started);
    const pages = size / 100;
    await alone(async (run) => {
      const follow = (): Promise<Taken> => run({ do: 'follow', ...service });
      findings.add(
        { what: 'following the log, all of it', of, size, most: 1.15 * pages + 4 },
        await follow(),
        size,
      );
      findings.add({ what: 'resuming at a checkpoint', of, size, most: 1 }, await follow(), 0);
      const find: Task = { do: 'find', ...service, ids: [service.middle] };
      const most = Math.ceil(Math.log2(pages)) + 2;
      findings.add({ what: 'finding the last id in the middle', of, size, most }, await run(find), 1);
    });
    service.stop();
  }
};

const KINDS = { simple: 'simple questions', project: 'projects' } as const;

/** Waits for as many orders, in turns over so many processes. */
async function waitIn(
  findings: Findings,
  kind: keyof typeof KINDS,
  waits: number,
  processes: number,
  by: Pick<Named, 'of' | 'size'>,
): Promise<void> {
  const service = await startService(kind, waits, 0);
  const crowd = await Crowd.start(processes);
  const ids = (await service.books()).orders.map(({ id }) => id);
  const run = (what: Task['do']): Promise<Taken> =>
    crowd.run(
      Array.from({ length: processes }, (_, process) => {
        const own = ids.filter((_, number) => number % processes === process);
        return { do: what, ...service, kind, ids: own };
      }),
    );
  const named = `${KINDS[kind]}${by.of === 'processes' ? `, ${waits} in all` : ''}`;
  findings.add({ what: `waiting for ${named}: to begin`, ...by }, await run('wait'), waits);
  findings.add({ what: `waiting for ${named}: a round without news`, ...by }, await run('round'), processes);
  await service.translate();
  findings.add(
    { what: `waiting for ${named}: until all are seen finished`, ...by },
    await run('finish'),
    waits,
  );
  crowd.stop();
  service.stop();
}

const waiting: Case = async ({ waits, processes }, findings) => {
  for (const kind of ['simple', 'project'] as const) {
    for (const size of waits) await waitIn(findings, kind, size, 1, { of: 'waits', size });
  }
  const most = waits.at(-1) ?? 0;
  // More of them would ask the sandbox for the same pages for minutes.
  for (const size of processes.slice(0, 2))
    await waitIn(findings, 'simple', most, size, { of: 'processes', size });
};

const STORES = { redis: 'Redis', postgres: 'PostgreSQL' } as const;
const makeKey = (number: number): string => `order/${String(number).padStart(5, '0')}`;

/** Places all keys, each in two processes at once, and compares the service's books. Resolves to the points of all. */
async function placeIn(
  findings: Findings,
  crowd: Crowd,
  named: Named,
  how: {
    readonly store: StoreKind;
    readonly points?: number;
    readonly lookback?: number;
    readonly keys: number;
  },
): Promise<number> {
  const service = await startService('project', 0, 0);
  const store = await makePlace(how.store);
  const all = Array.from({ length: named.size * how.keys }, (_, number) => makeKey(number));
  const tasks = Array.from({ length: named.size }, (_, process): Task => {
    const isOwn = (number: number): boolean =>
      [process, (process + 1) % named.size].includes(number % named.size);
    const keys = all.filter((_, number) => isOwn(number));
    return { do: 'place', ...service, place: store.place, keys, points: how.points, lookback: how.lookback };
  });
  const taken = await crowd.run(tasks);
  const { orders } = await service.books();
  const spent = orders.reduce((sum, { points }) => sum + points, 0);
  const isLimited = how.points !== undefined;
  findings.add(named, taken, 2 * (isLimited ? orders.length : all.length));
  const keys = isLimited ? [] : all;
  const wrong = ordersWrong({ keys, texts: [], orders: [], spends: [] }, { orders, texts: [] });
  if (how.points !== undefined) {
    const open = openStore(store.place);
    const budget: BudgetRecord = JSON.parse((await open.store.get('budget load')) ?? '');
    open.close();
    wrong.push(...budgetWrong(budget, how.points, { orders }));
    const price = orders[0]?.points ?? 0;
    if (spent + price <= how.points) wrong.push(`the budget would pay for more: ${spent} of ${how.points}`);
  }
  findings.wrong.push(...wrong.map((what) => `${named.what}, ${named.size}: ${what}`));
  await store.remove();
  service.stop();
  return spent;
}

const placing: Case = async ({ processes, keys }, findings) => {
  const of = 'processes';
  const crowd = await Crowd.start(Math.max(...processes));
  for (const store of ['redis', 'postgres'] as const) {
    for (const size of processes) {
      const name = `${keys} orders for each process`;
      const placed = { what: `placing with once on ${STORES[store]}, ${name}`, of, size };
      const all = await placeIn(findings, crowd, placed, { store, keys });
      const known = {
        what: `the same with lookback: 0, ${STORES[store]}`,
        of,
        size,
      };
      await placeIn(findings, crowd, known, { store, keys, lookback: 0 });
      const limited = {
        what: `the same within a budget for half of them, lookback: 0, ${STORES[store]}`,
        of,
        size,
      };
      await placeIn(findings, crowd, limited, { store, keys, lookback: 0, points: Math.floor(all / 2) });
    }
  }
  crowd.stop();
};

export const CASES = { listing, log, waiting, placing } satisfies Record<string, Case>;
