import { getEventListeners } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { OrderRecord } from '../../../src/client/ordering/record.js';
import { guardStore } from '../../../src/client/stores/guarded-store.js';
import { memoryStore, type Requester, type Store } from '../../../src/index.js';
import { fileStore } from '../../../src/node.js';
import type { Sandbox, SandboxFetch } from '../../../src/sandbox.js';
import { lastingStore } from '../../lasting-store.js';
import { rejection } from '../../recorded-fetch.js';
import {
  DAY,
  fastTime,
  KINDS,
  lateBy,
  NOTHING_OPEN,
  openWorld,
  PROJECTS,
  pause,
  projectOrder,
  realTime,
  swiftly,
  swiftRejection,
} from './world.js';

beforeEach(fastTime);
afterEach(realTime);

const once = { once: true } as const;
const known = { once: true, lookback: 0 } as const;

/** The record of an order of this account. */
const openRecord = (store: Store, account: number, kind: string, key = 'k') =>
  new OrderRecord(guardStore(store, 10_000), `order ${account}:${kind}:${key}`);

/** How often the price of an order was asked for. */
function countChecks({ requests }: Sandbox): number {
  return requests.filter(({ path }) => path.endsWith('/check')).length;
}

test('an order with another fingerprint is compared with the order of its record, without a search', async () => {
  const { sandbox, requester } = openWorld({}, { store: lastingStore() });
  const order = (escape_text: 1 | undefined) =>
    projectOrder('k', {
      questions: [{ type: 'string', body: 'Good morning', escape_text, custom_field: 'k' }],
    });
  const placed = await swiftly(requester.projects.create(order(1), once));
  const before = sandbox.requests.length;
  const again = await swiftly(requester.projects.create(order(undefined), once).withResponse());
  expect(again).toMatchObject({ placed: false, data: { id: placed.id } });
  const paths = sandbox.requests.slice(before).map(({ path }) => path);
  expect(paths).toContain(`/api/v1/projects/${placed.id}`);
  expect(paths).not.toContain('/api/v1/my/questions');
});

test('an order that was sent is the same order in another Unicode form', async () => {
  const { sandbox, requester } = openWorld({}, { store: lastingStore() });
  sandbox.faults.add({ on: PROJECTS.post, times: 1, fault: { kind: 'drop-before' } });
  for (const body of ['Cafe\u0301', 'Caf\u00e9']) {
    const order = projectOrder('k', { questions: [{ type: 'string', body, custom_field: 'k' }] });
    const error = await swiftRejection(requester.projects.create(order, once));
    expect(error).toMatchObject({ name: 'OutcomeUnknownError' });
  }
});

describe.each(KINDS)("a $kind with a store of the caller's", (kind) => {
  const { place, post, listing } = kind;

  function stored(wrap?: (fetch: SandboxFetch) => SandboxFetch, store: Store = lastingStore()) {
    return { ...openWorld({}, { store }, wrap), store };
  }

  test('costs one request without a search, and one for the account', async () => {
    const { requester, requestsSince } = stored();
    await swiftly(place(requester, 'first', known));
    expect(requestsSince()).toBe(2);
    await swiftly(place(requester, 'second', known));
    expect(requestsSince()).toBe(1);
  });

  test('is recorded with its id when a later call finds it', async () => {
    const { requester, store } = stored(lateBy(15_000));
    const error = await swiftRejection(place(requester, 'k', { ...once, settle: 1_000 }));
    expect(error).toMatchObject({ name: 'OutcomeUnknownError', key: 'k' });
    const { data } = await swiftly(place(requester, 'k', once));
    const [key = ''] = await store.keys('order ');
    expect(JSON.parse((await store.get(key)) ?? '')).toMatchObject({ state: 'placed', id: data.id });
  });

  test("asks for the store's time once, and counts on from it by our own clock", async () => {
    const now = vi.fn(async () => Date.now() - 3_600_000);
    const { requester, store } = stored(undefined, { ...lastingStore(), now });
    const began = await now();
    now.mockClear();
    await swiftly(place(requester, 'k', known));
    expect(now).toHaveBeenCalledTimes(1);
    const [key = ''] = await store.keys('order ');
    const { at } = JSON.parse((await store.get(key)) ?? '');
    expect([at >= began, at <= (await now())]).toEqual([true, true]);
  });

  test('leaves nothing in the store if it costs too much', async () => {
    const { sandbox, requester, store } = stored();
    const tooMuch = { ...known, maxPoints: 0 };
    expect(await swiftRejection(place(requester, 'k', tooMuch))).toMatchObject({ name: 'BudgetError' });
    expect(await store.keys('')).toEqual([]);
    await swiftly(place(requester, 'k', { ...known, maxPoints: 1_000 }));
    expect(countChecks(sandbox)).toBe(2);
    // It is placed now, so that its price does not matter any more.
    expect(await swiftly(place(requester, 'k', tooMuch))).toMatchObject({ placed: false });
    expect(countChecks(sandbox)).toBe(2);
  });

  test('is read by its id when another process has placed it, however long ago', async () => {
    const { sandbox, requester, elsewhere, requestsSince } = stored();
    const { data } = await swiftly(place(requester, 'k', known));
    await sandbox.clock.advance(400 * 24 * 3_600_000);
    const another = elsewhere();
    await swiftly(place(another, 'to know the account', known));
    requestsSince();
    const again = await swiftly(place(another, 'k', known));
    expect(again).toMatchObject({ placed: false, data: { id: data.id } });
    expect(requestsSince()).toBe(1);
  });

  test('that was refused, perhaps not by the service, is found by a later call, though it is older than its `lookback`', async () => {
    const { sandbox, requester, elsewhere, findOrders } = stored();
    sandbox.faults.add({ on: post, times: 1, fault: { kind: 'html', status: 409, carriedOut: true } });
    sandbox.faults.add({ on: listing, times: 99, fault: { kind: 'status', status: 503 } });
    expect(await swiftRejection(place(requester, 'k', known))).toMatchObject({ name: 'OutcomeUnknownError' });
    sandbox.faults.clear();
    for (let index = 0; index < 110; index += 1) await place(requester, `newer/${index}`);
    vi.setSystemTime(Date.now() + 10 * DAY);
    expect(await swiftly(place(elsewhere(), 'k', once))).toMatchObject({ placed: false });
    expect(findOrders('k')).toHaveLength(1);
  });

  test('is placed once by ten processes at the same time', async () => {
    const { elsewhere, findOrders } = stored();
    const processes = Array.from({ length: 10 }, () => elsewhere());
    const all = await swiftly(Promise.all(processes.map((each) => place(each, 'k', known))));
    expect(findOrders('k')).toHaveLength(1);
    expect(all.filter(({ placed }) => placed)).toHaveLength(1);
  });

  test('is never sent again after an unknown outcome, by any process, until a person decides', async () => {
    const { sandbox, requester, elsewhere, posts } = stored();
    sandbox.faults.add({ on: post, fault: { kind: 'drop-before' } });
    const short = { ...known, settle: 1_000 };
    const first = await swiftRejection(place(requester, 'k', short));
    const second = await swiftRejection(place(elsewhere(), 'k', short));
    expect([first, second]).toMatchObject([1, 2].map(() => ({ name: 'OutcomeUnknownError', key: 'k' })));
    expect(posts(kind)).toBe(1);
    await swiftly(elsewhere().orders.resolve('k', { id: null }));
    expect(await swiftly(place(elsewhere(), 'k', known))).toMatchObject({ placed: true });
    expect(posts(kind)).toBe(2);
  });

  test('is found by a search when it was placed before the store was there, unless lookback is 0', async () => {
    const { requester, client, posts } = stored();
    await swiftly(place(client({ store: undefined }), 'old', {}));
    expect(await swiftly(place(requester, 'old', once))).toMatchObject({ placed: false });
    expect(posts(kind)).toBe(1);
    await swiftly(place(client({ store: undefined }), 'other', {}));
    expect(await swiftly(place(requester, 'other', known))).toMatchObject({ placed: true });
  });

  test('is searched for once by a call after settle has passed', async () => {
    const { sandbox, requester } = stored();
    sandbox.faults.add({ on: post, fault: { kind: 'drop-before' } });
    await swiftRejection(place(requester, 'k', { ...once, settle: 0 }));
    const before = sandbox.requests.length;
    await swiftRejection(place(requester, 'k', { ...once, settle: 0 }));
    const paths = sandbox.requests.slice(before).map(({ method, path }) => `${method} ${path}`);
    expect(paths).toEqual([listing]);
  });

  test('is found by another process when the service carries it out late', async () => {
    const { requester, elsewhere, findOrders } = stored(lateBy(20_000));
    await swiftRejection(place(requester, 'k', { ...known, settle: 1_000 }));
    const { data, placed } = await swiftly(place(elsewhere(), 'k', once));
    expect({ placed, orders: findOrders('k') }).toEqual({ placed: false, orders: [data.id] });
  });

  test('frees its key at once when nothing was sent', async () => {
    const { sandbox, requester, elsewhere } = stored();
    sandbox.faults.add({ on: post, fault: { kind: 'status', status: 422 } });
    await swiftRejection(place(requester, 'k', known));
    const began = performance.now();
    expect(await swiftly(place(elsewhere(), 'k', known))).toMatchObject({ placed: true });
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test('whose process died before it was sent frees its key after the lease', async () => {
    const { requester, store, posts } = stored();
    const { id } = await swiftly(requester.account.get());
    await openRecord(store, id, kind.kind).begin('of the same order', 'https://service.example');
    const began = performance.now();
    const patient = { ...known, settle: 90_000 };
    expect(await swiftly(place(requester, 'k', patient))).toMatchObject({ placed: true });
    expect(performance.now() - began).toBeGreaterThan(55_000);
    expect(posts(kind)).toBe(1);
  });

  test('waits for the claim of another process no longer than settle, and says so', async () => {
    const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const store = lastingStore();
    const { requester, posts } = openWorld({}, { store, logger });
    const { id } = await swiftly(requester.account.get());
    await openRecord(store, id, kind.kind).begin('of the same order', 'https://service.example');
    const began = performance.now();
    const error = await swiftRejection(place(requester, 'k', { ...known, settle: 5_000 }));
    expect(performance.now() - began).toBeLessThan(5_100);
    expect(error).toMatchObject({
      name: 'OutcomeUnknownError',
      outcome: 'not_sent',
      key: 'k',
      message: expect.stringContaining('nothing was sent, another process has claimed its key until 20'),
    });
    const told = logger.warn.mock.calls.filter(([message]) =>
      message.includes('waiting for another process'),
    );
    expect(told).toEqual([[expect.anything(), { key: 'k', until: expect.stringMatching(/^\d{4}-.*Z$/) }]]);
    expect(posts(kind)).toBe(0);
  });

  test.each([
    [1_400, 0],
    [1_600, 1],
  ])('waits for the claim of another process for %d ms, and says so %d times', async (settle, times) => {
    const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const store = lastingStore();
    const { requester } = openWorld({}, { store, logger });
    const { id } = await swiftly(requester.account.get());
    await openRecord(store, id, kind.kind).begin('of the same order', 'https://service.example');
    await swiftRejection(place(requester, 'k', { ...known, settle }));
    const told = logger.warn.mock.calls.filter(([message]) =>
      message.includes('waiting for another process'),
    );
    expect(told).toHaveLength(times);
  });

  test('leaves nothing at the signal of a caller that has waited for another process', async () => {
    const { store, requester } = stored();
    const { id } = await swiftly(requester.account.get());
    await openRecord(store, id, kind.kind).begin('of the same order', 'https://service.example');
    const { signal } = new AbortController();
    await swiftRejection(place(requester, 'k', { ...known, settle: 1_000, signal }));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('has a record that the memory of a process knows as one that may be forgotten', async () => {
    const { store, requester } = stored();
    await swiftly(place(requester, 'k', known));
    const [key = ''] = await store.keys('order ');
    expect(await store.get(key)).toMatch(/^\{"state":"placed","id":\d/);
  });

  test('is not sent when the claim was lost', async () => {
    const store = lastingStore();
    let swaps = 0;
    const losing: Store = {
      ...store,
      // Before the last step, a person resolves the order.
      swap: async (key, ...texts) => {
        swaps += 1;
        const placed = { state: 'placed', id: 987_654_321, claim: 'x', at: 0, fingerprint: 'x' };
        if (swaps === 2) await store.swap(key, texts[0], JSON.stringify(placed));
        return store.swap(key, ...texts);
      },
    };
    const { requester, posts } = stored(undefined, losing);
    const error = await swiftRejection(place(requester, 'k', known));
    expect(error).toMatchObject({ name: 'OrderConflictError', outcome: 'not_sent' });
    expect(posts(kind)).toBe(0);
  });

  test.each(['get', 'swap'] as const)('is not sent when the store fails at %s', async (step) => {
    const failing: Store = {
      ...lastingStore(),
      [step]: () => Promise.reject(new Error('the store is down')),
    };
    const { requester, posts } = stored(undefined, failing);
    const error = await swiftRejection(place(requester, 'k', known));
    expect(error).toMatchObject({
      name: 'StoreError',
      outcome: 'not_sent',
      cause: { message: 'the store is down' },
    });
    expect(posts(kind)).toBe(0);
  });

  test('is returned, with a warning, when the store cannot record that it was placed', async () => {
    const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const store = lastingStore();
    const failing: Store = {
      ...store,
      swap: (key, previous, next) =>
        next?.includes('"placed"') ? Promise.reject(new Error('disk full')) : store.swap(key, previous, next),
    };
    const { requester, elsewhere, posts } = openWorld({}, { store: failing, logger });
    expect(await swiftly(place(requester, 'k', known))).toMatchObject({ placed: true });
    expect(logger.warn).toHaveBeenCalledWith(expect.stringContaining('the store failed'), { key: 'k' });
    // It stays sent there: found by a search.
    expect(await swiftly(place(elsewhere(), 'k', once))).toMatchObject({ placed: false });
    expect(posts(kind)).toBe(1);
  });

  test('is an OrderConflictError when a different order has the key', async () => {
    const { requester, elsewhere, posts } = stored();
    await swiftly(place(requester, 'k', once, 4));
    const error = await swiftRejection(place(elsewhere(), 'k', once, 5));
    expect(error).toMatchObject({ name: 'OrderConflictError', outcome: 'not_sent' });
    expect(posts(kind)).toBe(1);
  });

  test('is not searched for after its answer', async () => {
    const { sandbox, requester } = stored();
    await swiftly(place(requester, 'k', known));
    const listings = sandbox.requests.filter(({ method, path }) => `${method} ${path}` === listing);
    expect(listings).toEqual([]);
  });

  test('is not sent by a process that can not read the account', async () => {
    const { sandbox, requester, posts } = stored();
    sandbox.faults.add({ on: 'GET /api/v1/my', times: 9, fault: { kind: 'status', status: 503 } });
    const error = await swiftRejection(place(requester, 'k', known));
    expect(error).toMatchObject({ name: 'ServerError', outcome: 'not_sent' });
    expect(posts(kind)).toBe(0);
    sandbox.faults.clear();
    expect(await swiftly(place(requester, 'k', known))).toMatchObject({ placed: true });
  });
});

test.each(KINDS)('a $kind is not sent after its call has ended, however slow the store is', async (kind) => {
  const store = lastingStore();
  const slow: Store = {
    ...store,
    swap: async (key, previous, next) => {
      if (next?.includes('"sent"')) await pause(8_000);
      return store.swap(key, previous, next);
    },
  };
  const budget = { points: 1_000, name: 'shared' };
  const { requester, elsewhere, posts } = openWorld({}, { store: slow, budget });
  const error = await swiftRejection(kind.place(requester, 'k', { ...known, timeout: 5_000 }));
  expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'not_sent' });
  await swiftly(pause(60_000));
  expect(posts(kind)).toBe(0);
  expect(JSON.parse((await store.get('budget shared')) ?? '')).toMatchObject({
    spent: 0,
    open: NOTHING_OPEN,
  });
  expect(await swiftly(requester.orders.unknown())).toEqual([]);
  expect(await swiftly(kind.place(elsewhere({ store }), 'k', known))).toMatchObject({ placed: true });
});

describe('the check for duplicates after an order', () => {
  const looks = async (userAgent: string, store?: Store): Promise<number> => {
    vi.stubGlobal('navigator', { userAgent });
    try {
      const { sandbox, requester } = openWorld({}, { store });
      await swiftly(PROJECTS.place(requester, 'k', known));
      const paths = sandbox.requests.map(({ method, path }) => `${method} ${path}`);
      return paths.slice(paths.indexOf(PROJECTS.post)).filter((path) => path === PROJECTS.listing).length;
    } finally {
      vi.unstubAllGlobals();
    }
  };

  test("runs in a browser even with a store of the caller's, since a browser may resend by itself", async () => {
    expect(await looks('Mozilla/5.0 (X11; Linux x86_64) Chrome/140', lastingStore())).toBe(1);
    expect(await looks('Mozilla/5.0 (X11; Linux x86_64) Chrome/140')).toBe(1);
  });

  test("runs elsewhere only without a store of the caller's", async () => {
    expect(await looks('Node.js/22', lastingStore())).toBe(0);
    expect(await looks('Node.js/22')).toBe(1);
  });
});

describe.each(KINDS)('a $kind whose 2xx could not be used and that is not found', (kind) => {
  let folder: string;
  // A disk has a time of its own.
  beforeEach(async () => {
    realTime();
    folder = await mkdtemp(join(tmpdir(), 'translation-requester-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test.each([
    ['the memory of the process', () => undefined],
    ['a memoryStore', () => memoryStore()],
    ['a fileStore', () => fileStore(folder)],
  ])('is placed by a next call once a person frees its key in %s', async (_, given) => {
    const store = given();
    const { sandbox, requester, client, posts, findOrders } = openWorld({}, { store });
    sandbox.faults.add({ on: kind.post, fault: { kind: 'wrong-shape', carriedOut: false } });
    const place = () => kind.place(requester, 'freed', { ...once, settle: 100 });
    const error = await rejection(place());
    expect(error).toMatchObject({ name: 'OutcomeUnknownError', outcome: 'done' });
    expect(await rejection(place())).toMatchObject({ outcome: 'done' });
    expect(posts(kind)).toBe(1);
    expect(await requester.orders.unknown()).toMatchObject([{ key: 'freed', state: 'placed' }]);
    await client().orders.resolve('freed', { id: null });
    expect(await place()).toMatchObject({ placed: true });
    expect({ posts: posts(kind), orders: findOrders('freed').length }).toEqual({ posts: 2, orders: 1 });
  });
});

test.each(KINDS)('a $kind does not end with the abort of another that reads the account', async (kind) => {
  const { sandbox, requester, requestsSince } = openWorld({}, { store: lastingStore() });
  sandbox.faults.add({ on: 'GET /api/v1/my', fault: { kind: 'delay', ms: 5_000 } });
  const controller = new AbortController();
  const aborted = swiftRejection(kind.place(requester, 'one', { ...known, signal: controller.signal }));
  const another = kind.place(requester, 'other', known);
  setTimeout(() => controller.abort(new Error('enough')), 1_000);
  expect(await aborted).toMatchObject({ message: 'enough' });
  expect(await swiftly(another)).toMatchObject({ placed: true });
  expect(requestsSince()).toBe(2);
});

test.each(KINDS)(
  'a $kind that got no connection, and was aborted before it was sent again, leaves its key free',
  async (kind) => {
    const controller = new AbortController();
    const { signal } = controller;
    const pass = () => {};
    const info = (message: string) => message === 'trying again' && controller.abort(new Error('enough'));
    const logger = { debug: pass, info, warn: info, error: pass };
    const store = lastingStore();
    const { sandbox, requester } = openWorld({}, { store, logger, logLevel: 'info' });
    sandbox.faults.add({ on: kind.post, fault: { kind: 'refuse' } });
    expect(await swiftRejection(kind.place(requester, 'k', { ...known, signal }))).toBe(signal.reason);
    expect(await store.keys('order ')).toEqual([]);
  },
);

test.each(KINDS)('a $kind is placed after all others that read the account were aborted', async (kind) => {
  const { sandbox, requester } = openWorld({}, { store: lastingStore() });
  sandbox.faults.add({ on: 'GET /api/v1/my', fault: { kind: 'hang' } });
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('enough')), 1_000);
  const { signal } = controller;
  expect(await swiftRejection(kind.place(requester, 'k', { ...known, signal }))).toBe(signal.reason);
  expect(await swiftly(kind.place(requester, 'k', known))).toMatchObject({ placed: true });
});

test.each(KINDS)(
  'a $kind for each of two services at once is two, though account and key are equal',
  async (kind) => {
    const worlds = [1, 2].map(() => openWorld({ seed: 7 }, { store: lastingStore() }));
    const placed = await swiftly(
      Promise.all(worlds.map(({ requester }) => kind.place(requester, 'k', known))),
    );
    expect(placed.map((each) => each.placed)).toEqual([true, true]);
    expect(worlds.map(({ posts }) => posts(kind))).toEqual([1, 1]);
  },
);

test('a refusal before a time-out does not free the key of an order that may have been placed', async () => {
  const { sandbox, requester } = openWorld({}, { store: lastingStore(), attemptTimeout: 2_000 });
  const refusal = { kind: 'status', status: 429, headers: { 'retry-after': '0' } } as const;
  sandbox.faults.add({ on: PROJECTS.post, times: 1, fault: refusal });
  sandbox.faults.add({ on: PROJECTS.post, times: 1, fault: { kind: 'hang' } });
  const error = await swiftRejection(
    requester.projects.create(projectOrder('k'), { ...once, settle: 3_000 }),
  );
  expect(error).toMatchObject({ outcome: 'unknown' });
  expect(await requester.orders.unknown()).toMatchObject([{ key: 'k', state: 'sent' }]);
});

test('a store that fails once an order was sent does not say that nothing was', async () => {
  let isDown = false;
  const now = async (): Promise<number> => {
    if (isDown) throw new Error('down');
    return Date.now();
  };
  const { sandbox, requester } = openWorld({}, { store: { ...lastingStore(), now } });
  sandbox.faults.add({ on: PROJECTS.post, times: 1, fault: { kind: 'drop-before' } });
  const failing = swiftRejection(requester.projects.create(projectOrder('k'), { ...once, settle: 3_000 }));
  await swiftly(pause(1_000));
  isDown = true;
  expect(await failing).toMatchObject({ name: 'OutcomeUnknownError', outcome: 'unknown' });
});

test('settle is counted by the clock of the process: a refusal, perhaps not by the service, frees its key though the store no longer tells the time', async () => {
  let isDown = false;
  const now = async (): Promise<number> => {
    if (isDown) throw new Error('down');
    return Date.now();
  };
  const { sandbox, requester } = openWorld({}, { store: { ...lastingStore(), now } });
  sandbox.faults.add({
    on: PROJECTS.post,
    times: 1,
    fault: { kind: 'html', status: 403, carriedOut: false },
  });
  const failing = swiftRejection(requester.projects.create(projectOrder('k'), { ...once, settle: 3_000 }));
  await swiftly(pause(1_000));
  isDown = true;
  expect(await failing).toMatchObject({ name: 'PermissionError', status: 403, outcome: 'unknown' });
  isDown = false;
  expect(await requester.orders.unknown()).toEqual([]);
});

test('a success that contradicts itself is no refusal: its key is not freed after settle', async () => {
  const { sandbox, requester, posts } = openWorld({}, { store: lastingStore() });
  sandbox.faults.add({
    on: PROJECTS.post,
    times: 1,
    fault: { kind: 'alter', alter: (answer) => ({ ...answer, success: false }) },
  });
  // Nothing shows it.
  sandbox.faults.add({
    on: PROJECTS.listing,
    times: 99,
    fault: {
      kind: 'alter',
      alter: (answer) => ({ ...answer, questions: [], total_count: 0, total_pages: 0 }),
    },
  });
  const place = () => swiftRejection(PROJECTS.place(requester, 'k', { ...once, settle: 1_000 }));
  expect(await place()).toMatchObject({ name: 'OutcomeUnknownError' });
  expect(await place()).toMatchObject({ name: 'OutcomeUnknownError' });
  expect(posts(PROJECTS)).toBe(1);
});

test.each([
  ['behind', -DAY],
  ['ahead', DAY],
])(
  'an order that a machine whose clock is a day %s has sent is never sent again by itself',
  async (_, jump) => {
    const order = (requester: Requester, options: object = {}) =>
      PROJECTS.place(requester, 'k', { ...once, ...options });
    const [before, store] = [lastingStore(), lastingStore()];
    // Another service with the same account, so that the record is that of this order.
    await swiftly(order(openWorld({}, { store: before }).requester));
    const [key = ''] = await before.keys('order ');
    const { claim, fingerprint } = JSON.parse((await before.get(key)) ?? '');
    const sent = { state: 'sent', claim, fingerprint, at: Date.now() + jump };
    await store.swap(key, undefined, JSON.stringify(sent));
    const { requester, client, posts } = openWorld({}, { store });
    const began = performance.now();
    const error = await swiftRejection(order(requester, { settle: 5_000 }));
    expect(error).toMatchObject({ name: 'OutcomeUnknownError', outcome: 'unknown' });
    expect(performance.now() - began).toBeLessThan(5_100);
    expect(posts(PROJECTS)).toBe(0);
    const { data } = await swiftly(order(client({ store: lastingStore() })));
    const found = await swiftly(order(requester, { settle: 5_000 }));
    expect(found).toMatchObject({ placed: false, data: { id: data.id } });
  },
);
