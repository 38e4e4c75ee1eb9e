import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Requester, RequesterOptions, Store } from '../../../src/index.js';
import { orderTexts, quoteTexts } from '../../../src/texts.js';
import { lastingStore } from '../../lasting-store.js';
import {
  DAY,
  fastTime,
  KINDS,
  MINUTE,
  openWorld,
  PROJECTS,
  realTime,
  swiftly,
  swiftRejection,
} from './world.js';

beforeEach(fastTime);
afterEach(realTime);

const once = { once: true } as const;
const BUDGET = { points: 100, name: 'november' };

type Copy = ReadonlyMap<string, string>;

async function makeCopy(store: Store): Promise<Copy> {
  const copy = new Map<string, string>();
  for (const key of await store.keys('')) copy.set(key, (await store.get(key)) ?? '');
  return copy;
}

/** A store that holds what the copy has. */
async function restored(copy: Copy): Promise<Store> {
  const store = lastingStore();
  for (const [key, text] of copy) await store.swap(key, undefined, text);
  return store;
}

/** A service, the store that all of its clients share, and a process that begins with an older copy of it. */
function begin(settings: Partial<RequesterOptions> = {}) {
  const store = lastingStore();
  const world = openWorld({}, { store, ...settings });
  const withCopy = async (copy: Copy): Promise<Requester> => world.elsewhere({ store: await restored(copy) });
  return { ...world, store, withCopy };
}

describe.each(KINDS)('after an older copy of the store is restored, $kind orders', (kind) => {
  const { place } = kind;

  test('that were placed since are found at the service, with each key once', async () => {
    const { requester, store, posts, withCopy } = begin();
    await swiftly(place(requester, 'before', once));
    const copy = await makeCopy(store);
    const { data } = await swiftly(place(requester, 'since', once));
    const after = await withCopy(copy);
    expect(await swiftly(place(after, 'before', once))).toMatchObject({ placed: false });
    expect(await swiftly(place(after, 'since', once))).toMatchObject({
      placed: false,
      data: { id: data.id },
    });
    expect(posts(kind)).toBe(2);
  });

  test('that were claimed in the copy, and placed since, are found', async () => {
    const { requester, store, posts, withCopy, sandbox } = begin();
    let copy: Copy = new Map();
    sandbox.faults.add({ on: kind.listing, times: 1, fault: { kind: 'delay', ms: 1_000 } });
    const placing = place(requester, 'k', once);
    // While it is searched for, before it is sent.
    await swiftly(
      (async () => {
        while (![...copy.values()].some((text) => text.includes('claimed'))) {
          copy = await makeCopy(store);
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      })(),
    );
    await swiftly(placing);
    const after = await withCopy(copy);
    expect(await swiftly(place(after, 'k', { once: true, settle: 2 * MINUTE }))).toMatchObject({
      placed: false,
    });
    expect(posts(kind)).toBe(1);
  });

  test('that were free again in the copy, as nobody had placed them, are found', async () => {
    const { requester, store, posts, withCopy, sandbox } = begin();
    sandbox.faults.add({ on: kind.post, times: 1, fault: { kind: 'drop-before' } });
    await swiftRejection(place(requester, 'k', { ...once, settle: 0 }));
    const copy = await makeCopy(store);
    await swiftly(requester.orders.resolve('k', { id: null }));
    await swiftly(place(requester, 'k', once));
    expect(await swiftly(place(await withCopy(copy), 'k', once))).toMatchObject({ placed: false });
    expect(posts(kind)).toBe(2);
  });

  test('are placed again when they are older than lookback, or lookback is 0', async () => {
    const { requester, store, sandbox, findOrders, withCopy } = begin();
    const copy = await makeCopy(store);
    await swiftly(place(requester, 'k', once));
    expect(await swiftly(place(await withCopy(copy), 'k', { once: true, lookback: 0 }))).toMatchObject({
      placed: true,
    });
    // A page of others, since each page that is read is compared whole.
    for (let count = 0; count < 101; count += 1) {
      if (kind === PROJECTS) await sandbox.place.project();
      else await sandbox.place.simpleQuestion();
    }
    vi.setSystemTime(Date.now() + 8 * DAY);
    expect(await swiftly(place(await withCopy(copy), 'k', { once: true, lookback: 30 * DAY }))).toMatchObject(
      {
        placed: false,
      },
    );
    expect(await swiftly(place(await withCopy(copy), 'k', once))).toMatchObject({ placed: true });
    expect(findOrders('k')).toHaveLength(3);
  });
});

test('an older copy of the store has what was spent until then: less is left once that is taken off', async () => {
  const { requester, store, sandbox, withCopy, elsewhere } = begin({ budget: BUDGET });
  const copy = await makeCopy(store);
  await swiftly(PROJECTS.place(requester, 'since', once, 20));
  const points = sandbox.orders().reduce((sum, order) => sum + order.points, 0);
  expect(points).toBe(80);
  const after = await withCopy(copy);
  await swiftly(PROJECTS.place(after, 'since', once, 20));
  // It is found, and not counted.
  expect(await swiftly(PROJECTS.place(after, 'more', once, 20))).toMatchObject({ placed: true });
  const lowered = { ...BUDGET, points: BUDGET.points - points };
  const careful = elsewhere({ store: await restored(copy), budget: lowered });
  expect(await swiftRejection(PROJECTS.place(careful, 'more yet', once, 20))).toMatchObject({
    name: 'BudgetError',
  });
});

test('a table of texts that was ordered since an older copy of the store is not ordered again', async () => {
  const { requester, store, sandbox, withCopy } = begin();
  const table = {
    name: 'shop',
    from: 'en',
    to: ['ja', 'de'],
    texts: { greeting: 'Good morning', bye: 'Good night' },
  };
  const copy = await makeCopy(store);
  await swiftly(orderTexts(requester, table));
  const before = sandbox.orders().length;
  const after = await withCopy(copy);
  expect(await swiftly(quoteTexts(after, table))).toMatchObject({ points: 80, placed: 80 });
  await swiftly(orderTexts(after, table));
  expect(sandbox.orders()).toHaveLength(before);
});

test('events since an older copy of the store come again, and none is missing', async () => {
  const { requester, store, sandbox, withCopy } = begin();
  const read = async ({ events }: Requester): Promise<number[]> => {
    const ids: number[] = [];
    for await (const { id } of events.follow({ from: 'beginning', checkpoint: 'shop', until: 'caught-up' }))
      ids.push(id);
    return ids;
  };
  sandbox.events.append(2);
  await swiftly(read(requester));
  const copy = await makeCopy(store);
  sandbox.events.append(3);
  const since = await swiftly(read(requester));
  expect(since).toHaveLength(3);
  expect(await swiftly(read(await withCopy(copy)))).toEqual(since);
});
