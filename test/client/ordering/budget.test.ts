import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BudgetError, isRequesterError, type Spend } from '../../../src/index.js';
import { findImporters } from '../../find-importers.js';
import { runs } from '../../runs.js';
import {
  fastTime,
  KINDS,
  openWorld,
  PROJECTS,
  projectOrder,
  realTime,
  SIMPLE,
  simpleOrder,
  swiftly,
  swiftRejection,
  type World,
} from './world.js';

beforeEach(fastTime);
afterEach(realTime);

const once = { once: true } as const;
/** A project of 10 letters costs 40 points, one of 5 costs 20. */
const TEN = 10;
const FIVE = 5;

describe.each(KINDS)('maxPoints for a $kind', (kind) => {
  const { place } = kind;

  test('refuses an order that costs more, with its quote, and sends nothing', async () => {
    const { requester, posts } = openWorld();
    const error = await swiftRejection(place(requester, 'k', { maxPoints: 9 }));
    expect(error).toBeInstanceOf(BudgetError);
    expect(error).toMatchObject({ outcome: 'not_sent', maxPoints: 9, quote: { language_id: 'en' } });
    expect(posts(kind)).toBe(0);
  });

  test('places an order that costs as much', async () => {
    const { requester, sandbox } = openWorld();
    await swiftly(place(requester, 'k'));
    const [points] = sandbox.orders().map((order) => order.points);
    expect(await swiftly(place(requester, 'other', { maxPoints: points }))).toMatchObject({ placed: true });
  });

  test('adds one request', async () => {
    const { requester, requestsSince } = openWorld();
    await swiftly(place(requester, 'k', { maxPoints: 1_000 }));
    expect(requestsSince()).toBe(2);
  });

  test('with once costs three requests more than an order alone, and the first one for the account', async () => {
    const { requester, requestsSince, accountReads } = openWorld();
    await swiftly(place(requester, 'k', { ...once, maxPoints: 1_000 }));
    expect([requestsSince(), accountReads()]).toEqual([1 + 3 + 1, 1]);
    await swiftly(place(requester, 'next', { ...once, maxPoints: 1_000 }));
    expect([requestsSince(), accountReads()]).toEqual([1 + 3, 1]);
  });

  test('asks for the quote of exactly the order that is placed', async () => {
    const { requester, sandbox } = openWorld();
    await swiftly(place(requester, 'k', { maxPoints: 1_000 }));
    const [asked, ordered] = sandbox.requests.slice(-2);
    expect(ordered?.body).toEqual(asked?.body);
  });

  test('returns an order that was placed before, whatever it costs', async () => {
    const { requester } = openWorld();
    await swiftly(place(requester, 'k', once));
    expect(await swiftly(place(requester, 'k', { ...once, maxPoints: 0 }))).toMatchObject({ placed: false });
  });

  test('orders nothing when the quote fails', async () => {
    const { requester, sandbox, posts } = openWorld({}, { retries: 0 });
    sandbox.faults.add({ on: `${kind.post}/check`, fault: { kind: 'drop-before' } });
    const error = await swiftRejection(place(requester, 'k', { maxPoints: 1_000 }));
    expect(error).toMatchObject({ outcome: 'not_sent' });
    expect(posts(kind)).toBe(0);
  });

  test('passes on the refusal of a quote', async () => {
    const { requester, sandbox } = openWorld();
    sandbox.faults.add({ on: `${kind.post}/check`, fault: { kind: 'status', status: 422 } });
    const error = await swiftRejection(place(requester, 'k', { maxPoints: 1_000 }));
    expect(error).toMatchObject({ name: 'ValidationError', outcome: 'rejected' });
  });
});

describe('an order that its caller changes after the call', () => {
  test('is placed unchanged as a project', async () => {
    const { requester, sandbox } = openWorld();
    const order = {
      ...projectOrder('k'),
      questions: [{ type: 'string' as const, body: 'Hello', custom_field: 'k' }],
    };
    const placing = requester.projects.create(order, { ...once, maxPoints: 1_000 });
    order.translated_language_id = 'de';
    order.questions.push({ type: 'string', body: 'x'.repeat(10_000), custom_field: 'other' });
    Object.assign(order.questions[0] ?? {}, { body: 'x'.repeat(10_000), custom_field: 'changed' });
    const project = await swiftly(placing);
    expect(project).toMatchObject({
      translated_language_id: 'ja',
      questions: [{ title: 'Hello', custom_field: 'k' }],
    });
    expect(sandbox.orders()).toMatchObject([{ key: 'k', points: 20 }]);
  });

  test('is placed unchanged as a simple question', async () => {
    const { requester } = openWorld();
    const order = { ...simpleOrder('k'), question_bodies: [{ body: 'one' }] };
    const placing = requester.simple.questions.create(order, { maxPoints: 1_000 });
    Object.assign(order, { custom_field: 'changed' });
    Object.assign(order.question_bodies[0] ?? {}, { body: 'x'.repeat(10_000) });
    expect(await swiftly(placing)).toMatchObject({ custom_field: 'k', first_body: 'one' });
  });
});

/** A world whose client may spend so many points, and what it was told of. */
function budgeted(points: number, wrap?: Parameters<typeof openWorld>[2]) {
  const spends: Spend[] = [];
  const budget = { points, onSpend: (spend: Spend) => void spends.push(spend) };
  return { ...openWorld({}, { budget, retries: 0 }, wrap), spends, budget };
}

/** Places an order of ten letters that nobody is told of. */
async function placeUnknowingly({ sandbox, requester }: World, key: string): Promise<void> {
  sandbox.faults.add({ on: PROJECTS.listing, fault: { kind: 'delay', ms: 1 } });
  sandbox.faults.add({ on: PROJECTS.listing, times: 99, fault: { kind: 'drop-before' } });
  sandbox.faults.add({ on: PROJECTS.post, fault: { kind: 'drop-after' } });
  const error = await swiftRejection(PROJECTS.place(requester, key, once, TEN));
  expect(error).toMatchObject({ name: 'OutcomeUnknownError' });
  sandbox.faults.clear();
}

describe('a budget', () => {
  test.each([
    ['points', { points: -1 }],
    ['points', { points: '5' }],
    ['onSpend', { points: 5, onSpend: 'tell me' }],
  ])('with wrong %s is an InputError', (name, budget) => {
    expect(() => openWorld({}, { budget: budget as never })).toThrow(`budget.${name}`);
  });

  test('refuses an order that would exceed it, and says how much is left', async () => {
    const { requester } = budgeted(70);
    await swiftly(PROJECTS.place(requester, 'k', {}, TEN));
    const error = await swiftRejection(PROJECTS.place(requester, 'other', {}, TEN));
    expect(error).toMatchObject({
      name: 'BudgetError',
      outcome: 'not_sent',
      maxPoints: 30,
      quote: { point: 40 },
    });
  });

  test('sends nothing that would exceed it', async () => {
    const { requester, posts } = budgeted(39);
    await swiftRejection(PROJECTS.place(requester, 'k', {}, TEN));
    expect(posts(PROJECTS)).toBe(0);
  });

  test('can be spent to the last point', async () => {
    const { requester } = budgeted(80);
    for (const key of ['a', 'b']) await swiftly(PROJECTS.place(requester, key, {}, TEN));
    expect(await swiftRejection(SIMPLE.place(requester, 'c'))).toMatchObject({ maxPoints: 0 });
  });

  test('allows less when maxPoints is lower', async () => {
    const { requester } = budgeted(1_000);
    const error = await swiftRejection(PROJECTS.place(requester, 'k', { maxPoints: 39 }, TEN));
    expect(error).toMatchObject({ name: 'BudgetError', maxPoints: 39 });
  });

  test('counts both kinds of orders', async () => {
    const { requester, sandbox, spends } = budgeted(1_000);
    for (const kind of KINDS) await swiftly(kind.place(requester, 'k', once, TEN));
    const points = sandbox.orders().map((order) => order.points);
    expect(spends.at(-1)).toMatchObject({ spent: points.reduce((sum, each) => sum + each, 0) });
  });

  test('reports each spend once', async () => {
    const { requester, spends } = budgeted(1_000);
    const { data } = await swiftly(PROJECTS.place(requester, 'k', once, TEN));
    await swiftly(PROJECTS.place(requester, 'k', once, TEN));
    expect(spends).toEqual([
      { points: 40, quote: 40, spent: 40, remaining: 960, order: { kind: 'project', id: data.id } },
    ]);
  });

  test('does not count an order that was placed before it began', async () => {
    const { requester, elsewhere, spends } = budgeted(1_000);
    await swiftly(PROJECTS.place(elsewhere({ budget: undefined }), 'k', once, TEN));
    await swiftly(PROJECTS.place(requester, 'k', once, TEN));
    expect(spends).toEqual([]);
  });

  test('returns an order that was placed before, though nothing is left', async () => {
    const { requester } = budgeted(40);
    await swiftly(PROJECTS.place(requester, 'k', once, TEN));
    expect(await swiftly(PROJECTS.place(requester, 'k', once, TEN))).toMatchObject({ placed: false });
  });

  test('counts an order once when simultaneous calls share it', async () => {
    const { requester, spends } = budgeted(1_000);
    await swiftly(Promise.all([1, 2, 3].map(() => PROJECTS.place(requester, 'k', once, TEN))));
    expect(spends).toHaveLength(1);
  });

  test('counts an order that was found after its answer was lost', async () => {
    const { requester, sandbox, spends } = budgeted(1_000);
    sandbox.faults.add({ on: PROJECTS.post, fault: { kind: 'drop-after' } });
    await swiftly(PROJECTS.place(requester, 'k', once, TEN));
    expect(spends).toMatchObject([{ points: 40 }]);
  });

  test.each(KINDS)('releases the points of a $kind that was refused', async ({ place, post }) => {
    const { requester, sandbox } = budgeted(40);
    sandbox.faults.add({ on: post, fault: { kind: 'status', status: 422 } });
    await swiftRejection(place(requester, 'k', once));
    expect(await swiftly(PROJECTS.place(requester, 'other', once, TEN))).toMatchObject({ placed: true });
  });

  test('releases the points of an order that was not sent', async () => {
    const { requester, sandbox } = budgeted(40);
    sandbox.faults.add({ on: PROJECTS.post, fault: { kind: 'refuse' } });
    await swiftRejection(PROJECTS.place(requester, 'k', {}, TEN));
    expect(await swiftly(PROJECTS.place(requester, 'other', {}, TEN))).toMatchObject({ placed: true });
  });

  test.each([{}, once])('keeps counting an order whose outcome is unknown (%j)', async (options) => {
    const { requester, sandbox } = budgeted(70);
    sandbox.faults.add({ on: PROJECTS.post, fault: { kind: 'drop-before' } });
    await swiftRejection(PROJECTS.place(requester, 'k', options, TEN));
    const error = await swiftRejection(PROJECTS.place(requester, 'other', {}, TEN));
    expect(error).toMatchObject({ name: 'BudgetError', maxPoints: 30 });
  });

  test('keeps counting an order whose caller has aborted', async () => {
    const { requester, sandbox, posts } = budgeted(70);
    sandbox.faults.add({ on: PROJECTS.post, fault: { kind: 'hang' } });
    const error = await swiftRejection(
      PROJECTS.place(requester, 'k', { ...once, signal: AbortSignal.abort() }, TEN),
    );
    expect({ error, posts: posts(PROJECTS) }).toMatchObject({ error: { name: 'AbortError' }, posts: 0 });
    const controller = new AbortController();
    const left = swiftRejection(PROJECTS.place(requester, 'k', { ...once, signal: controller.signal }, TEN));
    await expect.poll(() => posts(PROJECTS)).toBe(1);
    controller.abort();
    await left;
    expect(await swiftRejection(PROJECTS.place(requester, 'other', {}, TEN))).toMatchObject({
      maxPoints: 30,
    });
  });

  test('counts an order that is placed after a person has freed its key instead of its first try', async () => {
    const { requester, sandbox, spends } = budgeted(40);
    sandbox.faults.add({ on: PROJECTS.post, fault: { kind: 'drop-before' } });
    await swiftRejection(PROJECTS.place(requester, 'k', once, TEN));
    await requester.orders.resolve('k', { id: null });
    await swiftly(PROJECTS.place(requester, 'k', once, TEN));
    expect(spends).toMatchObject([{ points: 40, remaining: 0 }]);
  });

  test('counts an order once when a later call finds it', async () => {
    const world = budgeted(1_000);
    await placeUnknowingly(world, 'k');
    for (const _ of [1, 2]) await swiftly(PROJECTS.place(world.requester, 'k', once, TEN));
    expect(world.spends).toMatchObject([{ points: 40, spent: 40, remaining: 960 }]);
  });

  test('releases the points of a first try that a person has freed, and those of a second try that is refused', async () => {
    const { requester, sandbox } = budgeted(70);
    sandbox.faults.add({ on: PROJECTS.post, fault: { kind: 'drop-before' } });
    sandbox.faults.add({ on: PROJECTS.post, fault: { kind: 'status', status: 422 } });
    await swiftRejection(PROJECTS.place(requester, 'k', once, TEN));
    await requester.orders.resolve('k', { id: null });
    const refused = await swiftRejection(PROJECTS.place(requester, 'k', once, TEN));
    expect(refused).toMatchObject({ name: 'ValidationError' });
    expect(await swiftly(PROJECTS.place(requester, 'other', {}, TEN))).toMatchObject({ placed: true });
  });

  test('does not count a first try that a person has freed in the BudgetError of the next', async () => {
    const { requester, sandbox } = budgeted(50);
    sandbox.faults.add({ on: PROJECTS.post, fault: { kind: 'drop-before' } });
    await swiftRejection(PROJECTS.place(requester, 'k', once, TEN));
    await requester.orders.resolve('k', { id: null });
    const error = await swiftRejection(PROJECTS.place(requester, 'k', once, 2 * TEN));
    expect(error).toMatchObject({ name: 'BudgetError', maxPoints: 50 });
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('not interested');
      },
    ],
    ['rejects', () => Promise.reject(new Error('not interested'))],
  ])('ignores an onSpend that %s', async (_, onSpend) => {
    const { client } = openWorld();
    const placed = await swiftly(PROJECTS.place(client({ budget: { points: 1_000, onSpend } }), 'k', once));
    expect(placed).toMatchObject({ placed: true });
  });

  test('is not exceeded by simultaneous orders, whatever goes wrong', async () => {
    const orders = fc.array(
      fc.record({
        key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
        kind: fc.constantFrom(...KINDS),
        letters: fc.integer({ min: 1, max: 12 }),
        once: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    );
    const faults = fc.array(
      fc.record({
        on: fc.constantFrom(...KINDS.map(({ post }) => post)),
        fault: fc.constantFrom(
          { kind: 'drop-after' } as const,
          { kind: 'drop-before' } as const,
          { kind: 'truncate' } as const,
          { kind: 'refuse' } as const,
          { kind: 'status', status: 422 } as const,
        ),
      }),
      { maxLength: 6 },
    );
    const property = fc.asyncProperty(
      orders,
      faults,
      fc.integer({ min: 0, max: 200 }),
      async (asked, bad, points) => {
        const { requester, sandbox, spends } = budgeted(points);
        for (const rule of bad) sandbox.faults.add(rule);
        const call = (each: (typeof asked)[number]) =>
          each.kind.place(requester, each.key, { once: each.once, settle: 500 }, each.letters);
        const settled = await swiftly(Promise.allSettled(asked.map(call)));
        const ordered = sandbox.orders().reduce((sum, order) => sum + order.points, 0);
        expect(ordered).toBeLessThanOrEqual(points);
        expect(spends.reduce((sum, spend) => sum + spend.points, 0)).toBeLessThanOrEqual(ordered);
        const told = spends.map(({ order }) => order.id);
        expect(new Set(told).size).toBe(told.length);
        for (const item of settled)
          expect(item.status === 'fulfilled' || isRequesterError(item.reason)).toBe(true);
      },
    );
    await fc.assert(property, runs(120));
  });

  test.each([
    ['its own', undefined, 2],
    ['the same', 'november', 1],
  ])('of a copy for another token is %s with the name %s', async (_, name, placed) => {
    const { requester, sandbox } = openWorld({}, { budget: { points: 40, name } });
    const another = requester.withAccessToken(sandbox.accounts[1]?.accessToken ?? '');
    for (const each of [requester, another])
      await swiftly(Promise.allSettled([PROJECTS.place(each, 'k', {}, TEN)]));
    expect(sandbox.orders()).toHaveLength(placed);
  });

  test('that accounts share counts the same key once for each account', async () => {
    const world = openWorld({}, { budget: { points: 50, name: 'december' } });
    const [, account] = world.sandbox.accounts;
    const another = world.requester.withAccessToken(account?.accessToken ?? '');
    await placeUnknowingly(world, 'k');
    const error = await swiftRejection(PROJECTS.place(another, 'k', once, FIVE));
    expect(error).toMatchObject({ name: 'BudgetError', maxPoints: 10 });
  });

  test('asks for each quote before its order', async () => {
    const { requester, requestsSince, accountReads } = budgeted(1_000);
    await swiftly(PROJECTS.place(requester, 'k', once));
    expect(requestsSince() - accountReads()).toBe(4);
  });
});

describe('with answers of another shape let through', () => {
  const lenient = () => openWorld({}, { budget: { points: 40 }, onUnexpectedShape: 'ignore' });

  test('an order that shows no price costs what was quoted', async () => {
    const { requester, sandbox } = lenient();
    sandbox.faults.add({ on: 'POST /api/v1/projects', fault: { kind: 'wrong-shape' } });
    await swiftly(PROJECTS.place(requester, 'k', {}, TEN));
    const error = await swiftRejection(PROJECTS.place(requester, 'other', {}, FIVE));
    expect(error).toMatchObject({ name: 'BudgetError', maxPoints: 0 });
  });

  test.each<[string, unknown]>([
    ['nothing', {}],
    ['null', { point: null }],
    ['false', { point: false }],
    ['an empty text', { point: '' }],
    ['a text', { point: '5' }],
    ['a list', { point: [5] }],
    ['an object', { point: {} }],
    ['a negative number', { point: -5 }],
    ['no quote', null],
  ])('a quote whose price is %s is within no limit', async (_, project) => {
    for (const onUnexpectedShape of ['throw', 'warn', 'ignore'] as const) {
      const budget = { points: 40 };
      const { requester, sandbox, posts } = openWorld({}, { budget, onUnexpectedShape });
      const alter = (answer: object) => ({ ...answer, project });
      const check = { on: 'POST /api/v1/projects/check', times: 2, fault: { kind: 'alter', alter } } as const;
      sandbox.faults.add(check);
      for (const options of [{}, { maxPoints: 1_000, once: true }]) {
        const error = await swiftRejection(PROJECTS.place(requester, 'k', options, TEN));
        expect(error).toMatchObject({ outcome: 'not_sent' });
        if (onUnexpectedShape === 'ignore') {
          expect(error).toMatchObject({ name: 'BudgetError', message: expect.stringContaining('no price') });
        }
      }
      expect(posts(PROJECTS)).toBe(0);
      // Nothing of it has come into the budget.
      expect(await swiftly(PROJECTS.place(requester, 'k', {}, TEN))).toMatchObject({ placed: true });
    }
  });

  test('a quote that shows no price is refused', async () => {
    const { requester, sandbox } = lenient();
    const body = JSON.stringify({ success: true, message: '', project: {} });
    const headers = { 'content-type': 'application/json' };
    const fault = { kind: 'status', status: 200, headers, body } as const;
    sandbox.faults.add({ on: 'POST /api/v1/projects/check', fault });
    const error = await swiftRejection(PROJECTS.place(requester, 'k', {}, FIVE));
    expect(error).toMatchObject({ name: 'BudgetError', outcome: 'not_sent' });
    expect(error).toMatchObject({ message: expect.stringContaining('the order has no price. ') });
    expect(sandbox.orders()).toEqual([]);
  });

  test.each([null, -5, {}, ''])('an order whose price is %j counts as much as its quote', async (point) => {
    const { requester, sandbox } = lenient();
    const alter = (answer: { project: object }) => ({ ...answer, project: { ...answer.project, point } });
    sandbox.faults.add({ on: 'POST /api/v1/projects', fault: { kind: 'alter', alter } });
    await swiftly(PROJECTS.place(requester, 'k', once, TEN));
    const error = await swiftRejection(PROJECTS.place(requester, 'other', {}, FIVE));
    expect(error).toMatchObject({ name: 'BudgetError', maxPoints: 0 });
  });
});

test('one function reads a price', () => {
  expect(findImporters('base/kinds.ts').filter((line) => line.includes('readPrice'))).toMatchObject([
    expect.stringContaining('client/resources/projects.ts'),
    expect.stringContaining('client/resources/simple.ts'),
    expect.stringContaining('command/translations/document-unit.ts'),
    expect.stringContaining('localise/jobs/engine/memory.ts'),
    expect.stringContaining('localise/jobs/engine/order.ts'),
  ]);
});
