import { UnrecoverableError, Worker } from 'bullmq';
import { type OutcomeUnknownError, Requester } from 'translation-requester';
import { redisStore } from 'translation-requester/redis';
import { createSandbox } from 'translation-requester/sandbox';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { Counts } from '../../examples/fleet/counts.ts';
import { intakeApp } from '../../examples/fleet/intake/app.ts';
import { orderId, queues } from '../../examples/fleet/queues.ts';
import { openDatabase, Results } from '../../examples/fleet/results.ts';
import { list, unknownOrders } from '../../examples/fleet/unknown.ts';
import { withRedis } from './redis.ts';

const connect = withRedis();
const sandbox = createSandbox();
let client: Requester;
const account = { name: 'account-1', baseUrl: sandbox.baseUrl, accessToken: sandbox.accessToken };
const accounts = new Map([['account-1', { ...account, callbackSecret: 'sesame' }]]);
const ORDER = { account: 'account-1', key: 'shop/1', from: 'en', to: 'ja', text: 'Good morning' };

let app: ReturnType<typeof intakeApp>;
let all: ReturnType<typeof queues>;
const counts: Counts[] = [];

beforeEach(async () => {
  const redis = connect();
  client = sandbox.requester(Requester, { store: redisStore(redis) });
  const counted = new Counts(redis);
  counts.push(counted);
  all = queues(redis);
  const results = new Results(await openDatabase(':memory:'));
  await results.placed({ account: 'account-1', key: '<script>alert(1)</script>', question: 5 });
  const origins = ['https://intake.example'];
  app = intakeApp({
    accounts,
    getClient: () => client,
    redis,
    queues: all,
    results,
    counts: counted,
    origins,
  });
});
afterAll(() => Promise.all(counts.map((item) => item.end())));

const host = 'intake.example';
const get = (path: string) => app.request(path, { headers: { host } });
const post = (path: string, body: unknown) =>
  app.request(path, {
    method: 'POST',
    headers: { host, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  });

describe('an order', () => {
  test('is queued once, however often it is sent', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => post('/orders', ORDER)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(await all.orders.getJobCountByTypes('wait')).toBe(1);
    const found = await get('/orders?account=account-1&key=shop/1');
    expect(await found.json()).toMatchObject({ state: 'waiting' });
  });

  test('with the key of a different one is refused, and the first one stays', async () => {
    await post('/orders', ORDER);
    expect((await post('/orders', { ...ORDER, text: 'Good night' })).status).toBe(409);
    expect((await all.orders.getJob(orderId(ORDER)))?.data.text).toBe('Good morning');
  });

  test.each(['1', 'a:b', 'a:b:c', '../x', 'ключ', 'a b', 'a%2Fb'])('can have the key %j', async (key) => {
    expect((await post('/orders', { ...ORDER, key })).status).toBe(202);
    expect((await all.orders.getWaiting()).map(({ data }) => data.key)).toEqual([key]);
  });

  test.each([
    [{ ...ORDER, account: 'account-9' }, 'account'],
    [{ ...ORDER, account: '__proto__' }, 'account'],
    [{ ...ORDER, key: ' shop/1' }, 'key'],
    [{ ...ORDER, key: '\ud800' }, 'key'],
    [{ ...ORDER, key: 'a\0' }, 'key'],
    [{ ...ORDER, key: 'a\nb' }, 'key'],
    [{ ...ORDER, key: 'x'.repeat(256) }, 'key'],
    [{ ...ORDER, text: '' }, 'text'],
    [{ ...ORDER, text: ['a'] }, 'text'],
    ['a text', 'key'],
    [null, 'key'],
  ])('%j is refused, and the field is named', async (order, field) => {
    const answer = await post('/orders', order);
    expect(answer.status).toBe(422);
    expect((await answer.json()).errors).toHaveProperty(field);
    expect(await all.orders.count()).toBe(0);
  });
});

describe('a callback', () => {
  test('wakes the leader of its account, and no forged one does', async () => {
    const heard: string[] = [];
    const listener = connect();
    listener.on('message', (_, name) => heard.push(name));
    await listener.subscribe('fleet:wake');
    sandbox.events.append(1);
    const body = { id: sandbox.events.ids().at(-1) };
    expect((await post('/callbacks/account-1', body)).status).toBe(401);
    expect((await post('/callbacks/account-9?secret=sesame', body)).status).toBe(404);
    expect((await post('/callbacks/account-1?secret=sesame', { id: 1 })).status).toBe(404);
    expect(heard).toEqual([]);
    expect((await post('/callbacks/account-1?secret=sesame', body)).status).toBe(200);
    await expect.poll(() => heard).toEqual(['account-1']);
  });
});

test('the status page and the figures show no text of a customer as HTML', async () => {
  const page = await (await get('/')).text();
  expect(page).toContain('&lt;script&gt;');
  expect(page).not.toContain('<script>');
  expect(await (await get('/metrics')).text()).toMatch(/^fleet_orders_open 1$/m);
});

test('a job that fails and is tried again is named with its reason, and so is one that failed for good', async () => {
  const fail = async (key: string, error: Error) => {
    const job = await all.orders.add('place', { ...ORDER, key }, { jobId: orderId({ ...ORDER, key }) });
    const worker = new Worker('orders', null, { connection: connect() });
    const taken = await worker.getNextJob('token');
    await taken?.moveToFailed(error, 'token');
    await worker.close();
    return job.id;
  };
  const again = await fail('again', new Error('The token is refused.'));
  const refused = await fail('refused', new UnrecoverableError('ValidationError: no such language'));
  const status = await (await get('/status')).json();
  expect(status.troubles).toEqual([{ job: `orders ${again}`, reason: 'The token is refused.' }]);
  expect(status.failed).toEqual([{ job: refused, reason: 'ValidationError: no such language' }]);
  const page = await (await get('/')).text();
  expect(page).toContain('The token is refused.');
  expect(page).toContain('no such language');
});

describe('an order of which nothing is known', () => {
  /** An order whose answer was lost, before it was carried out. */
  const lost = async () => {
    const job = await all.orders.add('place', ORDER, { jobId: orderId(ORDER) });
    sandbox.faults.add({ on: 'POST /api/v1/simple/questions', fault: { kind: 'drop-before' } });
    const order = {
      language_id: 'en',
      translated_language_id: 'ja',
      custom_field: ORDER.key,
      question_bodies: [{ body: ORDER.text }],
    };
    const placing = client.simple.questions.create(order, { once: true, lookback: 0, settle: 0 });
    await placing.catch((error: OutcomeUnknownError) => list(connect(), job, error));
    return job.id ?? '';
  };

  test('is listed by name until a person decides, and of two decisions one counts', async () => {
    const id = await lost();
    expect(await unknownOrders(connect())).toMatchObject([{ job: id, account: 'account-1', key: 'shop/1' }]);
    expect(await client.orders.unknown()).toMatchObject([{ key: 'shop/1', state: 'sent' }]);
    const answers = await Promise.all([1, 2].map(() => post('/unknown', { job: id, placed: false })));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect(await client.orders.unknown()).toEqual([]);
    expect(await unknownOrders(connect())).toEqual([]);
  });

  test('can have been resolved before', async () => {
    const id = await lost();
    await client.orders.resolve('shop/1', { id: null });
    expect((await post('/unknown', { job: id, placed: false })).status).toBe(204);
  });

  test('keeps the id that a person has found', async () => {
    const id = await lost();
    expect((await post('/unknown', { job: id, placed: 77 })).status).toBe(204);
    expect(await client.orders.unknown()).toEqual([]);
  });

  test.each([
    {},
    { job: 'x' },
    { job: 'x', placed: true },
    { job: 5, placed: false },
    { job: 'x', placed: -1 },
  ])('the decision %j is refused', async (decision) => {
    expect((await post('/unknown', decision)).status).toBe(422);
  });
});
