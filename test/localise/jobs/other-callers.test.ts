import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { orderTexts } from '../../../src/texts.js';
import {
  answerLate,
  fastTime,
  OTHER_CALLERS,
  openWorld,
  PROJECTS,
  pause,
  realTime,
  refuseByPage,
  SIMPLE,
  swiftly,
} from '../../client/ordering/world.js';
import { rejection } from '../../recorded-fetch.js';
import { orderedTexts } from './texts/translating.js';

/** A table whose orders other callers ask for too, who wait for less long: nothing of it is paid twice. */

beforeEach(fastTime);
afterEach(realTime);

describe.each([SIMPLE, PROJECTS])('a table of $kind orders', ({ kind: using, post }) => {
  describe.each(OTHER_CALLERS)('that another caller orders too, %s', (_, openStore, open) => {
    test.each([
      ['is answered after 0.4 s, though the other waits for nothing', { settle: 0 }, answerLate(post, 400)],
      ['is answered after 4 s, though the other waits for 1 s', { settle: 1_000 }, answerLate(post, 4_000)],
      ['is carried out after 36 s, though both have the default settle', {}, answerLate(post, 36_000)],
      ['is carried out 8 s after a page refused it', { settle: 500 }, refuseByPage(post, 8_000)],
    ])('is placed once when its first order %s', async (_, others, wrap) => {
      const world = openWorld({ analysisTime: 0 }, { store: openStore(), logLevel: 'silent' }, wrap);
      const limits = { bodies: 1, questions: 1 };
      const table = { name: 'shop', from: 'en', to: ['de'], using, limits, texts: { a: 'One', b: 'Two' } };
      const first = orderTexts(world.requester, table);
      await swiftly(pause(1));
      expect(await swiftly(rejection(orderTexts(open(world), { ...table, ...others })))).toMatchObject({
        name: 'IncompleteJobError',
        outcome: 'unknown',
        failures: [{ error: { name: 'OutcomeUnknownError' } }],
      });
      expect(await swiftly(first)).toMatchObject({ orders: [{}, {}] });
      const later = await swiftly(orderTexts(open(world), { ...table, ...others }));
      expect(later.orders.map(({ placed }) => placed)).toEqual([false, false]);
      const paid = await orderedTexts(world.sandbox, world.requester);
      expect(paid.map(({ text }) => text).toSorted()).toEqual(['One', 'Two']);
    });
  });
});
