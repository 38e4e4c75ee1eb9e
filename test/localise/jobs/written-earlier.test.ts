import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  collectDocuments,
  type DocumentJob,
  type OrderDocumentOptions,
  orderDocument,
  quoteDocument,
} from '../../../src/documents.js';
import { Requester } from '../../../src/index.js';
import { fileStore } from '../../../src/node.js';
import { createSandbox, type Sandbox, type SandboxSnapshot } from '../../../src/sandbox.js';
import {
  collectTexts,
  type OrderTextsOptions,
  orderTexts,
  quoteTexts,
  readJob,
  type TextsJob,
} from '../../../src/texts.js';
import { translate } from './texts/translating.js';
import earlier from './written-earlier.json' with { type: 'json' };

/**
 * What an earlier process has left: the records of a file store, the jobs that it returned, and the service with the orders. Of a
 * table and a document there are orders that were placed, written and not sent, sent with a lost answer, and withdrawn.
 */
const { records, service } = earlier;
const jobs = JSON.parse(JSON.stringify(earlier.jobs)) as {
  readonly shop: TextsJob;
  readonly mail: TextsJob;
  readonly menu: DocumentJob;
};

const FIRST = { add: 'Add {count} to cart', bye: { text: 'Bye', note: 'at the end' } };
const SHOP: OrderTextsOptions = {
  name: 'shop',
  from: 'en',
  to: ['de', 'ja'],
  texts: FIRST,
  protect: 'icu',
};
const MAIL: OrderTextsOptions = {
  name: 'mail',
  from: 'en',
  to: ['de'],
  using: 'project',
  texts: { hello: 'Hello', long: 'First paragraph.\n\nSecond paragraph.' },
};
const MENU: OrderDocumentOptions = {
  key: 'menu/2026-11',
  from: 'en',
  to: ['ja', 'de'],
  file: new File(['Soup of the day\nFish with rice'], 'menu.txt'),
};

let folder: string;
let sandbox: Sandbox;
let requester: Requester;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'written-earlier-'));
  const store = fileStore(folder);
  for (const [key, text] of Object.entries(records)) await store.swap(key, undefined, text);
  sandbox = createSandbox({ snapshot: service as unknown as SandboxSnapshot, analysisTime: 0 }); // as snapshot() gave it
  const { baseUrl, accessToken, fetch } = sandbox;
  requester = new Requester({ baseUrl, accessToken, fetch, store, logLevel: 'silent' });
});

afterEach(() => rm(folder, { recursive: true }));

const posts = () => sandbox.requests.filter(({ method }) => method === 'POST').map(({ path }) => path);

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test('the orders of a table are read, and none is placed again', async () => {
  for (const [input, job] of [
    [SHOP, jobs.shop],
    [MAIL, jobs.mail],
  ] as const) {
    const orders = job.orders.map((order) => ({ ...order, placed: false }));
    expect((await readJob(requester, input)).orders).toEqual(orders);
    expect((await orderTexts(requester, input)).orders).toEqual(orders);
    expect(await quoteTexts(requester, input)).toMatchObject({ points: job.quote.points, unknown: 0 });
  }
  expect(posts()).toEqual([]);
});

test('an order that was written and not sent is placed under its key', async () => {
  const input = { ...SHOP, to: ['de'], texts: { ...FIRST, written: 'Written and not sent' } };
  const { orders } = await orderTexts(requester, input);
  expect(orders.map(({ key, placed }) => [key, placed])).toEqual([
    ['shop/en/de/1y5uh860ysg4ey0xpme5o1jqxzd5', false],
    ['shop/en/de/1lpoua304gvjiv100tmp50vr2jo1', true],
  ]);
});

test('an order whose answer was lost is found, and not placed again', async () => {
  const input = { ...SHOP, to: ['fr'], texts: { lost: 'Lost on the way back' } };
  expect(await quoteTexts(requester, input)).toMatchObject({ unknown: 1 });
  const { orders } = await orderTexts(requester, input);
  expect(orders.map(({ key, placed }) => [key, placed])).toEqual([
    ['shop/en/fr/0fk2nxq0ezgu0703onfj70ycf3dr', false],
  ]);
  expect(posts().filter((path) => !path.endsWith('/check'))).toEqual([]);
});

test('the key of an order that was withdrawn is not used again', async () => {
  const input = { ...SHOP, to: ['es'], texts: { one: 'One', two: 'Two' } };
  const { orders } = await orderTexts(requester, input);
  expect(orders.map(({ placed, pieces }) => [placed, pieces])).toEqual([
    [false, [0]],
    [true, [1]],
  ]);
  const withdrawn = Object.entries(records).find(([, text]) => text.includes('withdrawn'))?.[0];
  for (const { key } of orders) expect(withdrawn).not.toContain(key);
});

test('a document is neither uploaded nor ordered nor quoted again', async () => {
  expect(await quoteDocument(requester, MENU)).toMatchObject({ points: 192, placed: 192, unknown: 0 });
  const { orders } = await orderDocument(requester, MENU);
  expect(orders).toEqual(jobs.menu.orders.map((order) => ({ ...order, placed: false })));
  expect(posts()).toEqual([]);
});

test('a document is ordered in a further language without another upload', async () => {
  const { orders } = await orderDocument(requester, { ...MENU, to: ['ja', 'fr'] });
  expect(orders.map(({ key, placed }) => [key, placed])).toEqual([
    ['menu/2026-11/ja', false],
    ['menu/2026-11/fr', true],
  ]);
  expect(posts().filter((path) => path.endsWith('/my/files'))).toEqual([]);
});

test('another document under the key is a conflict', async () => {
  const file = new File(['Cake'], 'menu.txt');
  await expect(orderDocument(requester, { ...MENU, file })).rejects.toMatchObject({
    name: 'OrderConflictError',
    differences: [{ path: 'options.file' }],
  });
});

test('jobs are collected', async () => {
  await translate(sandbox, requester, { orders: [...jobs.shop.orders, ...jobs.mail.orders] });
  sandbox.translators.translateAll();
  const texts = [
    ...(await all(collectTexts(requester, jobs.shop))),
    ...(await all(collectTexts(requester, jobs.mail))),
  ];
  expect(
    texts.toSorted((a, b) => `${a.key} ${a.language}`.localeCompare(`${b.key} ${b.language}`)),
  ).toMatchObject([
    { language: 'de', key: 'add', text: 'de: Add {count} to cart' },
    { language: 'ja', key: 'add', text: 'ja: Add {count} to cart' },
    { language: 'de', key: 'bye', text: 'de: Bye' },
    { language: 'ja', key: 'bye', text: 'ja: Bye' },
    { language: 'de', key: 'hello', text: 'de: Hello' },
    { language: 'de', key: 'long', text: 'de: First paragraph.\n\nde: Second paragraph.' },
  ]);
  const documents = await all(collectDocuments(requester, jobs.menu));
  for (const { download } of documents) await download?.body.cancel();
  expect(documents.map(({ language, filename }) => [language, filename]).toSorted()).toEqual([
    ['de', 'menu.de.txt'],
    ['ja', 'menu.ja.txt'],
  ]);
});
