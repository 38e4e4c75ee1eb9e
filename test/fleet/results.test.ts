import { afterEach, beforeEach, expect, test } from 'vitest';
import { Results } from '../../examples/fleet/results.ts';

let results: Results;
beforeEach(() => {
  results = new Results(':memory:');
});
afterEach(() => results.close());

const event = { account: 'account-1', event: 7, type: 'simple_question.finished' };
const order = { account: 'account-1', key: 'shop/1', question: 1 };
const result = { ...order, outcome: 'translated', texts: ['おはよう'], changedAt: 1_000 };

test('a result that comes twice is stored once', () => {
  results.placed(order);
  expect(results.handled(event, result)).toBe(true);
  expect(results.handled(event, result)).toBe(false);
  expect(results.handled({ ...event, event: 8 }, result)).toBe(false);
  expect(results.find('account-1', 'shop/1')).toMatchObject({ outcome: 'translated', texts: ['おはよう'] });
  expect(results.totals()).toEqual({ placed: 1, open: 0, events: 2 });
});

test('a newer result takes the place of an older one, and never the other way', () => {
  results.placed(order);
  results.handled(event, result);
  expect(results.handled({ ...event, event: 9 }, { ...result, texts: ['お早う'], changedAt: 2_000 })).toBe(
    true,
  );
  expect(results.handled({ ...event, event: 8 }, result)).toBe(false);
  expect(results.find('account-1', 'shop/1')).toMatchObject({ texts: ['お早う'] });
});

test('when a result can not be stored, its event is not handled either', () => {
  // BigInts and objects have no place in a column of texts.
  const broken = { ...result, key: Object('shop/1') };
  expect(() => results.handled(event, broken)).toThrow();
  expect(results.isHandled('account-1', 7)).toBe(false);
  expect(results.handled(event, result)).toBe(true);
});

test('results of two accounts with the same question do not meet', () => {
  results.handled(event, result);
  expect(results.handled({ ...event, account: 'account-2' }, { ...result, account: 'account-2' })).toBe(true);
});

test('an overdue order is given once in each round', () => {
  results.placed(order);
  expect(results.overdue(Date.now() - 1_000)).toEqual([]);
  expect(results.overdue(Date.now() + 1)).toEqual([order]);
  // It was just looked at, so its turn comes again when it is that long ago.
  expect(results.overdue(Date.now() - 1_000)).toEqual([]);
  results.handled(undefined, { ...result, outcome: 'expired' });
  expect(results.overdue(Date.now() + 1_000)).toEqual([]);
});
