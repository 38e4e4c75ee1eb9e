import { beforeEach, describe, expect, test, vi } from 'vitest';
import { endsWithProcess, findDefaultStore, memoryStore } from '../../../src/client/stores/memory-store.js';
import type { RecordStore } from '../../../src/client/stores/store.js';
import { isLong } from '../../runs.js';
import { storeContract } from './store-contract.js';

const DAY = 24 * 3_600_000;
const SERVICE = 'https://service.example';
const MEMORY = Symbol.for('translation-requester.memory/2');
/** Empties what the copies of the package share. */
const forgetAll = (): void => Reflect.get(globalThis, MEMORY).clear();

/** A `fetch` with a memory, as a sandbox has it. */
const makeFetch = () => Object.assign(vi.fn<typeof fetch>(), { memory: new Map<string, unknown>() });

beforeEach(async () => {
  await findDefaultStore(fetch, SERVICE).get('any'); // makes it
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
    expect([await memoryStore().get('a'), await findDefaultStore(fetch, SERVICE).get('a')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test.each([
    ['forward', DAY],
    ['back', -DAY],
  ])(
    'tells the time of the process: a jump of the wall clock a day %s does not change it',
    async (_, jump) => {
      const store: RecordStore = memoryStore();
      vi.useFakeTimers({ toFake: ['Date'] });
      try {
        const before = (await store.now?.()) ?? 0;
        vi.setSystemTime(Date.now() + jump);
        const passed = ((await store.now?.()) ?? 0) - before;
        expect([Number.isInteger(before), passed >= 0, passed < DAY / 2]).toEqual([true, true, true]);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  test('ends with the process', () => {
    expect(
      [memoryStore(), findDefaultStore(fetch, SERVICE), findDefaultStore(makeFetch(), SERVICE)].map(
        endsWithProcess,
      ),
    ).toEqual([true, true, true]);
  });

  test('of another copy of the package ends with the process too', async () => {
    vi.resetModules();
    const copy = await import('../../../src/client/stores/memory-store.js');
    expect(copy.memoryStore).not.toBe(memoryStore);
    expect([copy.memoryStore(), copy.findDefaultStore(fetch, SERVICE)].map(endsWithProcess)).toEqual([
      true,
      true,
    ]);
  });

  test('counts as lasting when it is wrapped: nobody can tell what the wrapper keeps', () => {
    const methods = { get: vi.fn(), swap: vi.fn(), keys: vi.fn() };
    expect([methods, { ...memoryStore() }].map(endsWithProcess)).toEqual([false, false]);
  });
});

describe('the memory of the process', () => {
  storeContract(() => {
    forgetAll();
    return [findDefaultStore(fetch, SERVICE), findDefaultStore(undefined, SERVICE)];
  });

  test('is another one for each service', async () => {
    await findDefaultStore(fetch, SERVICE).swap('a', undefined, '1');
    const another = findDefaultStore(fetch, 'https://another.example');
    expect([await another.get('a'), await another.keys('')]).toEqual([undefined, []]);
    expect(await findDefaultStore(undefined, SERVICE).get('a')).toBe('1');
  });

  test('is not enumerable on globalThis', () => {
    expect(Object.getOwnPropertyDescriptor(globalThis, MEMORY)?.enumerable).toBe(false);
  });
});

describe('the memory of a fetch that has one', () => {
  storeContract(() => {
    const fetch = makeFetch();
    return [findDefaultStore(fetch, SERVICE), findDefaultStore(fetch, SERVICE)];
  });

  test('is another one than that of the process, and of another fetch', async () => {
    await findDefaultStore(makeFetch(), SERVICE).swap('a', undefined, '1');
    const others = [findDefaultStore(makeFetch(), SERVICE), findDefaultStore(fetch, SERVICE), memoryStore()];
    expect(await Promise.all(others.map((store) => store.get('a')))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('is shared by copies of the package', async () => {
    const own = makeFetch();
    await findDefaultStore(own, SERVICE).swap('a', undefined, '1');
    vi.resetModules();
    const copy = await import('../../../src/client/stores/memory-store.js');
    expect(await copy.findDefaultStore(own, SERVICE).get('a')).toBe('1');
  });

  test('is forgotten when the fetch empties it, by stores that are in use too', async () => {
    const own = makeFetch();
    const store = findDefaultStore(own, SERVICE);
    await store.swap('a', undefined, '1');
    own.memory.clear();
    expect([await store.get('a'), await store.keys('')]).toEqual([undefined, []]);
    expect(await store.swap('a', undefined, '2')).toBe(true);
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
