import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TRY_LATER } from '../../../../src/client/core/errors/advice.js';
import * as library from '../../../../src/index.js';
import * as signIn from '../../../../src/oauth.js';
import * as texts from '../../../../src/texts.js';
import { account } from '../../../fixtures.js';
import { answer, networkError, recordedFetch, rejection, requesterOn } from '../../../recorded-fetch.js';

const {
  ApiError,
  AuthenticationError,
  ConnectionError,
  InputError,
  isRequesterError,
  MalformedRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  RedirectError,
  RequesterError,
  ServerError,
  UnexpectedAnswerError,
  ValidationError,
} = library;

const create = (reply: Response | Error) =>
  rejection(requesterOn(recordedFetch(reply), { retries: 0 }).organizations.create({ name: 'n' }));

const failed = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  create(answer(body, { status, headers: { 'x-request-id': 'req-1', ...headers } }));

/** What every refusal of the service has. */
const own = { success: false, message: 'Refused' };

describe('a refusal by status', () => {
  test.each([
    [400, { ...own, message: 'Bad' }, ApiError, 'ApiError'],
    // The words mean a body that can't be read with one status alone.
    [400, { ...own, message: 'Problems parsing JSON' }, ApiError, 'ApiError'],
    [404, { ...own, message: 'Problems parsing JSON' }, NotFoundError, 'NotFoundError'],
    [
      401,
      { success: false, message: 'Requires authentication', error_code: 401 },
      AuthenticationError,
      'AuthenticationError',
    ],
    [402, { ...own, message: 'Pay' }, ApiError, 'ApiError'],
    [403, { message: 'Problems parsing JSON' }, MalformedRequestError, 'MalformedRequestError'],
    [403, { ...own, message: 'Forbidden' }, PermissionError, 'PermissionError'],
    [404, { success: false, message: 'Page not Found', error_code: 404 }, NotFoundError, 'NotFoundError'],
    [409, own, ApiError, 'ApiError'],
    [418, own, ApiError, 'ApiError'],
    [
      422,
      { message: 'Validation Fail', error_code: 201, success: false, errors: {} },
      ValidationError,
      'ValidationError',
    ],
    [429, own, RateLimitError, 'RateLimitError'],
    [499, own, ApiError, 'ApiError'],
  ])('%i %j has its class, and nothing was done', async (status, body, Class, name) => {
    const error = await failed(status, body);
    expect(error).toBeInstanceOf(Class);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toBeInstanceOf(RequesterError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name, status, outcome: 'rejected', requestId: 'req-1' });
  });

  test.each([
    [408, own, 'ApiError'],
    [403, '', 'PermissionError'],
    [403, { message: 'Forbidden' }, 'PermissionError'],
    [404, '<h1>Not found</h1>', 'NotFoundError'],
    [409, {}, 'ApiError'],
    [422, { success: true, message: 'Refused' }, 'ValidationError'],
    [429, { message: 'API rate limit exceeded' }, 'RateLimitError'],
  ])('%i %j may not be the word of the service, so the outcome is unknown', async (status, body, name) => {
    const advice = { code: 'look-first' };
    expect(await failed(status, body)).toMatchObject({ name, status, outcome: 'unknown', advice });
  });

  test('has the message of the service', async () => {
    expect(await failed(404, { success: false, message: 'Page not Found', error_code: 404 })).toMatchObject({
      code: 404,
      serverMessage: 'Page not Found',
      request: { method: 'POST', path: '/api/v1/organizations', address: '/api/v1/organizations' },
    });
  });

  test.each([[null], ['text'], [[1]], [{ message: 5, error_code: '404' }]])(
    'can have a body that is %j',
    async (body) => {
      const error = await failed(404, JSON.stringify(body));
      expect(error).toMatchObject({ name: 'NotFoundError', code: undefined, serverMessage: undefined });
    },
  );

  test('is not an instance of the other classes', async () => {
    const error = await failed(404, {});
    expect(error).not.toBeInstanceOf(AuthenticationError);
    expect(error).not.toBeInstanceOf(ServerError);
  });
});

describe('a ValidationError', () => {
  const errors = { language: "can't be blank", question_bodies: 'is invalid' };

  test('has each field with its message', async () => {
    expect(await failed(422, { message: 'Validation Fail', errors })).toMatchObject({ errors });
  });

  test('names the fields in its message', async () => {
    const error = await failed(422, { success: false, message: 'Validation Fail', errors });
    expect((error as Error).message).toBe(
      "POST /api/v1/organizations: 422 (Validation Fail): refused: language can't be blank; question_bodies is invalid (request id req-1). Correct it and call again; nothing was done.",
    );
  });

  test.each([
    ['a list of texts', { name: ['is short', 'is dull'] }, { name: 'is short, is dull' }],
    ['an object', { name: { too: 'short' } }, { name: '{"too":"short"}' }],
    ['a number', { name: 5 }, { name: '5' }],
    ['null', { name: null }, { name: 'null' }],
  ])('accepts %s as a message', async (_, given, taken) => {
    const error = await failed(422, { errors: given });
    expect(Object.entries((error as library.ValidationError).errors)).toEqual(Object.entries(taken));
  });

  test.each([null, 'bad', [], 5, undefined])('can have errors that are %j', async (odd) => {
    const error = await failed(422, { errors: odd });
    expect(error).toMatchObject({ name: 'ValidationError', errors: {} });
    expect((error as Error).message).toContain('the data');
  });
});

describe('retryAfter', () => {
  test('is in milliseconds after a 429', async () => {
    const error = await failed(429, own, { 'retry-after': '90' });
    expect(error).toMatchObject({ retryAfter: 90_000, message: expect.stringContaining('90 s') });
  });

  test('is in milliseconds after a 503', async () => {
    expect(await failed(503, '', { 'retry-after': '1.5' })).toMatchObject({ retryAfter: 1_500 });
  });

  test('is undefined without the header', async () => {
    expect(await failed(429, {})).toMatchObject({ retryAfter: undefined });
  });
});

describe('any other failure', () => {
  test.each([500, 501, 502, 503, 504, 599])('%i is a ServerError, its outcome unknown', async (status) => {
    const error = await failed(status, { message: 'down' });
    expect(error).toBeInstanceOf(ServerError);
    expect(error).not.toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ name: 'ServerError', status, outcome: 'unknown', requestId: 'req-1' });
    expect((error as Error).message).toContain('(down)');
  });

  test.each([300, 301, 302, 303, 304, 307, 308])(
    '%i is a RedirectError, its outcome unknown',
    async (status) => {
      const headers = { location: 'https://evil.example/', 'x-request-id': 'req-1' };
      const error = await create(new Response(null, { status, headers }));
      expect(error).toBeInstanceOf(RedirectError);
      expect(error).toMatchObject({ name: 'RedirectError', status, outcome: 'unknown', requestId: 'req-1' });
      expect((error as Error).message).toContain('Check baseUrl');
    },
  );

  test('the opaque answer of a browser to a redirect is a RedirectError', async () => {
    const error = await create(Response.error());
    expect(error).toMatchObject({ name: 'RedirectError', outcome: 'unknown' });
  });

  test('a redirect is not followed', async () => {
    const fetch = recordedFetch(
      new Response(null, { status: 302, headers: { location: 'https://evil.example' } }),
    );
    await rejection(requesterOn(fetch).account.get());
    expect(fetch.arrived).toHaveLength(1);
  });

  test('the error of a write says to look before repeating it', async () => {
    expect((await failed(500, {})) as Error).toHaveProperty(
      'message',
      expect.stringContaining('look before you'),
    );
  });
});

describe('across two copies of the package', () => {
  let another: typeof library;
  beforeEach(async () => {
    vi.resetModules();
    another = await import('../../../../src/index.js');
  });
  afterEach(() => vi.resetModules());

  test('there are two copies', () => {
    expect(another.NotFoundError).not.toBe(NotFoundError);
  });

  test('instanceof and isRequesterError recognise an error of the other', async () => {
    const error = await failed(404, {});
    expect(error).toBeInstanceOf(another.NotFoundError);
    expect(error).toBeInstanceOf(another.ApiError);
    expect(error).toBeInstanceOf(another.RequesterError);
    expect(another.isRequesterError(error)).toBe(true);
  });

  test('instanceof distinguishes the classes of the other', async () => {
    const error = await failed(404, {});
    expect(error).not.toBeInstanceOf(another.PermissionError);
    expect(error).not.toBeInstanceOf(another.ServerError);
    expect(error).not.toBeInstanceOf(another.InputError);
  });

  test('an error of the OAuth entry is distinguished from the others', async () => {
    const oauth = await import('../../../../src/oauth.js');
    const error = new oauth.StateMismatchError('x', { outcome: 'not_sent', advice: TRY_LATER });
    expect(isRequesterError(error)).toBe(true);
    expect(error).not.toBeInstanceOf(oauth.OAuthError);
    expect(error).not.toBeInstanceOf(InputError);
  });
});

describe('a class of the user', () => {
  class Missing extends NotFoundError {
    readonly hint = 'look elsewhere';
  }
  const refusal = { outcome: 'rejected', advice: TRY_LATER } as const;

  test('recognises its instances', () => {
    expect(new Missing('gone', refusal)).toBeInstanceOf(Missing);
  });

  test('does not recognise errors of its base class', () => {
    expect(new NotFoundError('gone', refusal)).not.toBeInstanceOf(Missing);
  });

  test('has instances that its base classes recognise', () => {
    expect(new Missing('gone', refusal)).toBeInstanceOf(NotFoundError);
    expect(new Missing('gone', refusal)).toBeInstanceOf(RequesterError);
    expect(isRequesterError(new Missing('gone', refusal))).toBe(true);
  });
});

test.each([
  undefined,
  null,
  0,
  'RequesterError',
  {},
  [],
  new Error('x'),
  new TypeError('fetch failed'),
  Object.create(null),
  { name: 'NotFoundError', outcome: 'rejected' },
  () => undefined,
  new Proxy({}, {}),
])('%s is no error of this package', (value) => {
  expect(isRequesterError(value)).toBe(false);
  expect(value instanceof RequesterError).toBe(false);
  expect(value instanceof NotFoundError).toBe(false);
});

describe('an error', () => {
  test('has every public field and its message in its JSON, without the stack', async () => {
    const error = await failed(422, {
      success: false,
      message: 'Validation Fail',
      error_code: 201,
      errors: { name: 'is bad' },
    });
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'ValidationError',
      message: (error as Error).message,
      outcome: 'rejected',
      request: { method: 'POST', path: '/api/v1/organizations', address: '/api/v1/organizations' },
      status: 422,
      requestId: 'req-1',
      attempts: 1,
      code: 201,
      serverMessage: 'Validation Fail',
      errors: { name: 'is bad' },
      advice: { code: 'correct-request' },
    });
  });

  test('has what happened apart from what to do about it, and both in its message', async () => {
    const error = (await failed(404, own)) as library.RequesterError;
    const summary =
      'POST /api/v1/organizations: 404 (Refused): there is no such resource, or this account cannot see it (request id req-1)';
    expect(error).toMatchObject({ summary, advice: { code: 'check-id' } });
    expect(error.message).toBe(`${summary}. Check the id and the account.`);
  });

  test.each([
    ['InputError', () => new InputError([{ path: 'x', message: 'y' }])],
    ['ConnectionError', () => create(networkError('ECONNRESET'))],
    ['UnexpectedAnswerError', () => create(answer(''))],
    ['ValidationError', () => failed(422, {})],
    ['ServerError', () => failed(500, {})],
  ])('%s can be cloned by structuredClone', async (_, make) => {
    const error = (await make()) as Error;
    expect(structuredClone(error)).toHaveProperty('message', error.message);
  });

  test('begins its stack with its class, and shows its fields when inspected', async () => {
    const error = (await failed(404, own)) as Error;
    expect(inspect(error)).toMatch(/NotFoundError/);
    expect(inspect(error)).toMatch(/outcome: 'rejected'/);
    expect(String(error)).toBe(`NotFoundError: ${error.message}`);
  });

  test('holds no foreign error', async () => {
    const error = await create(networkError('ECONNRESET'));
    expect(error).not.toHaveProperty('cause');
  });

  test('has a request id of at most 200 characters', async () => {
    const error = await failed(404, {}, { 'x-request-id': 'r'.repeat(5_000) });
    const { requestId, message } = error as library.NotFoundError;
    expect(requestId).toHaveLength(200);
    expect(message).toContain(`(request id ${requestId}). `);
  });
});

describe('the message of a refusal says what failed, why and what to do', () => {
  test.each([
    [
      401,
      { success: false, message: 'Requires authentication' },
      'POST /api/v1/organizations: 401 (Requires authentication): the access token is not accepted (request id req-1). Sign the account in again, or check accessToken.',
    ],
    [
      403,
      { message: 'Problems parsing JSON' },
      'POST /api/v1/organizations: 403 (Problems parsing JSON): the body could not be read as JSON (request id req-1). Correct it and call again; nothing was done.',
    ],
    [
      403,
      own,
      'POST /api/v1/organizations: 403 (Refused): this account may not do that (request id req-1). Use an account that may.',
    ],
    [
      404,
      own,
      'POST /api/v1/organizations: 404 (Refused): there is no such resource, or this account cannot see it (request id req-1). Check the id and the account.',
    ],
    [
      429,
      own,
      'POST /api/v1/organizations: 429 (Refused): too many requests (request id req-1). Call again after a while.',
    ],
  ])('%i %j', async (status, body, message) => {
    expect(await failed(status, body)).toHaveProperty('message', message);
  });
});

test('the error of a read names what it was about, and has the template beside it', async () => {
  const fetch = recordedFetch(answer({}, { status: 404 }));
  const error = await rejection(requesterOn(fetch).comments.get(987_654, 123_456));
  const address = '/api/v1/questions/987654/comments/123456';
  expect(error).toMatchObject({
    request: { method: 'GET', path: '/api/v1/questions/{questionId}/comments/{id}', address },
    message: expect.stringMatching(`^GET ${address}: 404: there is no such resource`),
    attempts: 1,
  });
});

test('a successful call has no error', async () => {
  await expect(requesterOn(recordedFetch(answer(account))).account.get()).resolves.toEqual(account);
  expect(ConnectionError.prototype).toBeInstanceOf(Object);
  expect(UnexpectedAnswerError.prototype).toBeInstanceOf(Object);
});

// `instanceof` goes by these names, so that it works between two copies of the package.
test.each(
  Object.entries({ ...library, ...signIn, ...texts }).filter(
    ([, value]) => typeof value === 'function' && value.prototype instanceof Error,
  ),
)('%s is marked by its own name', (name, error) => {
  expect(Reflect.get(error, Symbol.for('translation-requester.error'))).toBe(name);
});
