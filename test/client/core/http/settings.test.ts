import ky from 'ky';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../../../src/index.js';
import { account } from '../../../fixtures.js';
import { answer, recordedFetch, rejection, requesterOn } from '../../../recorded-fetch.js';

describe('an option of the Requester', () => {
  test.each([
    ['timeout', 0],
    ['timeout', -1],
    ['timeout', Number.NaN],
    ['timeout', '60000'],
    ['attemptTimeout', 0],
    ['attemptTimeout', null],
    ['retries', -1],
    ['retries', 1.5],
    ['retries', Number.POSITIVE_INFINITY],
    ['maxRetryAfter', -1],
    ['maxRetryAfter', '1'],
    ['maxConcurrency', 0],
    ['maxConcurrency', 2.5],
    ['maxAnswerSize', 0],
    ['maxAnswerSize', '8 MiB'],
    ['fetch', 'fetch'],
    ['logger', { debug: () => undefined }],
    ['logger', null],
    ['hooks', null],
    ['hooks', () => undefined],
    ['onUnexpectedShape', 'shout'],
    ['eventOrderParameter', ''],
    ['eventOrderParameter', 'a&b'],
    ['eventOrderParameter', 7],
  ])('%s = %o is an InputError that names it', (name, value) => {
    const make = () => requesterOn(recordedFetch(), { [name]: value });
    expect(make).toThrow(InputError);
    expect(make).toThrow(new RegExp(`\\b${name} must`));
  });

  test.each([
    ['timeout', Number.POSITIVE_INFINITY],
    ['timeout', 0.5],
    ['retries', 0],
    ['maxRetryAfter', 0],
    ['maxRetryAfter', Number.POSITIVE_INFINITY],
    ['timeout', undefined],
    ['logger', console],
    ['eventOrderParameter', 'sort[order]'],
  ])('%s = %o is accepted', (name, value) => {
    expect(() => requesterOn(recordedFetch(), { [name]: value })).not.toThrow();
  });

  test('must not be a ky instance as fetch, which would repeat what may have been done', () => {
    const make = () => requesterOn(recordedFetch(), { fetch: ky as unknown as typeof fetch }); // what JavaScript lets through
    expect(make).toThrow('fetch must not be a ky instance, which repeats requests; pass a plain fetch');
    const wrap: typeof fetch = (url, init) => ky(url, { ...init, retry: 0 });
    expect(() => requesterOn(recordedFetch(), { fetch: wrap })).not.toThrow();
  });

  test('that is wrong is reported together with every other', () => {
    const make = () =>
      requesterOn(recordedFetch(), { timeout: 0, retries: -1, baseUrl: 'x', accessToken: '' });
    const names = /^baseUrl .*timeout .*retries .*accessToken /;
    expect(make).toThrow(names);
  });
});

describe('an option of a call', () => {
  test.each([
    ['timeout', 0],
    ['attemptTimeout', 'soon'],
    ['retries', -1],
    ['signal', {}],
    ['signal', new AbortController()],
  ])('%s = %o is an InputError that names it, and nothing is sent', async (name, value) => {
    const fetch = recordedFetch(answer(account));
    const error = await rejection(requesterOn(fetch).account.get({ [name]: value }));
    expect(error).toMatchObject({ name: 'InputError', issues: [{ path: name }] });
    expect(fetch.arrived).toEqual([]);
  });

  test.each([null, 'text', 5])('cannot be in %o', async (options) => {
    const fetch = recordedFetch(answer(account));
    const error = await rejection(requesterOn(fetch).account.get(options as unknown as object));
    expect(error).toMatchObject({ name: 'InputError', issues: [{ path: 'options' }] });
  });

  test('that is undefined means the default', async () => {
    const fetch = recordedFetch(answer(account));
    const options = { timeout: undefined, retries: undefined, signal: undefined, attemptTimeout: undefined };
    await expect(requesterOn(fetch).account.get(options)).resolves.toEqual(account);
  });
});

test('a wrong argument and a wrong option are reported in one error', async () => {
  const error = await rejection(requesterOn(recordedFetch()).questions.get(0, { timeout: 0 }));
  expect(error).toMatchObject({ issues: [{ path: 'id' }, { path: 'timeout' }] });
});

test('the messages say what failed, why and what to do', async () => {
  const error = await rejection(requesterOn(recordedFetch()).questions.get(0));
  expect((error as Error).message).toBe(
    'GET /api/v1/questions/{id}: id must be a positive integer; got 0. Nothing was sent; correct the input and call again.',
  );
});
