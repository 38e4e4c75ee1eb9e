import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Spend, Store } from '../../../src/index.js';
import { lastingStore } from '../../lasting-store.js';
import { fastTime, KINDS, openWorld, pause, realTime, swiftly, swiftRejection } from './world.js';

beforeEach(fastTime);
afterEach(realTime);

const once = { once: true } as const;
/** What an order of four letters costs. */
const PRICES = { project: 16, simple: 10 };

describe.each(KINDS)('a $kind', (kind) => {
  const paths = { project: 'GET /api/v1/projects/:id', simple: 'GET /api/v1/simple/questions/:id' };

  function open(store: Store = lastingStore()) {
    const spends: Spend[] = [];
    const budget = { points: 30, name: 'november', onSpend: (spend: Spend) => void spends.push(spend) };
    const world = openWorld({}, { store, budget });
    const readLeft = async (): Promise<number | undefined> => {
      const question = { language_id: 'en', translated_language_id: 'ja', question_bodies: [{ body: 'x' }] };
      return (await swiftly(world.requester.simple.questions.check(question))).budgetLeft;
    };
    return { ...world, spends, readLeft };
  }

  test('that was placed gives its points back when a person says that the service has lost it', async () => {
    const { sandbox, requester, readLeft } = open();
    await swiftly(kind.place(requester, 'k', once));
    expect(await readLeft()).toBe(30 - PRICES[kind.kind]);
    sandbox.faults.add({ on: paths[kind.kind], times: 99, fault: { kind: 'status', status: 404 } });
    await swiftly(requester.orders.resolve('k', { id: null }));
    expect(await readLeft()).toBe(30);
  });

  test('is not resolved as not placed by the page of something in between', async () => {
    const { sandbox, requester, posts } = open();
    await swiftly(kind.place(requester, 'k', once));
    sandbox.faults.add({ on: paths[kind.kind], times: 99, fault: { kind: 'html', status: 404 } });
    const error = await swiftRejection(requester.orders.resolve('k', { id: null }));
    expect(error).toMatchObject({ name: 'NotFoundError' });
    sandbox.faults.clear();
    expect(await swiftly(kind.place(requester, 'k', { ...once, lookback: 0 }))).toMatchObject({
      placed: false,
    });
    expect(posts(kind)).toBe(1);
  });

  test('whose answer comes after it was resolved as not placed is counted, and reported once', async () => {
    const { sandbox, requester, elsewhere, spends, readLeft } = open();
    sandbox.faults.add({ on: kind.post, times: 1, fault: { kind: 'delay', ms: 5_000 } });
    const placing = swiftly(kind.place(requester, 'k', once));
    await pause(1_000);
    const person = elsewhere();
    await person.orders.resolve('k', { id: null });
    expect(await placing).toMatchObject({ placed: true });
    expect(spends.map(({ points }) => points)).toEqual([PRICES[kind.kind]]);
    expect(await readLeft()).toBe(30 - PRICES[kind.kind]);
  });

  test('gives its points back when the store has reserved them and failed to say so', async () => {
    const store = lastingStore();
    let isDown = true;
    const failing: Store = {
      ...store,
      async swap(key, previous, next) {
        const isDone = await store.swap(key, previous, next);
        if (isDown && key.startsWith('budget ')) {
          isDown = false;
          throw new Error('the connection was lost');
        }
        return isDone;
      },
    };
    const { requester, readLeft } = open(failing);
    const error = await swiftRejection(kind.place(requester, 'k', once));
    expect(error).toMatchObject({ name: 'StoreError', outcome: 'not_sent' });
    expect(await readLeft()).toBe(30);
  });
});
