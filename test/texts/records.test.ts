import { expect, test } from 'vitest';
import { orderTexts, quoteTexts, readJob } from '../../src/texts.js';
import { openWorld } from '../ordering/world.js';
import { rejection } from '../recorded-fetch.js';
import { lastingStore, orderedTexts } from './translating.js';

const input = { name: 'shop', from: 'en', to: ['de'], texts: { a: 'One', b: 'Two' }, lookback: 0 };

/** A store in which a process was killed after it had written its orders, before it sent one. */
async function killed(texts: Readonly<Record<string, string>> = input.texts) {
  const store = lastingStore();
  const world = openWorld({}, { store });
  const end = new AbortController();
  const elsewhere = world.elsewhere({
    store: {
      ...store,
      async swap(key, previous, next) {
        if (!key.startsWith('order ')) return store.swap(key, previous, next);
        end.abort(new Error('killed'));
        throw new Error('killed');
      },
    },
  });
  await rejection(orderTexts(elsewhere, { ...input, texts, signal: end.signal }));
  expect(await store.keys('table ')).toHaveLength(1);
  expect(world.sandbox.orders()).toEqual([]);
  return { ...world, store, requester: world.elsewhere({ store }) };
}

test.each([
  'no JSON',
  '{}',
  '[]',
  'null',
  '{"kind":"simple","holds":[]}',
  '{"kind":"simple","holds":"x","order":{}}',
  '{"kind":"simple","holds":[],"order":null}',
  '{"kind":"simple","holds":[],"placed":5}',
])('a record that was not written by a table is refused: %s', async (text) => {
  const { store, requester, sandbox } = await killed();
  const [key = ''] = await store.keys('table ');
  await store.swap(key, await store.get(key), text);
  for (const call of [quoteTexts, orderTexts, readJob]) {
    expect(await rejection(call(requester, input))).toMatchObject({
      name: 'InputError',
      issues: [{ path: 'store', message: expect.stringContaining('did not write: "shop/en/de/') }],
    });
  }
  expect(sandbox.orders()).toEqual([]);
});

test('an order that a killed process has written is placed by the next call', async () => {
  const { requester, sandbox } = await killed();
  expect((await readJob(requester, input)).orders).toEqual([]);
  expect(await quoteTexts(requester, input)).toMatchObject({
    placed: 0,
    unknown: 0,
    languages: [{ orders: 1 }],
  });
  const job = await orderTexts(requester, input);
  expect(job.orders).toMatchObject([{ pieces: [0, 1], placed: true }]);
  expect((await readJob(requester, input)).orders).toMatchObject([{ pieces: [0, 1], placed: false }]);
  expect(sandbox.orders()).toHaveLength(1);
});

test('an order that nobody has sent loses its texts when one of them is not needed any more, and its record', async () => {
  const { requester, sandbox, store } = await killed({ a: 'One', b: 'Two', c: 'Three' });
  await orderTexts(requester, input);
  expect((await orderedTexts(sandbox, requester)).map(({ text }) => text)).toEqual(['One', 'Two']);
  expect(await store.keys('table ')).toHaveLength(1);
});

test('the record of an order that was withdrawn is removed, though the process that withdrew it was killed', async () => {
  const { requester, sandbox, store, elsewhere } = await killed({ a: 'One', b: 'Two', c: 'Three' });
  const [old = ''] = await store.keys('table ');
  const end = new AbortController();
  const dying = elsewhere({
    store: {
      ...store,
      async swap(key, previous, next) {
        if (key !== old) return store.swap(key, previous, next);
        end.abort(new Error('killed'));
        throw new Error('killed');
      },
    },
  });
  await rejection(orderTexts(dying, { ...input, signal: end.signal }));
  expect(await store.keys('table ')).toEqual([old]);
  const job = await orderTexts(requester, { ...input, texts: { ...input.texts, c: 'Three' } });
  expect(job.orders).toHaveLength(1);
  expect((await orderedTexts(sandbox, requester)).map(({ text }) => text)).toEqual(['One', 'Two', 'Three']);
  expect(await store.keys('table ')).not.toContain(old);
});

test('the orders of a job are in the order of its texts, whichever was placed first', async () => {
  const { requester } = openWorld({}, { store: lastingStore() });
  for (const later of [{ c: 'Three' }, { b: 'Two', c: 'Three' }, { a: 'One', b: 'Two', c: 'Three' }])
    await orderTexts(requester, { ...input, texts: later });
  const { texts, orders } = await readJob(requester, { ...input, texts: { a: 'One', b: 'Two', c: 'Three' } });
  expect(texts.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['c']]);
  expect(orders.map(({ pieces }) => pieces)).toEqual([[0], [1], [2]]);
});

test('an order that another process withdraws right before it is sent is planned again, without what that one has ordered', async () => {
  const store = lastingStore();
  const { elsewhere, sandbox } = openWorld({}, { store });
  const other = elsewhere({ store });
  let isFirst = true;
  const interrupted = elsewhere({
    store: {
      ...store,
      async swap(key, previous, next) {
        if (isFirst && key.startsWith('order ')) {
          isFirst = false;
          await orderTexts(other, input);
        }
        return store.swap(key, previous, next);
      },
    },
  });
  const job = await orderTexts(interrupted, { ...input, texts: { ...input.texts, c: 'Three' } });
  expect(job.orders.map(({ pieces, placed }) => ({ pieces, placed }))).toEqual([
    { pieces: [0, 1], placed: false },
    { pieces: [2], placed: true },
  ]);
  expect((await orderedTexts(sandbox, other)).map(({ text }) => text)).toEqual(['One', 'Two', 'Three']);
});
