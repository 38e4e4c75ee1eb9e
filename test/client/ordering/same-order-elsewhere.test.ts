import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CheckedSimpleOrder } from '../../../src/client/contract/inputs.js';
import { computeFingerprint } from '../../../src/client/ordering/record.js';
import { compareSimple } from '../../../src/client/ordering/same-order.js';
import type { SimpleQuestion } from '../../../src/index.js';
import {
  fastTime,
  KINDS,
  openWorld,
  projectOrder,
  realTime,
  simpleOrder,
  swiftly,
  swiftRejection,
} from './world.js';

const isSameSimpleQuestion = (...compared: Parameters<typeof compareSimple>): boolean =>
  compareSimple(...compared).length === 0;

beforeEach(fastTime);
afterEach(realTime);

// A process that has not placed the order compares it. The one that has placed it knows it by its record.
const once = { once: true } as const;

test.each(KINDS)('a cancelled $kind is the same order for another process', async (kind) => {
  const { requester, elsewhere, posts } = openWorld();
  const before = await swiftly(kind.place(requester, 'k', once));
  await swiftly(kind.cancel(requester, before));
  const found = await swiftly(kind.place(elsewhere(), 'k', once));
  expect(found).toMatchObject({ placed: false, data: { id: before.data.id } });
  expect(posts(kind)).toBe(1);
});

test('a cancelled simple question is the same order although its scope has changed', async () => {
  const { requester, elsewhere } = openWorld();
  const order = simpleOrder('k', { published_scope: 2 });
  const { id } = await swiftly(requester.simple.questions.create(order, once));
  await swiftly(requester.simple.questions.cancel(id ?? 0));
  const found = elsewhere().simple.questions.create(order, once).withResponse();
  expect(await swiftly(found)).toMatchObject({ placed: false, data: { id } });
});

test('a simple question that became a draft may have lost its scope', () => {
  const asked = {
    language_id: 'en',
    translated_language_id: 'ja',
    published_scope: 2,
    question_bodies: [{ body: 'a' }],
  };
  const question = {
    language_id: 'en',
    translated_language_id: 'ja',
    published_scope: 0,
    draft_question_id: 5,
    description: null,
    custom_field: null,
    text_format: 0,
    escape_text: false,
    native: false,
    question_bodies: [{ body: 'a', display_order: 1 }],
  };
  // Only the fields that a comparison reads.
  const isSame = (there: object): boolean =>
    isSameSimpleQuestion(asked as CheckedSimpleOrder, there as SimpleQuestion);
  expect(isSame(question)).toBe(true);
  expect(isSame({ ...question, draft_question_id: null })).toBe(false);
});

describe('line breaks of another form', () => {
  const lines = (end: string): string => ['Dear customers,', 'good morning'].join(end);

  test('do not make another simple question for another process', async () => {
    const { requester, elsewhere } = openWorld();
    const order = (end: string) => simpleOrder('k', { question_bodies: [{ body: lines(end) }] });
    await swiftly(requester.simple.questions.create(order('\n'), once));
    const found = elsewhere().simple.questions.create(order('\r\n'), once).withResponse();
    expect(await swiftly(found)).toMatchObject({ placed: false });
  });

  test('do not make another project for another process', async () => {
    const { requester, elsewhere } = openWorld();
    const order = (end: string) =>
      projectOrder('k', {
        questions: [{ type: 'string', body: 'Hello', description: lines(end), custom_field: 'k' }],
      });
    await swiftly(requester.projects.create(order('\n'), once));
    const found = elsewhere().projects.create(order('\r\n'), once).withResponse();
    expect(await swiftly(found)).toMatchObject({ placed: false });
  });

  test('do not make another fingerprint', () => {
    expect(computeFingerprint(simpleOrder(lines('\r\n')))).toBe(computeFingerprint(simpleOrder(lines('\n'))));
  });
});

test.each(KINDS)('a search for a $kind leaves no timer', async (kind) => {
  const { sandbox, requester } = openWorld();
  sandbox.faults.add({ on: kind.post, fault: { kind: 'drop-after' } });
  await swiftly(kind.place(requester, 'k', { ...once, settle: 3_600_000 }));
  expect(vi.getTimerCount()).toBe(0);
});

test('an order of another process with the same key and another text is a conflict, and nothing is placed', async () => {
  const { requester, elsewhere, findOrders } = openWorld();
  const simple = (body: string) => simpleOrder('s', { question_bodies: [{ body }] });
  const project = (body: string) =>
    projectOrder('p', { questions: [{ type: 'string', body, custom_field: 'p' }] });
  await swiftly(requester.simple.questions.create(simple('Hello'), once));
  await swiftly(requester.projects.create(project('Hello'), once));
  for (const create of [
    () => elsewhere().simple.questions.create(simple('Goodbye'), once),
    () => elsewhere().projects.create(project('Goodbye'), once),
  ]) {
    expect(await swiftRejection(create())).toMatchObject({ name: 'OrderConflictError', outcome: 'not_sent' });
  }
  expect([findOrders('s').length, findOrders('p').length]).toEqual([1, 1]);
});

test('an order of this process in another spelling is found, and reported as not placed', async () => {
  const { requester } = openWorld();
  const order = (title?: string) =>
    projectOrder('k', { questions: [{ type: 'string', body: 'Hello', custom_field: 'k', title }] });
  const { id, questions } = await swiftly(requester.projects.create(order(), once));
  const again = requester.projects.create(order(questions[0]?.title), once).withResponse();
  expect(await swiftly(again)).toMatchObject({ placed: false, data: { id } });
});
