import type { Figure, Growth, Limit, Part, PartResult, Plan } from '../figures.ts';
import { type Argument, measureIn } from '../processes.ts';
import { spread } from '../statistics.ts';

type Requests = Readonly<Record<string, number>>;

interface Subject {
  readonly title: string;
  readonly of: string;
  readonly file: string;
  readonly args: readonly Argument[];
  readonly limits: Readonly<Record<string, (size: number) => Limit>>;
  readonly reasons: Readonly<Record<string, string>>;
}

const BACKLOG =
  'By what is new, not by what there is: every page of it from the oldest on, and the pages between which it moved meanwhile once more.';
const FLAT = 'Flat: newest events come first, and a page brings 100.';

const LEARNED =
  'Linear, at 100 orders a request: that is how the state of each is learned. Many waits that begin at once share it.';
const TURNS =
  'The service writes no event when a project moves, so the listing is read: a page for each 100 open questions, and 10 at the most, which take turns. Each project that changed is one more.';
const SILENT =
  'The log comes first: a page of it brings 100. Then questions that ended without an event are looked for, in pages of the listing that take turns.';
/** What goes by turns. */
const ROUNDS = [
  'a round, nothing changed',
  ...[1, 5].flatMap((count) => [`a round, ${count} finished`, `rounds until ${count} finished are seen`]),
];

const SUBJECTS: readonly Subject[] = [
  {
    title: 'following the event log',
    of: 'events',
    file: 'following/events-worker.ts',
    args: [],
    limits: {
      'resume with a checkpoint, nothing new': () => ({ most: 1 }),
      'a poll, nothing new': () => ({ most: 1 }),
      'a poll, 1 new': () => ({ most: 1 }),
      'resume with the last id alone, half of the log missed': (size) => ({
        most: Math.ceil(Math.log2(Math.max(1, size / 100))) + 2,
      }),
    },
    reasons: {
      'a poll, 250 new': BACKLOG,
      'resume with a checkpoint, 251 missed': BACKLOG,
      'resume with the last id alone, half of the log missed':
        'Logarithmic: the log is halved until the page is found on which the id stands.',
    },
  },
  {
    title: 'waiting for simple questions',
    of: 'orders',
    file: 'following/waits-worker.ts',
    args: ['simple'],
    // The log alone takes 3. The rest looks for questions that ended without an event.
    limits: { 'a round, nothing changed': () => ({ most: 12 }), 'a round, 1 finished': () => ({ most: 12 }) },
    reasons: {
      'the first round': LEARNED,
      ...Object.fromEntries(ROUNDS.map((what) => [what, SILENT])),
    },
  },
  {
    title: 'waiting for projects',
    of: 'orders',
    file: 'following/waits-worker.ts',
    args: ['projects'],
    limits: {
      'a round, nothing changed': () => ({ most: 12 }),
      'a round, 1 finished': () => ({ most: 12 + 1 }),
      'a round, 5 finished': () => ({ most: 12 + 5 }),
    },
    reasons: {
      'the first round': LEARNED,
      ...Object.fromEntries(ROUNDS.map((what) => [what, TURNS])),
    },
  },
];

function chooseUnit(what: string): string {
  return what.startsWith('rounds') ? 'rounds' : 'requests';
}

function chooseSizes({ quick }: Plan): number[] {
  return quick ? [10, 1_000] : [10, 1_000, 100_000];
}

async function measureSubject(subject: Subject, plan: Plan): Promise<PartResult> {
  const { title, of, file, args, limits, reasons } = subject;
  const measured: { readonly size: number; readonly requests: Requests }[] = [];
  for (const size of chooseSizes(plan)) {
    measured.push({ size, requests: await measureIn<Requests>(file, [...args, size]) });
  }
  const figures = measured.flatMap(({ size, requests }) =>
    Object.entries(requests).map(([what, sent]): Figure => {
      const limit = limits[what]?.(size);
      return {
        what: `${title}, ${size.toLocaleString('en')} ${of}: ${what}`,
        unit: chooseUnit(what),
        ...spread([sent]),
        ...(limit !== undefined && { limit }),
      };
    }),
  );
  const growth = Object.keys(measured[0]?.requests ?? {}).map(
    (what): Growth => ({
      what: `${title}: ${what}`,
      unit: chooseUnit(what),
      of,
      why: reasons[what] ?? FLAT,
      points: measured.map(({ size, requests }) => ({ size, value: requests[what] ?? Number.NaN })),
    }),
  );
  return { figures, growth };
}

export const following: Part = {
  name: 'following',
  title: 'Requests that following and waiting send, by how much there is',
  async measure(plan) {
    const results: PartResult[] = [];
    for (const subject of SUBJECTS) results.push(await measureSubject(subject, plan));
    return {
      figures: results.flatMap(({ figures }) => figures),
      growth: results.flatMap(({ growth }) => growth),
    };
  },
};
