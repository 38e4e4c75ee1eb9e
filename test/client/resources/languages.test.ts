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
