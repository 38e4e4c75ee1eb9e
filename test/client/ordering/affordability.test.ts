import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Call } from '../../../src/client/core/http/call.js';
import type { Affordability, Requester } from '../../../src/index.js';
import { lastingStore } from '../../lasting-store.js';
import {
  fastTime,
  MINUTE,
  openWorld,
  PROJECTS,
  pause,
  projectOrder,
  realTime,
  simpleOrder,
  swiftly,
  swiftRejection,
} from './world.js';

beforeEach(fastTime);
afterEach(realTime);

const once = { once: true } as const;
const NAME = 'november';

/** The quote of an order of 10 letters, which costs 40 points as a project. */
const KINDS = [
  {
    kind: 'project',
    check: (requester: Requester): Call<Affordability, unknown> =>
      requester.projects.check(projectOrder('k', { questions: [{ type: 'string', body: 'x'.repeat(10) }] })),
  },
  {
    kind: 'simple question',
    check: (requester: Requester): Call<Affordability, unknown> =>
      requester.simple.questions.check(simpleOrder('k', { question_bodies: [{ body: 'x'.repeat(10) }] })),
  },
] as const;

/** What a quote says of the budget. */
const readShare = async (quote: PromiseLike<Affordability>) => {
  const { affordable, budgetLeft } = await swiftly(quote);
  return { affordable, budgetLeft };
};

const [{ check }] = KINDS;

describe.each(KINDS)('the quote of a $kind', ({ check }) => {
  test('says that the budget is enough, and what is left of it', async () => {
    const { requester } = openWorld({}, { budget: { points: 100 } });
    expect(await readShare(check(requester))).toEqual({ affordable: true, budgetLeft: 100 });
  });

  test('says that the budget is not enough', async () => {
    const { requester } = openWorld({}, { budget: { points: 3 } });
    expect(await readShare(check(requester))).toEqual({ affordable: false, budgetLeft: 3 });
  });

  test('says nothing of a budget that is not there', async () => {
    const { requester } = openWorld();
    const quote = await swiftly(check(requester));
    expect(Object.keys(quote)).not.toContain('affordable');
    expect(Object.keys(quote)).not.toContain('budgetLeft');
  });

  test.each([undefined, { points: 100 }, { points: 100, name: NAME }])(
    'takes one request with the budget %j',
    async (budget) => {
      const { requester, requestsSince } = openWorld({}, { budget, store: lastingStore() });
      await swiftly(check(requester));
      expect(requestsSince()).toBe(1);
    },
  );

  test('is the body as it was answered', async () => {
    const { requester } = openWorld({}, { budget: { points: 100 } });
    const { data, body } = await swiftly(check(requester).withResponse());
    expect(data).toMatchObject({ affordable: true });
    expect(JSON.stringify(body)).not.toContain('affordable');
  });
});

describe('what a budget has left', () => {
  test('is enough for exactly the price', async () => {
    const { requester } = openWorld({}, { budget: { points: 40 } });
    expect(await readShare(check(requester))).toEqual({ affordable: true, budgetLeft: 40 });
  });

  test('is without what was spent', async () => {
    const { requester } = openWorld({}, { budget: { points: 70 } });
    await swiftly(PROJECTS.place(requester, 'a', once, 10));
    expect(await readShare(check(requester))).toEqual({ affordable: false, budgetLeft: 30 });
  });

  test('is without what is reserved for an order of unknown outcome', async () => {
    const { requester, sandbox } = openWorld({}, { budget: { points: 70 }, retries: 0 });
    sandbox.faults.add({ on: PROJECTS.post, fault: { kind: 'drop-before' } });
    await swiftRejection(PROJECTS.place(requester, 'a', once, 10));
    expect(await readShare(check(requester))).toEqual({ affordable: false, budgetLeft: 30 });
  });

  test('is nothing when an order cost more than its quote', async () => {
    const { requester, sandbox } = openWorld({}, { budget: { points: 50 } });
    const alter = (answer: { project: object }) => ({ ...answer, project: { ...answer.project, point: 60 } });
    sandbox.faults.add({ on: PROJECTS.post, fault: { kind: 'alter', alter } });
    await swiftly(PROJECTS.place(requester, 'a', {}, 10));
    expect(await readShare(check(requester))).toEqual({ affordable: false, budgetLeft: 0 });
  });

  test('is the same for all clients with the same store and name', async () => {
    const { requester, elsewhere } = openWorld(
      {},
      { budget: { points: 70, name: NAME }, store: lastingStore() },
    );
    await swiftly(PROJECTS.place(requester, 'a', once, 10));
    expect(await readShare(check(elsewhere()))).toEqual({ affordable: false, budgetLeft: 30 });
  });

  test('has back what a killed process has reserved, when it is needed', async () => {
    const store = lastingStore();
    const world = openWorld({}, { budget: { points: 70, name: NAME }, store });
    await swiftly(PROJECTS.place(world.requester, 'first', once, 1));
    // A process dies after it has reserved the points, before it sends the order.
    const [record = ''] = await store.keys('order ');
    const dead = record.replace(/first$/, 'dead');
    const lease = {
      state: 'claimed',
      claim: 'dead',
      until: Date.now() + MINUTE,
      fingerprint: 'f',
      points: 60,
      budget: NAME,
    };
    await store.swap(dead, undefined, JSON.stringify(lease));
    const budget = JSON.parse((await store.get(`budget ${NAME}`)) ?? '');
    const next = { ...budget, open: { dead: { points: 60, recordKey: dead } } };
    await store.swap(`budget ${NAME}`, JSON.stringify(budget), JSON.stringify(next));
    expect(await readShare(check(world.requester))).toEqual({ affordable: false, budgetLeft: 6 });
    await swiftly(pause(2 * MINUTE));
    expect(await readShare(check(world.requester))).toEqual({ affordable: true, budgetLeft: 66 });
  });

  test('is enough for no quote without a price', async () => {
    const { requester, sandbox } = openWorld({}, { budget: { points: 40 }, onUnexpectedShape: 'ignore' });
    const alter = (answer: { project: object }) => ({
      ...answer,
      project: { ...answer.project, point: null },
    });
    sandbox.faults.add({ on: `${PROJECTS.post}/check`, fault: { kind: 'alter', alter } });
    expect(await readShare(check(requester))).toEqual({ affordable: false, budgetLeft: 40 });
  });
});
