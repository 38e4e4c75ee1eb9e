import type { Figure, Part, Plan } from '../figures.ts';
import { measureIn } from '../processes.ts';
import { median, spread } from '../statistics.ts';
import type { TextsRound } from './worker.ts';

const LATENCY = 20;
const WAYS = {
  bare: 'bare fetch: a check, an order and a read for each 1,000 texts',
  file: 'orderTexts and collectTexts, with a store in files',
  new: 'orderTexts and collectTexts, with a store in files and a new client for each job',
  memory: 'orderTexts and collectTexts, without a store',
} as const;
const NOTES = {
  bare: undefined,
  file: undefined,
  new: 'a client asks once which account it is for, before its first order',
  memory: 'each search of once reads a page with the events of the job, so with all its texts',
};

type Way = keyof typeof WAYS;

/** What each turn found, of each way. */
type Turn = Readonly<Record<Way, readonly TextsRound[]>>;

async function measureTurn(plan: Plan, texts: number): Promise<Turn> {
  const measured = (way: Way): Promise<TextsRound[]> =>
    measureIn<TextsRound[]>('texts/worker.ts', [LATENCY, texts, plan.quick ? 2 : 5, way]);
  return {
    bare: await measured('bare'),
    file: await measured('file'),
    new: await measured('new'),
    memory: await measured('memory'),
  };
}

function makeFigures(way: Way, turns: readonly Turn[]): Figure[] {
  const what = WAYS[way];
  const found = turns.flatMap((turn) => turn[way]);
  // Turn by turn, so that both have met the same machine.
  const ratios = turns.flatMap((turn) => {
    const usual = median(turn.bare.map(({ ms }) => ms));
    return turn[way].map(({ ms }) => ms / usual);
  });
  const limit = way === 'file' || way === 'new' ? { limit: { most: 1.5 } } : {};
  const note = NOTES[way];
  return [
    { what, unit: 'ms', ...spread(found.map(({ ms }) => ms)) },
    { what: `${what}, requests`, unit: 'requests', ...spread(found.map(({ requests }) => requests)) },
    { what: `${what}, most memory of the process`, unit: 'MiB', ...spread(found.map(({ peak }) => peak)) },
    ...(way === 'bare'
      ? []
      : [
          {
            what: `${what}, its cost`,
            unit: '× bare fetch',
            ...spread(ratios),
            ...limit,
            ...(note && { note }),
          },
        ]),
  ];
}

export const texts: Part = {
  name: 'texts',
  title: 'Ordering and collecting 10,000 texts in 2 languages, 8 requests at a time, answers after 20 ms',
  async measure(plan) {
    const turns: Turn[] = [];
    while (turns.length < (plan.quick ? 1 : 5)) turns.push(await measureTurn(plan, 10_000));
    const ways = ['bare', 'file', 'new', 'memory'] as const;
    return { figures: ways.flatMap((way) => makeFigures(way, turns)), growth: [] };
  },
};
