import type { Figure, Growth, Part, PartResult, Plan } from '../figures.ts';
import { type ahead, sequential } from '../peers/pagers.ts';
import { measureIn, startServer } from '../processes.ts';
import { median, spread } from '../statistics.ts';
import type { Memory } from './memory-worker.ts';
import type { Rotations } from './worker.ts';

const LATENCY = 20;
const SERVER = 'servers/pages.ts';

async function measureRotations(plan: Plan): Promise<Rotations> {
  const total = plan.quick ? 2_000 : 10_000;
  const [fast, slow] = await Promise.all([
    startServer(SERVER, [0, total]),
    startServer(SERVER, [LATENCY, total]),
  ]);
  const [processes, rotations, repeats] = plan.quick ? [1, 1, 2] : [2, 2, 6];
  const found: Rotations = [];
  for (let turn = 0; turn < processes; turn += 1) {
    found.push(
      ...(await measureIn<Rotations>('listing/worker.ts', [fast.base, slow.base, total, rotations, repeats])),
    );
  }
  fast.stop();
  slow.stop();
  return found;
}

/** How many times as long the one took as the other, rotation by rotation. */
function ratios(rotations: Rotations, a: string, b: string): number[] {
  return rotations.map((times) => median(times[a] ?? []) / median(times[b] ?? []));
}

function makeTimes(rotations: Rotations): Figure[] {
  const names = Object.keys(rotations[0] ?? {});
  return names.map((name) => ({
    what: name,
    unit: 'ms',
    ...spread(rotations.flatMap((times) => times[name] ?? [])),
  }));
}

/** The fastest of those that read page after page decides. */
function measureLead(rotations: Rotations, name: keyof typeof ahead, least: number): Figure {
  const lead = rotations.map((times) => {
    const others = Object.keys(sequential).map((another) => median(times[another] ?? []));
    return Math.min(...others) / median(times[name] ?? []);
  });
  return {
    what: `${name}: the fastest sequential pager takes`,
    unit: '×',
    ...spread(lead),
    limit: { least },
  };
}

function comparedWithHand(rotations: Rotations): Figure[] {
  const widths = [
    ['translation-requester, default', 'by hand, 4 ahead'],
    ['translation-requester, prefetch 8', 'by hand, 8 ahead'],
  ] as const;
  return widths.map(([name, hand]) => ({
    what: `${name}, over ${hand}`,
    unit: '×',
    ...spread(ratios(rotations, name, hand)),
    limit: { most: 1.15 },
  }));
}

async function memory(plan: Plan): Promise<PartResult> {
  const [from, to] = plan.quick ? [10_000, 50_000] : [100_000, 1_000_000];
  const counts = [1_000, 10_000, 100_000, 1_000_000].filter((count) => count < to);
  const server = await startServer(SERVER, [0, to]);
  const measureMemory = (whose: string): Promise<Memory> =>
    measureIn(
      'listing/memory-worker.ts',
      [whose, server.base, JSON.stringify([...counts, to])],
      ['--expose-gc'],
    );
  const [ours, bare]: [Memory[], Memory[]] = [[], []];
  for (let turn = 0; turn < (plan.quick ? 1 : 5); turn += 1) {
    ours.push(await measureMemory('ours'));
    bare.push(await measureMemory('bare'));
  }
  server.stop();
  const at = (found: Memory, size: number): number =>
    found.find((point) => point.size === size)?.value ?? Number.NaN;
  const range = `from ${from.toLocaleString('en')} to ${to.toLocaleString('en')} records`;
  const growing = (what: string, runs: readonly Memory[]): Figure => ({
    what: `resident memory, ${range}: ${what}`,
    unit: 'MiB more',
    ...spread(runs.map((found) => at(found, to) - at(found, from))),
  });
  return {
    figures: [
      { ...growing('translation-requester, default', ours), limit: { most: 20 } },
      growing('by hand, 4 ahead', bare),
    ],
    growth: [
      {
        what: 'resident memory while listing',
        unit: 'MiB',
        of: 'records',
        points: [...counts, to].map((size) => ({
          size,
          value: median(ours.map((found) => at(found, size))),
        })),
        why: 'Pages are let go. What stays is 6 to 12 bytes for each id, by which a repeated record is recognised.',
      },
    ],
  };
}

async function measureGrowth(plan: Plan): Promise<Growth[]> {
  const lengths = plan.quick ? [1, 10] : [1, 10, 100, 1_000];
  const server = await startServer(SERVER, [LATENCY, 1_000_000]);
  const measure = async (prefetch: number, why: string): Promise<Growth> => ({
    what: `listing, prefetch ${prefetch}`,
    unit: 'ms',
    of: 'pages',
    why,
    points: await measureIn('listing/growth-worker.ts', [
      server.base,
      JSON.stringify(prefetch === 0 ? lengths.slice(0, 3) : lengths),
      prefetch,
    ]),
  });
  const found = [
    await measure(0, 'Linear: one latency a page.'),
    await measure(
      4,
      'The first page comes alone, since it tells how many there are; then linear, a quarter of a latency a page.',
    ),
    await measure(
      8,
      'As with 4, at an eighth of a latency a page, until the processor is what is waited for: parsing, checking and handing on.',
    ),
  ];
  server.stop();
  return found;
}

export const listing: Part = {
  name: 'listing',
  title: 'Listing 10,000 records of 1.2 kB in 100 pages, each answer after 20 ms',
  async measure(plan) {
    const rotations = await measureRotations(plan);
    const remembered = await memory(plan);
    return {
      figures: [
        ...makeTimes(rotations),
        measureLead(rotations, 'translation-requester, default', 3),
        measureLead(rotations, 'translation-requester, prefetch 8', 5),
        ...comparedWithHand(rotations),
        ...remembered.figures,
      ],
      growth: [...(await measureGrowth(plan)), ...remembered.growth],
    };
  },
};
