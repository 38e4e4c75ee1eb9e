// What one order costs after the client's first, with `once`: node one-order-worker.ts <files or memory> <blocks>
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryStore, Requester } from 'translation-requester';
import { fileStore } from 'translation-requester/node';
import { report, startServer } from '../processes.ts';

/** Of one order, in each block. */
export interface OneOrder {
  readonly requests: number;
  /** Milliseconds of processor, of all threads. */
  readonly ours: number;
  readonly bare: number;
}

const LANGUAGES = { language_id: 'en', translated_language_id: 'de' } as const;
/** Orders of a block: the clock of the processor is coarse. */
const ORDERS = 20;
const WARM_UP = 5;

const [, , kind, blocks = '1'] = process.argv;
const server = await startServer('servers/sandbox.ts', [0]);
const { url, accessToken } = JSON.parse(server.base);
const folder = await mkdtemp(join(tmpdir(), 'bench-one-order-'));
let requests = 0;

function makeOrder(key: string) {
  return { ...LANGUAGES, question_bodies: [{ body: 'Hello' }], custom_field: key };
}

function client(): Requester {
  return new Requester({
    baseUrl: url,
    accessToken,
    // A copy counts as a store that lasts: with one that ends with the process, there is a second search after the order.
    store: kind === 'files' ? fileStore(folder) : { ...memoryStore() },
    fetch: (input, init) => {
      requests += 1;
      return fetch(input, init);
    },
  });
}

async function send(path: string, init?: RequestInit): Promise<void> {
  const answer = await fetch(`${url}/api/v1/${path}`, init);
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}.`);
  await answer.json();
}

/** The two requests of an order: a page of what was placed, and the order. */
async function placeBare(key: string): Promise<void> {
  await send(`my/application_events?page=1&per_page=100&access_token=${accessToken}`);
  await send('simple/questions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...makeOrder(key), access_token: accessToken }),
  });
}

/** Milliseconds of processor for an order, each placed after the one before, in a sandbox that begins anew. */
async function measureCost(block: number, place: (key: string) => PromiseLike<unknown>): Promise<number> {
  await server.nudge();
  await place(`shop/${block}/first`);
  requests = 0;
  const before = process.cpuUsage();
  for (let order = 0; order < ORDERS; order += 1) await place(`shop/${block}/${order}`);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / ORDERS;
}

async function measured(block: number): Promise<OneOrder> {
  const requester = client();
  const measureOurs = () =>
    measureCost(block, (key) => requester.simple.questions.create(makeOrder(key), { once: true }));
  const measureBare = () => measureCost(block, placeBare);
  // Neither is always the first.
  const bareFirst = block % 2 === 0 ? await measureBare() : undefined;
  const ours = await measureOurs();
  const sent = requests / ORDERS;
  return { requests: sent, ours, bare: bareFirst ?? (await measureBare()) };
}

const found: OneOrder[] = [];
for (let block = 0; block < WARM_UP + Number(blocks); block += 1) found.push(await measured(block));
server.stop();
await rm(folder, { recursive: true });
report(found.slice(WARM_UP));
