import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OrderRecord } from '../../../src/client/ordering/record.js';
import { guardStore } from '../../../src/client/stores/guarded-store.js';
import {
  type OrderConflictError,
  Requester,
  type RequesterOptions,
  type Spend,
  type Store,
} from '../../../src/index.js';
import { account } from '../../fixtures.js';
import { lastingStore } from '../../lasting-store.js';
import { PlainService } from './plain-service.js';
import { fastTime, NOTHING_OPEN, pause, realTime, swiftly, swiftRejection } from './world.js';

beforeEach(fastTime);
afterEach(realTime);

const once = { once: true } as const;
let places = 0;

/** A client of a service; `place` names the process, which shares nothing but the store. */
function createClient(
  { fetch }: PlainService,
  options: Partial<RequesterOptions> = {},
  place: string | number = 'a',
): Requester {
  const baseUrl = `https://plain-${places}.${place}.example`;
  return new Requester({ baseUrl, accessToken: 'token', fetch, retries: 0, ...options });
}

function openService(ways: Partial<PlainService['ways']> = {}): PlainService {
  places += 1;
  const service = new PlainService();
  Object.assign(service.ways, ways);
  return service;
}

const place = (requester: Requester, key: string, body = 'Good morning', options: object = {}) =>
  requester.projects
    .create(
      {
        language_id: 'en',
        translated_language_id: 'ja',
        questions: [{ type: 'string', body, custom_field: key }],
      },
      { ...once, ...options },
    )
    .withResponse();

const readState = async (store: Store, name: string) =>
  JSON.parse((await store.get(`budget ${name}`)) ?? 'null');

describe('a budget', () => {
  test.each([3_000, 5_000, 2 * 3_600_000])(
    'is not exceeded when created_at is %d ms behind and every answer is lost',
    async (behind) => {
      const service = openService({ behind, afterOrder: () => undefined });
      const spends: Spend[] = [];
      const budget = { points: 100, onSpend: (spend: Spend) => void spends.push(spend) };
      const requester = createClient(service, { budget });
      const keys = Array.from({ length: 12 }, (_, number) => `k${number}`);
      for (const key of keys) await swiftly(Promise.allSettled([place(requester, key)]));
      expect(service.orders).toHaveLength(2);
      expect(spends.map(({ spent }) => spent)).toEqual([40, 80]);
    },
  );

  test.each([
    [55, 55],
    [30, 40],
  ])(
    'keeps the reservation of the process that took over, and counts the greater of quote and price (%d → %d)',
    async (price, counted) => {
      const service = openService({ price });
      const store = lastingStore();
      let wake: () => void = () => undefined;
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      let isStopped = false;
      // It stands still in the last step before its order, points reserved.
      const stopping: Store = {
        ...store,
        swap: async (key, previous, next) => {
          if (next?.startsWith('{"state":"sent"') && !isStopped) {
            isStopped = true;
            await woken;
          }
          return store.swap(key, previous, next);
        },
      };
      const spends: Spend[] = [];
      const budget = { points: 100, name: 'both', onSpend: (spend: Spend) => void spends.push(spend) };
      const patient = { timeout: 900_000, attemptTimeout: 900_000 };
      const first = place(createClient(service, { store: stopping, budget }, 1), 'k', undefined, patient);
      await swiftly(pause(70_000));
      expect(isStopped).toBe(true);
      const second = await swiftly(place(createClient(service, { store, budget }, 2), 'k'));
      expect(await readState(store, 'both')).toMatchObject({ spent: counted, open: NOTHING_OPEN });
      wake();
      expect(await swiftly(first)).toMatchObject({ placed: false, data: { id: second.data.id } });
      expect(await readState(store, 'both')).toMatchObject({ spent: counted, open: NOTHING_OPEN });
      expect([service.posts, spends.map(({ points }) => points)]).toEqual([1, [counted]]);
    },
  );

  test('counts once when another process finds the order before it is answered', async () => {
    const service = openService({ answerAfter: 700 });
    const store = lastingStore();
    const spends: Spend[] = [];
    const budget = { points: 100, name: 'both', onSpend: (spend: Spend) => void spends.push(spend) };
    const clients = [1, 2].map((number) => createClient(service, { store, budget }, number));
    const all = await swiftly(Promise.all(clients.map((each) => place(each, 'k'))));
    expect(all.map(({ data }) => data.id)).toEqual([1_000, 1_000]);
    expect([service.posts, spends.length]).toEqual([1, 1]);
    expect(await readState(store, 'both')).toMatchObject({ spent: 40, open: NOTHING_OPEN });
  });
});

test.each([
  ['without a store', () => ({})],
  ["with a store of the caller's", () => ({ store: lastingStore() })],
])('an order whose key later reads as another is placed once, %s', async (_, options) => {
  const service = openService({ shownKey: (key) => key.slice(0, 8) });
  const requester = createClient(service, options());
  const ids: number[] = [];
  for (let call = 0; call < 4; call += 1) {
    ids.push((await swiftly(place(requester, 'a-key-that-is-long'))).data.id);
    await swiftly(pause(60_000));
  }
  expect([ids, service.posts]).toEqual([[1_000, 1_000, 1_000, 1_000], 1]);
});

describe('a claim', () => {
  const openRecord = (store: Store) =>
    new OrderRecord(guardStore(store, 10_000), `order ${account.id}:project:k`);

  test('of a machine whose clock is two hours ahead is over', async () => {
    const service = openService();
    const store = lastingStore();
    const ahead = { ...store, now: async () => Date.now() + 2 * 3_600_000 };
    await openRecord(ahead).begin('x', 'https://service.example');
    const began = performance.now();
    expect(await swiftly(place(createClient(service, { store }), 'k'))).toMatchObject({ placed: true });
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  test('that blocks its key is shown, and a person can free it', async () => {
    const service = openService();
    const store = lastingStore();
    const requester = createClient(service, { store });
    await openRecord(store).begin('x', 'https://service.example');
    const blocking = { key: 'k', kind: 'project', state: 'claimed', sentAt: undefined, points: undefined };
    expect(await requester.orders.unknown()).toEqual([blocking]);
    const refused = requester.orders.resolve('k', { id: 5 });
    await expect(refused).rejects.toMatchObject({ name: 'InputError', issues: [{ path: 'id' }] });
    await requester.orders.resolve('k', { id: null });
    expect(await requester.orders.unknown()).toEqual([]);
    expect(await swiftly(place(requester, 'k'))).toMatchObject({ placed: true });
  });

  test('is not shown when its lease is over', async () => {
    const store = lastingStore();
    await openRecord(store).begin('x', 'https://service.example');
    await swiftly(pause(61_000));
    expect(await createClient(openService(), { store }).orders.unknown()).toEqual([]);
  });
});

test('2,000 different orders with the key are a conflict after 20 comparisons', async () => {
  const service = openService();
  for (let count = 0; count < 2_000; count += 1) service.add('k', { body: `Another text ${count}` });
  const error = await swiftRejection(place(createClient(service), 'k'));
  expect(error).toMatchObject({ name: 'OrderConflictError', differences: [{ path: 'questions[0].body' }] });
  expect(service.requests.filter((what) => what.startsWith('GET projects'))).toHaveLength(20);
  expect(service.posts).toBe(0);
});

describe('an order that was carried out, and answered with a refusal by something in between', () => {
  const json = (body: object, init: ResponseInit) => () => Response.json(body, init);
  const refused = { success: false, message: 'no' };
  /** As gateways refuse. */
  const limited = { message: 'API rate limit exceeded' };

  test.each([
    ['408', json(refused, { status: 408 })],
    ['409', json({}, { status: 409 })],
    ['429', json(limited, { status: 429, headers: { 'retry-after': '2' } })],
    ['429 for an hour', json(limited, { status: 429, headers: { 'retry-after': '3600' } })],
    ['success: false', json(refused, { status: 200 })],
  ])('%s is found by one search, and not sent again', async (_, afterOrder) => {
    const service = openService({ afterOrder });
    const spends: Spend[] = [];
    const budget = { points: 100, onSpend: (spend: Spend) => void spends.push(spend) };
    const requester = createClient(service, { store: lastingStore(), budget, retries: 2 });
    const found = await swiftly(place(requester, 'k', undefined, { lookback: 0 }));
    // The call that is counted in the budget is the one that has placed it.
    expect(found).toMatchObject({ placed: true, data: { id: 1_000 } });
    expect(service.posts).toBe(1);
    expect(service.requests.filter((what) => what === 'GET my/questions')).toHaveLength(1);
    expect(spends).toMatchObject([{ points: 40 }]);
    expect(await requester.orders.unknown()).toEqual([]);
  });

  test('is found by the next call when that search fails', async () => {
    const service = openService({ afterOrder: json({}, { status: 409 }) });
    let isDown = true;
    service.ways.onRequest = (what) => {
      if (isDown && what === 'GET my/questions') throw new TypeError('fetch failed');
    };
    const requester = createClient(service, { store: lastingStore() });
    const error = await swiftRejection(place(requester, 'k', undefined, { lookback: 0 }));
    expect(error).toMatchObject({ name: 'OutcomeUnknownError' });
    isDown = false;
    expect(await swiftly(place(requester, 'k'))).toMatchObject({ placed: false, data: { id: 1_000 } });
    expect(service.posts).toBe(1);
  });

  test('that was right keeps the key when the searches of its call fail: no later call frees it, a person does', async () => {
    const service = openService();
    let isDown = true;
    service.ways.onRequest = (what) => {
      if (isDown && what.endsWith('questions')) throw new TypeError('fetch failed');
    };
    const store = lastingStore();
    const refusing = createClient(
      {
        fetch: async (url: string, init?: RequestInit) => {
          const isOrder = init?.method === 'POST' && url.includes('/projects');
          return isOrder && isDown ? Response.json(limited, { status: 429 }) : service.fetch(url, init);
        },
      } as PlainService,
      { store },
    );
    const error = await swiftRejection(place(refusing, 'k', undefined, { lookback: 0, settle: 1_000 }));
    expect(error).toMatchObject({ name: 'OutcomeUnknownError' });
    isDown = false;
    await swiftly(pause(60_000));
    expect(await swiftRejection(place(refusing, 'k'))).toMatchObject({ name: 'OutcomeUnknownError' });
    expect(service.posts).toBe(0);
    await refusing.orders.resolve('k', { id: null });
    expect(await swiftly(place(refusing, 'k'))).toMatchObject({ placed: true });
    expect(service.orders).toHaveLength(1);
  });

  test("that was the service's own left the key free, though its call was aborted in the pause after it", async () => {
    const service = openService();
    let isBusy = true;
    const fetch = async (url: string, init?: RequestInit): Promise<Response> => {
      const isOrder = init?.method === 'POST' && url.endsWith('/projects');
      if (!isBusy || !isOrder) return service.fetch(url, init);
      return Response.json(refused, { status: 429, headers: { 'retry-after': '10' } });
    };
    const requester = createClient({ fetch } as PlainService, { store: lastingStore(), retries: 2 });
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 5_000);
    const options = { lookback: 0, signal: controller.signal };
    const error = await swiftRejection(place(requester, 'k', undefined, options));
    expect(error).toMatchObject({ message: 'enough' });
    isBusy = false;
    expect(await swiftly(place(requester, 'k'))).toMatchObject({ placed: true });
    expect(service.orders).toHaveLength(1);
  });
});

test('a file that was uploaded again is a conflict that names its source', async () => {
  const service = openService();
  const requester = createClient(service, { store: lastingStore() });
  const order = (source_id: number) =>
    requester.projects.create(
      {
        language_id: 'en',
        translated_language_id: 'ja',
        questions: [{ type: 'file', source_id, custom_field: 'k' }],
      },
      once,
    );
  await swiftly(order(31));
  const error = await swiftRejection(order(32));
  expect(error).toMatchObject({
    name: 'OrderConflictError',
    message: expect.stringContaining('questions[0].source_id'),
  });
  const { differences } = error as OrderConflictError; // as the lines above show
  expect(differences).toEqual([{ path: 'questions[0].source_id', asked: 32, existing: 31 }]);
  expect(service.posts).toBe(1);
});

describe('resolving', () => {
  async function lost(options: Partial<RequesterOptions> = {}) {
    const service = openService();
    const fetch = async (url: string, init?: RequestInit): Promise<Response> => {
      if (init?.method !== 'POST' || url.endsWith('/check')) return service.fetch(url, init);
      throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } });
    };
    const store = lastingStore();
    const requester = createClient({ fetch } as PlainService, { store, ...options });
    await swiftRejection(place(requester, 'k', undefined, { settle: 0 }));
    return { service, requester, store };
  }

  test('with an id makes that order the result, and counts its reserved points', async () => {
    const spends: Spend[] = [];
    const budget = { points: 100, name: 'b', onSpend: (spend: Spend) => void spends.push(spend) };
    const { service, requester, store } = await lost({ budget });
    expect(await requester.orders.unknown()).toMatchObject([{ key: 'k', state: 'sent', points: 40 }]);
    const { id } = service.add('k');
    await requester.orders.resolve('k', { id });
    expect(spends).toMatchObject([{ points: 40, order: { kind: 'project', id } }]);
    expect(await swiftly(place(requester, 'k'))).toMatchObject({ placed: false, data: { id } });
    expect(await readState(store, 'b')).toMatchObject({ spent: 40, open: NOTHING_OPEN });
  });

  test('with null gives the points back', async () => {
    const { requester, store } = await lost({ budget: { points: 100, name: 'b' } });
    expect(Object.values((await readState(store, 'b')).open)).toMatchObject([{ points: 40 }]);
    await requester.orders.resolve('k', { id: null });
    expect(await readState(store, 'b')).toMatchObject({ spent: 0, open: NOTHING_OPEN });
  });

  test('with null is refused when the order is found meanwhile, and gives nothing back', async () => {
    const budget = { points: 100, name: 'b' };
    const { service, requester, store } = await lost({ budget });
    const { id } = service.add('k');
    let isFirst = true;
    const late: Store = {
      ...store,
      swap: async (key, previous, next) => {
        if (isFirst && next === undefined) {
          isFirst = false;
          const record = { ...JSON.parse(previous ?? ''), state: 'placed', id };
          await store.swap(key, previous, JSON.stringify(record));
        }
        return store.swap(key, previous, next);
      },
    };
    const person = createClient(service, { store: late, budget });
    const error = await swiftRejection(person.orders.resolve('k', { id: null }));
    expect(error).toMatchObject({
      name: 'InputError',
      message: expect.stringContaining('changed meanwhile'),
    });
    expect(Object.values((await readState(store, 'b')).open)).toMatchObject([{ points: 40 }]);
    expect(await swiftly(place(requester, 'k'))).toMatchObject({ placed: false, data: { id } });
  });

  test.each([
    ['other', { id: null }, 'key', 'whose outcome is unknown; known: "k"'],
    ['k', {}, 'id', 'must be the id of the order, or null'],
    ['k', { id: 0 }, 'id', 'must be the id of the order, or null'],
    ['k', { id: null, kind: 'other' }, 'kind', "must be 'project' or 'simple'"],
    ['k', { id: null, kind: 'simple' }, 'key', 'whose outcome is unknown; known: "k"'],
  ])('%s with %j is an InputError', async (key, resolution, path, message) => {
    const { requester } = await lost();
    const error = await swiftRejection(requester.orders.resolve(key, Object(resolution)));
    expect(error).toMatchObject({
      name: 'InputError',
      issues: [{ path, message: expect.stringContaining(message) }],
    });
  });
});
