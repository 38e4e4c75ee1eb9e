import { beforeEach, describe, expect, test, vi } from 'vitest';
import { InputError, memoryJournal } from '../../src/index.js';
import { isUnseen, storeJournal } from '../../src/stores/journal.js';
import { endsWithProcess, memoryStore, processStore } from '../../src/stores/memory-store.js';
import { rejection } from '../recorded-fetch.js';
import { claimOf, journalContract } from './journal-contract.js';
import { storeContract } from './store-contract.js';

const MEMORY = Symbol.for('translation-requester.memory');
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
    expect([memoryStore(), processStore(), { ...memoryStore() }].map(endsWithProcess)).toEqual([
      true,
      true,
      true,
    ]);
    expect(endsWithProcess({ get: vi.fn(), swap: vi.fn(), keys: vi.fn() })).toBe(false);
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

describe('memoryJournal', () => {
  journalContract(() => {
    shared().clear();
    return [memoryJournal(), memoryJournal()];
  });

  test('shares its orders with another copy of the package', async () => {
    const journal = memoryJournal();
    await journal.placed('a', 7);
    vi.resetModules();
    const copy = await import('../../src/stores/journal.js');
    expect(copy.memoryJournal).not.toBe(memoryJournal);
    expect(await copy.memoryJournal().begin('a', { fingerprint: 'x', lease: 1 })).toEqual({
      state: 'placed',
      id: 7,
    });
  });

  test('reads its store once for an order, when nobody else changes it', async () => {
    const store = memoryStore();
    const get = vi.spyOn(store, 'get');
    const journal = storeJournal(store, { durable: true });
    const claim = await claimOf(journal);
    expect(await journal.sending('account project key/1', claim)).toBe(true);
    await journal.placed('account project key/1', 7);
    expect(get).toHaveBeenCalledTimes(1);
    expect(await journal.inspect?.('account project key/1')).toMatchObject({ state: 'placed', id: 7 });
  });

  test('is not durable', () => {
    expect(memoryJournal().durable).toBe(false);
  });

  test('keeps 10,000 orders, and forgets only placed ones, the oldest first', async () => {
    const journal = memoryJournal();
    await journal.sending('sent', await claimOf(journal, 'sent'));
    await claimOf(journal, 'claimed');
    for (let id = 1; id <= 10_005; id += 1) await journal.placed(`placed ${id}`, id);
    expect(shared().size).toBe(10_000);
    expect((await journal.open()).map(({ key }) => key)).toEqual(['sent']);
    const stateOf = async (key: string) =>
      (await journal.begin(key, { fingerprint: 'x', lease: 60_000 })).state;
    expect(await stateOf('claimed')).toBe('busy');
    expect(await stateOf('placed 8')).toBe('placed');
    expect(await stateOf('placed 7')).toBe('claimed');
  });
});

describe('storeJournal', () => {
  test('remembers that no answer has shown a placed order', async () => {
    const journal = storeJournal(memoryStore(), { durable: true });
    await journal.placedUnseen('a', 7);
    const begun = await journal.begin('a', { fingerprint: 'x', lease: 1 });
    expect([begun, isUnseen(begun)]).toEqual([{ state: 'placed', id: 7, isUnseen: true }, true]);
    await journal.placed('a', 7);
    expect(isUnseen(await journal.begin('a', { fingerprint: 'x', lease: 1 }))).toBe(false);
  });

  test.each([
    [-7, 7],
    [0, 0],
  ])('reads the id %i of an earlier version as an order that no answer has shown', async (written, id) => {
    const store = memoryStore();
    await store.swap('a', undefined, JSON.stringify({ state: 'placed', id: written }));
    const known = await storeJournal(store, { durable: true }).inspect?.('a');
    expect([known?.id, known && isUnseen(known)]).toEqual([id, true]);
  });

  test.each(['', 'text', 'null', '{"state":"other"}'])(
    'refuses %j, which no journal has written',
    async (text) => {
      const store = memoryStore();
      await store.swap('a', undefined, text);
      const journal = storeJournal(store, { durable: true });
      const error = await rejection(journal.begin('a', { fingerprint: 'x', lease: 1 }));
      expect(error).toBeInstanceOf(InputError);
      expect(error).toMatchObject({ message: expect.stringContaining('"a"') });
      expect(await store.get('a')).toBe(text);
    },
  );

  test('recognises its own claim when a swap was carried out but reported as failed', async () => {
    const store = memoryStore();
    const doubting = {
      ...store,
      swap: async (...step: Parameters<typeof store.swap>) => !(await store.swap(...step)) && false,
    };
    const journal = storeJournal(doubting, { durable: true });
    const claim = await claimOf(journal);
    expect(await storeJournal(store, { durable: true }).open()).toEqual([]);
    expect(await journal.sending('account project key/1', claim)).toBe(true);
  });

  test.each(['get', 'swap'] as const)('rejects when the store fails at %s', async (step) => {
    const failing = { ...memoryStore(), [step]: () => Promise.reject(new Error('the disk is full')) };
    const journal = storeJournal(failing, { durable: true });
    expect(await rejection(journal.begin('a', { fingerprint: 'x', lease: 1 }))).toMatchObject({
      message: 'the disk is full',
    });
  });
});
