import { inspect } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { InputError } from '../../src/index.js';
import {
  AuthorizationDeniedError,
  createState,
  OAuthClient,
  type OAuthClientOptions,
  OAuthError,
  StateMismatchError,
} from '../../src/oauth.js';
import { answer, BASE_URL, deafFetch, networkError, recordedFetch, rejection } from '../recorded-fetch.js';

const CLIENT_ID = 'app-0123456789abcdef';
const SECRET = 'sec-77aa1c9be2d94f03b6d8-5a4e3c2b1f0d9e8c';
const CODE = 'cod-d1e2f3a4b5c6d7e8f901-2a3b4c5d6e7f8091';
const REDIRECT = 'https://shop.example/oauth/callback?from=a b';
const STATE = 'state-of-this-sign-in';

const token = {
  access_token: 'new-token',
  token_type: 'bearer',
  expires_in: null,
  refresh_token: null,
  scope: '',
};

function clientOn(fetch: typeof globalThis.fetch, options: Partial<OAuthClientOptions> = {}): OAuthClient {
  return new OAuthClient({
    baseUrl: BASE_URL,
    clientId: CLIENT_ID,
    clientSecret: SECRET,
    redirectUri: REDIRECT,
    fetch,
    ...options,
  });
}

const accepting = () => recordedFetch(answer(token));
const redirected = (query: string): string => `https://shop.example/oauth/callback?from=a%20b&${query}`;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('authorizationUrl', () => {
  test('is the address of the service with its parameters, each encoded', () => {
    const url = new URL(clientOn(accepting()).authorizationUrl({ state: 'a&b=c/#' }));
    expect(url.origin + url.pathname).toBe(`${BASE_URL}/oauth/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: CLIENT_ID,
      redirect_uri: REDIRECT,
      state: 'a&b=c/#',
    });
  });

  test('never carries the secret', () => {
    expect(clientOn(accepting()).authorizationUrl({ state: STATE })).not.toContain(SECRET);
  });

  test('keeps the path of the address of the service', () => {
    const url = clientOn(accepting(), { baseUrl: `${BASE_URL}/tenant/` }).authorizationUrl({ state: STATE });
    expect(url).toMatch(/^https:\/\/service\.example\/tenant\/oauth\/authorize\?/);
  });

  test.each([undefined, {}, { state: '' }, { state: 5 }, { state: null }])(
    'without a state (%j) is an InputError',
    (given) => {
      expect(() => clientOn(accepting()).authorizationUrl(given as { state: string })).toThrow(
        expect.objectContaining({ name: 'InputError', issues: [expect.objectContaining({ path: 'state' })] }),
      );
    },
  );

  test.each([null, 'state', 5])('of what is no sign-in (%j) is an InputError that names it', (given) => {
    const url = () => clientOn(accepting()).authorizationUrl(given as never); // what JavaScript lets through
    expect(url).toThrow(
      expect.objectContaining({
        issues: [{ path: 'authorization', message: expect.stringMatching(/^must be an object; got /) }],
      }),
    );
  });
});

describe('exchangeCode', () => {
  test('posts the five parameters as a form, nothing in the address', async () => {
    const fetch = accepting();
    expect(await clientOn(fetch).exchangeCode(CODE)).toEqual(token);
    expect(`${fetch.last.method} ${fetch.last.request.url}`).toBe(`POST ${BASE_URL}/oauth/token`);
    expect(fetch.last.headers.get('content-type')).toMatch(/^application\/x-www-form-urlencoded/);
    expect(Object.fromEntries(new URLSearchParams(fetch.last.text))).toEqual({
      client_id: CLIENT_ID,
      client_secret: SECRET,
      redirect_uri: REDIRECT,
      grant_type: 'authorization_code',
      code: CODE,
    });
  });

  test.each([
    ['redirect', 'manual'],
    ['credentials', 'same-origin'],
    ['cache', 'no-store'],
    ['referrerPolicy', 'no-referrer'],
  ] as const)('is sent with %s %s', async (name, value) => {
    const fetch = accepting();
    await clientOn(fetch).exchangeCode(CODE);
    expect(fetch.last.request[name]).toBe(value);
  });

  test('tells the whole answer with withResponse', async () => {
    const told = await clientOn(accepting()).exchangeCode(CODE).withResponse();
    expect(told).toMatchObject({ data: token, body: token, response: { status: 200 }, attempts: 1 });
  });

  test('takes an answer that has but a token and its type', async () => {
    const fetch = recordedFetch(answer({ access_token: 'x', token_type: 'bearer' }));
    await expect(clientOn(fetch).exchangeCode(CODE)).resolves.toMatchObject({ access_token: 'x' });
  });

  test.each([undefined, null, '', 5, {}])('of %o is an InputError, and nothing is sent', async (code) => {
    const fetch = accepting();
    expect(await rejection(clientOn(fetch).exchangeCode(code as string))).toMatchObject({
      name: 'InputError',
      issues: [{ path: 'code' }],
    });
    expect(fetch.arrived).toEqual([]);
  });

  test('ends with its timeout', async () => {
    vi.useFakeTimers();
    const call = rejection(clientOn(deafFetch, { timeout: 500 }).exchangeCode(CODE));
    await vi.advanceTimersByTimeAsync(500);
    expect(await call).toMatchObject({ name: 'TimeoutError', outcome: 'unknown' });
  });

  test('ends with the own reason of its signal', async () => {
    const controller = new AbortController();
    const call = rejection(clientOn(deafFetch).exchangeCode(CODE, { signal: controller.signal }));
    controller.abort('enough');
    expect(await call).toBe('enough');
  });
});

describe('a refused exchange', () => {
  test.each([
    [400, 'invalid_grant', 'The code is used up'],
    [401, 'invalid_client', undefined],
    [403, 'unauthorized_client', 'No'],
  ])('with %i and %s is an OAuthError', async (status, error, error_description) => {
    const fetch = recordedFetch(
      answer({ error, error_description }, { status, headers: { 'x-request-id': 'r' } }),
    );
    const thrown = await rejection(clientOn(fetch).exchangeCode(CODE));
    const explained = error_description === undefined ? '' : ` (${error_description})`;
    expect(thrown).toBeInstanceOf(OAuthError);
    expect(thrown).toMatchObject({
      name: 'OAuthError',
      outcome: 'rejected',
      error,
      description: error_description,
      status,
      requestId: 'r',
      attempts: 1,
      request: { method: 'POST', path: '/oauth/token', address: '/oauth/token' },
      message: `POST /oauth/token: the service refused the sign-in: ${error}${explained} (request id r). Begin the sign-in again.`,
    });
  });

  test('with 200 and an error in its body is an OAuthError', async () => {
    const fetch = recordedFetch(answer({ error: 'bad_verification_code' }));
    expect(await rejection(clientOn(fetch).exchangeCode(CODE))).toMatchObject({
      name: 'OAuthError',
      outcome: 'rejected',
      error: 'bad_verification_code',
      description: undefined,
      message:
        'POST /oauth/token: the service refused the sign-in: bad_verification_code. Begin the sign-in again.',
    });
  });

  test.each([
    [401, { message: 'no' }, 'AuthenticationError'],
    [404, {}, 'NotFoundError'],
    [400, { error: 5 }, 'ApiError'],
    [500, { error: 'server_error' }, 'ServerError'],
    [302, {}, 'RedirectError'],
  ])('with %i and %j is told by its status', async (status, body, name) => {
    const response = new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json' },
    });
    expect(await rejection(clientOn(recordedFetch(response)).exchangeCode(CODE))).toMatchObject({
      name,
      status,
    });
  });

  test.each([
    ['a server failure', answer('', { status: 503 })],
    ['a lost connection', networkError('ECONNRESET')],
    ['an OAuth error', answer({ error: 'invalid_grant' }, { status: 400 })],
    ['an answer that is cut', answer('{"access_to')],
  ])('after %s is not tried again: a code works only once', async (_, reply) => {
    const fetch = recordedFetch(reply);
    await rejection(clientOn(fetch).exchangeCode(CODE));
    expect(fetch.arrived).toHaveLength(1);
  });

  test('that was provably not sent is tried again', async () => {
    vi.useFakeTimers();
    const fetch = recordedFetch(networkError('ECONNREFUSED'), answer(token));
    const call = clientOn(fetch).exchangeCode(CODE);
    await vi.runAllTimersAsync();
    await expect(call).resolves.toEqual(token);
  });
});

describe('the advice in a failed exchange', () => {
  const BEGIN_AGAIN = /\. A code works only once\. Begin the sign-in again\.$/;
  const json = { headers: { 'content-type': 'application/json' } };

  test.each([
    ['a lost connection', networkError('ECONNRESET'), 'ConnectionError'],
    ['a server failure', answer({ message: 'no' }, { status: 500 }), 'ServerError'],
    ['an answer that is cut', new Response('{"access_to', json), 'UnexpectedAnswerError'],
    ['an answer of another shape', answer({ token: 5 }), 'UnexpectedAnswerError'],
    ['a redirect', new Response(null, { status: 302 }), 'RedirectError'],
  ])('after %s says to begin again, and nothing of orders', async (_, reply, name) => {
    const error = await rejection(clientOn(recordedFetch(reply)).exchangeCode(CODE));
    expect(error).toMatchObject({ name, message: expect.stringMatching(BEGIN_AGAIN) });
    expect((error as Error).message).not.toMatch(/look|carried out|repeat/);
    expect((error as Error).stack).toContain('A code works only once');
  });

  test.each([deafFetch, async () => new Response(new ReadableStream(), json)])(
    'after a timeout says to begin again',
    async (fetch) => {
      vi.useFakeTimers();
      const call = rejection(clientOn(fetch, { timeout: 500 }).exchangeCode(CODE));
      await vi.advanceTimersByTimeAsync(500);
      expect(await call).toMatchObject({ message: expect.stringMatching(BEGIN_AGAIN) });
      expect(((await call) as Error).message).not.toMatch(/look|carried out|repeat/);
    },
  );

  test('is the same for withResponse', async () => {
    const call = clientOn(recordedFetch(networkError('ECONNRESET')))
      .exchangeCode(CODE)
      .withResponse();
    expect(await rejection(call)).toMatchObject({ message: expect.stringMatching(BEGIN_AGAIN) });
  });

  test('after a failure to connect is to check the network: the code is still good', async () => {
    vi.useFakeTimers();
    const call = rejection(clientOn(recordedFetch(networkError('ECONNREFUSED'))).exchangeCode(CODE));
    await vi.runAllTimersAsync();
    expect(await call).toMatchObject({ message: expect.stringMatching(/Nothing was sent; check baseUrl/) });
    expect(((await call) as Error).message).not.toMatch(BEGIN_AGAIN);
  });

  test('after too many requests is to call again later: the code is still good', async () => {
    const own = { success: false, message: 'Too many requests' };
    // By the clock of the service, which is behind.
    const headers = {
      date: 'Thu, 01 Jan 2026 12:00:00 GMT',
      'retry-after': 'Thu, 01 Jan 2026 12:01:30 GMT',
    };
    const refused = answer(own, { status: 429, headers });
    const error = await rejection(clientOn(recordedFetch(refused)).exchangeCode(CODE));
    expect(error).toMatchObject({ name: 'RateLimitError', message: expect.stringMatching(/after 90 s\.$/) });
  });
});

describe('a service that drops state', () => {
  test('is sent none with state: false', () => {
    const url = new URL(clientOn(accepting()).authorizationUrl({ state: false }));
    expect([...url.searchParams.keys()]).toEqual(['response_type', 'client_id', 'redirect_uri']);
  });

  test.each(['', '&state=whatever', '&state='])(
    'has its code exchanged with state: false (%j)',
    async (query) => {
      const fetch = accepting();
      const url = redirected(`code=${CODE}${query}`);
      expect(await clientOn(fetch).exchangeRedirect(url, { state: false })).toEqual(token);
      expect(new URLSearchParams(fetch.last.text).get('code')).toBe(CODE);
    },
  );

  test('can still deny', async () => {
    const url = redirected('error=access_denied');
    const error = await rejection(clientOn(accepting()).exchangeRedirect(url, { state: false }));
    expect(error).toBeInstanceOf(AuthorizationDeniedError);
  });

  test.each([true, 0, null, undefined, '', 'false'.length])('is not meant by state: %j', async (state) => {
    const wrong = { state } as unknown as { state: false };
    const fetch = accepting();
    expect(() => clientOn(fetch).authorizationUrl(wrong)).toThrow(InputError);
    const error = await rejection(clientOn(fetch).exchangeRedirect(redirected(`code=${CODE}`), wrong));
    expect(error).toMatchObject({ name: 'InputError', issues: [{ path: 'state' }] });
    expect(fetch.arrived).toEqual([]);
  });
});

describe('an answer without a usable token', () => {
  test.each([
    { token_type: 'bearer' },
    { access_token: '', token_type: 'bearer' },
    { access_token: 5, token_type: 'bearer' },
    { access_token: 'new-token' },
  ])('such as %j is an UnexpectedAnswerError', async (body) => {
    expect(await rejection(clientOn(recordedFetch(answer(body))).exchangeCode(CODE))).toMatchObject({
      name: 'UnexpectedAnswerError',
      // Nothing shows that it is the service's own answer.
      outcome: 'unknown',
    });
  });

  test.each(['mac', 'DPoP', '', 'bearer ', 'N_A'])(
    'that is of another type (%j) is an UnexpectedAnswerError',
    async (token_type) => {
      const error = await rejection(
        clientOn(recordedFetch(answer({ ...token, token_type }))).exchangeCode(CODE),
      );
      expect(error).toMatchObject({
        name: 'UnexpectedAnswerError',
        outcome: 'unknown',
        issues: [{ path: 'token_type', message: 'must be bearer' }],
      });
      expect(JSON.stringify(error)).not.toContain('new-token');
    },
  );

  test.each(['bearer', 'Bearer', 'BEARER'])('is not one whose type is %s', async (token_type) => {
    const fetch = recordedFetch(answer({ ...token, token_type }));
    expect(await clientOn(fetch).exchangeCode(CODE)).toEqual({ ...token, token_type });
  });

  test.each([
    '{"access_token":["NEWTOKENNEWTOKENNEWTOKEN"],"token_type":"bearer"}',
    '{"token":"NEWTOKENNEWTOKENNEWTOKEN"}',
    '{"access_token":"\\u004eEWTOKENNEWTOKENNEWTOKEN","token_type":5}',
    '{"access_token":"NEWTOKEN',
    'NEWTOKENNEWTOKENNEWTOKEN',
    '<p>NEWTOKENNEWTOKENNEWTOKEN</p>',
  ])('shows nothing of it: %s', async (body) => {
    const error = await rejection(clientOn(recordedFetch(answer(body))).exchangeCode(CODE));
    expect(`${JSON.stringify(error)}${(error as Error).stack}`).not.toMatch(/EWTOK/);
  });
});

describe('exchangeRedirect', () => {
  test.each([
    ['a whole address', redirected(`code=${CODE}&state=${STATE}`)],
    ['a URL', new URL(redirected(`code=${CODE}&state=${STATE}`))],
    ['a path with its query', `/oauth/callback?code=${CODE}&state=${STATE}`],
    ['a query', `?state=${STATE}&code=${CODE}`],
  ])('takes %s, and exchanges its code', async (_, url) => {
    const fetch = accepting();
    expect(await clientOn(fetch).exchangeRedirect(url, { state: STATE })).toEqual(token);
    expect(new URLSearchParams(fetch.last.text).get('code')).toBe(CODE);
  });

  test.each([
    ['is missing', `code=${CODE}`],
    ['is empty', `code=${CODE}&state=`],
    ['is another', `code=${CODE}&state=another`],
    ['is longer', `code=${CODE}&state=${STATE}x`],
    ['is shorter', `code=${CODE}&state=${STATE.slice(0, -1)}`],
    ['differs in case', `code=${CODE}&state=${STATE.toUpperCase()}`],
    ['comes twice', `code=${CODE}&state=${STATE}&state=${STATE}`],
    ['comes twice, once another', `code=${CODE}&state=${STATE}&state=another`],
    ['is missing beside a denial', 'error=access_denied'],
  ])('throws a StateMismatchError when the state %s, and sends nothing', async (_, query) => {
    const fetch = accepting();
    const error = await rejection(clientOn(fetch).exchangeRedirect(redirected(query), { state: STATE }));
    expect(error).toBeInstanceOf(StateMismatchError);
    expect(error).toMatchObject({ name: 'StateMismatchError', outcome: 'not_sent' });
    expect(fetch.arrived).toEqual([]);
  });

  test.each([
    ['another service', 'https://evil.example'],
    ['a host that begins like the service', `${BASE_URL}.evil.example`],
    ['a user of the service, so another host', `${BASE_URL}@evil.example`],
    ['the service over http', BASE_URL.replace('https', 'http')],
    ['another tenant of the service', `${BASE_URL}/tenant`],
    ['the service with a query', `${BASE_URL}?x=1`],
    ['nothing', ''],
    ['what is no address', 'service.example'],
  ])('throws a StateMismatchError when iss names %s, and sends nothing', async (_, iss) => {
    for (const given of [[iss], [BASE_URL, iss]]) {
      const fetch = accepting();
      const query = new URLSearchParams({ code: CODE, state: STATE });
      for (const each of given) query.append('iss', each);
      const error = await rejection(
        clientOn(fetch).exchangeRedirect(redirected(`${query}`), { state: STATE }),
      );
      expect(error).toBeInstanceOf(StateMismatchError);
      expect(error).toMatchObject({ outcome: 'not_sent', message: expect.stringContaining('(iss)') });
      expect(fetch.arrived).toEqual([]);
    }
  });

  test('asks iss also without a state', async () => {
    const fetch = accepting();
    const url = redirected(`code=${CODE}&iss=https://evil.example`);
    const error = await rejection(clientOn(fetch).exchangeRedirect(url, { state: false }));
    expect([error, fetch.arrived]).toEqual([expect.any(StateMismatchError), []]);
  });

  test.each([BASE_URL, `${BASE_URL}/`, BASE_URL.toUpperCase(), `${BASE_URL}:443`])(
    'exchanges the code when iss names the service: %s',
    async (iss) => {
      const url = redirected(`code=${CODE}&state=${STATE}&iss=${encodeURIComponent(iss)}`);
      expect(await clientOn(accepting()).exchangeRedirect(url, { state: STATE })).toEqual(token);
    },
  );

  test('throws an AuthorizationDeniedError when the person denied, and sends nothing', async () => {
    const fetch = accepting();
    const url = redirected(`error=access_denied&error_description=no&state=${STATE}&code=${CODE}`);
    const error = await rejection(clientOn(fetch).exchangeRedirect(url, { state: STATE }));
    expect(error).toBeInstanceOf(AuthorizationDeniedError);
    expect(error).toMatchObject({ outcome: 'not_sent' });
    expect(fetch.arrived).toEqual([]);
  });

  test('throws an OAuthError for any other error, and sends nothing', async () => {
    const fetch = accepting();
    const url = redirected(`error=server_error&error_description=Try+later&state=${STATE}`);
    expect(await rejection(clientOn(fetch).exchangeRedirect(url, { state: STATE }))).toMatchObject({
      name: 'OAuthError',
      error: 'server_error',
      description: 'Try later',
      outcome: 'not_sent',
    });
    expect(fetch.arrived).toEqual([]);
  });

  test.each(['', 'code='])('throws an InputError without a code (%j)', async (query) => {
    const error = await rejection(
      clientOn(accepting()).exchangeRedirect(redirected(`${query}&state=${STATE}`), { state: STATE }),
    );
    const advice = { code: 'begin-sign-in' };
    expect(error).toMatchObject({ name: 'InputError', issues: [{ path: 'requestUrl' }], advice });
  });

  test.each([
    `code=${CODE}&code=${CODE}`,
    `code=${CODE}&code=another`,
    `code=&code=${CODE}`,
    `code=${CODE}&code=`,
  ])('throws an InputError when the code comes twice (%j), and sends nothing', async (query) => {
    const fetch = accepting();
    const url = redirected(`${query}&state=${STATE}`);
    const error = await rejection(clientOn(fetch).exchangeRedirect(url, { state: STATE }));
    expect(error).toMatchObject({ name: 'InputError', issues: [{ path: 'requestUrl' }] });
    expect(JSON.stringify(error)).not.toContain(CODE);
    expect(fetch.arrived).toEqual([]);
  });

  test.each([undefined, {}, { state: '' }, { state: 5 }])(
    'throws an InputError without the state of the session (%j)',
    async (begun) => {
      const url = redirected(`code=${CODE}&state=`);
      const error = await rejection(clientOn(accepting()).exchangeRedirect(url, begun as { state: string }));
      expect(error).toMatchObject({ name: 'InputError', issues: [{ path: 'state' }] });
    },
  );

  test.each([null, STATE, 5])(
    'throws an InputError that names what is no sign-in (%j), before it looks at the address',
    async (begun) => {
      const client = clientOn(accepting());
      const error = await rejection(client.exchangeRedirect('http://[', begun as never)); // as JavaScript could
      expect(error).toMatchObject({
        issues: [{ path: 'begun', message: expect.stringMatching(/^must be an object; got /) }],
      });
    },
  );

  test.each(['http://[', undefined, null, 5, {}])(
    'throws an InputError for what is no address (%j)',
    async (url) => {
      const exchange = clientOn(accepting()).exchangeRedirect(url as string, { state: STATE });
      expect(await rejection(exchange)).toMatchObject({
        name: 'InputError',
        issues: [{ path: 'requestUrl', message: 'must be the address of the redirected request' }],
      });
    },
  );

  test('takes an address as a URL, or from its path on', async () => {
    const path = `/oauth/callback?code=${CODE}&state=${STATE}`;
    for (const url of [path, new URL(path, 'https://shop.example')]) {
      expect(await clientOn(accepting()).exchangeRedirect(url, { state: STATE })).toEqual(token);
    }
  });

  test('passes its call options on', async () => {
    const options = { signal: AbortSignal.abort('enough') };
    const url = redirected(`code=${CODE}&state=${STATE}`);
    expect(await rejection(clientOn(accepting()).exchangeRedirect(url, { state: STATE }, options))).toBe(
      'enough',
    );
  });
});

describe('an OAuthClient', () => {
  test('shows its address, and nothing of the application', () => {
    expect(inspect(clientOn(accepting()))).toBe(`OAuthClient { baseUrl: '${BASE_URL}' }`);
  });

  test.each([
    ['clientId', ''],
    ['clientId', undefined],
    ['clientSecret', 5],
    ['redirectUri', '/callback'],
    ['redirectUri', 'javascript:alert(document.cookie)'],
    ['redirectUri', 'JavaScript:alert(1)'],
    ['redirectUri', 'java\tscript:alert(1)'],
    ['redirectUri', 'data:text/html,x'],
    ['redirectUri', 'file:///tmp/callback'],
    ['redirectUri', 'app.example:/callback'],
    ['redirectUri', 'http://shop.example/callback'],
    ['redirectUri', 'http://10.0.0.1/callback'],
    ['redirectUri', 'http://0.0.0.0:3000/callback'],
    ['redirectUri', 'http://localhost.example/callback'],
    ['redirectUri', 'http://localhost@shop.example/callback'],
    ['redirectUri', undefined],
    ['baseUrl', 'http://service.example'],
    ['timeout', 0],
    ['fetch', 'fetch'],
  ])('with %s = %o is an InputError that names it', (name, value) => {
    const make = () => clientOn(accepting(), { [name]: value });
    expect(make).toThrow(InputError);
    expect(make).toThrow(new RegExp(`\\b${name} must`));
  });

  test.each([undefined, null, {}])('of %o is an InputError', (options) => {
    expect(() => new OAuthClient(options as unknown as OAuthClientOptions)).toThrow(InputError);
  });

  test.each([
    'https://shop.example/back',
    'http://localhost:3000/',
    'http://127.1/back',
    'http://[::1]:3000/back',
  ])('takes the redirectUri %s', (redirectUri) => {
    expect(() => clientOn(accepting(), { redirectUri })).not.toThrow();
  });

  test.each(['javascript:alert(1)', 'ftp://shop.example/', '/callback'])(
    'refuses the redirectUri %s also when the caller opts out',
    (redirectUri) => {
      expect(() => clientOn(accepting(), { redirectUri, allowInsecureHttp: true })).toThrow(
        /redirectUri must/,
      );
    },
  );

  test('takes http elsewhere when the caller opts out', () => {
    expect(() =>
      clientOn(accepting(), {
        baseUrl: 'http://service.example',
        redirectUri: 'http://shop.example/back',
        allowInsecureHttp: true,
      }),
    ).not.toThrow();
  });

  test('in a browser page is an InputError that says why', () => {
    vi.stubGlobal('document', {});
    expect(() => clientOn(accepting())).toThrow(
      /clientSecret must not be in a browser page.*dangerouslyAllowBrowser/,
    );
  });

  test('in a worker of a browser is an InputError too', () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101' });
    expect(() => clientOn(accepting())).toThrow(/dangerouslyAllowBrowser/);
  });

  test.each([true])(
    'in a browser page is allowed with dangerouslyAllowBrowser: %s',
    (dangerouslyAllowBrowser) => {
      vi.stubGlobal('document', {});
      expect(() => clientOn(accepting(), { dangerouslyAllowBrowser })).not.toThrow();
    },
  );

  test.each(['true', 1, {}])(
    'in a browser page is not allowed with dangerouslyAllowBrowser: %o',
    (allowed) => {
      vi.stubGlobal('document', {});
      expect(() => clientOn(accepting(), { dangerouslyAllowBrowser: allowed as boolean })).toThrow(
        InputError,
      );
    },
  );
});

describe('createState', () => {
  test('gives 32 random bytes, safe in an address', () => {
    const state = createState();
    expect(state).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(state, 'base64url')).toHaveLength(32);
  });

  test('never gives the same twice', () => {
    expect(new Set(Array.from({ length: 1_000 }, createState)).size).toBe(1_000);
  });

  test('survives a round trip through the address', async () => {
    const state = createState();
    const client = clientOn(accepting());
    const sent = new URL(client.authorizationUrl({ state })).searchParams.get('state');
    await expect(
      client.exchangeRedirect(redirected(`code=${CODE}&state=${sent}`), { state }),
    ).resolves.toEqual(token);
  });
});
