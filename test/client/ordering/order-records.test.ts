import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OrderRecords } from '../../../src/client/ordering/order-records.js';
import { OrderRecord } from '../../../src/client/ordering/record.js';
import { guardStore } from '../../../src/client/stores/guarded-store.js';
import type { Store } from '../../../src/index.js';
import { internals } from '../../../src/internals.js';
import { lastingStore } from '../../lasting-store.js';
import {
  fastTime,
  NOTHING_OPEN,
  openWorld,
  PROJECTS,
  pause,
  realTime,
  swiftly,
  swiftRejection,
} from './world.js';

beforeEach(fastTime);
afterEach(realTime);

const ORDER = { kind: 'project', key: 'k' } as const;
const NAME = 'tables';
const once = { once: true } as const;

const readBudget = async (store: Store) => JSON.parse((await store.get(`budget ${NAME}`)) ?? 'null');

/** A table's records, and another process that has claimed the order, and reserved 40 points for it. */
async function openClaimed() {
  const store = lastingStore();
  const world = openWorld({}, { store, budget: { points: 1_000, name: NAME } });
  const { context, kinds } = internals(world.requester).orders;
  const account = await swiftly(world.requester.account.get());
  const recordKey = `order ${account.id}:project:k`;
  const record = new OrderRecord(guardStore(store, 10_000), recordKey);
  const { state } = await record.begin('of the same order', 'https://service.example');
  const { claim } = state;
  await record.plan(claim, { points: 40, budget: NAME });
  await (await context.currentBudget?.())?.reserve({ claim, recordKey }, 40);
  return { ...world, store, record, claim, orders: new OrderRecords({ context, kinds }, {}) };
}

describe('an order that a table withdraws', () => {
  test('is not sent by anybody: its key is a conflict from then on', async () => {
    const { orders, requester, posts } = await openClaimed();
    await swiftly(pause(61_000));
    expect(await swiftly(orders.withdraw(ORDER, {}))).toBe(true);
    const error = await swiftRejection(PROJECTS.place(requester, 'k', once));
    expect(error).toMatchObject({ name: 'OrderConflictError', outcome: 'not_sent' });
    expect(posts(PROJECTS)).toBe(0);
  });

  test('gets back the points of a claim whose lease is over, and none before that', async () => {
    const { orders, store } = await openClaimed();
    const early = await swiftRejection(orders.withdraw(ORDER, { settle: 1_000 }));
    expect(early).toMatchObject({ name: 'OutcomeUnknownError' });
    expect(Object.values((await readBudget(store)).open)).toMatchObject([{ points: 40 }]);
    await swiftly(pause(61_000));
    expect(await swiftly(orders.withdraw(ORDER, {}))).toBe(true);
    expect(await readBudget(store)).toMatchObject({ spent: 0, open: NOTHING_OPEN });
  });

  test('is not withdrawn once it may have been sent', async () => {
    const { orders, record, claim } = await openClaimed();
    const sent = await record.send(claim);
    expect(await swiftly(orders.withdraw(ORDER, {}))).toBe(false);
    expect(await record.read()).toEqual(sent);
  });
});

test('an order that a table finds spends what is reserved by the process that has sent it', async () => {
  const { orders, record, store, claim } = await openClaimed();
  await record.send(claim);
  await swiftly(orders.adopt(ORDER, 7, 45));
  expect(await record.read()).toMatchObject({ state: 'placed', id: 7, claim });
  expect(await readBudget(store)).toMatchObject({ spent: 45, open: NOTHING_OPEN });
});
