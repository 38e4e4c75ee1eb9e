import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AnyRequest, Requester } from '../../../../src/index.js';
import { createSandbox, type Sandbox } from '../../../../src/sandbox.js';
import { account } from '../../../fixtures.js';
import {
  answer,
  networkError,
  type Reply,
  recordedFetch,
  rejection,
  requesterOn,
  TOKEN,
} from '../../../recorded-fetch.js';

function on(...replies: readonly Reply[]) {
  const fetch = recordedFetch(...replies);
  return { fetch, requester: requesterOn(fetch) };
}

function requesterFor({ baseUrl, accessToken, fetch }: Sandbox): Requester {
  return new Requester({ baseUrl, accessToken, fetch });
}

const get = (path: string): AnyRequest => ({ method: 'GET', path });

const typed = (body: BodyInit | null, type: string, status = 200): Response =>
  new Response(body, { status, headers: { 'content-type': type } });

describe('a request to any address', () => {
  test('has the token in its query, beside its parameters', async () => {
    const { fetch, requester } = on(answer({ success: true }));
    await requester.request({
      ...get('/api/v1/news'),
      query: { page: 2, q: 'a&b', all: true, not: undefined },
    });
    expect(fetch.last).toMatchObject({ method: 'GET', path: '/api/v1/news', text: undefined });
    expect(fetch.last.query).toEqual({ page: '2', q: 'a&b', all: 'true', access_token: TOKEN });
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('has the token in its body: %s', async (method) => {
    const { fetch, requester } = on(answer({ success: true }));
    await requester.request({ method, path: '/api/v1/news', json: { title: 't', at: new Date(0) } });
    expect(fetch.last).toMatchObject({ method, query: {} });
    expect(fetch.last.json).toEqual({ title: 't', at: '1970-01-01T00:00:00.000Z', access_token: TOKEN });
  });

  test('has the token in its query where a write has no body', async () => {
    const { fetch, requester } = on(answer({ success: true }));
    await requester.request({ method: 'POST', path: '/api/v1/news/7/read' });
    expect(fetch.last).toMatchObject({ query: { access_token: TOKEN }, text: undefined });
  });

  test('sends what was given, not what it was changed to later', async () => {
    const { fetch, requester } = on(answer({ success: true }));
    const [json, query] = [{ title: 'then' }, { page: 1 }];
    const call = requester.request({ method: 'POST', path: '/api/v1/news', json, query });
    json.title = 'now';
    query.page = 2;
    await call;
    expect(fetch.last).toMatchObject({ json: { title: 'then' }, query: { page: '1' } });
  });

  test('works on a real endpoint', async () => {
    const requester = requesterFor(createSandbox());
    const { data, body, response, attempts } = await requester.request(get('/api/v1/my')).withResponse();
    expect(data).toMatchObject({ success: true, id: (await requester.account.get()).id });
    expect({ same: body === data, status: response.status, attempts }).toEqual({
      same: true,
      status: 200,
      attempts: 1,
    });
  });
});

describe('what the answer of any address becomes', () => {
  const bytes = new Uint8Array([0x93, 0xfa, 0x96, 0x7b]);
  const cases: readonly (readonly [string, Response, unknown])[] = [
    ['an object', answer({ a: 1 }), { a: 1 }],
    ['a list', answer('[1]'), [1]],
    ['a number', answer('7'), 7],
    ['another kind of JSON', typed('{"a":1}', 'application/problem+json'), { a: 1 }],
    ['an object that is called a text', typed('{"a":1}', 'text/plain'), { a: 1 }],
    ['an object without a type', new Response(new Blob(['{"a":1}'])), { a: 1 }],
    ['a text that could be a number', typed('007', 'text/plain'), '007'],
    ['a text that begins like JSON', typed('[Verse 1]', 'text/plain'), '[Verse 1]'],
    ['a page', typed('<p>é</p>', 'text/html; charset=utf-8'), '<p>é</p>'],
    ['204', new Response(null, { status: 204 }), undefined],
    [
      '204 with a type',
      new Response(null, { status: 204, headers: { 'content-type': 'application/json' } }),
      undefined,
    ],
    ['nothing', typed('', 'text/plain', 202), undefined],
    ['a file', typed(bytes, 'application/zip'), new Blob([bytes], { type: 'application/zip' })],
    ['a text in another encoding', typed(bytes, 'text/plain'), new Blob([bytes], { type: 'text/plain' })],
    ['a text that says so', typed(bytes, 'text/plain; charset=shift_jis'), '日本'],
    ['a text in an unknown encoding', typed('~', 'text/plain; charset=klingon'), new Blob(['~'])],
    ['a file without a type', new Response(new Blob([bytes])), new Blob([bytes])],
  ];

  test.each(cases)('%s', async (_, reply, expected) => {
    const data = await on(reply).requester.request(get('/api/v1/x'));
    expect(Object.prototype.toString.call(data)).toBe(Object.prototype.toString.call(expected));
    if (data instanceof Blob)
      expect(await data.arrayBuffer()).toEqual(await (expected as Blob).arrayBuffer());
    else expect(data).toEqual(expected);
  });

  test('the file of a revision, as it is', async () => {
    const sandbox = createSandbox();
    const requester = requesterFor(sandbox);
    const project = await requester.projects.create({
      language_id: 'ja',
      translated_language_id: 'en',
      questions: [{ type: 'string', body: 'こんにちは' }],
    });
    const [question] = project.questions;
    sandbox.translators.translateQuestion(question?.id ?? 0, ['Hello']);
    const data = await requester.request(get(`/api/v1/questions/${question?.id}/revisions/1/file`));
    expect(data).toBe('Hello');
  });

  test.each([
    ['JSON that is cut', typed('{"a":', 'application/json'), 'not JSON'],
    ['empty, and said to be JSON', typed('', 'application/json'), 'empty'],
  ])('%s: an error', async (_, reply, why) => {
    const error = await rejection(on(reply).requester.request(get('/api/v1/x')));
    expect(error).toMatchObject({ name: 'UnexpectedAnswerError', message: expect.stringContaining(why) });
  });

  test('longer than maxAnswerSize: an error, whatever it is', async () => {
    const fetch = recordedFetch(typed('x'.repeat(2_000), 'text/plain'));
    const requester = requesterOn(fetch, { maxAnswerSize: 1_000 });
    expect(await rejection(requester.request(get('/api/v1/x')))).toMatchObject({
      name: 'UnexpectedAnswerError',
    });
  });
});

describe('a failed request to any address', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test.each([
    [401, 'AuthenticationError', 'rejected'],
    [404, 'NotFoundError', 'rejected'],
    [422, 'ValidationError', 'rejected'],
    [302, 'RedirectError', 'unknown'],
    [500, 'ServerError', 'unknown'],
  ])('is the error of its status: %i', async (status, name, outcome) => {
    const { requester } = on(answer({ success: false, message: `no ${TOKEN}` }, { status }));
    const error = await rejection(requester.request({ method: 'POST', path: '/api/v1/news/12', json: {} }));
    expect(error).toMatchObject({ name, outcome, request: { method: 'POST', path: '/api/v1/news/{id}' } });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(TOKEN);
  });

  test('is an ApiError where a 200 says that it failed', async () => {
    const { requester } = on(typed('{"success":false}', 'text/plain'));
    expect(await rejection(requester.request(get('/api/v1/x')))).toMatchObject({ name: 'ApiError' });
  });

  test.each([
    ['GET', 3],
    ['POST', 1],
    ['PUT', 1],
    ['PATCH', 1],
    ['DELETE', 1],
  ] as const)('is repeated only if it is a read: %s', async (method, requests) => {
    const { fetch, requester } = on(networkError('ECONNRESET'));
    const call = rejection(requester.request({ method, path: '/api/v1/x' }));
    await vi.runAllTimersAsync();
    expect(await call).toMatchObject({ name: 'ConnectionError' });
    expect(fetch.arrived).toHaveLength(requests);
  });

  test('shows no value of its path', async () => {
    const { requester } = on(answer({}, { status: 404 }));
    const error = await rejection(requester.request(get('/api/v1/files/Ab-secret/9f/v2/lines')));
    expect(error).toMatchObject({ request: { path: '/api/v1/files/{id}/{id}/v2/lines' } });
    const another = await rejection(requester.request(get('/api/v1/people/ann@example.com/saved-texts')));
    expect(another).toMatchObject({ request: { path: '/api/v1/people/{id}/saved-texts' } });
  });
});

describe('nothing is sent', () => {
  const paths: readonly unknown[] = [
    '',
    '/',
    'api/v1/my',
    'https://evil.example/api/v1/my',
    '//evil.example/my',
    '/\\evil.example',
    '/api//v1',
    '/api/v1/../../oauth/token',
    '/api/v1/..',
    '/..',
    '/.',
    '/api/./v1',
    '/.../x',
    '/api/v1/my/',
    '/api/v1/%2e%2e/x',
    '/api/v1/%2F',
    '/api/v1/my?access_token=x',
    '/api/v1/my#x',
    '/a;b',
    '/a/..;/b',
    '/api/v1/my\n',
    '/api/v1/m y',
    '/api/v1/ünï',
    '/api\\..\\x',
    '@evil.example/',
    ':80/x',
    undefined,
    7,
    {},
    new String('/api/v1/my'),
  ];

  test.each(paths)('to the path %j', async (path) => {
    const { fetch, requester } = on(answer({}));
    const error = await rejection(requester.request({ method: 'GET', path } as AnyRequest));
    expect(error).toMatchObject({ name: 'InputError', outcome: 'not_sent', issues: [{ path: 'path' }] });
    expect(fetch.arrived).toEqual([]);
  });

  const circular: { self?: unknown } = {};
  circular.self = circular;
  const wrong: readonly (readonly [string, string, object])[] = [
    ['with a token in its query', 'query.access_token', { query: { access_token: 'x' } }],
    ['with a token in its body', 'json.access_token', { method: 'POST', json: { access_token: 'x' } }],
    [
      'with a token that its body makes',
      'json.access_token',
      { method: 'POST', json: { toJSON: () => ({ access_token: 'x' }) } },
    ],
    ['with a list in its query', 'query', { query: { ids: [1, 2] } }],
    ['with a query of text', 'query', { query: 'a=b' }],
    ['with parameters that are no plain object', 'query', { query: new URLSearchParams('a=b') }],
    ['with NaN in its query', 'query', { query: { page: Number.NaN } }],
    ['with a body in a GET', 'json', { json: {} }],
    ['with a list as its body', 'json', { method: 'POST', json: [1] }],
    ['with a body that is no JSON', 'json', { method: 'POST', json: { n: 1n } }],
    ['with a body that has no end', 'json', { method: 'POST', json: circular }],
    ['by another method', 'method', { method: 'TRACE' }],
    ['by a method in small letters', 'method', { method: 'get' }],
    ['with a misspelt name', 'body', { method: 'POST', body: {} }],
  ];

  test.each(wrong)('%s', async (_, path, given) => {
    const { fetch, requester } = on(answer({}));
    const request = { method: 'GET', path: '/api/v1/my', ...given } as AnyRequest;
    expect(await rejection(requester.request(request))).toMatchObject({
      name: 'InputError',
      issues: [{ path }],
    });
    expect(fetch.arrived).toEqual([]);
  });

  test('without a request, or with a misspelt option', async () => {
    const { fetch, requester } = on(answer({ user: account }));
    expect(await rejection(requester.request(undefined as never))).toMatchObject({ name: 'InputError' });
    const options = { retry: 1 } as object;
    expect(await rejection(requester.request(get('/api/v1/my'), options))).toMatchObject({
      name: 'InputError',
    });
    expect(fetch.arrived).toEqual([]);
  });

  test('twice, where a getter gives another path the second time', async () => {
    const { fetch, requester } = on(answer({}));
    let asked = 0;
    const request = {
      method: 'GET' as const,
      get path() {
        asked += 1;
        return asked === 1 ? '/api/v1/my' : '//evil.example';
      },
    };
    await requester.request(request);
    expect(fetch.arrived.map(({ url }) => url.host + url.pathname)).toEqual(['service.example/api/v1/my']);
  });
});
