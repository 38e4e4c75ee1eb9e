import { expect, test, vi } from 'vitest';
import { UnexpectedAnswerError } from '../../../src/index.js';
import { rejection, requesterOn } from '../../recorded-fetch.js';

const good = { language_id: 'en', translated_language_id: 'ja' };

function listed(language_pairs: unknown, options = {}) {
  const warn = vi.fn();
  const logger = { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() };
  const fetch = async () => Response.json({ success: true, language_pairs });
  return { warn, call: requesterOn(fetch, { logger, ...options }).languages.list() };
}

test('a pair that can not be used is left out, with a warning that names its place', async () => {
  const { call, warn } = listed([good, { language_id: 'en' }, null]);
  expect(await call).toMatchObject([good]);
  const told = JSON.stringify(warn.mock.calls);
  expect(told).toContain('language_pairs[].translated_language_id');
  expect(told).toContain('language_pairs[]","message":"must be an object; got null');
});

test("with onUnexpectedShape: 'warn', every pair comes as it is", async () => {
  const { call } = listed([good, { language_id: 'en' }], { onUnexpectedShape: 'warn' });
  expect(await call).toEqual([good, { language_id: 'en' }]);
});

test('an answer without the list is refused', async () => {
  expect(await rejection(listed(undefined).call)).toBeInstanceOf(UnexpectedAnswerError);
});

const language = (id: string) => ({ id, localized_name: id });
/** With everything that the contract says. */
const whole = {
  ...good,
  language: language('en'),
  translated_language: language('ja'),
  point: 4,
  extra_point: 0,
  extra_letter: 0,
};

test.each([
  ['10,000 pairs, one of them wrong, leave it out', 10_000, true, 9_999],
  ['10,001 right pairs are given', 10_001, false, 10_001],
])('%s', async (_, count, isOneWrong, given) => {
  const pairs: unknown[] = new Array(count).fill(whole);
  if (isOneWrong) pairs[count - 1] = { language_id: 'en' };
  expect(await listed(pairs).call).toHaveLength(given);
});

test('10,001 pairs, one of them wrong, are one error: nobody names so many', async () => {
  const pairs = [...new Array(10_000).fill(whole), { language_id: 'en' }];
  const error = await rejection(listed(pairs).call);
  expect(error).toBeInstanceOf(UnexpectedAnswerError);
  expect(error).toMatchObject({ issues: [{ path: 'language_pairs' }] });
});
