import type { Figure, Part, Plan } from '../figures.ts';
import { measureIn } from '../processes.ts';
import { median, spread } from '../statistics.ts';
import type { TextsRound } from './worker.ts';

const LATENCY = 20;
const WAYS = {
  bare: 'bare fetch: a check, an order and a read for each 1,000 texts',
  file: 'orderTexts and collectTexts, with a journal in files',
  memory: 'orderTexts and collectTexts, without a journal',
} as const;
const SEARCHES = 'each search of once reads a page with the events of the job, so with all its texts';

type Way = keyof typeof WAYS;

async function measured(plan: Plan, way: Way, texts: number): Promise<TextsRound[]> {
  return measureIn<TextsRound[]>('texts/worker.ts', [LATENCY, texts, plan.quick ? 2 : 7, way]);
}

function figuresOf(way: Way, found: readonly TextsRound[], bare: readonly TextsRound[]): Figure[] {
  const what = WAYS[way];
  const usual = median(bare.map(({ ms }) => ms));
  const ratios = found.map(({ ms }) => ms / usual);
  const limit = way === 'file' ? { limit: { most: 1.5 } } : way === 'memory' ? { note: SEARCHES } : {};
  return [
    { what, unit: 'ms', ...spread(found.map(({ ms }) => ms)) },
    { what: `${what}, requests`, unit: 'requests', ...spread(found.map(({ requests }) => requests)) },
    { what: `${what}, most memory of the process`, unit: 'MiB', ...spread(found.map(({ peak }) => peak)) },
    ...(way === 'bare'
      ? []
      : [{ what: `${what}, its cost`, unit: '× bare fetch', ...spread(ratios), ...limit }]),
  ];
}

export const texts: Part = {
  name: 'texts',
  title: 'Ordering and collecting 10,000 texts in 2 languages, 8 requests at a time, answers after 20 ms',
  async measure(plan) {
    const count = 10_000;
    const bare = await measured(plan, 'bare', count);
    const figures = figuresOf('bare', bare, bare);
    for (const way of ['file', 'memory'] as const) {
      figures.push(...figuresOf(way, await measured(plan, way, count), bare));
    }
    return { figures, growth: [] };
  },
};
