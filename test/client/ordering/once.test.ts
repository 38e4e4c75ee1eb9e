import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { InputError, isRequesterError, memoryStore, OutcomeUnknownError } from '../../../src/index.js';
import type { Fault } from '../../../src/sandbox.js';
import { lastingStore } from '../../lasting-store.js';
import {
  CARRIED_OUT,
  DAY,
  fastTime,
  KINDS,
  lateBy,
  NOT_CARRIED_OUT,
  openWorld,
  pause,
  realTime,
  swiftly,
  swiftRejection,
} from './world.js';

beforeEach(fastTime);
afterEach(realTime);

const once = { once: true } as const;

describe.each(KINDS)('a $kind ordered once', (kind) => {
  const { post, listing, place } = kind;

  test('is placed when nothing has its key', async () => {
    const { requester, findOrders } = openWorld();
    const { data, placed } = await swiftly(place(requester, 'k', once));
    expect({ placed, orders: findOrders('k') }).toEqual({ placed: true, orders: [data.id] });
  });

  test('is returned, not placed, when it was placed before', async () => {
    const { requester, elsewhere, posts } = openWorld();
    const before = await swiftly(place(requester, 'k', once));
    const { data, placed } = await swiftly(place(elsewhere(), 'k', once));
    expect({ id: data.id, placed, posts: posts(kind) }).toEqual({
      id: before.data.id,
      placed: false,
      posts: 1,
    });
  });

  test('is returned when it was placed without once', async () => {
    const { requester } = openWorld();
    const before = await swiftly(place(requester, 'k'));
    const { data, placed } = await swiftly(place(requester, 'k', once));
    expect({ id: data.id, placed }).toEqual({ id: before.data.id, placed: false });
  });

  test('is searched for with `lookback: 0`, too: the memory of a process has not seen every order', async () => {
    const { requester, elsewhere } = openWorld();
    await swiftly(place(elsewhere(), 'k', once));
    expect(await swiftly(place(requester, 'k', { ...once, lookback: 0 }))).toMatchObject({ placed: false });
  });

  test('is returned, not placed again, when it was cancelled', async () => {
    const { requester, posts } = openWorld();
    const before = await swiftly(place(requester, 'k', once));
    await swiftly(kind.cancel(requester, before));
    const { data, placed } = await swiftly(place(requester, 'k', once));
    expect({ id: data.id, placed, posts: posts(kind) }).toEqual({
      id: before.data.id,
      placed: false,
      posts: 1,
    });
  });

  test('resolves to the order itself when it is awaited', async () => {
    const { requester } = openWorld();
    const { data } = await swiftly(place(requester, 'k', once));
    expect(data).toMatchObject({ id: expect.any(Number) });
  });

  test('costs two requests more than without once: a search before it, and one after it; the first one asks for the account', async () => {
    const { requester, requestsSince, accountReads } = openWorld();
    await swiftly(place(requester, 'plain'));
    const plain = requestsSince();
    await swiftly(place(requester, 'k', once));
    expect([requestsSince() - plain, accountReads()]).toEqual([2 + 1, 1]);
    await swiftly(place(requester, 'next', once));
    expect([requestsSince() - plain, accountReads()]).toEqual([2, 1]);
  });

  test('without a key is an InputError that names it, and sends nothing', async () => {
    const { requester, requestsSince } = openWorld();
    const error = await swiftRejection(place(requester, undefined, once));
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ outcome: 'not_sent', issues: [{ path: kind.keyPath }] });
    expect(requestsSince()).toBe(0);
  });

  describe.each(CARRIED_OUT)('whose answer is lost by %s', (_, fault) => {
    test('is sent once, found, and returned as placed', async () => {
      const { sandbox, requester, findOrders, posts } = openWorld();
      sandbox.faults.add({ on: post, fault });
      const { data, placed } = await swiftly(place(requester, 'k', once));
      expect({ placed, orders: findOrders('k') }).toEqual({ placed: true, orders: [data.id] });
      expect(posts(kind)).toBe(1);
    });
  });

  test('is found although the first search after it fails, too', async () => {
    const { sandbox, requester, findOrders } = openWorld({}, { retries: 0 });
    sandbox.faults.add({ on: post, fault: { kind: 'drop-after' } });
    sandbox.faults.add({ on: listing, fault: { kind: 'delay', ms: 1 } });
    sandbox.faults.add({ on: listing, fault: { kind: 'drop-after' } });
    const { data } = await swiftly(place(requester, 'k', { ...once, settle: 120_000 }));
    expect(findOrders('k')).toEqual([data.id]);
  });

  describe.each(NOT_CARRIED_OUT.filter(([, { kind }]) => kind !== 'html'))(
    'that fails with %s',
    (_, fault) => {
      test('is an OutcomeUnknownError with its key, when it is not found within settle', async () => {
        const { sandbox, requester } = openWorld();
        sandbox.faults.add({ on: post, fault });
        const error = await swiftRejection(place(requester, 'k', once));
        expect(error).toBeInstanceOf(OutcomeUnknownError);
        expect(error).toMatchObject({
          outcome: 'unknown',
          key: 'k',
          message: expect.stringContaining('Call again'),
        });
        expect(error instanceof OutcomeUnknownError && isRequesterError(error.cause)).toBe(true);
      });

      test('is not sent by the same call again, until a person says that it was not placed', async () => {
        const { sandbox, requester, findOrders, posts } = openWorld();
        sandbox.faults.add({ on: post, fault });
        await swiftRejection(place(requester, 'k', once));
        await swiftly(pause(DAY));
        const error = await swiftRejection(place(requester, 'k', once));
        expect({ error, posts: posts(kind) }).toMatchObject({
          error: { name: 'OutcomeUnknownError', outcome: 'unknown', key: 'k' },
          posts: 1,
        });
        await requester.orders.resolve('k', { id: null });
        const { data, placed } = await swiftly(place(requester, 'k', once));
        expect({ placed, orders: findOrders('k') }).toEqual({ placed: true, orders: [data.id] });
      });
    },
  );

  describe.each<[string, Fault]>([
    ['drop-after', { kind: 'drop-after' }],
    ['wrong-shape', { kind: 'wrong-shape' }],
  ])('that fails with %s and cannot be found for a while', (_, fault) => {
    test('is an OutcomeUnknownError, and found by the same call again', async () => {
      const { sandbox, requester, findOrders } = openWorld({}, { retries: 0 });
      sandbox.faults.add({ on: listing, times: 1, fault: { kind: 'delay', ms: 1 } });
      sandbox.faults.add({ on: listing, times: 500, fault: { kind: 'status', status: 503 } });
      sandbox.faults.add({ on: 'GET /api/v1/my', times: 1, fault: { kind: 'delay', ms: 1 } });
      sandbox.faults.add({ on: 'GET *', times: 500, fault: { kind: 'status', status: 503 } });
      sandbox.faults.add({ on: post, fault });
      const error = await swiftRejection(place(requester, 'k', once));
      // The others may not be the service's own.
      const outcome = fault.kind === 'wrong-shape' ? 'done' : 'unknown';
      expect(error).toMatchObject({ name: 'OutcomeUnknownError', outcome, key: 'k' });
      sandbox.faults.clear();
      const { data, placed } = await swiftly(place(requester, 'k', once));
      expect({ placed, orders: findOrders('k') }).toEqual({ placed: false, orders: [data.id] });
    });
  });

  test('that is answered with 2xx without an order is never sent again by this process', async () => {
    const { sandbox, requester, posts } = openWorld();
    sandbox.faults.add({ on: post, fault: { kind: 'wrong-shape', carriedOut: false } });
    const first = await swiftRejection(place(requester, 'k', once));
    const second = await swiftRejection(place(requester, 'k', { ...once, settle: 0 }));
    expect([first, second]).toMatchObject(
      [1, 2].map(() => ({ name: 'OutcomeUnknownError', outcome: 'done' })),
    );
    expect(posts(kind)).toBe(1);
  });

  test('stays unknown while the answers to the search for it cannot be used', async () => {
    const { sandbox, requester, findOrders } = openWorld({}, { retries: 0 });
    sandbox.faults.add({ on: post, fault: { kind: 'status', status: 500, carriedOut: false } });
    sandbox.faults.add({ on: listing, times: 1, fault: { kind: 'delay', ms: 1 } });
    sandbox.faults.add({ on: listing, times: 500, fault: { kind: 'truncate' } });
    const first = await swiftRejection(place(requester, 'k', { ...once, settle: 1_000 }));
    // It searches for what the first one has sent, and no answer to that says anything about the order.
    const second = await swiftRejection(place(requester, 'k', { ...once, settle: 60_000 }));
    expect([first, second]).toMatchObject(
      [1, 2].map(() => ({ name: 'OutcomeUnknownError', outcome: 'unknown' })),
    );
    expect(findOrders('k')).toEqual([]);
  });

  test('that was refused by the operating system is sent again, and placed', async () => {
    const { sandbox, requester, findOrders } = openWorld();
    sandbox.faults.add({ on: post, fault: { kind: 'refuse' } });
    const { data, placed } = await swiftly(place(requester, 'k', once));
    expect({ placed, orders: findOrders('k') }).toEqual({ placed: true, orders: [data.id] });
  });

  test('that is refused by the operating system again and again was not sent', async () => {
    const { sandbox, requester, findOrders } = openWorld();
    sandbox.faults.add({ on: post, times: 9, fault: { kind: 'refuse' } });
    const error = await swiftRejection(place(requester, 'k', once));
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'not_sent' });
    expect(findOrders('k')).toEqual([]);
  });

  test('pauses as long as a 429 asks for, and is then placed', async () => {
    const { sandbox, requester, findOrders } = openWorld();
    const fault: Fault = { kind: 'status', status: 429, headers: { 'retry-after': '7' } };
    sandbox.faults.add({ on: post, fault });
    const began = performance.now();
    await swiftly(place(requester, 'k', once));
    expect(performance.now() - began).toBeGreaterThanOrEqual(7_000);
    expect(findOrders('k')).toHaveLength(1);
  });

  test('is sent again after a 429 that asks for no pause', async () => {
    const { sandbox, requester, findOrders, posts } = openWorld();
    sandbox.faults.add({ on: post, fault: { kind: 'status', status: 429 } });
    const { placed } = await swiftly(place(requester, 'k', once));
    expect({ placed, sent: posts(kind), orders: findOrders('k').length }).toEqual({
      placed: true,
      sent: 2,
      orders: 1,
    });
  });

  describe.each([
    [401, 'AuthenticationError'],
    [403, 'PermissionError'],
    [404, 'NotFoundError'],
    [409, 'ApiError'],
    [422, 'ValidationError'],
    [429, 'RateLimitError'],
  ])('that is refused by the service with %d', (status, name) => {
    const headers = { 'retry-after': '3600' };

    test('rejects with that refusal', async () => {
      const { sandbox, requester, findOrders } = openWorld();
      sandbox.faults.add({ on: post, fault: { kind: 'status', status, headers } });
      const error = await swiftRejection(place(requester, 'k', once));
      expect(error).toMatchObject({ name, status, outcome: 'rejected' });
      expect(findOrders('k')).toEqual([]);
    });

    test('is not searched for after that', async () => {
      const { sandbox, requester, requestsSince, accountReads } = openWorld();
      sandbox.faults.add({ on: post, fault: { kind: 'status', status, headers } });
      await swiftRejection(place(requester, 'k', once));
      expect([requestsSince(), accountReads()]).toEqual([2 + 1, 1]);
    });
  });

  describe.each([
    ['408 of the service', 408, undefined],
    ['409 of something in between', 409, ''],
    ['429 of something in between', 429, '{"message":"API rate limit exceeded"}'],
  ])('that is refused with a %s', (_, status, body) => {
    const fault = { kind: 'status', status, headers: { 'retry-after': '1' }, body } as const;

    test('is found when it was carried out all the same, and not sent again', async () => {
      const { sandbox, requester, findOrders, posts } = openWorld({}, {}, lateBy(5_000));
      sandbox.faults.add({ on: post, fault: { ...fault, carriedOut: true } });
      const { data, placed } = await swiftly(place(requester, 'k', once));
      expect({ placed, orders: findOrders('k'), posts: posts(kind) }).toEqual({
        placed: true,
        orders: [data.id],
        posts: 1,
      });
    });

    test.each(['in memory', 'in a store'])(
      'is freed %s when settle has passed and nothing is found',
      async (where) => {
        const store = where === 'in memory' ? undefined : lastingStore();
        const { sandbox, requester, findOrders, posts } = openWorld({}, { store });
        sandbox.faults.add({ on: post, fault });
        const began = performance.now();
        const error = await swiftRejection(place(requester, 'k', { ...once, settle: 20_000 }));
        expect(error).toMatchObject({ status, outcome: 'unknown' });
        expect(performance.now() - began).toBeGreaterThanOrEqual(20_000);
        expect(await swiftly(requester.orders.unknown())).toEqual([]);
        expect(await swiftly(place(requester, 'k', once))).toMatchObject({ placed: true });
        expect({ posts: posts(kind), orders: findOrders('k').length }).toEqual({ posts: 2, orders: 1 });
      },
    );
  });

  test('is not sent when the search before it fails', async () => {
    const { sandbox, requester, posts } = openWorld({}, { retries: 0 });
    sandbox.faults.add({ on: listing, fault: { kind: 'drop-before' } });
    const error = await swiftRejection(place(requester, 'k', once));
    expect(error).toMatchObject({
      outcome: 'not_sent',
      message: expect.stringContaining('Nothing was ordered.'),
    });
    expect(posts(kind)).toBe(0);
  });

  test('was not sent when the search before it is refused', async () => {
    const { requester } = openWorld({}, { accessToken: 'a-wrong-token' });
    const error = await swiftRejection(place(requester, 'k', once));
    expect(error).toMatchObject({ name: 'AuthenticationError', outcome: 'rejected' });
  });

  test('is searched for with growing pauses', async () => {
    const times: number[] = [];
    const { sandbox, requester } = openWorld({}, {}, (fetch) => (...request) => {
      times.push(performance.now());
      return fetch(...request);
    });
    sandbox.faults.add({ on: post, fault: { kind: 'drop-before' } });
    await swiftRejection(place(requester, 'k', { ...once, settle: 30_000 }));
    // The account, the search before the order, and the order.
    const [, , , first = 0, ...more] = times;
    const pauses = more.map((time, index) => time - (more[index - 1] ?? first));
    expect(pauses.slice(0, 4).map(Math.round)).toEqual([250, 375, 562, 843]);
    expect(Math.max(...pauses)).toBe(4_000);
  });

  test('is searched for as long as settle says', async () => {
    const { sandbox, requester } = openWorld();
    sandbox.faults.add({ on: post, fault: { kind: 'drop-before' } });
    const began = performance.now();
    await swiftRejection(place(requester, 'k', { ...once, settle: 5_000 }));
    expect(performance.now() - began).toBeGreaterThanOrEqual(5_000);
    expect(performance.now() - began).toBeLessThan(6_000);
  });

  test('stays unknown when the searches after it are refused', async () => {
    const { sandbox, requester, findOrders } = openWorld();
    sandbox.faults.add({ on: post, fault: { kind: 'drop-after' } });
    sandbox.faults.add({ on: listing, fault: { kind: 'delay', ms: 1 } });
    sandbox.faults.add({ on: listing, times: 500, fault: { kind: 'status', status: 401 } });
    const error = await swiftRejection(place(requester, 'k', once));
    expect(error).toMatchObject({ name: 'OutcomeUnknownError', outcome: 'unknown' });
    expect(findOrders('k')).toHaveLength(1);
  });

  test('is found after a lost answer though its person has signed out meanwhile: the token is asked for once', async () => {
    let asked = 0;
    const sign = (): string => {
      asked += 1;
      if (asked > 1) throw new Error('signed out');
      return sandbox.accessToken;
    };
    const { sandbox, client, findOrders } = openWorld();
    sandbox.faults.add({ on: post, fault: { kind: 'drop-after' } });
    const { data, placed } = await swiftly(place(client({ accessToken: sign }), 'k', once));
    expect({ placed, orders: findOrders('k'), asked }).toEqual({ placed: true, orders: [data.id], asked: 1 });
  });
});

test('projects and simple questions can have the same key', async () => {
  const { requester, sandbox } = openWorld();
  for (const kind of KINDS) await swiftly(kind.place(requester, 'k', once));
  expect(sandbox.orders().map(({ kind }) => kind)).toEqual(['project', 'simple']);
});

test.each(KINDS)(
  'a $kind that the service has lost is not placed again by its process, until a person says so',
  async (kind) => {
    const { requester, sandbox, findOrders } = openWorld({}, { store: memoryStore() });
    const { data } = await swiftly(kind.place(requester, 'k', once));
    sandbox.reset();
    await swiftly(pause(DAY));
    const error = await swiftRejection(kind.place(requester, 'k', once));
    expect(error).toMatchObject({ name: 'OutcomeUnknownError', outcome: 'done', id: data.id });
    expect(findOrders('k')).toEqual([]);
    await requester.orders.resolve('k', { id: null });
    const again = await swiftly(kind.place(requester, 'k', once));
    expect({ placed: again.placed, orders: findOrders('k') }).toEqual({
      placed: true,
      orders: [again.data.id],
    });
  },
);
