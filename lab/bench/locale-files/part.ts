import type { Pair } from '../alternate.ts';
import type { Figure, Growth, Part, Plan } from '../figures.ts';
import { measureIn } from '../processes.ts';
import { median, spread } from '../statistics.ts';
import { SHAPES, type Shape } from './shapes.ts';

const TEXTS = 10_000;
const SMALLER = 2_500;

const measure = (name: string, texts: number, { quick }: Plan): Promise<Pair[]> =>
  measureIn<Pair[]>('locale-files/worker.ts', [name, texts, quick ? 10 : 40]);

const toMilliseconds = (pairs: readonly Pair[]): number[] => pairs.map(({ subject }) => subject / 1_000);

function makeFigures({ what, most }: Shape, large: readonly Pair[], small: readonly Pair[]): Figure[] {
  const grown = toMilliseconds(large).map((ms) => ms / median(toMilliseconds(small)));
  return [
    { what, unit: 'ms', ...spread(toMilliseconds(large)) },
    {
      what: `${what}, its cost`,
      unit: '× JSON.parse and stringify',
      ...spread(large.map(({ subject, bare }) => subject / bare)),
      ...(most !== undefined && { limit: { most } }),
    },
    {
      what: `${what}, over a quarter of the texts`,
      unit: '×',
      ...spread(grown),
      limit: { most: 6 },
    },
  ];
}

const compareGrowth = ({ what }: Shape, large: readonly Pair[], small: readonly Pair[]): Growth => ({
  what,
  unit: 'ms',
  of: 'texts',
  why: 'Linear.',
  points: [
    { size: SMALLER, value: median(toMilliseconds(small)) },
    { size: TEXTS, value: median(toMilliseconds(large)) },
  ],
});

export const localeFiles: Part = {
  name: 'locale-files',
  title: 'Reading a locale file of 10,000 texts, and writing it with their translations',
  async measure(plan) {
    const figures: Figure[] = [];
    const growth: Growth[] = [];
    for (const [name, shape] of Object.entries(SHAPES)) {
      const small = await measure(name, SMALLER, plan);
      const large = await measure(name, TEXTS, plan);
      figures.push(...makeFigures(shape, large, small));
      growth.push(compareGrowth(shape, large, small));
    }
    return { figures, growth };
  },
};
