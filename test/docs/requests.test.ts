import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { OrderOptions, RequesterOptions } from '../../src/index.js';
import { openWorld, PROJECTS, projectOrder } from '../client/ordering/world.js';
import { lastingStore } from '../lasting-store.js';

const text = await readFile(new URL('../../docs/paid-orders.md', import.meta.url), 'utf8');
const page = text.replaceAll(/\s+/g, ' ');

type Settings = Partial<RequesterOptions>;

/** Counts the requests of a client's first order, of its next one, and of a call for that one again. */
async function countRequests(settings: Settings, options: OrderOptions = {}, entries = 0) {
  const { sandbox, requester, client, requestsSince } = openWorld();
  const title = { type: 'string', body: 'x' } as const;
  if (entries > 0) {
    const questions = Array.from({ length: entries }, () => title);
    await requester.projects.create(projectOrder('others', { questions }));
  }
  const own = client({ budget: undefined, ...settings });
  const order = async (key: string): Promise<number> => {
    requestsSince();
    await PROJECTS.place(own, key, { once: true, ...options });
    return requestsSince();
  };
  const counts = { first: await order('first'), next: await order('next'), known: await order('next') };
  expect(sandbox.orders().filter(({ key }) => key === 'next')).toHaveLength(1);
  return counts;
}

test('an order with `once` takes as many requests as docs/paid-orders.md says', async () => {
  expect(page).toContain(
    'an order with `once` takes 3 requests in memory, 2 with a store of yours, 1 when `lookback`, 7 days by default, is 0 as well',
  );
  expect((await countRequests({})).next).toBe(3);
  expect((await countRequests({ store: lastingStore() })).next).toBe(2);
  expect((await countRequests({ store: lastingStore() }, { lookback: 0 })).next).toBe(1);
});

test('a limit on the price adds one request, and an order that the store knows takes one', async () => {
  expect(page).toContain('`maxPoints` or a `budget` adds one');
  expect((await countRequests({}, { maxPoints: 500 })).next).toBe(4);
  expect((await countRequests({ budget: { points: 500 } })).next).toBe(4);
  expect((await countRequests({ budget: { points: 500 } }, { maxPoints: 500 })).next).toBe(4);
  expect(page).toContain('An order that the store knows takes 1.');
  expect((await countRequests({ store: lastingStore() })).known).toBe(1);
  expect((await countRequests({})).known).toBe(1);
});

test('the first order of a client takes one more request for the account, and more for further 100 entries', async () => {
  expect(page).toContain(
    'The first order of a client takes one more for the account, and one for each further 100 entries within `lookback`',
  );
  expect((await countRequests({}, {}, 50)).first).toBe(4);
  expect((await countRequests({}, {}, 250)).first).toBe(6);
  expect((await countRequests({ store: lastingStore() }, {}, 250)).first).toBe(5);
});
