import { setTimeout as rest } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Requester } from '../../../../src/index.js';
import { orderTexts } from '../../../../src/texts.js';
import { lastingStore } from '../../../lasting-store.js';
import { otherService } from './other-service.js';

// Of two orders with the same texts, one has the lower key: in half of the cases, that of the slow process.
test.concurrent.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'while a process is about to order texts, another one with a text more orders only that one (%i)',
  async (number) => {
    const { fetch, orders } = otherService((texts) => 10 * texts);
    const store = lastingStore();
    const options = { baseUrl: 'https://other.example', accessToken: 'token', store };
    let search: () => void = () => undefined;
    const isSearching = new Promise<void>((resolve) => {
      search = resolve;
    });
    let go: () => void = () => undefined;
    const mayGo = new Promise<void>((resolve) => {
      go = resolve;
    });
    const slow = new Requester({
      ...options,
      async fetch(input, init) {
        // It has claimed the key of its order, and searches before it sends.
        const hasClaimed = (await store.keys('order ')).length > 0;
        if (hasClaimed && String(input).includes('/my/application_events')) {
          search();
          await mayGo;
        }
        return fetch(input, init);
      },
    });
    let plan: () => void = () => undefined;
    const hasPlanned = new Promise<void>((resolve) => {
      plan = resolve;
    });
    const another = new Requester({
      ...options,
      async fetch(input, init) {
        // It has read that nobody has an order, and asks for the price of its own before it writes it.
        if (String(input).endsWith('/check')) {
          plan();
          await isSearching;
        }
        return fetch(input, init);
      },
    });
    const table = { name: 'table', from: 'en', to: ['de'], texts: { a: 'One', b: `Two ${number}` } };
    const second = orderTexts(another, { ...table, texts: { ...table.texts, c: 'Three' }, lookback: 0 });
    await hasPlanned;
    const first = orderTexts(slow, table);
    await isSearching;
    await Promise.race([second, rest(300)]);
    go();
    await Promise.all([first, second]);
    expect(orders.flatMap(({ texts }) => texts).toSorted()).toEqual(['One', 'Three', `Two ${number}`]);
  },
);

test('a process that searches for orders of a table while another orders its first texts orders the rest', async () => {
  const { fetch, orders } = otherService((texts) => 10 * texts);
  const options = { baseUrl: 'https://first.example', accessToken: 'token', store: lastingStore() };
  const table = { name: 'table', from: 'en', to: ['de'], texts: { a: 'One', b: 'Two' } };
  let first: Promise<unknown> | undefined;
  const another = new Requester({
    ...options,
    async fetch(input, init) {
      // It has read that the store knows nothing of the table.
      if (String(input).includes('/my/application_events')) {
        first ??= orderTexts(new Requester({ ...options, fetch }), table);
        await first;
      }
      return fetch(input, init);
    },
  });
  await orderTexts(another, { ...table, texts: { ...table.texts, c: 'Three' } });
  expect(first).toBeDefined();
  expect(orders.flatMap(({ texts }) => texts).toSorted()).toEqual(['One', 'Three', 'Two']);
});
