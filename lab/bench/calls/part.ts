import type { Figure, Growth, Limit, Part, Plan } from '../figures.ts';
import { clients, SLOW, WITHOUT_FETCH } from '../peers/calls.ts';
import { measureIn, startServer } from '../processes.ts';
import { median, spread } from '../statistics.ts';
import type { Compared } from './worker.ts';

const OURS = 'translation-requester';
/** What makes the package choose the validators that need no generated code. */
const PLAIN = ['--conditions=browser'];

function countProcesses({ quick }: Plan): number {
  return quick ? 1 : 4;
}

/** Every other turn goes through them from the last to the first. */
async function inTurns<Sample>(
  plan: Plan,
  names: readonly string[],
  measure: (name: string) => Promise<Sample>,
): Promise<Map<string, Sample[]>> {
  const found = new Map<string, Sample[]>(names.map((name) => [name, []]));
  for (let turn = 0; turn < countProcesses(plan); turn += 1) {
    for (const name of turn % 2 === 0 ? names : [...names].reverse()) {
      found.get(name)?.push(await measure(name));
    }
  }
  return found;
}

async function mocked(plan: Plan): Promise<Figure[]> {
  const blocks = plan.quick ? 8 : 20;
  const names = Object.keys(clients).filter((name) => !WITHOUT_FETCH.has(name));
  const withPlain = [...names, `${OURS}, plain validators`];
  const found = await inTurns(plan, withPlain, (name) =>
    name.endsWith('plain validators')
      ? measureIn<number[]>('calls/mock-worker.ts', [OURS, 'account', blocks], PLAIN)
      : measureIn<number[]>('calls/mock-worker.ts', [name, 'account', blocks]),
  );
  return [...found].map(([name, samples]) => ({
    what: `a call with a mock fetch, over bare fetch: ${name}`,
    unit: 'µs',
    ...spread(samples.flat()),
    ...(name === OURS && { limit: { most: 50 } }),
  }));
}

async function overLoopback(plan: Plan, kind: 'one' | 'page', base: string, limit: Limit): Promise<Figure[]> {
  const pairs = (kind === 'one' ? 2_000 : 1_000) / (plan.quick ? 8 : 1);
  const found = await inTurns(plan, Object.keys(clients), (name) =>
    measureIn<Compared>('calls/worker.ts', [name, kind, base, SLOW.has(name) ? 40 : Math.floor(pairs)]),
  );
  const what = kind === 'one' ? 'a small object' : 'a page of 100';
  const figures = [...found].map(([name, samples]) => ({
    what: `${what} over loopback: ${name}`,
    unit: '× ky(url).json()',
    ...spread(samples.map(({ subject, ky }) => subject / ky)),
    note: `beside it, ky: ${median(samples.map(({ ky }) => ky)).toFixed(0)} µs`,
    ...(name === OURS && { limit }),
  }));
  return [...figures, besideOpenAI(what, found)];
}

/** Turn by turn, so that both have met the same machine. */
function besideOpenAI(what: string, found: ReadonlyMap<string, readonly Compared[]>): Figure {
  const theirs = found.get('openai') ?? [];
  const ratios = (found.get(OURS) ?? []).map(
    ({ subject, ky }, turn) => subject / ky / ((theirs[turn]?.subject ?? 0) / (theirs[turn]?.ky ?? 1)),
  );
  return { what: `${what} over loopback, ours`, unit: '× openai', ...spread(ratios), limit: { most: 1 } };
}

async function validation(plan: Plan): Promise<Figure[]> {
  const found = await inTurns(plan, ['compiled', 'plain'], (name) =>
    measureIn<number[]>('calls/validation-worker.ts', [name]),
  );
  return [...found].map(([name, samples]) => ({
    what: `checking a page of 100, ${name === 'plain' ? 'where no code may be generated' : 'with generated code'}`,
    unit: '× JSON.parse',
    ...spread(samples.flat()),
    limit: { most: name === 'plain' ? 1.5 : 0.5 },
  }));
}

async function measureGrowth(plan: Plan): Promise<Growth> {
  const points = [];
  for (const size of [1, 10, 100]) {
    const found = await measureIn<number[]>('calls/mock-worker.ts', [OURS, size, plan.quick ? 10 : 30]);
    points.push({ size, value: median(found) });
  }
  return {
    what: 'a page with a mock fetch, over bare fetch',
    unit: 'µs',
    of: 'records',
    points,
    why: 'A call costs the same whatever it brings; then linear, for the validation of each record.',
  };
}

export const calls: Part = {
  name: 'calls',
  title: 'What a call costs over bare fetch, validation included',
  async measure(plan) {
    const server = await startServer('servers/pages.ts', [0]);
    const figures = [
      ...(await mocked(plan)),
      ...(await overLoopback(plan, 'one', server.base, { most: 1.25 })),
      ...(await overLoopback(plan, 'page', server.base, { most: 1.2 })),
      ...(await validation(plan)),
    ];
    server.stop();
    return { figures, growth: [await measureGrowth(plan)] };
  },
};
