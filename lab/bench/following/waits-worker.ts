// Requests a round that waiting for orders takes: node waits-worker.ts <simple|projects> <orders>
import { Requester } from 'translation-requester';
import { createSandbox } from 'translation-requester/sandbox';
import { report } from '../processes.ts';
import { Counter } from './counter.ts';

/** Milliseconds between two rounds: longer than it takes to tell that one is over. */
const INTERVAL = 600;

interface Orders {
  readonly ids: readonly number[];
  wait(id: number): Promise<unknown>;
}

const [, , kind = 'simple', count = '10'] = process.argv;
const size = Number(count);
const sandbox = createSandbox({ points: 1e12 });
const counter = new Counter(sandbox.fetch);
const { baseUrl, accessToken } = sandbox;
const requester = new Requester({ baseUrl, accessToken, fetch: counter.fetch });
/** What it sends is not counted. */
const uncounted = new Requester({ baseUrl, accessToken, fetch: sandbox.fetch });
const rhythm = { interval: INTERVAL, maxInterval: INTERVAL };

async function simpleQuestions(): Promise<Orders> {
  sandbox.events.append(size);
  const [newest] = (await uncounted.events.list({ per_page: 1 })).items;
  // All that were appended are of simple questions.
  const question = newest !== undefined && 'question' in newest ? newest.question : undefined;
  const toQuestion = (Object(question).id ?? 0) - (newest?.id ?? 0);
  return {
    ids: sandbox.events.ids().map((id) => id + toQuestion),
    wait: (id) => requester.simple.questions.wait(id, rhythm),
  };
}

async function projects(): Promise<Orders> {
  const order = {
    language_id: 'en',
    translated_language_id: 'de',
    questions: [{ type: 'string', body: 'Hello' }],
  } as const;
  const ids: number[] = [];
  for (let placed = 0; placed < size; placed += 1) {
    ids.push((await uncounted.projects.create(order)).id);
  }
  return {
    ids,
    wait: (id) => requester.projects.wait(id, rhythm),
  };
}

const orders = await (kind === 'simple' ? simpleQuestions() : projects());
let finished = 0;
const first = await counter.during(() => {
  for (const id of orders.ids) void orders.wait(id).then(() => (finished += 1));
});
const found: Record<string, number> = { 'the first round': first };
found['a round, nothing changed'] = await counter.during(() => undefined);
for (const changed of [1, 5]) {
  const before = finished;
  for (const id of orders.ids.slice(before, before + changed)) sandbox.translators.translateOrder(id);
  const costs: number[] = [];
  while (finished < before + changed) costs.push(await counter.during(() => undefined));
  found[`a round, ${changed} finished`] = Math.max(...costs);
  found[`rounds until ${changed} finished are seen`] = costs.length;
}
report(found);
