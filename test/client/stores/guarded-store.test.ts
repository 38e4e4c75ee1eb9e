import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { guardStore } from '../../../src/client/stores/guarded-store.js';
import { memoryStore, type Store, StoreError } from '../../../src/index.js';
import { rejection } from '../../recorded-fetch.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A store all of whose steps do this. */
function storeThat(step: () => Promise<never>): Store {
  return { get: step, swap: step, keys: step, now: step };
}

const broken = new Error('no disk');
const silence = () => new Promise<never>(() => undefined);
const set = () => ({ result: true, next: 'text' });

describe.each([
  ['get', (store: Store) => guardStore(store, 500).get('k')],
  ['swap', (store: Store) => guardStore(store, 500).swap('k', undefined, 'text')],
  ['keys', (store: Store) => guardStore(store, 500).keys('k')],
  ['now', (store: Store) => guardStore(store, 500).now()],
  ['change', (store: Store) => guardStore(store, 500).change('k', set)],
  ['get within another time', (store: Store) => guardStore(store, 9_000).within(500).get('k')],
  ['get within the same time', (store: Store) => guardStore(store, 500).within(undefined).get('k')],
] as const)('%s of a guarded store', (_, run) => {
  test.each([
    ['rejects', () => Promise.reject(broken)],
    [
      'throws',
      () => {
        throw broken;
      },
    ],
  ])('is a StoreError without the text of the cause when the store %s', async (_, step) => {
    const error = await rejection(run(storeThat(step)));
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ cause: broken, outcome: 'not_sent' });
    expect(String(error)).not.toContain('no disk');
  });

  test('is a StoreError when the store does not answer in time', async () => {
    const failed = rejection(run(storeThat(silence)));
    await vi.advanceTimersByTimeAsync(500);
    expect(await failed).toMatchObject({ name: 'StoreError', cause: { message: 'no answer within 500 ms' } });
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('a guarded store passes on what the store has, and leaves no timer', async () => {
  const store = guardStore(memoryStore(), 500);
  expect(await store.swap('k', undefined, 'a')).toBe(true);
  expect(await store.swap('k', undefined, 'b')).toBe(false);
  expect(await store.change('k', (text) => ({ result: text, next: 'c' }))).toBe('a');
  expect([await store.get('k'), await store.keys(''), await store.now()]).toEqual(['c', ['k'], Date.now()]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a guarded store without a clock gives the time of the machine', async () => {
  const { get, swap, keys } = memoryStore();
  expect(await guardStore({ get, swap, keys, now: async () => 5 }, 500).now()).toBe(5);
  expect(await guardStore({ get, swap, keys }, 500).now()).toBe(Date.now());
});

test('a change at a store that refuses each swap is given up after some tries', async () => {
  const swap = vi.fn(async () => false);
  const failed = rejection(guardStore({ ...memoryStore(), swap }, 60_000).change('k', set));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await failed).toMatchObject({ name: 'StoreError', cause: { message: 'each swap fails' } });
  expect(swap).toHaveBeenCalledTimes(100);
});

test.each([
  ['the caller has aborted', 60_000, 1_000],
  ['its time is over', 1_000, 60_000],
])('a change at a store that refuses each swap does not go on when %s', async (_, timeout, abortAfter) => {
  const swap = vi.fn(async () => false);
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('enough')), abortAfter);
  const store = guardStore({ ...memoryStore(), swap }, timeout);
  const failed = rejection(store.change('k', set, { signals: [controller.signal] }));
  await vi.advanceTimersByTimeAsync(1_050);
  expect(await failed).toMatchObject({ name: 'StoreError' });
  const { length } = swap.mock.calls;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(swap.mock.calls.length).toBe(length);
  expect(length).toBeLessThan(100);
});

test('a thousand changes at once all come through', async () => {
  vi.useRealTimers();
  const store = guardStore(memoryStore(), 60_000);
  const add = (text = '0') => ({ result: undefined, next: String(Number(text) + 1) });
  await Promise.all(Array.from({ length: 1_000 }, () => store.change('k', add)));
  expect(await store.get('k')).toBe('1000');
});
