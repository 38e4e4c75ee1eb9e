import type { Figure, Part, Plan } from '../figures.ts';
import { measureIn } from '../processes.ts';
import { median, spread } from '../statistics.ts';
import { operations } from './shapes.ts';
import type { Cost } from './worker.ts';

/** A check of less than this is never too slow, or too large: parsing a small answer takes next to nothing. */
const SMALL = { time: 5, memory: 2 } as const;

const KINDS = {
  time: { unit: 'ms', flags: [] },
  // So much that nothing is collected while it is counted.
  memory: { unit: 'MiB', flags: ['--min-semi-space-size=1024', '--max-semi-space-size=1024'] },
} as const;

type Kind = keyof typeof KINDS;
type Found = Cost & { readonly operation: string };

/** How much of what it may cost a check costs. */
function share(kind: Kind, { check, parse }: Cost): number {
  return median(check) / Math.max(SMALL[kind], 2 * median(parse));
}

/** The costs of each shape, of all operations. */
async function measured(kind: Kind, turns: number): Promise<Map<string, Found[]>> {
  const found = new Map<string, Found[]>();
  for (const operation of [...operations, 'none of them']) {
    const args = [operation, kind, turns];
    const flags = ['--expose-gc', ...KINDS[kind].flags];
    for (const cost of await measureIn<Cost[]>('hostile/worker.ts', args, flags)) {
      found.set(cost.name, [...(found.get(cost.name) ?? []), { ...cost, operation }]);
    }
  }
  return found;
}

/** The figure of a shape, of the operation for which it costs most. */
function makeFigure(kind: Kind, name: string, costs: readonly Found[]): Figure[] {
  const [worst] = costs.toSorted((a, b) => share(kind, b) - share(kind, a));
  if (worst === undefined) return [];
  const { operation, bytes, parse, check } = worst;
  const isSmall = 2 * median(parse) < SMALL[kind];
  const where = costs.length > 1 ? `, worst for ${operation}` : '';
  const { unit } = KINDS[kind];
  const ratios = check.map((each, turn) => each / (parse[turn] ?? 1));
  return [
    {
      what: `${name}, ${kind}`,
      note: `${Math.round(bytes / 1000)} kB${where}; beside it, JSON.parse: ${median(parse).toFixed(1)} ${unit}`,
      unit: isSmall ? unit : '× JSON.parse',
      ...spread(isSmall ? check : ratios),
      limit: { most: isSmall ? SMALL[kind] : 2 },
    },
  ];
}

async function figures({ quick }: Plan): Promise<Figure[]> {
  const kinds: readonly Kind[] = ['time', 'memory'];
  const all: Figure[] = [];
  for (const kind of kinds) {
    for (const [name, costs] of await measured(kind, quick ? 3 : 9))
      all.push(...makeFigure(kind, name, costs));
  }
  return all;
}

export const hostile: Part = {
  name: 'hostile',
  title: 'What checking a hostile answer costs beyond reading and parsing it',
  measure: async (plan) => ({ figures: await figures(plan), growth: [] }),
};
