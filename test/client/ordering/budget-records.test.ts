import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { orderDocument } from '../../../src/documents.js';
import type { RequesterOptions, Spend, Store } from '../../../src/index.js';
import { lastingStore } from '../../lasting-store.js';
import { openKitchen, order } from '../../localise/jobs/documents/ordering.js';
import {
  fastTime,
  KINDS,
  NOTHING_OPEN,
  openWorld,
  PROJECTS,
  pause,
  projectOrder,
  realTime,
  swiftly,
  swiftRejection,
} from './world.js';

/** A budget is the sum of the records that name it. Its total is kept for speed. */

beforeEach(fastTime);
afterEach(realTime);

const once = { once: true } as const;
/** A project of 10 letters costs 40 points. */
const TEN = 10;
const NAME = 'november';
const TOTAL = `budget ${NAME}`;

const readTotal = async (store: Store, key = TOTAL) => JSON.parse((await store.get(key)) ?? 'null');
const writeTotal = async (store: Store, next: string | undefined) =>
  expect(await store.swap(TOTAL, await store.get(TOTAL), next)).toBe(true);

/** A world with a budget of 120 points, of which 40 are spent and 40 are reserved for an order of unknown outcome. */
async function openSpent(settings: Partial<RequesterOptions> = {}) {
  const store = lastingStore();
  const world = openWorld({}, { store, budget: { points: 120, name: NAME }, ...settings });
  const { requester, sandbox } = world;
  await swiftly(PROJECTS.place(requester, 'placed', once, TEN));
  sandbox.faults.add({ on: PROJECTS.post, times: 1, fault: { kind: 'drop-before' } });
  const lost = await swiftRejection(PROJECTS.place(requester, 'lost', { ...once, settle: 0 }, TEN));
  expect(lost).toMatchObject({ name: 'OutcomeUnknownError' });
  return { ...world, store };
}

describe('the total of a budget', () => {
  test('that is lost is made anew from the records of its orders, placed and unclear ones', async () => {
    const { store, elsewhere, requester } = await openSpent();
    const before = await readTotal(store);
    await writeTotal(store, undefined);
    for (const client of [elsewhere(), requester]) {
      expect(await swiftly(client.projects.check(projectOrder('k')))).toMatchObject({ budgetLeft: 40 });
    }
    const refused = await swiftRejection(PROJECTS.place(elsewhere(), 'dear', once, TEN + 1));
    expect(refused).toMatchObject({ name: 'BudgetError', maxPoints: 40 });
    expect(await swiftly(PROJECTS.place(elsewhere(), 'fits', once, TEN))).toMatchObject({ placed: true });
    const after = await readTotal(store);
    expect([after.spent, after.open]).toEqual([80, before.open]);
  });

  test('that is lost while an order is placed counts it once', async () => {
    const store = lastingStore();
    const spends: Spend[] = [];
    const budget = { points: 100, name: NAME, onSpend: (spend: Spend) => void spends.push(spend) };
    const { requester, elsewhere } = openWorld({}, { store, budget }, (fetch) => async (input, init) => {
      if (String(input).endsWith('/projects')) await writeTotal(store, undefined);
      return fetch(input, init);
    });
    await swiftly(PROJECTS.place(requester, 'k', once, TEN));
    expect(await swiftly(elsewhere().projects.check(projectOrder('k')))).toMatchObject({ budgetLeft: 60 });
  });

  test.each([
    ['spent', { spent: 100, open: {} }],
    [
      'reserved',
      {
        spent: 40,
        open: { gone: { points: 60, kind: 'project', recordKey: 'order 1:project:gone' } },
      },
    ],
  ])('that has points %s which no record has is made anew when they are needed', async (_, wrong) => {
    const { store, elsewhere } = await openSpent();
    const { open } = await readTotal(store);
    await writeTotal(store, JSON.stringify({ ...wrong, open: { ...open, ...wrong.open } }));
    expect(await swiftly(PROJECTS.place(elsewhere(), 'fits', once, TEN))).toMatchObject({ placed: true });
    const after = await readTotal(store);
    expect([after.spent, after.open]).toEqual([80, open]);
    const refused = await swiftRejection(PROJECTS.place(elsewhere(), 'no more', once, TEN));
    expect(refused).toMatchObject({ name: 'BudgetError', maxPoints: 0 });
  });
});

test.each(KINDS)(
  'a $kind of November that is found in December counts in the budget of November, and is reported to its finder',
  async (kind) => {
    const store = lastingStore();
    const spends: Spend[] = [];
    const onSpend = (spend: Spend) => void spends.push(spend);
    const { sandbox, elsewhere } = openWorld({}, { store });
    const november = elsewhere({ budget: { points: 100, name: NAME } });
    const december = elsewhere({ budget: { points: 1, name: 'december', onSpend } });
    sandbox.faults.add({ on: kind.post, times: 1, fault: { kind: 'drop-after' } });
    sandbox.faults.add({ on: kind.listing, times: 1, fault: { kind: 'delay', ms: 1 } });
    sandbox.faults.add({ on: kind.listing, times: 9, fault: { kind: 'status', status: 500 } });
    await swiftRejection(kind.place(november, 'k', { ...once, settle: 0 }, TEN));
    sandbox.faults.clear();
    const { data, placed } = await swiftly(kind.place(december, 'k', once, TEN));
    const [{ points = 0 } = {}] = sandbox.orders();
    expect(placed).toBe(false);
    expect(await readTotal(store)).toMatchObject({ spent: points, open: NOTHING_OPEN });
    expect([null, 0]).toContain((await readTotal(store, 'budget december'))?.spent ?? null);
    expect(Object.keys((await readTotal(store, 'budget december'))?.open ?? {})).toEqual([]);
    expect(spends).toMatchObject([{ points, quote: points, order: { kind: kind.kind, id: data.id } }]);
  },
);

describe.each(KINDS)('a plain $kind of unknown outcome within a budget', (kind) => {
  async function lose(key: string | undefined, isPlaced: boolean) {
    const store = lastingStore();
    const spends: Spend[] = [];
    const budget = { points: 1_000, name: NAME, onSpend: (spend: Spend) => void spends.push(spend) };
    const world = openWorld({}, { store, budget });
    const fault = { kind: isPlaced ? 'drop-after' : 'drop-before' } as const;
    world.sandbox.faults.add({ on: kind.post, times: 1, fault });
    const error = await swiftRejection(kind.place(world.requester, key, {}, TEN));
    expect(error).toMatchObject({ outcome: 'unknown' });
    return { ...world, store, spends };
  }

  describe.each([undefined, 'k'])('whose key is %s', (key) => {
    test('is listed for a person, and stays so', async () => {
      const { elsewhere, store } = await lose(key, false);
      await swiftly(pause(100 * 60_000));
      const unknown = await elsewhere().orders.unknown();
      expect(unknown).toMatchObject([
        { kind: kind.kind, state: 'sent', points: expect.any(Number), key: expect.any(String) },
      ]);
      expect(unknown[0]?.key.startsWith(`${key ?? ''}#`)).toBe(true);
      expect(Object.keys((await readTotal(store)).open)).toHaveLength(1);
    });

    test('gives its points back when a person says that it was not placed', async () => {
      const { elsewhere, store, spends } = await lose(key, false);
      const [{ key: name = '' } = {}] = await elsewhere().orders.unknown();
      await elsewhere().orders.resolve(name, { id: null });
      expect(await readTotal(store)).toMatchObject({ spent: 0, open: NOTHING_OPEN });
      expect([await elsewhere().orders.unknown(), spends]).toEqual([[], []]);
    });

    test('is spent when a person says which order it is', async () => {
      const { sandbox, elsewhere, store, spends } = await lose(key, true);
      const [{ id = 0, points = 0 } = {}] = sandbox.orders();
      const [{ key: name = '' } = {}] = await elsewhere().orders.unknown();
      await elsewhere().orders.resolve(name, { id });
      expect(await readTotal(store)).toMatchObject({ spent: points, open: NOTHING_OPEN });
      expect(await elsewhere().orders.unknown()).toEqual([]);
      expect(spends).toMatchObject([{ points, order: { kind: kind.kind, id } }]);
    });

    test('is not an order with another key', async () => {
      const { elsewhere } = await lose(key, true);
      const { data } = await swiftly(kind.place(elsewhere({ budget: undefined }), 'another', {}, TEN));
      const [{ key: name = '' } = {}] = await elsewhere().orders.unknown();
      const refused = await swiftRejection(elsewhere().orders.resolve(name, { id: data.id ?? 0 }));
      expect(refused).toMatchObject({ name: 'InputError', issues: [{ path: 'id' }] });
    });
  });
});

describe('a store that fails once', () => {
  // Uploads take turns of the process, not time.
  beforeEach(realTime);

  const POINTS = 100_000;

  /** A store that fails at one of its steps, before or after it is made. */
  function failingStore(store: Store, at: number, when: 'before' | 'after') {
    let steps = 0;
    async function stepwise<Result>(step: () => Promise<Result>): Promise<Result> {
      steps += 1;
      const isFailing = steps === at;
      if (isFailing && when === 'before') throw new Error('the store is down');
      const result = await step();
      if (isFailing) throw new Error('the answer is lost');
      return result;
    }
    const failing: Store = {
      get: (key) => stepwise(() => store.get(key)),
      swap: (...step) => stepwise(() => store.swap(...step)),
      keys: (prefix) => stepwise(() => store.keys(prefix)),
    };
    return { failing, steps: () => steps };
  }

  const readLeft = async (world: ReturnType<typeof openKitchen>, store: Store) => {
    const fresh = world.elsewhere({ store });
    const { budgetLeft } = await fresh.projects.check(projectOrder('k'));
    return budgetLeft ?? Number.NaN;
  };

  test.each(['before', 'after'] as const)(
    '%s any step of a document with two orders leaves no point uncounted',
    async (when) => {
      const wrong: unknown[] = [];
      let at = 0;
      for (let isOver = false; !isOver; ) {
        at += 1;
        const store = lastingStore();
        const { failing, steps } = failingStore(store, at, when);
        const world = openKitchen({}, { store: failing, budget: { points: POINTS, name: NAME } });
        const [first] = await Promise.allSettled([orderDocument(world.requester, order())]);
        isOver = steps() < at;
        const sumPaid = () => world.sandbox.orders().reduce((sum, { points }) => sum + points, 0);
        const left = await readLeft(world, store);
        if (left > POINTS - sumPaid()) wrong.push({ at, first: first.status, left, paid: sumPaid() });
        await orderDocument(world.elsewhere({ store }), order());
        const end = await readLeft(world, store);
        const orders = world.sandbox.orders().length;
        if (end !== POINTS - sumPaid() || orders !== 2) wrong.push({ at, end, paid: sumPaid(), orders });
        await writeTotal(store, undefined);
        const anew = await readLeft(world, store);
        if (anew !== end) wrong.push({ at, anew, end });
      }
      expect(at).toBeGreaterThan(20);
      expect(wrong).toEqual([]);
    },
  );
});
