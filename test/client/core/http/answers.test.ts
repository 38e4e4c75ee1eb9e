import { describe, expect, test, vi } from 'vitest';
import { path } from '../../../../src/client/core/http/address.js';
import { Http } from '../../../../src/client/core/http/http.js';
import { HTTP_OPTIONS, makeSettings } from '../../../../src/client/core/http/settings.js';
import { ApiError, type Requester, ServerError, UnexpectedAnswerError } from '../../../../src/index.js';
import { account, ok, organization } from '../../../fixtures.js';
import { answer, BASE_URL, recordedFetch, rejection, requesterOn, TOKEN } from '../../../recorded-fetch.js';

const MIB = 1024 * 1024;
const text = JSON.stringify(account);

function chunked(pieces: readonly Uint8Array[], init: ResponseInit = {}, end?: Error): Response {
  const left = [...pieces];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = left.shift();
      if (piece !== undefined) controller.enqueue(piece);
      else if (end === undefined) controller.close();
      else controller.error(end);
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/json' }, ...init });
}

const bytes = (from: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(from);
const get = (response: () => Response) =>
  requesterOn(async () => response(), { retries: 0 })
    .account.get()
    .withResponse();
const create = (response: () => Response) =>
  requesterOn(async () => response(), { retries: 0 }).organizations.create({ name: 'n' });

describe('an answer', () => {
  test('in chunks of one byte is joined, also within characters', async () => {
    const japanese = { ...account, message: 'こんにちは 😀' };
    const pieces = [...bytes(JSON.stringify(japanese))].map((byte) => Uint8Array.of(byte));
    const { body } = await get(() => chunked(pieces));
    expect(body).toEqual(japanese);
  });

  test('with a byte order mark is read', async () => {
    const { data } = await get(() => chunked([Uint8Array.of(0xef, 0xbb, 0xbf), bytes(text)]));
    expect(data).toEqual(account);
  });

  test('has no field __proto__, which would change what a copy of it inherits', async () => {
    const escaped = String.raw`\u005f_proto__`;
    const reply = answer(`{"__proto__":{"a":1},"b":{"${escaped}":2},"c":"\\"__proto__\\":1"}`);
    const data = await requesterOn(recordedFetch(reply)).simple.translations.comments.get(1, 2);
    expect(data).toEqual({ '(__proto__)': { a: 1 }, b: { '(__proto__)': 2 }, c: '"__proto__":1' });
    expect(Object.hasOwn(data, '__proto__')).toBe(false);
  });

  test('with white space around it is read', async () => {
    const { data } = await get(() => answer(`\r\n ${text} \n`));
    expect(data).toEqual(account);
  });

  test('with bytes that are not UTF-8 is read, with a replacement character for each', async () => {
    const [before, after] = text.split('buyer@example.com');
    const { data } = await get(() => chunked([bytes(before ?? ''), Uint8Array.of(0xff), bytes(after ?? '')]));
    expect(data.email).toBe('\ufffd');
  });

  test('keeps fields that the contract does not know', async () => {
    const { data } = await get(() => answer({ ...account, nickname: 'b' }));
    expect(data).toMatchObject({ nickname: 'b' });
  });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON;charset=UTF-8',
    'application/problem+json',
    'text/json',
    'text/plain; charset=utf-8',
  ])('of type %s is read as JSON', async (type) => {
    const { data } = await get(() => new Response(text, { headers: { 'content-type': type } }));
    expect(data).toEqual(account);
  });

  test('without a type is read as JSON', async () => {
    const { data } = await get(() => new Response(bytes(text)));
    expect(data).toEqual(account);
  });

  test('of exactly 8 MiB is read', async () => {
    const padding = bytes(' '.repeat(8 * MIB - bytes(text).length));
    const { data } = await get(() => chunked([padding, bytes(text)]));
    expect(data).toEqual(account);
  });
});

describe('an answer that cannot be used', () => {
  const unusable: readonly (readonly [string, () => Response, string])[] = [
    ['is empty', () => answer(''), 'is empty'],
    ['is white space', () => answer(' \n'), 'is empty'],
    ['has no body', () => new Response(null, { status: 204 }), 'is empty'],
    ['is HTML', () => answer('<p>', { headers: { 'content-type': 'text/html' } }), 'content type'],
    ['is JSON called HTML', () => answer(text, { headers: { 'content-type': 'text/html' } }), 'content type'],
    ['is HTML called JSON', () => answer('<!doctype html><p>'), 'is not JSON'],
    ['is cut JSON', () => answer(text.slice(0, -5)), 'is not JSON, or was cut short'],
    ['is two documents', () => answer(text + text), 'is not JSON'],
    [
      'lost its connection',
      () => chunked([bytes(text.slice(0, 9))], {}, new Error('reset')),
      'was cut short',
    ],
    ['is null', () => answer('null'), 'must be an object'],
    ['is a list', () => answer('[]'), 'must be an object'],
    ['is a text', () => answer('"ok"'), 'must be an object'],
    [
      'is of another shape',
      () => answer({ ...account, id: 'eleven' }),
      'id must be an integer; got a string',
    ],
    ['lacks its id', () => answer({ ...account, id: undefined }), 'id must be an integer; got nothing'],
  ];

  test.each(unusable)('because it %s is an UnexpectedAnswerError that says so', async (_, response, why) => {
    const error = await rejection(get(response));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error).toMatchObject({ outcome: 'done', issues: [expect.anything()] });
    expect((error as Error).message).toContain(why);
  });

  test.each(unusable)(
    'because it %s says of a write whether it is the word of the service',
    async (what, response) => {
      const error = await rejection(create(response));
      const isOwn = ['is of another shape', 'lacks its id'].includes(what);
      expect(error).toMatchObject({ name: 'UnexpectedAnswerError', outcome: isOwn ? 'done' : 'unknown' });
      expect((error as Error).message).toContain(isOwn ? 'do not repeat it' : 'look before you repeat it');
    },
  );

  test('because it is longer than 8 MiB is refused without reading the rest', async () => {
    let read = 0;
    const cancel = vi.fn();
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        read += 1;
        controller.enqueue(new Uint8Array(MIB));
      },
      cancel,
    });
    const error = await rejection(get(() => new Response(body)));
    expect(error).toMatchObject({ name: 'UnexpectedAnswerError' });
    expect((error as Error).message).toContain('longer than 8 MiB');
    expect(read).toBeLessThanOrEqual(10);
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  test('shows its beginning on one line of at most 200 characters', async () => {
    const error = await rejection(get(() => answer(`<html>\n\n  <body>${'x'.repeat(500)}`)));
    const { snippet } = error as UnexpectedAnswerError;
    expect(snippet).toMatch(/^<html> <body>x+…$/);
    expect(snippet).toHaveLength(200);
  });
});

describe('the id of what was created', () => {
  const broken = { ...ok, organization: { ...organization, name: 5 } };

  test('is read from the Location of an answer that cannot be used', async () => {
    const location = 'https://other.example/api/v1/organizations/21?page=1#x';
    const error = await rejection(create(() => answer(broken, { status: 201, headers: { location } })));
    expect(error).toMatchObject({ id: 21, location: 'https://other.example/api/v1/organizations/21' });
  });

  test('is read from the answer if there is no Location', async () => {
    const error = await rejection(create(() => answer(broken, { status: 201 })));
    expect(error).toMatchObject({ id: 21, location: undefined });
  });

  test('is undefined if nothing has it', async () => {
    const error = await rejection(create(() => answer('', { status: 201 })));
    expect(error).toMatchObject({ id: undefined, location: undefined });
  });
});

test('the issues of an answer hide the token, even if a field name contains it', async () => {
  const fetch = recordedFetch(answer({ [TOKEN]: 5 }));
  const http = new Http(makeSettings({ baseUrl: BASE_URL, fetch }, HTTP_OPTIONS), TOKEN);
  const mismatch = { message: 'must be a text', refuses: true, index: undefined };
  const inspect = (value: unknown) => ({
    value,
    mismatches: Object.keys(Object(value)).map((path) => ({ ...mismatch, path, place: path })),
  });
  const error = await rejection(
    http.call({ name: 'x', method: 'GET', path: path`/x`, inspect, data: (body) => body }),
  );
  expect(error).toMatchObject({ issues: [{ path: '[redacted]', message: 'must be a text' }] });
  expect(`${JSON.stringify(error)}${(error as Error).stack}`).not.toContain(TOKEN);
});

test.each([
  ['PUT', 'an update', (requester: Requester) => requester.comments.update(41, 7, { body: 'a' })],
  ['DELETE', 'a deletion', (requester: Requester) => requester.comments.delete(41, 7)],
])('the answer to %s creates nothing: no id is taken from that to %s', async (method, _, call) => {
  const location = 'https://service.example/api/v1/comments/21';
  const init = { headers: { location } };
  const fetch = recordedFetch(answer({ id: 21, comment: { id: '21' }, question: { id: 21 } }, init));
  const error = await rejection(call(requesterOn(fetch)));
  expect(error).toMatchObject({
    name: 'UnexpectedAnswerError',
    request: { method },
    id: undefined,
    location,
  });
});

describe('success: false', () => {
  const refused = { success: false, message: 'Not enough points', error_code: 7 };

  test('in a 200 contradicts it, so that the outcome of a write is unknown', async () => {
    const error = await rejection(create(() => answer(refused)));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      name: 'ApiError',
      outcome: 'unknown',
      status: 200,
      code: 7,
      serverMessage: 'Not enough points',
    });
  });

  test('is a refusal even if unexpected shapes are ignored', async () => {
    const requester = requesterOn(recordedFetch(answer(refused)), { onUnexpectedShape: 'ignore' });
    expect(await rejection(requester.account.get())).toMatchObject({ name: 'ApiError', outcome: 'rejected' });
  });

  test('is not repeated', async () => {
    const fetch = recordedFetch(answer(refused));
    await rejection(requesterOn(fetch).account.get());
    expect(fetch.arrived).toHaveLength(1);
  });
});

describe('an answer of another shape', () => {
  const odd = { ...account, email: 5 };
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };

  test('is thrown by default', async () => {
    expect(await rejection(requesterOn(recordedFetch(answer(odd))).account.get())).toMatchObject({
      name: 'UnexpectedAnswerError',
      issues: [{ path: 'email', message: 'must be a string; got an integer' }],
    });
  });

  test('is not repeated', async () => {
    const fetch = recordedFetch(answer(odd));
    await rejection(requesterOn(fetch).account.get());
    expect(fetch.arrived).toHaveLength(1);
  });

  test('is passed on and logged once, with warn', async () => {
    const requester = requesterOn(recordedFetch(answer(odd)), { onUnexpectedShape: 'warn', logger });
    await expect(requester.account.get()).resolves.toEqual(odd);
    expect(logger.warn.mock.calls).toEqual([
      [
        expect.any(String),
        {
          method: 'GET',
          path: '/api/v1/my',
          address: '/api/v1/my',
          issues: [{ path: 'email', message: expect.any(String) }],
        },
      ],
    ]);
  });

  test('is passed on and not logged, with ignore', async () => {
    logger.warn.mockClear();
    const requester = requesterOn(recordedFetch(answer(odd)), { onUnexpectedShape: 'ignore', logger });
    await expect(requester.account.get()).resolves.toEqual(odd);
    expect(logger.warn).not.toHaveBeenCalled();
  });

  test.each(['warn', 'ignore'] as const)(
    'that is not an object is thrown with %s too',
    async (onUnexpectedShape) => {
      const requester = requesterOn(recordedFetch(answer('[]')), { onUnexpectedShape });
      expect(await rejection(requester.account.get())).toMatchObject({ name: 'UnexpectedAnswerError' });
    },
  );
});

describe('a failure whose answer is not JSON', () => {
  test.each([
    ['500 in HTML', 500, '<h1>oops</h1>', 'text/html', ServerError],
    ['502 without a body', 502, '', 'text/plain', ServerError],
    ['404 in HTML', 404, '<h1>where</h1>', 'text/html', ApiError],
    ['400 cut short', 400, '{"message":', 'application/json', ApiError],
  ])(
    '%s has the class of its status, with the beginning of the answer',
    async (_, status, body, type, Class) => {
      const error = await rejection(
        create(() => answer(body, { status, headers: { 'content-type': type } })),
      );
      expect(error).toBeInstanceOf(Class);
      expect(error).toMatchObject({ status, snippet: body });
    },
  );

  test('has the class of its status if its connection is lost', async () => {
    const error = await rejection(
      create(() => chunked([bytes('{"mess')], { status: 422 }, new Error('reset'))),
    );
    expect(error).toMatchObject({ name: 'ValidationError', outcome: 'unknown' });
  });
});

test('a read whose answer lost its connection is tried again', async () => {
  vi.useFakeTimers();
  const fetch = recordedFetch(() => chunked([bytes('{')], {}, new Error('reset')), answer(account));
  const call = requesterOn(fetch).account.get();
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  await expect(call).resolves.toEqual(account);
});
