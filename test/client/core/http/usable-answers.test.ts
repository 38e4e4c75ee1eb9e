import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { path } from '../../../../src/client/core/http/address.js';
import { Http } from '../../../../src/client/core/http/http.js';
import { HTTP_OPTIONS, type HttpOptions, makeSettings } from '../../../../src/client/core/http/settings.js';
import { answer, BASE_URL, recordedFetch, rejection, requesterOn, TOKEN } from '../../../recorded-fetch.js';

const mismatch = {
  path: 'things[2].status',
  place: 'things[].status',
  message: 'must be an integer; got a string',
  index: 2,
};
const body = { success: true, thing: { id: 5, status: 'late' } };
const WARNING = 'the answer is not what the contract says';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

function client(
  onUnexpectedShape: HttpOptions['onUnexpectedShape'],
  refuses: boolean,
  uses?: readonly string[],
) {
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const fetch = recordedFetch(() => answer(body));
  const http = new Http(
    makeSettings({ baseUrl: BASE_URL, fetch, logger, onUnexpectedShape }, HTTP_OPTIONS),
    TOKEN,
  );
  const read = () =>
    http.call({
      name: 'things.get',
      method: 'GET',
      path: path`/things/5`,
      uses,
      inspect: () => ({ value: body, mismatches: [{ ...mismatch, refuses }] }),
      data: ({ thing }: typeof body) => thing,
    });
  return { read, logger };
}

describe('an answer that differs from the contract', () => {
  test('is used as it is where nothing refuses it, with a warning that names the place', async () => {
    const { read, logger } = client('throw', false);
    expect(await read()).toEqual(body.thing);
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith(WARNING, {
      method: 'GET',
      path: '/things/5',
      address: '/things/5',
      issues: [{ path: 'things[].status', message: mismatch.message }],
    });
  });

  test('is warned of at most once a minute for the same place', async () => {
    const { read, logger } = client('throw', false);
    await read();
    await read();
    await vi.advanceTimersByTimeAsync(59_000);
    await read();
    expect(logger.warn).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2_000);
    await read();
    expect(logger.warn).toHaveBeenCalledTimes(2);
  });

  test.each([true, false])('is used in silence where shapes are to be ignored', async (refuses) => {
    const { read, logger } = client('ignore', refuses);
    expect(await read()).toEqual(body.thing);
    expect(logger.warn).not.toHaveBeenCalled();
  });

  test('is used with a warning where that is asked for, although something refuses it', async () => {
    const { read, logger } = client('warn', true);
    expect(await read()).toEqual(body.thing);
    expect(logger.warn).toHaveBeenCalledTimes(1);
  });

  test('is an error where something refuses it', async () => {
    const { read, logger } = client('throw', true);
    expect(await rejection(read())).toMatchObject({
      name: 'UnexpectedAnswerError',
      issues: [{ path: mismatch.path, message: mismatch.message }],
    });
    expect(logger.warn).not.toHaveBeenCalled();
  });

  test.each(['warn', 'ignore'] as const)(
    'is an error where this library itself reads what refuses it, whatever %s says',
    async (shape) => {
      const { read } = client(shape, true, ['thing.status']);
      expect(await rejection(read())).toMatchObject({ name: 'UnexpectedAnswerError' });
    },
  );

  test.each(['warn', 'ignore'] as const)(
    'is an error where it may not be the answer to a write, whatever %s says',
    async (onUnexpectedShape) => {
      const fetch = recordedFetch(answer({ portal: 'Sign in to the hotel' }, { status: 201 }));
      const requester = requesterOn(fetch, { onUnexpectedShape });
      expect(await rejection(requester.organizations.create({ name: 'n' }))).toMatchObject({
        name: 'UnexpectedAnswerError',
        outcome: 'unknown',
      });
    },
  );
});
