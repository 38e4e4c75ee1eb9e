import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { computeFingerprint, OrderRecord } from '../../../src/client/ordering/record.js';
import { guardStore } from '../../../src/client/stores/guarded-store.js';
import type { RecordStore } from '../../../src/client/stores/store.js';
import { lastingStore } from '../../lasting-store.js';
import { rejection } from '../../recorded-fetch.js';
import { fastTime, realTime } from './world.js';

beforeEach(fastTime);
afterEach(realTime);

const LEASE_OVER = 120_000;

/** A claim whose lease is over, and the order that another process has sent since. */
async function overtaken() {
  const store = guardStore(lastingStore(), 10_000);
  const [slow, fast] = [new OrderRecord(store, 'k'), new OrderRecord(store, 'k')];
  const { state: lost } = await slow.begin('x', 'https://service.example');
  vi.advanceTimersByTime(LEASE_OVER);
  const { state: taken } = await fast.begin('x', 'https://service.example');
  return { slow, fast, lost, taken, sent: await fast.send(taken.claim) };
}

test('the order of a claim that was lost does not hide what another process has sent', async () => {
  const { slow, fast, lost, sent } = await overtaken();
  await slow.markPlaced(lost, { id: 7 });
  expect(await fast.read()).toEqual(sent);
});

test('a claim that was lost sends nothing and frees nothing', async () => {
  const { slow, fast, lost, sent } = await overtaken();
  expect(await slow.send(lost.claim)).toBeUndefined();
  expect(await slow.free(lost.claim)).toBe(true);
  expect(await fast.read()).toEqual(sent);
});

test('an order that was placed all the same is not freed', async () => {
  const { fast, taken } = await overtaken();
  await fast.markPlaced(taken, { id: 7 });
  expect(await fast.free(taken.claim)).toBe(false);
  expect(await fast.read()).toMatchObject({ state: 'placed', id: 7 });
});

test('what a person has resolved as placed is not sent again', async () => {
  const { fast, taken } = await overtaken();
  await fast.markPlaced(taken, { id: 7 });
  expect(await fast.send(taken.claim)).toBeUndefined();
});

test('an order that was placed after all takes the claim of the next process, which then sends nothing', async () => {
  const store = guardStore(lastingStore(), 10_000);
  const [slow, fast] = [new OrderRecord(store, 'k'), new OrderRecord(store, 'k')];
  const { state: lost } = await slow.begin('x', 'https://service.example');
  vi.advanceTimersByTime(LEASE_OVER);
  const { state: taken } = await fast.begin('x', 'https://service.example');
  await slow.markPlaced(lost, { id: 7 });
  expect(await fast.send(taken.claim)).toBeUndefined();
});

test('an id that is known is kept when the order is found without one', async () => {
  const { fast, taken } = await overtaken();
  await fast.markPlaced(taken, { id: 7 });
  await fast.markPlaced(taken);
  expect(await fast.read()).toMatchObject({ state: 'placed', id: 7 });
});

test('a claim that has ended sends nothing, since its points may be reserved for another order by then', async () => {
  const record = new OrderRecord(guardStore(lastingStore(), 10_000), 'k');
  const { state } = await record.begin('x', 'https://service.example');
  expect(await record.readClaim(state.claim)).toEqual(state);
  vi.advanceTimersByTime(LEASE_OVER);
  expect(await record.readClaim(state.claim)).toBeUndefined();
  expect(await record.send(state.claim)).toBeUndefined();
});

test('a lease is over by the time of the store at that moment, although the clock of the process stands', async () => {
  let time = 1_700_000_000_000;
  const store = guardStore({ ...lastingStore(), now: async () => time }, 10_000);
  const [first, second] = [new OrderRecord(store, 'k'), new OrderRecord(store, 'k')];
  await second.now();
  await first.begin('x', 'https://service.example');
  time += LEASE_OVER;
  expect(await second.begin('x', 'https://service.example')).toMatchObject({ isOurs: true });
});

describe('a record that is replaced', () => {
  test('stays as it is when another call has changed it since it was read', async () => {
    const { fast, taken } = await overtaken();
    await fast.markPlaced(taken, { id: 7 });
    expect(await fast.replace(taken, null)).toBe(false);
    expect(await fast.read()).toMatchObject({ state: 'placed', id: 7 });
  });

  test('is replaced when the client of the store has repeated the swap', async () => {
    const store: RecordStore = lastingStore();
    const swap: RecordStore['swap'] = async (...step) => {
      await store.swap(...step);
      return store.swap(...step);
    };
    const { state } = await new OrderRecord(guardStore(store, 10_000), 'k').begin(
      'x',
      'https://service.example',
    );
    const record = new OrderRecord(guardStore({ ...store, swap }, 10_000), 'k');
    expect(await record.replace(state, { ...state, points: 40 })).toBe(true);
  });
});

test('a claim that was written although the store failed is freed', async () => {
  const store: RecordStore = lastingStore();
  let isFirst = true;
  const swap: RecordStore['swap'] = async (...step) => {
    const isDone = await store.swap(...step);
    if (!isFirst) return isDone;
    isFirst = false;
    throw new Error('the connection was lost');
  };
  const failing = guardStore({ ...store, swap }, 10_000);
  expect(await rejection(new OrderRecord(failing, 'k').begin('x', 'https://service.example'))).toMatchObject({
    name: 'StoreError',
  });
  expect(await store.keys('')).toEqual([]);
});

test('a full memory may forget an order that the service shows, and none without an id', async () => {
  const store = lastingStore();
  const forgettable: unknown[] = [];
  const swap: RecordStore['swap'] = (key, previous, next, mayForget) => {
    forgettable.push(mayForget);
    return store.swap(key, previous, next);
  };
  const record = new OrderRecord(guardStore({ ...store, swap }, 10_000), 'k');
  const { state } = await record.begin('x', 'https://service.example');
  await record.send(state.claim);
  await record.markPlaced(state);
  await record.markPlaced(state, { id: 7 });
  expect(forgettable).toEqual([false, false, false, true]);
});

test.each(['null', '5', '{"state":"other"}', 'no JSON'])(
  'a text that this package did not write is an error that names its key: %s',
  async (text) => {
    const store = lastingStore();
    await store.swap('k', undefined, text);
    const error = await rejection(new OrderRecord(guardStore(store, 10_000), 'k').read());
    expect(error).toMatchObject({ name: 'StoreError', cause: { message: expect.stringContaining('"k"') } });
  },
);

describe('the fingerprint of an order', () => {
  test.each(['', 0, false, null, undefined])('is the same with %j as without the field', (empty) => {
    const order = { language_id: 'en', questions: [{ body: 'one' }] };
    const withEmpty = { ...order, description: empty, questions: [{ body: 'one', escape_text: empty }] };
    expect(computeFingerprint(withEmpty)).toBe(computeFingerprint(order));
  });

  test('differs when any letter of an order differs', () => {
    const bodies = ['xbcdefgh', 'abcdefgx', 'abcxefgh', 'abcdefgh'];
    expect(new Set(bodies.map((body) => computeFingerprint({ body }))).size).toBe(bodies.length);
  });
});
