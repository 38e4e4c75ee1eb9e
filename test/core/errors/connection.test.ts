import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { connectionError } from '../../../src/core/errors/from-throw.js';
import { ConnectionError, Requester } from '../../../src/index.js';
import { networkError, recordedFetch, rejection, requesterOn, TOKEN } from '../../recorded-fetch.js';

const request = { method: 'POST', path: '/x' };

describe('a failure to connect', () => {
  test.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])('%s was provably not sent', (code) => {
    expect(connectionError(networkError(code), request)).toMatchObject({
      name: 'ConnectionError',
      outcome: 'not_sent',
      phase: 'connect',
      code,
      message: expect.stringContaining('Nothing was sent'),
    });
  });

  test('of every address of a name was provably not sent', () => {
    const errors = ['ECONNREFUSED', 'ENETUNREACH'].map((code) => Object.assign(new Error(), { code }));
    const thrown = new TypeError('fetch failed', { cause: new AggregateError(errors) });
    expect(connectionError(thrown, request)).toMatchObject({ outcome: 'not_sent', code: 'ECONNREFUSED' });
  });

  test('that timed out in the system was provably not sent', () => {
    const thrown = networkError('ETIMEDOUT', { syscall: 'connect' });
    expect(connectionError(thrown, request)).toMatchObject({ outcome: 'not_sent', phase: 'connect' });
  });
});

describe('a lost connection', () => {
  test.each(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'ETIMEDOUT', 'EPROTO'])(
    '%s may have been carried out',
    (code) => {
      expect(connectionError(networkError(code), request)).toMatchObject({
        outcome: 'unknown',
        phase: 'request',
        code,
        message: expect.stringContaining('look before you repeat it'),
      });
    },
  );

  test('to one of several addresses may have been carried out', () => {
    const errors = ['ECONNREFUSED', 'ECONNRESET'].map((code) => Object.assign(new Error(), { code }));
    const thrown = new TypeError('fetch failed', { cause: new AggregateError(errors) });
    expect(connectionError(thrown, request)).toMatchObject({ outcome: 'unknown' });
  });

  test.each([
    ['a TypeError of a browser', new TypeError('Failed to fetch')],
    ['an Error', new Error('boom')],
    ['a text', 'boom'],
    ['nothing', undefined],
    ['null', null],
    ['a code that is no code', Object.assign(new Error(), { code: 'Bearer abc' })],
    ['a number for a code', Object.assign(new Error(), { code: 42 })],
  ])('that is told by %s may have been carried out', (_, thrown) => {
    expect(connectionError(thrown, request)).toMatchObject({ outcome: 'unknown', code: undefined });
  });

  test('whose causes form a circle is told', () => {
    const circle = new Error('a') as Error & { cause: unknown };
    circle.cause = circle;
    expect(connectionError(circle, request)).toMatchObject({ outcome: 'unknown' });
  });

  test('keeps nothing of the foreign error but its code and its name', () => {
    const thrown = networkError('ECONNRESET', { request: { url: `https://x/?access_token=${TOKEN}` } });
    const error = connectionError(thrown, request);
    expect(Object.keys(error).sort()).toEqual(
      [
        'code',
        'name',
        'outcome',
        'phase',
        'request',
        'requestId',
        'retryAfter',
        'status',
        'thrownName',
      ].sort(),
    );
  });
});

test('a fetch that gives nothing at all is a ConnectionError', async () => {
  const fetch = async () => undefined as unknown as Response;
  expect(await rejection(requesterOn(fetch, { retries: 0 }).account.get())).toBeInstanceOf(ConnectionError);
});

test('a fetch that throws at once is a ConnectionError', async () => {
  const fetch = () => {
    throw new Error('not today');
  };
  expect(await rejection(requesterOn(fetch, { retries: 0 }).account.get())).toBeInstanceOf(ConnectionError);
});

describe('over real sockets', () => {
  let server: { close(): unknown } | undefined;
  afterEach(() => server?.close());

  const listening = async (made: Server | ReturnType<typeof createSocketServer>): Promise<Requester> => {
    server = made;
    await new Promise<void>((ready) => made.listen(0, '127.0.0.1', ready));
    const { port } = made.address() as AddressInfo;
    return new Requester({ baseUrl: `http://127.0.0.1:${port}`, accessToken: TOKEN, retries: 0 });
  };
  const create = (requester: Requester) => rejection(requester.organizations.create({ name: 'n' }));

  test('a closed port was provably not sent', async () => {
    const requester = await listening(createServer());
    await new Promise((closed) => (server as Server).close(closed));
    expect(await create(requester)).toMatchObject({
      name: 'ConnectionError',
      outcome: 'not_sent',
      phase: 'connect',
      code: 'ECONNREFUSED',
    });
  });

  test('a name that does not exist was provably not sent', async () => {
    const requester = new Requester({ baseUrl: 'https://nowhere.invalid', accessToken: TOKEN, retries: 0 });
    expect(await create(requester)).toMatchObject({ outcome: 'not_sent', phase: 'connect' });
  });

  test('a connection that closes before an answer leaves the outcome unknown', async () => {
    const requester = await listening(createServer((incoming) => incoming.socket.destroy()));
    expect(await create(requester)).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
  });

  test('a connection that is reset leaves the outcome unknown', async () => {
    const requester = await listening(createServer((incoming) => incoming.socket.resetAndDestroy()));
    expect(await create(requester)).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
  });

  test('an answer that is no HTTP leaves the outcome unknown', async () => {
    const requester = await listening(createSocketServer((socket) => void socket.end('hello\r\n\r\n')));
    expect(await create(requester)).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
  });

  test('an answer that ends before its length leaves the write done', async () => {
    const requester = await listening(
      createServer((incoming, response) => {
        response.writeHead(201, { 'content-type': 'application/json', 'content-length': '1000' });
        response.write('{"success":true');
        setImmediate(() => incoming.socket.destroy());
      }),
    );
    expect(await create(requester)).toMatchObject({
      name: 'UnexpectedAnswerError',
      outcome: 'done',
      status: 201,
    });
  });
});

test('a write that could not connect is sent again', async () => {
  const fetch = recordedFetch(networkError('ECONNREFUSED'));
  await rejection(requesterOn(fetch, { retries: 1 }).organizations.create({ name: 'n' }));
  expect(fetch.arrived).toHaveLength(2);
});
