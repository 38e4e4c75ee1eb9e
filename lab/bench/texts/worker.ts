// Milliseconds that a table of texts takes to be ordered and collected: node worker.ts <latency> <texts> <rounds> <way>
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Requester } from 'translation-requester';
import { fileStore } from 'translation-requester/node';
import { collectTexts, orderTexts } from 'translation-requester/texts';
import { peak } from '../memory.ts';
import { report, startServer } from '../processes.ts';

/** What one round found. */
export interface TextsRound {
  readonly ms: number;
  /** Requests that were sent. */
  readonly requests: number;
  /** The most MiB that the process has held so far. */
  readonly peak: number;
}

const CONCURRENCY = 8;
const ORDER = 1_000;
const FROM = 'en';
const TO = ['de', 'ja'];

const [, , latency = '0', count = '1', rounds = '1', way = 'bare'] = process.argv;
const server = await startServer('servers/sandbox.ts', [latency]);
const { url, accessToken } = JSON.parse(server.base);
const texts = Object.fromEntries(
  Array.from({ length: Number(count) }, (_, index) => [`page.label${index}`, `The label ${index} of a page`]),
);
const folder = mkdtempSync(join(tmpdir(), 'texts-'));
let requests = 0;

const countRequest = (): void => {
  requests += 1;
};

async function send(path: string, body?: object): Promise<unknown> {
  countRequest();
  const [query, init] =
    body === undefined
      ? [`?access_token=${accessToken}`, {}]
      : ['', { method: 'POST', body: JSON.stringify({ ...body, access_token: accessToken }) }];
  const answer = await fetch(`${url}/api/v1/simple/questions${path}${query}`, {
    ...init,
    headers: { 'content-type': 'application/json' },
  });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}.`);
  return answer.json();
}

async function byWorkers<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

/** Lets the translators of the sandbox do all of it; that is not measured. */
async function translateAll(): Promise<void> {
  const answer = await fetch(`${url}/_sandbox/translate`, { method: 'POST', body: '{"all":true}' });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}.`);
  await answer.text();
}

const time = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

/** Nothing but the requests that are needed: the price of each order, the orders, and a read of each. */
async function bare(): Promise<number> {
  const all = Object.values(texts);
  const orders = TO.flatMap((language) =>
    Array.from({ length: Math.ceil(all.length / ORDER) }, (_, index) => ({
      language_id: FROM,
      translated_language_id: language,
      custom_field: `${language}/${index}`,
      question_bodies: all.slice(index * ORDER, (index + 1) * ORDER).map((body) => ({ body })),
    })),
  );
  const ids: number[] = [];
  const ordering = await time(async () => {
    await byWorkers(orders, async (order) => void (await send('/check', order)));
    await byWorkers(orders, async (order) => {
      // The sandbox answers as the contract says.
      const { question } = (await send('', order)) as { question: { id: number } };
      ids.push(question.id);
    });
  });
  await translateAll();
  return ordering + (await time(() => byWorkers(ids, async (id) => void (await send(`/${id}`)))));
}

/** A client, with a store in files unless `way` says otherwise. */
function open(): Requester {
  return new Requester({
    baseUrl: url,
    accessToken,
    maxConcurrency: CONCURRENCY,
    hooks: { onRequest: countRequest },
    ...(way === 'memory' ? {} : { store: fileStore(join(folder, 'store')) }),
  });
}

const shared = open();

async function ours(round: number): Promise<number> {
  const requester = way === 'new' ? open() : shared;
  const lookback = way === 'memory' ? {} : { lookback: 0 };
  const input = { name: `job-${round}`, from: FROM, to: TO, texts, ...lookback };
  let job: Awaited<ReturnType<typeof orderTexts>> | undefined;
  const ordering = await time(async () => {
    job = await orderTexts(requester, input);
  });
  await translateAll();
  let collected = 0;
  const collecting = await time(async () => {
    if (job === undefined) return;
    for await (const { text } of collectTexts(requester, job)) if (text !== null) collected += 1;
  });
  if (collected !== Number(count) * TO.length) throw new Error(`Only ${collected} texts were collected.`);
  return ordering + collecting;
}

const found: TextsRound[] = [];
for (let round = -1; round < Number(rounds); round += 1) {
  await server.nudge();
  requests = 0;
  const ms = way === 'bare' ? await bare() : await ours(round);
  if (round >= 0) found.push({ ms, requests, peak: peak() });
}
server.stop();
rmSync(folder, { recursive: true, force: true });
report(found);
