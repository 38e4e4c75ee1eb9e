import { describe, expect, test } from 'vitest';
import type { Store } from '../../../src/index.js';
import { orderTexts } from '../../../src/texts.js';
import { openWorld } from '../../client/ordering/world.js';
import { lastingStore } from '../../lasting-store.js';
import { rejection } from '../../recorded-fetch.js';

/** A text of an order that may have been sent is in no other order that is sent. */

const input = { name: 'shop', from: 'en', to: ['de'], lookback: 0, settle: 0 };
const FEW = { a: 'One', b: 'Two' };
const MANY = { ...FEW, c: 'Three' };

/** A store, and the texts that its clients order: every text is counted as often as it is sent. */
function openCounted(store: Store) {
  const sent: string[] = [];
  const world = openWorld({}, { store }, (fetch) => (url, init) => {
    const isOrder = init?.method === 'POST' && String(url).endsWith('/simple/questions');
    if (isOrder) sent.push(...(String(init.body).match(/One|Two|Three/g) ?? []));
    return fetch(url, init);
  });
  return { ...world, sent };
}

/** What a table has written of the order of these texts, when its process was killed before it sent it. */
async function writeOrder(texts: Readonly<Record<string, string>>) {
  const store = lastingStore();
  const end = new AbortController();
  const dying: Store = {
    ...store,
    async swap(key, previous, next) {
      if (!key.startsWith('order ')) return store.swap(key, previous, next);
      end.abort(new Error('killed'));
      throw new Error('killed');
    },
  };
  await rejection(orderTexts(openCounted(dying).requester, { ...input, texts, signal: end.signal }));
  const [name = ''] = await store.keys('table ');
  return { name, memo: await store.get(name), recordName: name.replace(/^table (\d+):/, 'order $1:simple:') };
}

const record = (state: 'sent' | 'placed'): string =>
  JSON.stringify({
    state,
    claim: 'of another process',
    fingerprint: '',
    service: 'https://x.example',
    at: Date.now(),
  });

describe.each([
  ['may have been sent', 'sent'],
  ['was placed under an id that nobody knows', 'placed'],
] as const)('of two orders with the same texts, one of which %s', (_, state) => {
  test.each([
    ['fewer', 0, ['Three']],
    ['more', 1, []],
  ])('that one keeps its texts: the one with %s texts', async (_, which, ordered) => {
    const written = [await writeOrder(FEW), await writeOrder(MANY)];
    const store = lastingStore();
    for (const { name, memo } of written) await store.swap(name, undefined, memo);
    await store.swap(written[which]?.recordName ?? '', undefined, record(state));
    const { requester, sent } = openCounted(store);
    const error = await rejection(orderTexts(requester, { ...input, texts: MANY }));
    expect(error).toMatchObject({ name: 'IncompleteJobError' });
    expect(sent).toEqual(ordered);
  });
});

test('an order that another process sends at the moment of its withdrawal keeps its texts', async () => {
  const { name, memo, recordName } = await writeOrder(MANY);
  const store = lastingStore();
  await store.swap(name, undefined, memo);
  const overtaken: Store = {
    ...store,
    async swap(key, previous, next) {
      if (next?.includes('"withdrawn"')) await store.swap(recordName, undefined, record('sent'));
      return store.swap(key, previous, next);
    },
  };
  const { requester, sent } = openCounted(overtaken);
  const error = await rejection(orderTexts(requester, { ...input, texts: FEW }));
  expect(error).toMatchObject({ name: 'IncompleteJobError' });
  expect(sent).toEqual([]);
  expect(await store.get(name)).toBe(memo);
});
