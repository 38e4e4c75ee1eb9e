import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BudgetOptions, Spend, Store } from '../../../src/index.js';
import { orderTexts, quoteTexts } from '../../../src/texts.js';
import { lastingStore } from '../../lasting-store.js';
import {
  fastTime,
  KINDS,
  NOTHING_OPEN,
  openWorld,
  PROJECTS,
  projectOrder,
  realTime,
  swiftly,
  swiftRejection,
} from './world.js';

/** Budgets whose name is a function of the time: each month has one of its own, for one client that lives through them. */

beforeEach(fastTime);
afterEach(realTime);

const once = { once: true } as const;
/** A project of 10 letters costs 40 points. */
const TEN = 10;
const byMonth = (now: Date): string => now.toISOString().slice(0, 7);
const NOVEMBER = Date.parse('2026-11-30T23:59:59.000Z');
const DECEMBER = Date.parse('2026-12-01T00:00:01.000Z');

const readTotal = async (store: Store, name: string) =>
  JSON.parse((await store.get(`budget ${name}`)) ?? 'null');

/** A world with a budget of 50 points a month, one second before November ends. */
function openMonthly(
  wrap?: Parameters<typeof openWorld>[2],
  store = lastingStore(),
  name: BudgetOptions['name'] = byMonth,
) {
  vi.setSystemTime(NOVEMBER);
  const spends: Spend[] = [];
  const budget = { points: 50, name, onSpend: (spend: Spend) => void spends.push(spend) };
  return { ...openWorld({}, { store, budget, retries: 0 }, wrap), store, spends };
}

/** Lets November end while a request is under way. */
const endNovemberDuring =
  (end: string): NonNullable<Parameters<typeof openWorld>[2]> =>
  (fetch) =>
  async (input, init) => {
    const { pathname } = new URL(String(input));
    if (`${init?.method} ${pathname}`.endsWith(end)) vi.setSystemTime(DECEMBER);
    return fetch(input, init);
  };

describe('a budget whose name is a function of the time', () => {
  test('is a new one each month, for one client', async () => {
    const { requester, store, spends } = openMonthly();
    await swiftly(PROJECTS.place(requester, 'a', once, TEN));
    const refused = await swiftRejection(PROJECTS.place(requester, 'b', once, TEN));
    expect(refused).toMatchObject({ name: 'BudgetError', maxPoints: 10 });
    expect(await swiftly(requester.projects.check(projectOrder('c')))).toMatchObject({ budgetLeft: 10 });
    vi.setSystemTime(DECEMBER);
    expect(await swiftly(requester.projects.check(projectOrder('c')))).toMatchObject({ budgetLeft: 50 });
    await swiftly(PROJECTS.place(requester, 'b', once, TEN));
    expect([await readTotal(store, '2026-11'), await readTotal(store, '2026-12')]).toMatchObject([
      { spent: 40, open: NOTHING_OPEN },
      { spent: 40, open: NOTHING_OPEN },
    ]);
    expect(spends).toMatchObject([{ remaining: 10 }, { remaining: 10 }]);
  });

  test('is shared by the clients of all accounts', async () => {
    const { requester, sandbox } = openMonthly();
    const other = requester.withAccessToken(sandbox.accessToken);
    await swiftly(PROJECTS.place(requester, 'a', once, TEN));
    expect(await swiftly(other.projects.check(projectOrder('k')))).toMatchObject({ budgetLeft: 10 });
    vi.setSystemTime(DECEMBER);
    expect(await swiftly(other.projects.check(projectOrder('k')))).toMatchObject({ budgetLeft: 50 });
  });

  test.each(KINDS)('keeps a $kind that begins before midnight and is placed after it', async (kind) => {
    for (const [request, options] of [
      [kind.listing, once],
      ['/check', once],
      ['/check', {}],
    ] as const) {
      const { requester, store } = openMonthly(endNovemberDuring(request));
      await swiftly(kind.place(requester, 'k', options));
      expect(Date.now()).toBeGreaterThanOrEqual(DECEMBER);
      expect(await readTotal(store, '2026-11')).toMatchObject({ open: NOTHING_OPEN });
      expect((await readTotal(store, '2026-11')).spent).toBeGreaterThan(0);
      expect(await readTotal(store, '2026-12')).toBeNull();
    }
  });

  test.each(KINDS)('gives back the points of a $kind that is refused after midnight', async (kind) => {
    for (const options of [once, {}]) {
      const { requester, store, sandbox } = openMonthly(endNovemberDuring(kind.post));
      sandbox.faults.add({ on: kind.post, fault: { kind: 'status', status: 422 } });
      await swiftRejection(kind.place(requester, 'k', options));
      expect(await readTotal(store, '2026-11')).toMatchObject({ spent: 0, open: NOTHING_OPEN });
      expect(await readTotal(store, '2026-12')).toBeNull();
    }
  });

  test('gives back what it reserved while its store failed', async () => {
    const memory = lastingStore();
    let isFirst = true;
    const failing: Store = {
      ...memory,
      async swap(key, previous, next) {
        const isSwapped = await memory.swap(key, previous, next);
        if (!isFirst || !key.startsWith('budget ')) return isSwapped;
        isFirst = false;
        vi.setSystemTime(DECEMBER);
        throw new Error('the answer was lost');
      },
    };
    const { requester } = openMonthly(undefined, failing);
    expect(await swiftRejection(PROJECTS.place(requester, 'k', once, TEN))).toMatchObject({
      name: 'StoreError',
    });
    expect(await readTotal(memory, '2026-11')).toMatchObject({ spent: 0, open: NOTHING_OPEN });
  });

  test.each([['found'], ['resolved as placed'], ['resolved as not placed']])(
    'books an order of unknown outcome that is %s a month later where it was reserved',
    async (how) => {
      const { requester, sandbox, store, elsewhere } = openMonthly();
      sandbox.faults.add({
        on: PROJECTS.post,
        fault: { kind: how === 'resolved as not placed' ? 'drop-before' : 'drop-after' },
      });
      sandbox.faults.add({ on: PROJECTS.listing, times: 99, fault: { kind: 'drop-before' } });
      const lost = await swiftRejection(
        PROJECTS.place(requester, 'k', { ...once, settle: 0, lookback: 0 }, TEN),
      );
      expect(lost).toMatchObject({ name: 'OutcomeUnknownError' });
      expect(await readTotal(store, '2026-11')).toMatchObject({ spent: 0, open: expect.any(Object) });
      sandbox.faults.clear();
      vi.setSystemTime(DECEMBER);
      const later = elsewhere();
      if (how === 'found') await swiftly(PROJECTS.place(later, 'k', once, TEN));
      else await swiftly(later.orders.resolve('k', { id: sandbox.orders()[0]?.id ?? null }));
      const spent = how === 'resolved as not placed' ? 0 : 40;
      expect(await readTotal(store, '2026-11')).toMatchObject({ spent, open: NOTHING_OPEN });
      expect(await readTotal(store, '2026-12')).toBeNull();
    },
  );

  test('goes by the clock of the store, so that processes whose clocks are apart agree', async () => {
    const store: Store = { ...lastingStore(), now: async () => NOVEMBER };
    const { requester, elsewhere } = openMonthly(undefined, store);
    await swiftly(PROJECTS.place(requester, 'a', once, TEN));
    vi.setSystemTime(DECEMBER);
    expect(await swiftRejection(PROJECTS.place(elsewhere(), 'b', once, TEN))).toMatchObject({
      maxPoints: 10,
    });
  });

  test('counts each order once where the store has no clock, and the processes differ', async () => {
    const { requester, elsewhere, store } = openMonthly();
    const ahead = elsewhere({ budget: { points: 50, name: () => '2026-12' } });
    const both = [requester, ahead].map((client) => PROJECTS.place(client, 'k', once, TEN));
    await swiftly(Promise.all(both));
    const totals = [await readTotal(store, '2026-11'), await readTotal(store, '2026-12')];
    expect(totals.reduce((sum, total) => sum + (total?.spent ?? 0), 0)).toBe(40);
    for (const total of totals) expect(total?.open ?? {}).toSatisfy((open) => Object.keys(open).length === 0);
  });

  test('is asked once for each order, and with a Date of its own', async () => {
    const name = vi.fn((now: Date) => {
      const month = byMonth(now);
      now.setFullYear(1999);
      return month;
    });
    const { requester } = openMonthly(undefined, undefined, name);
    await swiftly(PROJECTS.place(requester, 'a', once, TEN));
    expect(name).toHaveBeenCalledTimes(1);
    await swiftRejection(PROJECTS.place(requester, 'b', {}, TEN));
    expect(name).toHaveBeenCalledTimes(2);
    expect(name).toHaveLastReturnedWith('2026-11');
  });

  test('is called with the options as `this`', async () => {
    vi.setSystemTime(NOVEMBER);
    const budget = {
      points: 50,
      prefix: 'shop',
      name(now: Date) {
        return `${this.prefix} ${byMonth(now)}`;
      },
    };
    Object.defineProperty(budget, 'prefix', { enumerable: false });
    const store = lastingStore();
    const { requester } = openWorld({}, { store, budget });
    await swiftly(PROJECTS.place(requester, 'k', once, TEN));
    expect(await readTotal(store, 'shop 2026-11')).toMatchObject({ spent: 40 });
  });

  test.each<[string, () => unknown, string]>([
    [
      'throws',
      () => {
        throw new Error('secret-4711');
      },
      'it threw',
    ],
    ['gives an empty name', () => '', 'got'],
    ['gives no name', () => undefined, 'got nothing'],
    ['gives a promise', async () => '2026-11', 'got an object'],
  ])('that %s is an InputError, before anything is sent', async (_, name, message) => {
    const { requester, sandbox } = openMonthly(undefined, undefined, name as () => string);
    const calls = [
      ...KINDS.flatMap(({ place }) => [() => place(requester, 'k', once), () => place(requester, 'k', {})]),
      () => requester.projects.check(projectOrder('k')),
    ];
    for (const call of calls) {
      const error = await swiftRejection(call());
      expect(error).toMatchObject({
        name: 'InputError',
        outcome: 'not_sent',
        issues: [{ path: 'budget.name' }],
      });
      expect(String(error)).toContain(message);
      expect(String(error)).not.toContain('4711');
    }
    expect(sandbox.requests).toEqual([]);
  });

  test('may fail for one order and name the next', async () => {
    let isBroken = true;
    const { requester } = openMonthly(undefined, undefined, (now) => (isBroken ? '' : byMonth(now)));
    await swiftRejection(PROJECTS.place(requester, 'k', once, TEN));
    isBroken = false;
    expect(await swiftly(PROJECTS.place(requester, 'k', once, TEN))).toMatchObject({ placed: true });
  });

  test('counts what a table orders later in the later month', async () => {
    const { requester, store } = openMonthly();
    const input = { name: 'app', from: 'en', texts: { hello: 'x'.repeat(TEN) } };
    await swiftly(orderTexts(requester, { ...input, to: ['ja'] }));
    vi.setSystemTime(DECEMBER);
    expect(await swiftly(quoteTexts(requester, { ...input, to: ['ja', 'de'] }))).toMatchObject({
      budgetLeft: 50,
    });
    await swiftly(orderTexts(requester, { ...input, to: ['ja', 'de'] }));
    const totals = [await readTotal(store, '2026-11'), await readTotal(store, '2026-12')];
    expect(totals).toMatchObject([{ spent: 20 }, { spent: 20 }]);
  });
});
