import { describe, expect, test, vi } from 'vitest';
import { checkOptions } from '../../src/base/options.js';
import {
  BUDGET_OPTIONS,
  Budget,
  type BudgetOptions,
  orderOf,
  type Spend,
} from '../../src/ordering/budget.js';
import { memoryStore } from '../../src/stores/memory-store.js';

const order = { kind: 'project', id: 5 } as const;

/** A budget of 100 points, what its store holds, and what it tells. */
function budgetOf(options: Partial<BudgetOptions> = {}) {
  const store = memoryStore();
  const spends: Spend[] = [];
  const warn = vi.fn();
  const onSpend = (spend: Spend) => void spends.push(spend);
  const budget = new Budget({ points: 100, store, onSpend, ...options }, warn);
  const held = async () => JSON.parse((await store.get('budget')) ?? 'null');
  return { budget, held, spends, warn, store };
}

describe('the options of a budget', () => {
  const POINTS = 'must be a number of points, 0 or more';
  const METHODS = 'must have the methods get, swap';

  test.each<[object, string, string]>([
    [{}, 'points', `${POINTS}; got nothing`],
    [{ points: -1 }, 'points', `${POINTS}; got a number below 0`],
    [{ points: '100' }, 'points', `${POINTS}; got a string`],
    [{ points: 0, store: { get: () => undefined } }, 'store', `${METHODS}; got an object`],
    [{ points: 0, store: { swap: () => true } }, 'store', `${METHODS}; got an object`],
    [{ points: 0, onSpend: 'log' }, 'onSpend', 'must be a function; got a string'],
  ])('can not be %j', (options, path, message) => {
    expect(checkOptions('budget', options, BUDGET_OPTIONS)).toEqual([{ path, message }]);
  });

  test('can be points alone, with a store and a function', () => {
    const { store } = budgetOf();
    for (const others of [{}, { store, onSpend: () => undefined }]) {
      expect(checkOptions('budget', { points: 0, ...others }, BUDGET_OPTIONS)).toEqual([]);
    }
  });
});

describe('the state of a budget', () => {
  test('reserves points for an order, and releases them', async () => {
    const { budget, held } = budgetOf();
    const release = await budget.reserve('a', 30);
    expect(await held()).toEqual({ spent: 0, open: { a: 30 } });
    expect(typeof release).toBe('function');
    if (typeof release === 'function') await release();
    expect(await held()).toEqual({ spent: 0, open: {} });
  });

  test('returns how many points are left when they are too few, and reserves nothing', async () => {
    const { budget, held } = budgetOf();
    await budget.reserve('a', 30);
    expect(await budget.reserve('b', 71)).toBe(70);
    expect(await held()).toEqual({ spent: 0, open: { a: 30 } });
    expect(typeof (await budget.reserve('b', 70))).toBe('function');
    expect(await budget.reserve('c', 1)).toBe(0);
  });

  test('has 0 points left, not fewer, after an order that cost more than its quote', async () => {
    const { budget, spends } = budgetOf();
    await budget.reserve('a', 30);
    await budget.spend('a', { points: 130, quote: 30, order });
    expect(spends).toEqual([{ points: 130, quote: 30, order, spent: 130, remaining: -30 }]);
    expect(await budget.reserve('b', 1)).toBe(0);
  });

  test('replaces the reservation of a first try by that of the second, and restores it on release', async () => {
    const { budget, held } = budgetOf();
    await budget.reserve('a', 80);
    expect(await budget.reserve('a', 101)).toBe(100);
    const release = await budget.reserve('a', 90);
    expect(await held()).toEqual({ spent: 0, open: { a: 90 } });
    if (typeof release === 'function') await release();
    expect(await held()).toEqual({ spent: 0, open: { a: 80 } });
  });

  test('counts what was spent, and reports it with the points that are neither spent nor reserved', async () => {
    const { budget, held, spends } = budgetOf();
    await budget.reserve('a', 30);
    await budget.reserve('b', 20);
    await budget.spend('a', { points: 25, quote: 30, order });
    expect(await held()).toEqual({ spent: 25, open: { b: 20 } });
    await budget.spend('b', { points: 20, quote: 20, order });
    expect(await held()).toEqual({ spent: 45, open: {} });
    expect(spends.map(({ spent, remaining }) => [spent, remaining])).toEqual([
      [25, 55],
      [45, 55],
    ]);
  });

  test.each([
    [40, 40],
    [0, 0],
    [Number.NaN, 30],
  ])('counts an order of %d points that an earlier call sent as %d', async (points, counted) => {
    const { budget, held, spends } = budgetOf();
    await budget.reserve('a', 30);
    await budget.spendReserved('a', points, order);
    expect(await held()).toEqual({ spent: counted, open: {} });
    expect(spends).toEqual([
      { points: counted, quote: undefined, order, spent: counted, remaining: 100 - counted },
    ]);
  });

  test('counts no earlier order that has no reservation', async () => {
    const { budget, held, spends } = budgetOf();
    await budget.spendReserved('a', 40, order);
    expect([await held(), spends]).toEqual([null, []]);
  });

  test('is kept in the memory of its client without a store', async () => {
    const { budget, held } = budgetOf({ store: undefined });
    await budget.reserve('a', 70);
    expect([await budget.reserve('b', 31), await held()]).toEqual([30, null]);
  });
});

test('a store that fails after the order causes a warning, and a failing onSpend is ignored', async () => {
  const failing = () => Promise.reject(new Error('no disk'));
  const store = { get: failing, swap: failing, keys: failing };
  const broken = budgetOf({ store });
  await broken.budget.spend('a', { points: 1, quote: 1, order });
  await broken.budget.spendReserved('a', 1, order);
  expect(broken.warn.mock.calls).toEqual(
    Array.from({ length: 2 }, () => [
      'the store of the budget failed; the points of an order stay reserved there',
      {},
    ]),
  );
  for (const onSpend of [
    () => Promise.reject(new Error('no')),
    () => {
      throw new Error('no');
    },
  ]) {
    const { budget, warn, held } = budgetOf({ onSpend });
    await budget.spend('a', { points: 1, quote: 1, order });
    expect([warn.mock.calls, await held()]).toEqual([[], { spent: 1, open: {} }]);
  }
});

test('a spend names the order, with the id 0 when the answer does not show it', () => {
  const kind = { name: 'simple' as const, idOf: ({ id }: { id: number }) => id };
  expect(orderOf(kind, { id: 7 })).toEqual({ kind: 'simple', id: 7 });
  expect(orderOf(kind, undefined)).toEqual({ kind: 'simple', id: 0 });
});
