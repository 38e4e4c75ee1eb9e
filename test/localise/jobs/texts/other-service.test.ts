import { describe, expect, test } from 'vitest';
import { Requester, type Store } from '../../../../src/index.js';
import { collectTexts, IncompleteJobError, orderTexts, quoteTexts } from '../../../../src/texts.js';
import { lastingStore } from '../../../lasting-store.js';
import { rejection } from '../../../recorded-fetch.js';
import { otherService } from './other-service.js';

const STORES: readonly (readonly [string, () => Store | undefined])[] = [
  ['without a store', () => undefined],
  ['with a store', lastingStore],
];
let services = 0;

describe.each(['simple', 'project'] as const)('with %s orders', (using) => {
  describe.each(STORES)('%s', (_, openStore) => {
    const input = {
      name: 'shop',
      from: 'en',
      to: ['de'],
      using,
      settle: 100,
      limits: { bodies: 1, questions: 1 },
      texts: { a: 'One', b: 'Two', c: 'Three' },
    };
    const open = (points: number) => {
      const service = otherService((texts) => texts * points);
      const store = openStore();
      services += 1;
      const baseUrl = `https://other-${services}.example`;
      const { fetch } = service;
      const client = () =>
        new Requester({ baseUrl, accessToken: 'token', fetch, retries: 0, ...(store && { store }) });
      return { service, requester: client() };
    };

    test('a service that quotes nothing is not ordered from by quoting', async () => {
      const { service, requester } = open(0);
      for (let time = 0; time < 2; time += 1) {
        expect(await quoteTexts(requester, { ...input, maxPoints: 0 })).toMatchObject({
          points: 0,
          placed: 0,
          unknown: 0,
        });
      }
      expect(service.orders).toEqual([]);
      expect(service.requests).not.toContain('POST /api/v1/projects');
      expect(service.requests).not.toContain('POST /api/v1/simple/questions');
      await orderTexts(requester, { ...input, maxPoints: 0 });
      await quoteTexts(requester, input);
      expect(service.orders).toHaveLength(3);
    });

    test('an order that was answered 503 keeps back its own text, and no others', async () => {
      const { service, requester } = open(4);
      service.failOnce('Two');
      const error = await rejection(orderTexts(requester, input));
      expect(error).toBeInstanceOf(IncompleteJobError);
      if (!(error instanceof IncompleteJobError)) return;
      expect(error).toMatchObject({ outcome: 'unknown', cause: { name: 'OutcomeUnknownError' } });
      expect(service.orders.flatMap(({ texts }) => texts).toSorted()).toEqual(['One', 'Three']);
      const collected = [];
      for await (const { key, text } of collectTexts(requester, error.job, { wait: false }))
        collected.push([key, text]);
      expect(collected.toSorted()).toEqual([
        ['a', 'de: One'],
        ['c', 'de: Three'],
      ]);
      const quote = await quoteTexts(requester, { ...input, texts: { ...input.texts, d: 'Four' } });
      expect(quote).toMatchObject({ points: 16, placed: 8, unknown: 1, languages: [{ orders: 4 }] });
      const again = await rejection(
        orderTexts(requester, { ...input, texts: { ...input.texts, d: 'Four' } }),
      );
      expect(again).toMatchObject({ name: 'IncompleteJobError', outcome: 'unknown' });
      expect(service.orders).toHaveLength(3);
      expect((again as IncompleteJobError).job.orders).toHaveLength(3);
      // What a person says who has looked for it.
      const unknown = await requester.orders.unknown();
      expect(unknown).toMatchObject([{ kind: using, state: 'sent' }]);
      for (const { key } of unknown) await requester.orders.resolve(key, { id: null });
      const job = await orderTexts(requester, { ...input, texts: { ...input.texts, d: 'Four' } });
      expect(service.orders.flatMap(({ texts }) => texts).toSorted()).toEqual([
        'Four',
        'One',
        'Three',
        'Two',
      ]);
      const keys = [];
      for await (const { key } of collectTexts(requester, job)) keys.push(key);
      expect(keys.toSorted()).toEqual(['a', 'b', 'c', 'd']);
    });
  });
});
