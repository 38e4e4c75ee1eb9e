import { describe, expect, test, vi } from 'vitest';
import { path } from '../../../src/core/http/address.js';
import { Http } from '../../../src/core/http/http.js';
import { HTTP_OPTIONS, settingsFrom } from '../../../src/core/http/settings.js';
import { answer, BASE_URL, recordedFetch, rejection, TOKEN } from '../../recorded-fetch.js';

const issue = { path: 'thing.status', message: 'must be an integer; got a string' };
const body = { success: true, thing: { id: 5, status: 'late' } };

function read(
  onUnexpectedShape: 'throw' | 'warn' | 'ignore',
  isUsable: ((given: unknown) => boolean) | undefined,
) {
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const fetch = recordedFetch(answer(body));
  const options = { baseUrl: BASE_URL, fetch, logger, onUnexpectedShape };
  const http = new Http(settingsFrom(options, HTTP_OPTIONS), TOKEN);
  const result = http.call({
    method: 'GET',
    path: path`/things/5`,
    validate: () => ({ issues: [issue] }),
    data: (given: typeof body) => given.thing,
    isUsable,
  });
  return { result, logger };
}

describe('an answer that differs from the contract', () => {
  test('is used as it is, with a warning, if it has all that its caller uses', async () => {
    const { result, logger } = read('throw', () => true);
    expect(await result).toEqual(body.thing);
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith('the answer is not what the contract says', {
      method: 'GET',
      path: '/things/5',
      issues: [issue],
    });
  });

  test('is used without a warning if unexpected shapes are ignored', async () => {
    const { result, logger } = read('ignore', () => true);
    expect(await result).toEqual(body.thing);
    expect(logger.warn).not.toHaveBeenCalled();
  });

  test.each([
    ['lacks something that its caller uses', () => false],
    ['has a caller that uses all of it', undefined],
  ])('is an error where it %s', async (_, isUsable) => {
    const { result, logger } = read('throw', isUsable);
    expect(await rejection(result)).toMatchObject({ name: 'UnexpectedAnswerError', issues: [issue] });
    expect(logger.warn).not.toHaveBeenCalled();
  });
});
