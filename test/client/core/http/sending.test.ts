import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { Requester } from '../../../../src/index.js';
import { account, ok, organization, source } from '../../../fixtures.js';
import { answer, BASE_URL, recordedFetch, rejection, requesterOn, TOKEN } from '../../../recorded-fetch.js';

describe('every request', () => {
  const fetch = recordedFetch(answer(account));

  test.each([
    ['redirect', 'manual'],
    ['credentials', 'same-origin'],
    ['cache', 'no-store'],
    ['referrerPolicy', 'no-referrer'],
  ] as const)('is sent with %s %s', async (name, value) => {
    await requesterOn(fetch).account.get();
    expect(fetch.last.request[name]).toBe(value);
  });

  test('asks for JSON', async () => {
    await requesterOn(fetch).account.get();
    expect(fetch.last.headers.get('accept')).toBe('application/json');
  });

  test('has no content type without a body', async () => {
    await requesterOn(fetch).account.get();
    expect(fetch.last.headers.has('content-type')).toBe(false);
  });

  test('is sent to a path below that of baseUrl', async () => {
    await requesterOn(fetch, { baseUrl: `${BASE_URL}/tenant/` }).account.get();
    expect(fetch.last.path).toBe('/tenant/api/v1/my');
  });
});

test('a JSON body is sent as JSON in UTF-8', async () => {
  const fetch = recordedFetch(answer({ ...ok, organization }, { status: 201 }));
  await requesterOn(fetch).organizations.create({ name: 'こんにちは 😀' });
  expect(fetch.last.headers.get('content-type')).toBe('application/json');
  expect(fetch.last.json).toEqual({ name: 'こんにちは 😀', access_token: TOKEN });
});

test.each([
  ['1 MiB', 2 ** 20, 'manual'],
  ['2 MiB', 2 ** 21, 'error'],
])(
  'of an upload of %s Node keeps no copy to follow a redirect with, unless it is small',
  async (_, size, redirect) => {
    const fetch = vi.fn(async (_url: string, _init: RequestInit) =>
      answer({ ...ok, question_source: source }),
    );
    await requesterOn(fetch).files.upload(new File(['x'.repeat(size - 1_000)], 'a.txt'));
    expect(fetch.mock.lastCall?.[1]).toMatchObject({ redirect });
  },
);

test('fetch is called as a plain function', async () => {
  const receivers: unknown[] = [];
  const fetch = function (this: unknown): Promise<Response> {
    receivers.push(this);
    return Promise.resolve(answer(account));
  };
  await requesterOn(fetch).account.get();
  expect(receivers).toEqual([undefined]);
});

test('a fetch that throws instead of rejecting is a ConnectionError like any other', async () => {
  const fetch = (): never => {
    throw new TypeError('fetch failed');
  };
  const error = await rejection(requesterOn(fetch).account.get({ retries: 0 }));
  expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
});

test('an abort at the same moment prevents the sending', async () => {
  const fetch = vi.fn(() => new Promise<never>(() => undefined));
  const controller = new AbortController();
  const call = rejection(requesterOn(fetch).organizations.create({ name: 'a' }, controller));
  controller.abort('changed my mind');
  expect(await call).toBe('changed my mind');
  expect(fetch).not.toHaveBeenCalled();
});

test('the current global fetch is used when none is given', async () => {
  const requester = new Requester({ baseUrl: BASE_URL, accessToken: TOKEN });
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(recordedFetch(answer(account)));
  await expect(requester.account.get()).resolves.toEqual(account);
  fetch.mockRestore();
});

test('a real server gets the request as the specification says', async () => {
  const seen: unknown[] = [];
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    seen.push({ method, url, accept: headers.accept, cookie: headers.cookie, referer: headers.referer });
    response.setHeader('content-type', 'application/json; charset=utf-8').end(JSON.stringify(account));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const requester = new Requester({ baseUrl: `http://127.0.0.1:${port}`, accessToken: TOKEN });
  await expect(requester.account.get()).resolves.toEqual(account);
  expect(seen).toEqual([
    {
      method: 'GET',
      url: `/api/v1/my?access_token=${TOKEN}`,
      accept: 'application/json',
      cookie: undefined,
      referer: undefined,
    },
  ]);
  server.closeAllConnections();
  server.close();
});
