// What an order within a named budget costs beside the records of many: node beside-records-worker.ts <files|memory> <blocks>
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryStore, Requester, type Store } from 'translation-requester';
import { fileStore } from 'translation-requester/node';
import { createSandbox } from 'translation-requester/sandbox';
import { report } from '../processes.ts';

/** Milliseconds of processor for an order, of all threads, in each block: beside ten records, and beside 10,000. */
export interface BesideRecords {
  readonly few: number;
  readonly many: number;
}

const FEW = 10;
const MANY = 10_000;
/** Orders of a block: the clock of the processor is coarse. */
const ORDERS = 50;
const WARM_UP = 3;
/** Orders that are placed at once to fill a store. */
const AT_ONCE = 100;

const [, , kind, blocks = '1'] = process.argv;
const folder = await mkdtemp(join(tmpdir(), 'bench-beside-records-'));
const sandbox = createSandbox();
const { baseUrl, accessToken } = sandbox;

function makeOrder(key: string) {
  return {
    language_id: 'en',
    translated_language_id: 'de',
    question_bodies: [{ body: 'Hello' }],
    custom_field: key,
  };
}

const direct = new Requester({ baseUrl, accessToken, fetch: sandbox.fetch });
const { body: account } = await direct.account.get().withResponse();
const { body: quote } = await direct.simple.questions.check(makeOrder('first')).withResponse();
const { body: placed } = await direct.simple.questions.create(makeOrder('first')).withResponse();
let id = 0;

/** Answers as the sandbox did, which would cost more than the client. */
async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  if (request.method === 'GET') return Response.json(account);
  if (new URL(request.url).pathname.endsWith('/check')) return Response.json(quote);
  const { custom_field } = await request.json();
  id += 1;
  return Response.json({ ...placed, question: { ...placed.question, id, custom_field } });
}

function openClient(store: Store): Requester {
  return new Requester({ baseUrl, accessToken, fetch: answer, store, budget: { name: 'year', points: 1e9 } });
}

// The store has seen every order, so nothing is searched: a page of a listing would cost as much beside ten.
const place = (requester: Requester, key: string) =>
  requester.simple.questions.create(makeOrder(key), { once: true, lookback: 0 });

let opened = 0;
async function openFilled(records: number): Promise<Store> {
  opened += 1;
  // A copy counts as a store that lasts.
  const store = kind === 'files' ? fileStore(join(folder, String(opened))) : { ...memoryStore() };
  const requester = openClient(store);
  for (let first = 0; first < records; first += AT_ONCE) {
    const count = Math.min(AT_ONCE, records - first);
    await Promise.all(
      Array.from({ length: count }, (_, index) => place(requester, `earlier/${first + index}`)),
    );
  }
  return store;
}

async function measureCost(store: Store, block: number): Promise<number> {
  const requester = openClient(store);
  await place(requester, `${block}/first`);
  const before = process.cpuUsage();
  for (let order = 0; order < ORDERS; order += 1) await place(requester, `${block}/${order}`);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / ORDERS;
}

const full = await openFilled(MANY);
const found: BesideRecords[] = [];
for (let block = 0; block < WARM_UP + Number(blocks); block += 1) {
  const small = await openFilled(FEW);
  // Neither is always the first.
  const manyFirst = block % 2 === 0 ? await measureCost(full, block) : undefined;
  const few = await measureCost(small, block);
  found.push({ few, many: manyFirst ?? (await measureCost(full, block)) });
}
await rm(folder, { recursive: true });
report(found.slice(WARM_UP));
