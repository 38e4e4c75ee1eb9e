import { beforeEach, describe, expect, test, vi } from 'vitest';
import { endsWithProcess, memoryStore, processStore } from '../../../src/client/stores/memory-store.js';
import type { RecordStore } from '../../../src/client/stores/store.js';
import { isLong } from '../../runs.js';
import { storeContract } from './store-contract.js';

const MEMORY = Symbol.for('translation-requester.memory/1');
/** Empties what the copies of the package share. */
const forgetAll = (): void => {
  const { kept, forgettable } = Reflect.get(globalThis, MEMORY);
  kept.clear();
  forgettable.clear();
};

beforeEach(() => {
  processStore();
  forgetAll();
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
    forgetAll();
    return [processStore(), processStore()];
  });

  test('is not enumerable on globalThis', () => {
    expect(Object.getOwnPropertyDescriptor(globalThis, MEMORY)?.enumerable).toBe(false);
  });
});

describe('of the texts that may be forgotten, a memory', () => {
  const write = (store: RecordStore, key: string, mayForget?: boolean) =>
    store.swap(key, undefined, '{"state":"placed","id":1}', mayForget);

  test('keeps the last 10,000; all else it keeps', async () => {
    const store = memoryStore();
    await write(store, 'kept');
    for (let id = 1; id <= 10_005; id += 1) await write(store, `placed ${id}`, true);
    const keys = await store.keys('');
    expect([keys.length, keys.slice(0, 3)]).toEqual([10_001, ['kept', 'placed 6', 'placed 7']]);
  });

  test('keeps one that is written again, or is no longer to be forgotten', async () => {
    const store: RecordStore = memoryStore();
    for (let id = 1; id <= 10_000; id += 1) await write(store, `placed ${id}`, true);
    await store.swap('placed 1', '{"state":"placed","id":1}', 'again', true);
    await store.swap('placed 2', '{"state":"placed","id":1}', 'kept');
    for (let id = 10_001; id <= 10_003; id += 1) await write(store, `placed ${id}`, true);
    const keys = await store.keys('');
    expect([keys.length, keys.slice(0, 2)]).toEqual([10_001, ['placed 2', 'placed 5']]);
    expect(await store.get('placed 1')).toBe('again');
  });

  test.runIf(isLong)('forgets one as fast with many others as with a few', async () => {
    const store = memoryStore();
    /** Writes texts, and gives the processor time that the last 20,000 took, in microseconds. */
    const writeUpTo = async (end: number, mayForget: boolean): Promise<number> => {
      let began = process.cpuUsage();
      for (let id = (await store.keys('')).length; id < end; id += 1) {
        if (id === end - 20_000) began = process.cpuUsage();
        await write(store, `${mayForget} ${id}`, mayForget);
      }
      const { user, system } = process.cpuUsage(began);
      return user + system;
    };
    await writeUpTo(20_000, false);
    const early = await writeUpTo(60_000, true);
    await writeUpTo(300_000, false);
    expect(await writeUpTo(340_000, true)).toBeLessThan(10 * early);
  });
});
