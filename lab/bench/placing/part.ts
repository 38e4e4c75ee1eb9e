import type { Figure, Growth, Part, Plan } from '../figures.ts';
import { measureIn } from '../processes.ts';
import { median, spread } from '../statistics.ts';
import type { BesideRecords } from './beside-records-worker.ts';
import type { OneOrder } from './one-order-worker.ts';
import type { Placed } from './worker.ts';

const BARE = 'bare fetch, 8 at a time';
const KINDS = { projects: 'projects', simple: 'simple questions' } as const;
const LATENCIES = [20, 0];
const BOUND = 'nothing is waited for, so this is what a call costs the processor';

async function placed(plan: Plan, kind: string, latency: number, orders: number): Promise<Placed> {
  const found: Placed = [];
  const [processes, rounds] = plan.quick ? [1, 1] : [2, latency > 0 ? 1 : 3];
  for (let turn = 0; turn < processes; turn += 1) {
    found.push(...(await measureIn<Placed>('placing/worker.ts', [kind, latency, orders, rounds])));
  }
  return found;
}

function makeFigures(what: string, found: Placed, waits: boolean): Figure[] {
  const getTimes = (way: string): number[] => found.map((round) => round[way] ?? Number.NaN);
  const ratios = (way: string, share: (own: number, bare: number) => number): number[] =>
    found.map((round) => share(round[way] ?? Number.NaN, round[BARE] ?? Number.NaN));
  const costs = (way: string): number[] => ratios(way, (own, bare) => own / bare);
  const rates = ratios('create, all at once', (own, bare) => bare / own);
  const note = 'three answers one after the other: a search, the order, and a search for duplicates';
  return [
    { what: `${what}: ${BARE}`, unit: 'ms', ...spread(getTimes(BARE)) },
    {
      what: `${what}: create, all at once, its rate`,
      unit: '× bare fetch',
      ...spread(rates),
      ...(waits ? { limit: { least: 0.9 } } : { note: BOUND }),
    },
    {
      what: `${what}: with once, all at once, its cost`,
      unit: '× bare fetch',
      ...spread(costs('create with once, all at once')),
      limit: { most: 2 },
    },
    {
      what: `${what}: with once, 8 at a time, its cost`,
      unit: '× bare fetch',
      note,
      ...spread(costs('create with once, 8 at a time')),
      limit: { most: 3.5 },
    },
  ];
}

/** An order after the client's first, when nothing else happens. */
async function oneOrder(plan: Plan): Promise<Figure[]> {
  const measure = (store: string): Promise<OneOrder[]> =>
    measureIn('placing/one-order-worker.ts', [store, plan.quick ? 5 : 40]);
  const found = await measure('files');
  const inMemory = await measure('memory');
  const what = 'one order with once and a store in files';
  const cost = 'processor, beyond bare fetch of the same requests';
  return [
    {
      what: `${what}: requests`,
      unit: 'requests',
      limit: { most: 2 },
      ...spread(found.map(({ requests }) => requests)),
    },
    {
      what: `${what}: ${cost}`,
      unit: 'ms',
      ...spread(found.map(overBare)),
      limit: { most: 2 },
    },
    { what: `one order with once, no disk: ${cost}`, unit: 'ms', ...spread(inMemory.map(overBare)) },
  ];
}

const overBare = ({ ours, bare }: OneOrder): number => ours - bare;

/** An order within a named budget, whose sum must not be made anew for each. */
async function besideRecords(plan: Plan): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [store, name] of Object.entries({ memory: 'in memory', files: 'in files' })) {
    const blocks = plan.quick ? 3 : 40;
    const found = await measureIn<BesideRecords[]>('placing/beside-records-worker.ts', [store, blocks]);
    figures.push({
      what: `one order within a named budget, a store ${name}: processor, beside 10,000 records`,
      unit: '× beside 10',
      ...spread(found.map(({ few, many }) => many / few)),
      limit: { most: 1.25 },
    });
  }
  return figures;
}

async function measureGrowth(plan: Plan): Promise<Growth[]> {
  const sizes = plan.quick ? [1, 10] : [1, 10, 100, 1_000];
  const measured: { readonly size: number; readonly found: Placed }[] = [];
  for (const size of sizes) {
    measured.push({ size, found: await measureIn('placing/worker.ts', ['projects', 20, size, 1]) });
  }
  const reasons: Readonly<Record<string, string>> = {
    [BARE]: 'Steps of 8: as many as go at once take one latency.',
    'create, all at once': 'As bare fetch.',
    'create with once, all at once': 'As bare fetch, after one search that all share.',
    'create with once, 8 at a time':
      'Each order waits for a search before it and one after it; every 8 share them.',
  };
  return Object.entries(reasons).map(([way, why]) => ({
    what: `placing projects at 20 ms: ${way}`,
    unit: 'ms',
    of: 'orders',
    why,
    points: measured.map(({ size, found }) => ({
      size,
      value: median(found.map((round) => round[way] ?? Number.NaN)),
    })),
  }));
}

export const placing: Part = {
  name: 'placing',
  title: 'Placing 1,000 orders, 8 requests at a time, against the sandbox in its own process',
  async measure(plan) {
    const orders = plan.quick ? 100 : 1_000;
    const figures: Figure[] = [];
    for (const [kind, name] of Object.entries(KINDS)) {
      for (const latency of LATENCIES) {
        const answered = latency > 0 ? `answers after ${latency} ms` : 'answers at once';
        const what = `${orders.toLocaleString('en')} ${name}, ${answered}`;
        figures.push(...makeFigures(what, await placed(plan, kind, latency, orders), latency > 0));
      }
    }
    figures.push(...(await oneOrder(plan)), ...(await besideRecords(plan)));
    return { figures, growth: await measureGrowth(plan) };
  },
};
