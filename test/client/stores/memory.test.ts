import { beforeEach, describe, expect, test, vi } from 'vitest';
import { endsWithProcess, memoryStore, processStore } from '../../../src/client/stores/memory-store.js';
import { storeContract } from './store-contract.js';

const MEMORY = Symbol.for('translation-requester.memory/1');
/** What the copies of the package share. */
const shared = (): Map<string, string> => Reflect.get(globalThis, MEMORY);

beforeEach(() => {
  processStore();
  shared().clear();
});

describe('memoryStore', () => {
  storeContract(() => {
    const store = memoryStore();
    return [store, store];
  });

  test('is a memory of its own', async () => {
    const store = memoryStore();
    await store.swap('a', undefined, '1');
    expect([await memoryStore().get('a'), await processStore().get('a')]).toEqual([undefined, undefined]);
  });

  test('ends with the process', () => {
    expect([memoryStore(), processStore()].map(endsWithProcess)).toEqual([true, true]);
  });

  test('of another copy of the package ends with the process too', async () => {
    vi.resetModules();
    const copy = await import('../../../src/client/stores/memory-store.js');
    expect(copy.memoryStore).not.toBe(memoryStore);
    expect([copy.memoryStore(), copy.processStore()].map(endsWithProcess)).toEqual([true, true]);
  });

  test('counts as lasting when it is wrapped: nobody can tell what the wrapper keeps', () => {
    const methods = { get: vi.fn(), swap: vi.fn(), keys: vi.fn() };
    expect([methods, { ...memoryStore() }].map(endsWithProcess)).toEqual([false, false]);
  });
});

describe('processStore', () => {
  storeContract(() => {
    shared().clear();
    return [processStore(), processStore()];
  });

  test('is not enumerable on globalThis', () => {
    expect(Object.getOwnPropertyDescriptor(globalThis, MEMORY)?.enumerable).toBe(false);
  });
});

test('of the orders that were placed, a memory keeps the last 10,000; all else it keeps', async () => {
  const store = memoryStore();
  const write = (key: string, record: object) => store.swap(key, undefined, JSON.stringify(record));
  await write('sent', { state: 'sent' });
  await write('unseen', { state: 'placed', claim: 'x' });
  for (let id = 1; id <= 10_005; id += 1) await write(`placed ${id}`, { state: 'placed', id });
  const keys = await store.keys('');
  expect([keys.length, keys.slice(0, 3)]).toEqual([10_000, ['sent', 'unseen', 'placed 8']]);
});
