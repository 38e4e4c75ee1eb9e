// Milliseconds that orders take, 8 requests at a time: node worker.ts <projects|simple> <latency> <orders> <rounds>
import { Requester } from 'translation-requester';
import { time } from '../alternate.ts';
import { report, startServer } from '../processes.ts';

const CONCURRENCY = 8;
const LANGUAGES = { language_id: 'en', translated_language_id: 'de' } as const;

/** Milliseconds by way, one record for each round. */
export type Placed = Readonly<Record<string, number>>[];

type Place = (index: number) => PromiseLike<unknown>;

const [, , kind = 'projects', latency = '0', count = '1', rounds = '1'] = process.argv;
/** Orders that are placed before any are measured. */
const WARM_UP = 50;
let orders = WARM_UP;
/** Keys are new in each run: the process remembers what it has placed, and the sandbox begins anew. */
let run = 0;
const server = await startServer('servers/sandbox.ts', [latency]);
const { url, accessToken } = JSON.parse(server.base);

function makeProject(index: number) {
  return {
    ...LANGUAGES,
    questions: [{ type: 'string', body: 'Hello', custom_field: `shop/${run}/${index}` }],
  } as const;
}

function makeSimple(index: number) {
  return { ...LANGUAGES, question_bodies: [{ body: 'Hello' }], custom_field: `shop/${run}/${index}` };
}

const bare: Place = async (index) => {
  const path = kind === 'projects' ? 'projects' : 'simple/questions';
  const order = kind === 'projects' ? makeProject(index) : makeSimple(index);
  const answer = await fetch(`${url}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...order, access_token: accessToken }),
  });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}.`);
  await answer.json();
};

function ours(once: boolean): Place {
  const requester = new Requester({ baseUrl: url, accessToken, maxConcurrency: CONCURRENCY });
  return (index) =>
    kind === 'projects'
      ? requester.projects.create(makeProject(index), { once })
      : requester.simple.questions.create(makeSimple(index), { once });
}

/** So many at a time, the next when one is done. */
async function byWorkers(place: Place): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next; index < orders; index = next) {
      next += 1;
      await place(index);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

async function allAtOnce(place: Place): Promise<void> {
  await Promise.all(Array.from({ length: orders }, (_, index) => place(index)));
}

const ways: Readonly<Record<string, () => Promise<void>>> = {
  'bare fetch, 8 at a time': () => byWorkers(bare),
  'create, all at once': () => allAtOnce(ours(false)),
  'create with once, all at once': () => allAtOnce(ours(true)),
  'create with once, 8 at a time': () => byWorkers(ours(true)),
};

async function round(order: readonly string[]): Promise<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const name of order) {
    await server.nudge();
    run += 1;
    times[name] = (await time(() => ways[name]?.())) / 1000;
  }
  return times;
}

const placed: Placed = [];
for (let turn = -1; turn < Number(rounds); turn += 1) {
  const names = Object.keys(ways);
  const times = await round(turn % 2 === 0 ? names : names.reverse());
  if (turn >= 0) placed.push(times);
  orders = Number(count);
}
server.stop();
report(placed);
