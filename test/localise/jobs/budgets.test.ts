import { describe, expect, test } from 'vitest';
import { orderDocument, quoteDocument } from '../../../src/documents.js';
import type { Requester, Store } from '../../../src/index.js';
import { orderTexts, quoteTexts, readJob } from '../../../src/texts.js';
import { openWorld } from '../../client/ordering/world.js';
import { lastingStore } from '../../lasting-store.js';
import { rejection } from '../../recorded-fetch.js';
import { openKitchen, order } from './documents/ordering.js';

const NAME = 'november';
const TEXTS = {
  name: 'shop',
  from: 'en',
  to: ['de'],
  texts: { add: 'Add', pay: 'Pay' },
  limits: { bodies: 1 },
} as const;

const JOBS = [
  {
    job: 'table',
    post: 'POST /api/v1/simple/questions',
    open: openWorld,
    quote: (requester: Requester) => quoteTexts(requester, TEXTS),
    order: (requester: Requester) => orderTexts(requester, { ...TEXTS, settle: 0 }),
  },
  {
    job: 'document',
    post: 'POST /api/v1/projects',
    open: openKitchen,
    quote: (requester: Requester) => quoteDocument(requester, order()),
    order: (requester: Requester) => orderDocument(requester, order({ settle: 0 })),
  },
] as const;

/** As after a process that was killed when its order was placed: the points are reserved, and neither spent nor in the job. */
function storeThatCountsNothing(store = lastingStore()): Store {
  const swap: Store['swap'] = (key, previous, next) =>
    (key.startsWith('budget') && !next?.startsWith('{"spent":0,')) ||
    (previous !== undefined && key.startsWith('table'))
      ? Promise.reject(new Error('killed'))
      : store.swap(key, previous, next);
  return { ...store, swap };
}

describe.each(JOBS)('the quote of a $job', ({ open, quote, order, post }) => {
  /** What it costs, as two orders of the same price. */
  const readPrice = async () => (await quote(open().requester)).points;

  test('says nothing of a budget that is not there', async () => {
    const { requester } = open();
    expect(Object.keys(await quote(requester))).not.toContain('affordable');
  });

  test.each([
    ['enough', 0, true],
    ['not enough', -1, false],
  ])('says that the budget is %s', async (_, more, affordable) => {
    const points = (await readPrice()) + more;
    const { requester } = open({}, { budget: { points } });
    expect(await quote(requester)).toMatchObject({ affordable, budgetLeft: points });
  });

  test('counts what earlier calls have placed as spent, and not again', async () => {
    const points = await readPrice();
    const { requester, sandbox } = open({}, { budget: { points, name: NAME }, store: lastingStore() });
    sandbox.faults.add({ on: post, times: 1, fault: { kind: 'status', status: 422 } });
    await rejection(order(requester));
    expect(await quote(requester)).toMatchObject({
      points,
      placed: points / 2,
      affordable: true,
      budgetLeft: points / 2,
    });
  });

  test('leaves an order of unknown outcome the points that are reserved for it', async () => {
    const points = await readPrice();
    const settings = { budget: { points, name: NAME }, store: lastingStore(), retries: 0 };
    const { requester, sandbox } = open({}, settings);
    sandbox.faults.add({ on: post, times: 1, fault: { kind: 'drop-before' } });
    await rejection(order(requester));
    expect(await quote(requester)).toMatchObject({
      points,
      placed: points / 2,
      unknown: 1,
      affordable: true,
      budgetLeft: points / 2,
    });
  });

  test('gives back no points of an order that a process has placed, and was killed before it counted it', async () => {
    const points = await readPrice();
    const { requester, sandbox } = open(
      {},
      { budget: { points, name: NAME }, store: storeThatCountsNothing() },
    );
    sandbox.faults.add({ on: post, times: 1, fault: { kind: 'status', status: 422 } });
    await rejection(order(requester));
    expect(await quote(requester)).toMatchObject({
      points,
      placed: points / 2,
      affordable: true,
      budgetLeft: points / 2,
    });
  });

  test('takes as many requests as without a budget', async () => {
    const without = open({}, { store: lastingStore() });
    const within = open({}, { store: lastingStore(), budget: { points: 1_000, name: NAME } });
    await quote(without.requester);
    await quote(within.requester);
    expect(within.requestsSince()).toBe(without.requestsSince());
  });

  test('is kept in the job without what the budget had left then', async () => {
    const { requester } = open({}, { budget: { points: 1_000 } });
    expect(Object.keys((await order(requester)).quote)).not.toContain('budgetLeft');
  });
});

test('an order that a killed process has placed is counted by the next call that orders, also after one that only read it', async () => {
  const counting = lastingStore();
  const killed = storeThatCountsNothing(counting);
  let store = killed;
  const swap: Store['swap'] = (...step) => store.swap(...step);
  const spends: object[] = [];
  const budget = { points: 1_000, name: NAME, onSpend: (spend: object) => spends.push(spend) };
  const { requester } = openWorld({}, { budget, store: { ...counting, swap }, logLevel: 'silent' });
  await orderTexts(requester, TEXTS);
  store = counting;
  await readJob(requester, TEXTS);
  expect(spends).toEqual([]);
  await orderTexts(requester, TEXTS);
  expect(spends).toHaveLength(2);
});
