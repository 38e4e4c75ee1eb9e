import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OrderRecords } from '../../../src/client/ordering/order-records.js';
import { OrderRecord } from '../../../src/client/ordering/record.js';
import { guardStore } from '../../../src/client/stores/guarded-store.js';
import type { RequesterOptions, Spend, Store } from '../../../src/index.js';
import { internals } from '../../../src/internals.js';
import type { SandboxFetch } from '../../../src/sandbox.js';
import { lastingStore } from '../../lasting-store.js';
import { fastTime, openWorld, PROJECTS, projectOrder, realTime, swiftly, swiftRejection } from './world.js';

/** What each order counts for, and in which budget. */

beforeEach(fastTime);
afterEach(realTime);

const once = { once: true, settle: 0 } as const;
/** A project of 10 letters costs 40 points. */
const TEN = 10;
const SERVICE = 'https://service.example';

/** A service whose projects cost something else than their quotes. */
const priced =
  (point: number) =>
  (fetch: SandboxFetch): SandboxFetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (init?.method !== 'POST' || !new URL(String(input)).pathname.endsWith('/projects')) return response;
    const answer: { readonly project: object } = await response.json();
    return Response.json({ ...answer, project: { ...answer.project, point } }, { status: 201 });
  };

/** The store loses what a budget has counted, and keeps the records of the orders. */
async function loseTotal(store: Store, name: string): Promise<void> {
  const key = `budget ${name}`;
  expect(await store.swap(key, await store.get(key), undefined)).toBe(true);
}

function openBudget(settings: Partial<RequesterOptions> = {}, wrap?: (fetch: SandboxFetch) => SandboxFetch) {
  const store = lastingStore();
  const spends: Spend[] = [];
  const name = (named: string) => ({
    points: 1_000,
    name: named,
    onSpend: (spend: Spend) => void spends.push(spend),
  });
  const world = openWorld({}, { store, budget: name('november'), ...settings }, wrap);
  const readLeft = async (named: string): Promise<unknown> => {
    const { budgetLeft } = await swiftly(
      world.elsewhere({ budget: name(named) }).projects.check(projectOrder('next')),
    );
    return budgetLeft;
  };
  return { ...world, store, spends, name, readLeft };
}

describe('a total that is made anew counts an order', () => {
  test.each([
    ['that cost more than its quote with its price', 55, 945],
    ['that cost less than its quote with its quote', 10, 960],
  ])('%s', async (_, price, left) => {
    const { requester, store, readLeft } = openBudget({}, priced(price));
    await swiftly(PROJECTS.place(requester, 'k', once, TEN));
    expect(await readLeft('november')).toBe(left);
    await loseTotal(store, 'november');
    expect(await readLeft('november')).toBe(left);
  });

  test('whose outcome is unknown', async () => {
    const { sandbox, requester, store, readLeft } = openBudget();
    sandbox.faults.add({ on: PROJECTS.post, fault: { kind: 'drop-before' } });
    await swiftRejection(PROJECTS.place(requester, 'k', once, TEN));
    await loseTotal(store, 'november');
    expect(await readLeft('november')).toBe(960);
  });

  test('in the budget that its record names, and in no other', async () => {
    const { requester, elsewhere, store, name, readLeft } = openBudget();
    await swiftly(PROJECTS.place(requester, 'k', once, TEN));
    await swiftly(PROJECTS.place(elsewhere({ budget: name('december') }), 'l', once, TEN));
    await loseTotal(store, 'november');
    await loseTotal(store, 'december');
    expect([await readLeft('november'), await readLeft('december')]).toEqual([960, 960]);
  });
});

describe('an order of unknown outcome that is found in December', () => {
  test('counts in the budget of November, which reserved its points', async () => {
    const { sandbox, requester, elsewhere, store, spends, name, readLeft } = openBudget();
    sandbox.faults.add({ on: PROJECTS.post, fault: { kind: 'drop-after' } });
    sandbox.faults.add({ on: PROJECTS.listing, times: 1, fault: { kind: 'status', status: 404 } });
    await swiftRejection(PROJECTS.place(requester, 'k', { ...once, lookback: 0 }, TEN));
    const december = elsewhere({ budget: name('december') });
    expect(await swiftly(PROJECTS.place(december, 'k', once, TEN))).toMatchObject({ placed: false });
    expect(spends).toMatchObject([{ points: 40, spent: 40 }]);
    expect([await readLeft('november'), await readLeft('december')]).toEqual([960, 1_000]);
    expect(JSON.parse((await store.get('budget november')) ?? '')).toMatchObject({ spent: 40, open: {} });
  });
});

test.each([
  ['less than was reserved', 30, 40],
  ['more than was reserved', 50, 50],
])('an order that a table finds, and that costs %s, keeps the greater of both', async (_, price, points) => {
  const { requester, store } = openBudget();
  const { context, kinds } = internals(requester).orders;
  const account = await swiftly(requester.account.get());
  const record = new OrderRecord(guardStore(store, 10_000), `order ${account.id}:project:k`);
  const { state } = await record.begin('of the same order', SERVICE);
  await record.plan(state.claim, { points: 40, budget: 'november' });
  await record.send(state.claim);
  await swiftly(new OrderRecords({ context, kinds }, {}).adopt({ kind: 'project', key: 'k' }, 7, price));
  expect(await record.read()).toMatchObject({ state: 'placed', id: 7, points });
});

describe('an order that a person has resolved as placed, and that shows a higher price later', () => {
  async function findDearer() {
    let id = 0;
    const service = { isLost: false };
    const world = openBudget({}, (fetch) => async (input, init) => {
      const response = await fetch(input, init);
      const { pathname } = new URL(String(input));
      if (!pathname.endsWith(`/projects/${id}`)) return response;
      if (service.isLost)
        return Response.json({ success: false, message: 'Page not Found' }, { status: 404 });
      const answer: { readonly project: object } = await response.json();
      return Response.json({ ...answer, project: { ...answer.project, point: 84 } });
    });
    const { sandbox, requester, elsewhere } = world;
    sandbox.faults.add({ on: PROJECTS.post, fault: { kind: 'drop-after' } });
    sandbox.faults.add({ on: PROJECTS.listing, times: 1, fault: { kind: 'status', status: 404 } });
    await swiftRejection(PROJECTS.place(requester, 'k', { ...once, lookback: 0 }, TEN));
    await swiftly(elsewhere().orders.resolve('k', { id: sandbox.orders()[0]?.id ?? 0 }));
    id = sandbox.orders()[0]?.id ?? 0;
    const found = await swiftly(PROJECTS.place(elsewhere(), 'k', once, TEN));
    expect(found).toMatchObject({ placed: false, data: { id, point: 84 } });
    return { ...world, service };
  }

  test('counts what it has counted, also in a total that is made anew', async () => {
    const { store, readLeft, spends } = await findDearer();
    expect(await readLeft('november')).toBe(960);
    await loseTotal(store, 'november');
    expect(await readLeft('november')).toBe(960);
    expect(spends).toMatchObject([{ points: 40 }]);
  });

  test('gives back what it has counted when the service has lost it', async () => {
    const { elsewhere, readLeft, service } = await findDearer();
    await swiftly(PROJECTS.place(elsewhere(), 'another', once, TEN));
    service.isLost = true;
    await swiftly(elsewhere().orders.resolve('k', { id: null }));
    expect(await readLeft('november')).toBe(960);
  });
});

describe('an order that could not be recorded as placed', () => {
  test('keeps its points reserved, and is reported once, by the call that records it', async () => {
    const inner = lastingStore();
    let isFailing = true;
    const store: Store = {
      ...inner,
      async swap(key, before, after) {
        if (isFailing && after?.includes('"state":"placed"')) throw new Error('the store is full');
        return inner.swap(key, before, after);
      },
    };
    const { requester, elsewhere, readLeft, spends } = openBudget({ store });
    expect(await swiftly(PROJECTS.place(requester, 'k', once, TEN))).toMatchObject({ placed: true });
    expect([spends, await readLeft('november')]).toEqual([[], 960]);
    isFailing = false;
    expect(await swiftly(PROJECTS.place(elsewhere(), 'k', once, TEN))).toMatchObject({ placed: false });
    expect([spends, await readLeft('november')]).toMatchObject([[{ points: 40, spent: 40 }], 960]);
  });
});

describe('the price in a record', () => {
  const open = () => new OrderRecord(guardStore(lastingStore(), 10_000), 'k');

  test('is not written into the claim of another call', async () => {
    const record = open();
    const { state } = await record.begin('x', SERVICE);
    expect(await record.plan('of another call', { points: 1, budget: 'november' })).toBeUndefined();
    expect(await record.read()).toEqual(state);
  });

  test('does not change once the order was sent', async () => {
    const record = open();
    const { state } = await record.begin('x', SERVICE);
    await record.plan(state.claim, { points: 40, budget: 'november' });
    const sent = await record.send(state.claim);
    expect(await record.plan(state.claim, { points: 1, budget: 'december' })).toBeUndefined();
    expect(await record.read()).toEqual(sent);
  });
});
