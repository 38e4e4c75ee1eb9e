import { describe, expect, test, vi } from 'vitest';
import { checkToken, makeRequestUrl, path } from '../../../../src/client/core/http/address.js';
import { InputError, type Requester } from '../../../../src/index.js';
import {
  account,
  commentAnswer,
  ok,
  organization,
  question,
  simpleDraft,
  source,
} from '../../../fixtures.js';
import {
  type Arrived,
  answer,
  recordedFetch,
  rejection,
  requesterOn,
  TOKEN,
} from '../../../recorded-fetch.js';

describe('makeRequestUrl', () => {
  const make = (query: object, json?: object) => {
    const parts = { path: path`/x`, query: { value: query }, json: json && { value: json } };
    return makeRequestUrl(parts, 'https://service.example', 't');
  };

  test('adds the token to the fields of a JSON body', () => {
    expect(make({ page: 1 }, { a: 1 })).toEqual({
      url: 'https://service.example/x?page=1',
      json: { a: 1, access_token: 't' },
    });
  });

  test('adds the token to the query if there is no JSON body', () => {
    expect(make({ page: 1 })).toEqual({
      url: 'https://service.example/x?page=1&access_token=t',
      json: undefined,
    });
  });

  test('ignores a field of the caller with the name of the token', () => {
    expect(make({}, { access_token: 'other' }).json).toEqual({ access_token: 't' });
  });
});

const named = (name: string) => (call: (requester: Requester) => PromiseLike<unknown>, body: unknown) =>
  [name, call, body] as const;

describe.each([
  named('GET')((r) => r.account.get(), account),
  named('DELETE')((r) => r.comments.delete(41, 61), commentAnswer),
  named('upload')((r) => r.files.upload(new File(['x'], 'a.txt')), { ...ok, question_source: source }),
  named('PUT without a body')((r) => r.questions.cancel(41), { ...ok, question }),
  named('cancel of a simple question')((r) => r.simple.questions.cancel(81), {
    ...ok,
    question: simpleDraft,
  }),
])('%s', (_, call, body) => {
  const fetch = recordedFetch(answer(body));

  test('carries the token in the query', async () => {
    await call(requesterOn(fetch));
    expect(fetch.last.query).toEqual({ access_token: TOKEN });
  });

  test('carries the token in neither the body nor a header', () => {
    expect(fetch.last.text ?? '').not.toContain(TOKEN);
    expect([...fetch.last.headers].flat().join()).not.toContain(TOKEN);
  });
});

describe.each([
  named('POST')((r) => r.organizations.create({ name: 'n' }), { ...ok, organization }),
  named('PUT with a body')((r) => r.comments.update(41, 61, { body: 'b' }), commentAnswer),
  named('POST with an empty object')((r) => r.request({ method: 'POST', path: '/api/v1/a', json: {} }), ok),
])('%s', (_, call, body) => {
  const fetch = recordedFetch(answer(body));

  test('carries the token in the JSON body', async () => {
    await call(requesterOn(fetch));
    expect(fetch.last.json).toMatchObject({ access_token: TOKEN });
  });

  test('carries the token in neither the address nor a header', () => {
    expect(fetch.last.request.url).not.toContain('access_token');
    expect(fetch.last.request.url).not.toContain(TOKEN);
    expect([...fetch.last.headers].flat().join()).not.toContain(TOKEN);
  });
});

describe('a token function', () => {
  test('is called once for each call, whatever the number of attempts', async () => {
    vi.useFakeTimers();
    const accessToken = vi.fn(() => TOKEN);
    const fetch = recordedFetch(answer('', { status: 503 }), answer('', { status: 503 }), answer(account));
    const call = requesterOn(fetch, { accessToken }).account.get();
    await vi.runAllTimersAsync();
    await call;
    expect(fetch.arrived).toHaveLength(3);
    expect(accessToken).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });

  test('is called again for the next call', async () => {
    const tokens = ['first-token', 'second-token'];
    const fetch = recordedFetch(answer(account));
    const requester = requesterOn(fetch, { accessToken: async () => tokens.shift() ?? '' });
    await requester.account.get();
    await requester.account.get();
    expect(fetch.arrived.map(({ query }) => query.access_token)).toEqual(['first-token', 'second-token']);
  });

  test('is not called for a call with wrong arguments', async () => {
    const accessToken = vi.fn(() => TOKEN);
    await rejection(requesterOn(recordedFetch(), { accessToken }).questions.get(0));
    expect(accessToken).not.toHaveBeenCalled();
  });

  test('can return any thenable', async () => {
    const fetch = recordedFetch(answer(account));
    // biome-ignore lint/suspicious/noThenProperty: a promise of another realm is no instance of this one's
    const thenable = { then: (resolve: (token: string) => void) => resolve(TOKEN) } as Promise<string>;
    await requesterOn(fetch, { accessToken: () => thenable }).account.get();
    expect(fetch.last.query).toEqual({ access_token: TOKEN });
  });

  test.each([
    [
      'throws',
      () => {
        throw reason;
      },
    ],
    ['rejects', () => Promise.reject(reason)],
  ])('that %s has its reason handed to the caller unchanged', async (_, accessToken) => {
    const fetch = recordedFetch();
    expect(await rejection(requesterOn(fetch, { accessToken }).account.get())).toBe(reason);
    expect(fetch.arrived).toEqual([]);
  });

  test('that never answers ends with the timeout, and nothing was sent', async () => {
    vi.useFakeTimers();
    const accessToken = () => new Promise<string>(() => undefined);
    const call = rejection(requesterOn(recordedFetch(), { accessToken, timeout: 500 }).account.get());
    await vi.advanceTimersByTimeAsync(500);
    expect(await call).toMatchObject({ name: 'TimeoutError', outcome: 'not_sent' });
    vi.useRealTimers();
  });

  test('that never answers ends when the caller aborts', async () => {
    const controller = new AbortController();
    const accessToken = () => new Promise<string>(() => undefined);
    const call = rejection(
      requesterOn(recordedFetch(), { accessToken }).account.get({ signal: controller.signal }),
    );
    controller.abort(reason);
    expect(await call).toBe(reason);
  });
});

const reason = { why: 'the vault is closed' };

describe('an invalid token', () => {
  const unusable: readonly (readonly [string, unknown])[] = [
    ['empty', ''],
    ['padded', ' secret-value '],
    ['with a line break', 'secret-value\r\nX-Evil: 1'],
    ['with a control character', 'secret-value\u0000'],
    ['half a character', 'secret-value\ud800'],
    ['null', null],
    ['undefined', undefined],
    ['a number', 123_456_789],
    ['an object', { token: 'secret-value' }],
  ];

  test.each(unusable)('that is %s is refused at once', (_, token) => {
    const make = () => requesterOn(recordedFetch(), { accessToken: token as string });
    expect(make).toThrow(InputError);
    expect(make).toThrow(/accessToken must be/);
    expect(make).not.toThrow(/secret-value|123456789/);
  });

  test.each(unusable)('that is %s is refused when a function gives it', async (_, token) => {
    const fetch = recordedFetch(answer(account));
    const error = await rejection(requesterOn(fetch, { accessToken: () => token as string }).account.get());
    expect(error).toMatchObject({ name: 'InputError', issues: [{ path: 'accessToken' }] });
    expect((error as Error).message).not.toMatch(/secret-value|123456789/);
    expect(fetch.arrived).toEqual([]);
  });

  test.each(unusable)('that is %s is refused by withAccessToken', (_, token) => {
    const requester = requesterOn(recordedFetch());
    expect(() => requester.withAccessToken(token as string)).toThrow(InputError);
  });
});

test('a token with special characters of addresses arrives unchanged', async () => {
  const accessToken = 'a+b/c=d&e?f#g%20h"i\\j😀';
  const fetch = recordedFetch((arrived: Arrived) =>
    arrived.method === 'GET' ? answer(account) : answer({ ...ok, organization }, { status: 201 }),
  );
  const requester = requesterOn(fetch, { accessToken });
  await requester.account.get();
  await requester.organizations.create({ name: 'n' });
  expect(checkToken(accessToken)).toEqual({ value: accessToken });
  expect(fetch.arrived[0]?.query).toEqual({ access_token: accessToken });
  expect(fetch.arrived[1]?.json).toEqual({ name: 'n', access_token: accessToken });
});
