import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Budget } from '../../../src/client/ordering/budget.js';
import { guardStore } from '../../../src/client/stores/guarded-store.js';
import {
  memoryStore,
  type Requester,
  type RequesterOptions,
  type Spend,
  type Store,
} from '../../../src/index.js';
import type { SandboxFetch } from '../../../src/sandbox.js';
import { lastingStore } from '../../lasting-store.js';
import { rejection } from '../../recorded-fetch.js';
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
  until,
  type World,
} from './world.js';

beforeEach(fastTime);
afterEach(realTime);

const once = { once: true } as const;
/** A project of 10 letters costs 40 points. */
const TEN = 10;

const silent = () => ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() });
const NAME = 'november';
/** What the store has of the budget. */
const budgetIn = async (store: Store) => JSON.parse((await store.get(`budget ${NAME}`)) ?? 'null');
const isBudget = (key: string): boolean => key.startsWith('budget ');

/** A world whose client can pay for one order. */
function poor(settings: Partial<RequesterOptions> = {}, wrap?: (fetch: SandboxFetch) => SandboxFetch) {
  return openWorld({}, { budget: { points: 40 }, ...settings }, wrap);
}

/** Succeeds only when every point is there. */
const spendsAll = async (requester: Requester): Promise<void> => {
  expect(await swiftly(PROJECTS.place(requester, 'the last', {}, TEN))).toMatchObject({ placed: true });
};

describe.each([{}, once])('the points of an order that was not sent (%j) are released', (options) => {
  test('when it was aborted while it waited for a free request slot', async () => {
    const store = memoryStore();
    let reserved = false;
    let another: Promise<unknown> | undefined;
    // Once the points are reserved, another call takes the only place.
    const watched: Store = {
      ...store,
      swap: async (key, ...texts) => {
        if (isBudget(key)) another ??= requester.languages.list();
        const isDone = await store.swap(key, ...texts);
        reserved ||= isBudget(key);
        return isDone;
      },
    };
    const { sandbox, requester, posts } = poor({
      maxConcurrency: 1,
      store: watched,
      budget: { points: 40, name: NAME },
    });
    sandbox.faults.add({ on: 'GET /api/v1/languages', fault: { kind: 'delay', ms: 5_000 } });
    const controller = new AbortController();
    const left = swiftRejection(
      PROJECTS.place(requester, 'k', { ...options, signal: controller.signal }, TEN),
    );
    await until(() => reserved);
    setTimeout(() => controller.abort(new Error('enough')), 1_000);
    expect(await left).toMatchObject({ message: 'enough' });
    expect(posts(PROJECTS)).toBe(0);
    await swiftly(another ?? Promise.resolve());
    await spendsAll(requester);
    expect(posts(PROJECTS)).toBe(1);
  });

  test('when it was aborted in the pause after a 429', async () => {
    const { sandbox, requester, posts } = poor();
    const controller = new AbortController();
    const headers = { 'retry-after': '10' };
    sandbox.faults.add({ on: PROJECTS.post, fault: { kind: 'status', status: 429, headers } });
    const left = swiftRejection(
      PROJECTS.place(requester, 'k', { ...options, signal: controller.signal }, TEN),
    );
    await until(() => posts(PROJECTS) === 1);
    setTimeout(() => controller.abort(new Error('enough')), 5_000);
    expect(await left).toMatchObject({ message: 'enough' });
    await spendsAll(requester);
  });

  test('when its call timed out in the pause after a 429', async () => {
    const { sandbox, requester } = poor();
    const headers = { 'retry-after': '3' };
    const fault = { kind: 'status', status: 429, headers } as const;
    sandbox.faults.add({ on: PROJECTS.post, times: 9, fault });
    const error = await swiftRejection(PROJECTS.place(requester, 'k', { ...options, timeout: 5_000 }, TEN));
    expect(error).toMatchObject({ outcome: expect.stringMatching(/^(not_sent|rejected)$/) });
    sandbox.faults.clear();
    await spendsAll(requester);
  });

  test.each<[string, () => never | Promise<never>]>([
    [
      'throws',
      () => {
        throw new Error('signed out');
      },
    ],
    ['rejects', () => Promise.reject(new Error('signed out'))],
  ])('when the token function %s', async (_, fail) => {
    let fails = true;
    const accessToken = (): string | Promise<string> => (fails ? fail() : sandbox.accessToken);
    const { sandbox, client, requestsSince } = poor();
    const requester = client({ accessToken });
    const error = await swiftRejection(PROJECTS.place(requester, 'k', options, TEN));
    expect(error).toMatchObject({ message: 'signed out' });
    expect(requestsSince()).toBe(0);
    fails = false;
    await spendsAll(requester);
  });
});

describe('an order that costs more than its quote', () => {
  const dearer =
    (fetch: SandboxFetch): SandboxFetch =>
    async (input, init) => {
      const response = await fetch(input, init);
      if (init?.method !== 'POST' || !new URL(String(input)).pathname.endsWith('/projects')) return response;
      const answer = Object(await response.json());
      return Response.json({ ...answer, project: { ...answer.project, point: 55 } }, { status: 201 });
    };

  test.each([{}, once])(
    'is reported with its price and its quote to onSpend and to the logger (%j)',
    async (options) => {
      const spends: Spend[] = [];
      const logger = silent();
      const budget = { points: 100, onSpend: (spend: Spend) => void spends.push(spend) };
      const { requester } = poor({ budget, logger }, dearer);
      await swiftly(PROJECTS.place(requester, 'k', options, TEN));
      expect(spends).toMatchObject([{ quote: 40, points: 55, spent: 55, remaining: 45 }]);
      expect(logger.warn).toHaveBeenCalledWith(
        expect.stringContaining('more than its quote'),
        expect.objectContaining({ quote: 40, points: 55 }),
      );
    },
  );

  test('causes no warning when it costs what was quoted', async () => {
    const logger = silent();
    const { requester } = poor({ logger });
    await swiftly(PROJECTS.place(requester, 'k', once, TEN));
    expect(logger.warn).not.toHaveBeenCalled();
  });
});

describe('a budget in a store', () => {
  test('is never exceeded by simultaneous orders of two clients', async () => {
    const store = lastingStore();
    const spends: Spend[] = [];
    const budget = { points: 100, name: NAME, onSpend: (spend: Spend) => void spends.push(spend) };
    const { sandbox, elsewhere } = openWorld({}, { budget, store });
    const clients = [elsewhere(), elsewhere()];
    const all = await swiftly(
      Promise.allSettled(
        Array.from({ length: 12 }, (_, index) =>
          PROJECTS.place(clients[index % 2] ?? elsewhere(), `k${index}`, index % 3 ? once : {}, TEN),
        ),
      ),
    );
    expect(sandbox.orders().map(({ points }) => points)).toEqual([40, 40]);
    expect(spends.map(({ spent }) => spent).sort()).toEqual([40, 80]);
    const refused = all.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(10);
    for (const each of refused) expect(each).toMatchObject({ reason: { name: 'BudgetError' } });
  });

  test('is the same for a process that begins later', async () => {
    const budget = { points: 70, name: NAME };
    const { elsewhere } = openWorld({}, { budget, store: lastingStore() });
    await swiftly(PROJECTS.place(elsewhere(), 'a', once, TEN));
    expect(await swiftRejection(PROJECTS.place(elsewhere(), 'b', once, TEN))).toMatchObject({
      name: 'BudgetError',
      maxPoints: 30,
    });
  });

  test.each(KINDS)('that fails before a $kind is sent keeps it from being sent', async (kind) => {
    for (const step of ['get', 'swap'] as const) {
      for (const options of [{}, once]) {
        const store = lastingStore();
        const failing: Store = {
          ...store,
          [step]: (key: string, ...texts: [string | undefined, string | undefined]) =>
            isBudget(key) ? Promise.reject(new Error('the store is down')) : store[step](key, ...texts),
        };
        const budget = { points: 1_000, name: NAME };
        const { requester, posts } = openWorld({}, { store: failing, budget });
        const error = await swiftRejection(kind.place(requester, 'k', options));
        expect(error).toMatchObject({ name: 'StoreError', cause: { message: 'the store is down' } });
        expect((await store.keys('order ')).length).toBe(0);
        expect(posts(kind)).toBe(0);
      }
    }
  });

  test.each([{}, once])('that fails after an order does not hide the order (%j)', async (options) => {
    const store = lastingStore();
    let isDown = false;
    const failing: Store = {
      ...store,
      get: (key) =>
        isDown && isBudget(key) ? Promise.reject(new Error('the store is down')) : store.get(key),
    };
    const logger = silent();
    const wrap =
      (fetch: SandboxFetch): SandboxFetch =>
      async (input, init) => {
        isDown ||= String(input).endsWith('/projects');
        return fetch(input, init);
      };
    const { requester, elsewhere } = poor(
      { store: failing, budget: { points: 70, name: NAME }, logger },
      wrap,
    );
    expect(await swiftly(PROJECTS.place(requester, 'k', options, TEN))).toMatchObject({ placed: true });
    expect(logger.warn).toHaveBeenCalledWith(expect.stringContaining('the points of an order'), {});
    isDown = false;
    // It stays counted.
    const error = await swiftRejection(PROJECTS.place(elsewhere(), 'b', {}, TEN));
    expect(error).toMatchObject({ name: 'BudgetError', maxPoints: 30 });
  });

  describe('gets back the points of a process that was killed', () => {
    /** A store whose process is killed by a step: it never learns the result. */
    function mortal(store: Store, isLast: (key: string, next: string | undefined) => boolean) {
      let isDead = false;
      const swap: Store['swap'] = async (key, previous, next) => {
        const isDone = !isDead && (await store.swap(key, previous, next));
        isDead ||= isDone && isLast(key, next);
        return isDead ? new Promise<never>(() => undefined) : isDone;
      };
      return { store: { ...store, swap }, isDead: () => isDead };
    }
    /** It never learns either that its store has answered too late. */
    const killed = { timeout: 60 * 60_000 };
    const makeWorld = (store: Store, points: number) =>
      openWorld({}, { budget: { points, name: NAME }, store });
    const placeLast = (elsewhere: () => Requester) => PROJECTS.place(elsewhere(), 'the last', once, TEN);

    test('when it had reserved them after another process took its claim over', async () => {
      const store = lastingStore();
      const { elsewhere } = makeWorld(store, 80);
      let wake = (): void => undefined;
      const stopped = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const dying = mortal(store, isBudget);
      const get: Store['get'] = async (key) => {
        if (isBudget(key)) await stopped;
        return store.get(key);
      };
      void PROJECTS.place(elsewhere({ ...killed, store: { ...dying.store, get } }), 'k', once, TEN);
      await swiftly(pause(61_000));
      await swiftly(PROJECTS.place(elsewhere(), 'k', once, TEN));
      wake();
      await until(dying.isDead);
      expect(await swiftly(placeLast(elsewhere))).toMatchObject({ placed: true });
      expect(await budgetIn(store)).toMatchObject({ spent: 80, open: NOTHING_OPEN });
    });

    test('when it had freed the key of a refused order', async () => {
      const store = lastingStore();
      const { sandbox, elsewhere } = makeWorld(store, 40);
      const dying = mortal(store, (_, next) => next === undefined);
      sandbox.faults.add({ on: PROJECTS.post, fault: { kind: 'status', status: 422 } });
      void PROJECTS.place(elsewhere({ ...killed, store: dying.store }), 'k', once, TEN);
      await until(dying.isDead);
      expect(await swiftly(placeLast(elsewhere))).toMatchObject({ placed: true });
    });

    test('before it sent the order, once its claim is over', async () => {
      const store = lastingStore();
      const { elsewhere } = makeWorld(store, 40);
      const dying = mortal(store, isBudget);
      void PROJECTS.place(elsewhere({ ...killed, store: dying.store }), 'k', once, TEN);
      await until(dying.isDead);
      const refused = await swiftRejection(placeLast(elsewhere));
      expect(refused).toMatchObject({ name: 'BudgetError', maxPoints: 0 });
      await swiftly(pause(61_000));
      expect(await swiftly(placeLast(elsewhere))).toMatchObject({ placed: true });
    });

    test('only as far as nothing was sent', async () => {
      const store = lastingStore();
      const { elsewhere } = makeWorld(store, 40);
      const dying = mortal(store, (_, next) => next?.includes('"sent"') === true);
      void PROJECTS.place(elsewhere({ ...killed, store: dying.store }), 'k', once, TEN);
      await until(dying.isDead);
      await swiftly(pause(61_000));
      const refused = await swiftRejection(placeLast(elsewhere));
      expect(refused).toMatchObject({ name: 'BudgetError', maxPoints: 0 });
    });
  });

  test('gets back what a killed process had reserved as soon as another one takes over its claim', async () => {
    const store = lastingStore();
    const { elsewhere } = openWorld({}, { budget: { points: 1_000, name: NAME }, store });
    // It has looked for what killed processes left, and does so no more.
    const next = elsewhere();
    await swiftly(PROJECTS.place(next, 'before', once, TEN));
    let isDead = false;
    const dying: Store = {
      ...store,
      swap: async (key, previous, next) => {
        const isDone = !isDead && (await store.swap(key, previous, next));
        isDead ||= isBudget(key);
        return isDead ? new Promise<never>(() => undefined) : isDone;
      },
    };
    void PROJECTS.place(elsewhere({ store: dying, timeout: 60 * 60_000 }), 'k', once, TEN);
    await swiftly(pause(61_000));
    expect(Object.keys((await budgetIn(store)).open)).toHaveLength(1);
    await swiftly(PROJECTS.place(next, 'k', once, TEN));
    expect(await budgetIn(store)).toMatchObject({ spent: 80, open: NOTHING_OPEN });
  });

  test('gets back what a call has reserved after it had lost its claim', async () => {
    const store = lastingStore();
    const { elsewhere } = openWorld({}, { budget: { points: 1_000, name: NAME }, store });
    let wake = (): void => undefined;
    const stopped = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const stopping: Store = {
      ...store,
      get: async (key) => {
        if (isBudget(key)) await stopped;
        return store.get(key);
      },
    };
    const slow = elsewhere({ store: stopping, timeout: 60 * 60_000 });
    const first = PROJECTS.place(slow, 'k', once, TEN);
    await swiftly(pause(61_000));
    await swiftly(PROJECTS.place(elsewhere(), 'k', once, TEN));
    wake();
    expect(await swiftly(first)).toMatchObject({ placed: false });
    expect(await budgetIn(store)).toMatchObject({ spent: 40, open: NOTHING_OPEN });
  });

  describe('of a process whose order is lost', () => {
    async function lose(during?: (world: World) => Promise<void>) {
      const store = memoryStore();
      const world: World = openWorld(
        {},
        { budget: { points: 1_000, name: NAME }, store },
        (fetch) => async (input, init) => {
          if (isSettled && String(input).includes('/my/questions')) await during?.(world);
          return fetch(input, init);
        },
      );
      let isSettled = false;
      world.sandbox.faults.add({ on: PROJECTS.post, times: 1, fault: { kind: 'drop-before' } });
      const lost = await swiftRejection(
        PROJECTS.place(world.requester, 'k', { ...once, settle: 1_000 }, TEN),
      );
      expect(lost).toMatchObject({ name: 'OutcomeUnknownError' });
      await swiftly(pause(60_000));
      isSettled = true;
      return { ...world, store };
    }

    test('keeps the points, however long ago that was, until a person frees the key', async () => {
      const { store, requester } = await lose();
      const error = await swiftRejection(PROJECTS.place(requester, 'k', once, TEN));
      expect(error).toMatchObject({ name: 'OutcomeUnknownError' });
      expect(Object.values((await budgetIn(store)).open)).toMatchObject([{ points: 40 }]);
      await requester.orders.resolve('k', { id: null });
      expect(await budgetIn(store)).toMatchObject({ spent: 0, open: NOTHING_OPEN });
      expect(await swiftly(PROJECTS.place(requester, 'k', once, TEN))).toMatchObject({ placed: true });
      expect(await budgetIn(store)).toMatchObject({ spent: 40, open: NOTHING_OPEN });
    });

    test('counts them when a person resolves the order as placed while a later call looks for it', async () => {
      let id = 0;
      const { store, requester, elsewhere, posts } = await lose(async ({ client }) => {
        if (id > 0) return;
        id = (await PROJECTS.place(elsewhere({ budget: undefined }), 'k', {}, TEN)).data.id ?? 0;
        await client({ budget: undefined }).orders.resolve('k', { id });
      });
      const found = await swiftly(PROJECTS.place(requester, 'k', { ...once, settle: 90_000 }, TEN));
      expect(found).toMatchObject({ placed: false, data: { id } });
      expect(await budgetIn(store)).toMatchObject({ spent: 40, open: NOTHING_OPEN });
      expect(posts(PROJECTS)).toBe(2);
    });
  });

  test('whose client repeats a swap that was carried out counts an order once, and reports it', async () => {
    const store = lastingStore();
    const spends: number[] = [];
    const repeating: Store = {
      ...store,
      swap: async (...step) => {
        const [key] = step;
        const isDone = await store.swap(...step);
        // The answer to the first one was lost.
        return isBudget(key) ? store.swap(...step) : isDone;
      },
    };
    const budget = {
      points: 70,
      name: NAME,
      onSpend: ({ points }: { points: number }) => spends.push(points),
    };
    const { requester } = poor({ store: repeating, budget });
    expect(await swiftly(PROJECTS.place(requester, 'k', once, TEN))).toMatchObject({ placed: true });
    expect(await budgetIn(store)).toMatchObject({ spent: 40, open: NOTHING_OPEN });
    expect(spends).toEqual([40]);
  });

  test('counts an order once, and reports it once, when two processes count it at the same time', async () => {
    const store = lastingStore();
    const spends: number[] = [];
    const onSpend = ({ points }: Spend): number => spends.push(points);
    let counting = 0;
    // Both read the budget before one of them writes it.
    const meeting: Store = {
      ...store,
      async get(key) {
        const found = await store.get(key);
        if (!isBudget(key)) return found;
        counting += 1;
        await until(() => counting >= 2);
        return found;
      },
    };
    const state = { spent: 0, open: { claim: { points: 40 } } };
    await store.swap(`budget ${NAME}`, undefined, JSON.stringify(state));
    const budgets = [meeting, meeting].map(
      (shared) => new Budget({ points: 70, name: NAME, onSpend }, guardStore(shared, 1_000), () => undefined),
    );
    await Promise.all(
      budgets.map((budget) => budget.close('claim', { price: 40, order: { kind: 'project', id: 1 } })),
    );
    expect(await budgetIn(store)).toMatchObject({ spent: 40, open: NOTHING_OPEN });
    expect(spends).toEqual([40]);
  });

  test.each([NAME, undefined])(
    'with the name %s keeps the points of an order that was resolved as placed while its request was refused',
    async (name) => {
      const store = lastingStore();
      let answer: (() => void) | undefined;
      const { sandbox, elsewhere } = poor({ store }, (fetch) => async (input, init) => {
        if (init?.method === 'POST' && String(input).endsWith('/projects'))
          await new Promise<void>((resolve) => {
            answer = resolve;
          });
        return fetch(input, init);
      });
      sandbox.faults.add({ on: PROJECTS.post, fault: { kind: 'status', status: 422 } });
      const paying = elsewhere({ budget: { points: 40, name } });
      const refused = swiftRejection(PROJECTS.place(paying, 'k', once, TEN));
      await until(() => answer !== undefined);
      // A person with a client that knows nothing of the budget.
      await elsewhere({ budget: undefined }).orders.resolve('k', { id: 987_654 });
      answer?.();
      expect(await refused).toMatchObject({ name: 'ValidationError' });
      const error = await swiftRejection(PROJECTS.place(paying, 'another', once, TEN));
      expect(error).toMatchObject({ name: 'BudgetError', maxPoints: 0 });
    },
  );

  test('that fails does not hide why an order was refused', async () => {
    const store = lastingStore();
    let isDown = false;
    const failing: Store = {
      ...store,
      get: (key) =>
        isDown && isBudget(key) ? Promise.reject(new Error('the store is down')) : store.get(key),
    };
    const wrap =
      (fetch: SandboxFetch): SandboxFetch =>
      async (input, init) => {
        isDown ||= String(input).endsWith('/projects');
        return fetch(input, init);
      };
    const { sandbox, requester } = poor({ store: failing, budget: { points: 70, name: NAME } }, wrap);
    sandbox.faults.add({ on: PROJECTS.post, fault: { kind: 'status', status: 422 } });
    const error = await swiftRejection(requester.projects.create(projectOrder('k'), once));
    expect(error).toMatchObject({ name: 'ValidationError' });
  });
});

test('each of two duplicates is counted under its own id', async () => {
  const spends: Spend[] = [];
  const budget = { points: 1_000, onSpend: (spend: Spend) => void spends.push(spend) };
  const { elsewhere, findOrders } = openWorld({}, { budget });
  await swiftly(Promise.all([elsewhere(), elsewhere()].map((each) => PROJECTS.place(each, 'k', once, TEN))));
  expect(spends.map(({ order }) => order.id).sort()).toEqual(findOrders('k'));
});

test('orders of a process change their budget one after the other, so none has to try again', async () => {
  const store = lastingStore();
  const lost: string[] = [];
  const slow: Store = {
    ...store,
    // Long enough that all of them would read before one has written.
    get: async (key) => {
      const text = await store.get(key);
      await pause(5);
      return text;
    },
    swap: async (key, ...texts) => {
      const isDone = await store.swap(key, ...texts);
      if (!isDone && isBudget(key)) lost.push(key);
      return isDone;
    },
  };
  const { requester, sandbox } = poor({ store: slow, budget: { points: 10_000, name: NAME } });
  const keys = Array.from({ length: 20 }, (_, number) => `order/${number}`);
  await swiftly(
    Promise.all(keys.map((key) => PROJECTS.place(requester, key, { once: true, lookback: 0 }, TEN))),
  );
  expect(lost).toEqual([]);
  expect(await budgetIn(store)).toMatchObject({ spent: 800, open: NOTHING_OPEN });
  expect(sandbox.orders()).toHaveLength(20);
});

test('a budget whose store does not answer fails every order within the time for one', async () => {
  const store = lastingStore();
  const silent: Store = {
    ...store,
    get: (key) => (isBudget(key) ? new Promise(() => undefined) : store.get(key)),
  };
  const { requester, sandbox } = poor({
    store: silent,
    timeout: 5_000,
    budget: { points: 10_000, name: NAME },
  });
  const began = performance.now();
  const failed = await swiftly(
    Promise.all(['a', 'b', 'c'].map((key) => rejection(PROJECTS.place(requester, key, once, TEN)))),
  );
  expect(failed).toMatchObject([1, 2, 3].map(() => ({ name: 'StoreError' })));
  // To reserve, and to give back.
  expect(performance.now() - began).toBeLessThanOrEqual(2 * 5_000);
  expect(sandbox.orders()).toEqual([]);
});
