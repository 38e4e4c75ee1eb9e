import { inspect } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import type { Requester, RequesterError } from '../../../../src/index.js';
import { organization } from '../../../fixtures.js';
import {
  answer,
  networkError,
  type Reply,
  recordedFetch,
  rejection,
  requesterOn,
} from '../../../recorded-fetch.js';

const missing = () => answer({ success: false, message: 'Page not Found' }, { status: 404 });

const failWith = (reply: Reply, call: (requester: Requester) => PromiseLike<unknown>, options = {}) =>
  rejection(
    Promise.resolve(call(requesterOn(recordedFetch(reply), { retries: 0, ...options }))),
  ) as Promise<RequesterError>;

describe('what a call was about is in its error and its message', () => {
  test.each<[string, (requester: Requester) => PromiseLike<unknown>, string, string]>([
    ['a read', (r) => r.simple.questions.get(4711), 'GET', '/api/v1/simple/questions/4711'],
    ['a write', (r) => r.comments.delete(41, 61), 'DELETE', '/api/v1/questions/41/comments/61'],
    ['a page', (r) => r.comments.list(41), 'GET', '/api/v1/questions/41/comments'],
    ['an iteration', (r) => r.comments.list(41).toArray({ max: 5 }), 'GET', '/api/v1/questions/41/comments'],
  ])('%s', async (_, call, method, address) => {
    const error = await failWith(missing(), call);
    expect(error.request).toMatchObject({ method, address });
    expect(error.request?.path).toMatch(/\{\w+\}/);
    expect(error.message.startsWith(`${method} ${address}: 404`)).toBe(true);
    expect(error.summary.startsWith(`${method} ${address}: `)).toBe(true);
    expect(structuredClone(error).message).toContain(address);
  });

  test.each<[string, Reply]>([
    ['a lost connection', networkError('ECONNRESET')],
    [
      'an answer of another shape',
      answer({ success: true, message: 'ok', organization: { ...organization, id: 'x' } }),
    ],
    ['an answer that is no JSON', answer('<p>')],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: 'https://evil.example/' } })],
    ['a failure of the service', answer('', { status: 503 })],
  ])('%s', async (_, reply) => {
    const error = await failWith(reply, (r) => r.organizations.get(4711));
    expect(error.request?.address).toBe('/api/v1/organizations/4711');
    expect(error.message).toMatch(/^GET \/api\/v1\/organizations\/4711: /);
    expect(error.attempts).toBe(1);
  });

  test('an argument that is wrong has the name of its place instead', async () => {
    const error = await failWith(missing(), (r) => r.comments.get(41, Number.NaN));
    expect(error.request?.address).toBe('/api/v1/questions/41/comments/{id}');
    expect(error.attempts).toBeUndefined();
  });

  test('never has the host, its path or the query', async () => {
    const baseUrl = 'https://service.example/tenant-7';
    const error = await failWith(missing(), (r) => r.questions.list({ page: 5, per_page: 3 }), { baseUrl });
    expect(error.request?.address).toBe('/api/v1/my/questions');
    expect(inspect(error)).not.toMatch(/service\.example|tenant|per_page/);
  });
});

describe('a path of `request` is shown without what can be a secret', () => {
  const token = 'abcdefghijklmnopqrst';
  const send = (path: string, accessToken = 'Tk9_5e0f9a37c1b84d26a0c7') =>
    failWith(missing(), (r) => r.request({ method: 'GET', path }), { accessToken });

  test.each([
    ['/api/v1/news/7/read', '/api/v1/news/7/read'],
    ['/api/v1/news/12345678901234567890', '/api/v1/news/12345678901234567890'],
    ['/api/v1/languages/zh-TW', '/api/v1/languages/zh-TW'],
    ['/api/v1/files/A1b2C3d4E5f6G7h', '/api/v1/files/A1b2C3d4E5f6G7h'],
    // From 16 characters on, it can be a secret.
    ['/api/v1/files/A1b2C3d4E5f6G7h8', '/api/v1/files/{id}'],
    ['/api/v1/files/3fa85f64-5717-4562-b3fc-2c963f66afa6/lines', '/api/v1/files/{id}/lines'],
    ['/api/v1/files/123456789012345678901', '/api/v1/files/{id}'],
    ['/api/v1/people/joe@x.org/saved-texts', '/api/v1/people/{id}/saved-texts'],
    ['/api/v1/code:12345678', '/api/v1/{id}'],
  ])('%s as %s', async (path, address) => {
    const error = await send(path);
    expect(error.request?.address).toBe(address);
    expect(error.message).toContain(`GET ${address}: `);
  });

  test('a very long path is cut', async () => {
    const error = await send(`/api/v1${'/segment/12'.repeat(500)}`);
    expect(error.request?.address).toHaveLength(200);
    expect(error.message.length).toBeLessThan(400);
  });

  test.each(['/api/v1/\u001b[31m', '/api/v1/a\nb', '/api/v1/%00', '/api/v1/../x'])(
    'one with control characters, escapes or dots is not sent: %j',
    async (path) => {
      const error = await send(path);
      expect(error).toMatchObject({ name: 'InputError', request: undefined });
      expect(JSON.stringify(error)).not.toContain('u001b');
    },
  );

  test('the token is masked in it, also where the template would show it', async () => {
    for (const path of [
      `/api/v1/${token}/x`,
      `/api/v1/${token.toUpperCase()}/x`,
      `/api/v1/${token.slice(0, 12)}`,
    ]) {
      const told: unknown[] = [];
      const tell = (...what: unknown[]): void => void told.push(what);
      const logger = { debug: tell, info: tell, warn: tell, error: tell };
      const hooks = { onRequest: tell, onResponse: tell };
      for (const accessToken of [token, () => token]) {
        const options = { accessToken, logger, hooks, logLevel: 'debug' };
        const error = await failWith(missing(), (r) => r.request({ method: 'GET', path }), options);
        const shown = `${inspect(error, { depth: 9, showHidden: true })}${JSON.stringify([error, told])}`;
        expect(told.length).toBeGreaterThan(3);
        expect(shown.toLowerCase()).not.toContain(token.slice(0, 8));
        expect(error.request?.address).toMatch(/^\/api\/v1\/(\[redacted\]|\{id\})/);
      }
    }
    const short = await send('/api/v1/t0k/t0ken/x', 't0k');
    expect(short.request).toMatchObject({
      path: '/api/v1/{id}/{id}/x',
      address: '/api/v1/[redacted]/t0ken/x',
    });
    const word = await send('/api/v1/word/x', 'word');
    expect(JSON.stringify(word)).not.toContain('word');
    const wrong = { method: 'GET', path: `/api/v1/${token}` } as const;
    const refused = await failWith(missing(), (r) => r.request(wrong, { retries: -1 }), {
      accessToken: token,
    });
    expect(refused.name).toBe('InputError');
    expect(JSON.stringify(refused)).not.toContain(token.slice(0, 8));
  });
});

describe('the id that the service gave a request', () => {
  const withId = (id: string, status = 404) => answer({}, { status, headers: { 'x-request-id': id } });
  const token = 'Tk9_5e0f9a37c1b84d26a0c7';

  test('is in the error, in its message, and in its JSON', async () => {
    const error = await failWith(withId('4f1c-9b'), (r) => r.organizations.get(21));
    expect(error.requestId).toBe('4f1c-9b');
    expect(error.message).toContain(' (request id 4f1c-9b). ');
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ requestId: '4f1c-9b', attempts: 1 });
  });

  test('is in no error of a service that gives none', async () => {
    for (const reply of [missing(), withId('')]) {
      const error = await failWith(reply, (r) => r.organizations.get(21));
      expect(error.requestId).toBeUndefined();
      expect(error.message).not.toContain('request id');
    }
  });

  test.each([
    ['the token', token],
    ['the token in other letters', token.toUpperCase()],
    ['its beginning', token.slice(0, 9)],
    ['the token, encoded', encodeURIComponent(token).replace('_', '%5f')],
    ['a parameter', `access_token=${'x'.repeat(20)}`],
    ['a long text with the token', `${'x'.repeat(100)}${token}`],
  ])('shows no secret: %s', async (_, id) => {
    const error = await failWith(withId(id), (r) => r.organizations.get(21), { accessToken: token });
    expect(error.requestId).toContain('[redacted]');
    expect(inspect(error).toLowerCase()).not.toContain(token.slice(0, 8).toLowerCase());
  });

  test('is one line', async () => {
    const error = await failWith(withId('a\u001b[31m\u0085b'), (r) => r.organizations.get(21));
    expect(error.requestId).toBe('a [31m b');
  });

  test('is that of the last attempt, whose number the error has', async () => {
    vi.useFakeTimers();
    const fetch = recordedFetch(withId('first', 503), withId('second', 503), withId('third', 503));
    const call = rejection(requesterOn(fetch).organizations.get(21));
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect(await call).toMatchObject({ name: 'ServerError', requestId: 'third', attempts: 3 });
  });
});
