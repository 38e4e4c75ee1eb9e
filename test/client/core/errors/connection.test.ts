import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { Agent, fetch as undiciFetch } from 'undici';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { makeConnectionError } from '../../../../src/client/core/errors/from-throw.js';
import { readFailedFetch } from '../../../../src/client/core/runtime/connections.js';
import { ConnectionError, type Fetch, Requester } from '../../../../src/index.js';
import { networkError, recordedFetch, rejection, requesterOn, TOKEN } from '../../../recorded-fetch.js';

const request = { method: 'POST', path: '/x', address: '/x' };
const explain = (thrown: unknown) =>
  makeConnectionError(thrown, readFailedFetch(thrown), { request, isRead: false });

describe('a failure to connect', () => {
  test.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
    'CERT_HAS_EXPIRED',
    'CRL_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'HOSTNAME_MISMATCH',
    'INVALID_CA',
    'UND_ERR_PRX_CONN',
    'UND_ERR_PRX_TLS',
    'UND_ERR_SOCKS5',
    'ERR_PROXY_TUNNEL',
    'FailedToOpenSocket',
  ])('%s was provably not sent', (code) => {
    expect(explain(networkError(code))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'not_sent',
      phase: 'connect',
      code,
      message: expect.stringContaining('Nothing was sent'),
    });
  });

  test('of every address of a host was provably not sent', () => {
    const errors = ['ECONNREFUSED', 'ENETUNREACH'].map((code) => Object.assign(new Error(), { code }));
    const thrown = new TypeError('fetch failed', { cause: new AggregateError(errors) });
    expect(explain(thrown)).toMatchObject({ outcome: 'not_sent', code: 'ECONNREFUSED' });
  });

  test('of a proxy was provably not sent, whatever caused it', () => {
    const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
    const thrown = networkError('UND_ERR_PRX_CONN', { cause });
    expect(explain(thrown)).toMatchObject({ outcome: 'not_sent', code: 'UND_ERR_PRX_CONN' });
  });

  test('that a framework throws to render a page later is told once, and recognised by it again', async () => {
    const thrown = Object.assign(new Error(`it used no-store fetch https://x?access_token=${TOKEN}`), {
      digest: 'DYNAMIC_SERVER_USAGE',
    });
    const fetch = recordedFetch(thrown);
    const error = await rejection(requesterOn(fetch).account.get());
    expect(error).toMatchObject({
      name: 'ConnectionError',
      outcome: 'not_sent',
      phase: 'connect',
      digest: 'DYNAMIC_SERVER_USAGE',
      message: expect.stringContaining('rendered ahead of time'),
    });
    expect(String(error)).not.toContain(TOKEN);
    expect(fetch.arrived).toHaveLength(1);
  });

  test('keeps no digest of another kind, which can hold anything', () => {
    const thrown = Object.assign(new Error(), { digest: `NEXT_REDIRECT;push;/?token=${TOKEN}` });
    expect(explain(thrown)).not.toHaveProperty('digest');
  });

  test.each([
    ['connect', 'not_sent'],
    ['read', 'unknown'],
  ])('that node-fetch tells of a system call, %s, is %s', (erroredSysCall, outcome) => {
    const facts = { name: 'FetchError', type: 'system', code: 'ECONNREFUSED', errno: 'ECONNREFUSED' };
    expect(explain(Object.assign(new Error('m'), facts, { erroredSysCall }))).toMatchObject({ outcome });
  });

  test('that timed out in the system was provably not sent', () => {
    const thrown = networkError('ETIMEDOUT', { syscall: 'connect' });
    expect(explain(thrown)).toMatchObject({ outcome: 'not_sent', phase: 'connect' });
  });
});

/** What fetch throws in each runtime, as it was recorded there. */
const nodeError = (message: string, facts: object = {}) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), facts) });
const denoError = (message: string) => new TypeError('fetch failed', { cause: new Error(message) });
const bunError = (message: string, code: string) => Object.assign(new TypeError(message), { code, errno: 0 });

describe('a connection that was never made, by the message of', () => {
  const denoConnect = 'error sending request for url (https://127.0.0.1:1/): client error (Connect): ';

  test.each([
    ['Node, a forbidden port', nodeError('bad port')],
    [
      'Node, a connection that ends within the TLS handshake',
      nodeError('Client network socket disconnected before secure TLS connection was established', {
        code: 'ECONNRESET',
        host: '127.0.0.1',
      }),
    ],
    [
      'Node, a server without TLS',
      nodeError(
        '401D:error:0A00010B:SSL routines:tls_validate_record_header:wrong version number:../deps/openssl/openssl/ssl/record/methods/tlsany_meth.c:77:\n',
        { code: 'ERR_SSL_WRONG_VERSION_NUMBER' },
      ),
    ],
    [
      'Node, a server with an old TLS only',
      nodeError(
        '401D:error:0A00042E:SSL routines:ssl3_read_bytes:tlsv1 alert protocol version:../deps/openssl/openssl/ssl/record/rec_layer_s3.c:918:SSL alert number 70\n',
        { code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' },
      ),
    ],
    [
      'Node, a certificate of its own',
      nodeError('self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    ],
    [
      'Node, a certificate of nobody',
      nodeError('unable to verify the first certificate', { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }),
    ],
    [
      'Node, a certificate of an unknown issuer',
      nodeError('x', { code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' }),
    ],
    [
      'Node, a certificate of the future',
      nodeError('certificate is not yet valid', { code: 'CERT_NOT_YET_VALID' }),
    ],
    [
      'Deno, a refused connection',
      denoError(`${denoConnect}tcp connect error: Connection refused (os error 111)`),
    ],
    [
      'Deno, a name that does not exist',
      denoError(`${denoConnect}dns error: failed to lookup address information`),
    ],
    ['Deno, an unknown certificate', denoError(`${denoConnect}invalid peer certificate: UnknownIssuer`)],
    ['Deno, a handshake that ends', denoError(`${denoConnect}tls handshake eof`)],
    [
      'Deno, a reset within the handshake',
      denoError(`${denoConnect}Connection reset by peer (os error 104)`),
    ],
    ['Deno, a proxy that refuses', denoError(`${denoConnect}unsuccessful tunnel`)],
    ['Deno, a proxy that wants a password', denoError(`${denoConnect}proxy authentication required`)],
    ['Deno, a proxy that closes', denoError(`${denoConnect}unexpected eof while tunneling`)],
    ['Deno, a forbidden port', new TypeError('Fetch failed: Requests to port 1 are blocked')],
    ['Bun, a refused connection', bunError('ECONNREFUSED: Unable to connect.', 'ECONNREFUSED')],
    ['Bun, an older one', bunError('Unable to connect.', 'ConnectionRefused')],
    ['Bun, an unknown certificate', bunError('self signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT')],
    [
      'Bun, a server without TLS',
      bunError('EPROTO: The TLS handshake failed. Does the server speak TLS?', 'EPROTO'),
    ],
  ])('%s: was provably not sent', (_, thrown) => {
    expect(explain(thrown)).toMatchObject({
      outcome: 'not_sent',
      phase: 'connect',
      message: expect.stringMatching(/no connection to the service \([A-Z]\w+\)\. Nothing was sent/),
    });
  });
});

/** What Bun throws when a proxy refuses a tunnel, as it was recorded there. */
const bunRefusal = (facts: object) =>
  Object.assign(new Error('Proxy refused to open a tunnel: 403 Forbidden'), {
    status: 403,
    statusText: 'Forbidden',
    headers: {},
    ...facts,
  });

describe('a proxy that refuses a tunnel', () => {
  test('is named with its status on Bun', () => {
    const error = explain(bunRefusal({ code: 'ERR_PROXY_TUNNEL' }));
    expect(error).toMatchObject({ outcome: 'not_sent', phase: 'connect' });
    expect(error.message).toBe(
      'POST /x: the proxy refused to connect to the service (403). Nothing was sent; check the proxy, and the user name and password for it.',
    );
  });

  test('is not believed of a fetch that throws for a status of the service', () => {
    expect(explain(bunRefusal({}))).toMatchObject({ outcome: 'unknown' });
  });

  test('is not believed of an abort that is not of connecting', () => {
    const cause = Object.assign(new Error('Response size (9) larger than maxSize (8)'), {
      name: 'AbortError',
      code: 'UND_ERR_ABORTED',
    });
    expect(explain(new TypeError('fetch failed', { cause }))).toMatchObject({ outcome: 'unknown' });
  });
});

describe('a failure that can come after the request was sent, by the message of', () => {
  test.each([
    ['Node, an interface that goes down', nodeError('read ENETDOWN', { code: 'ENETDOWN', syscall: 'read' })],
    ['Node, a host that is lost', nodeError('read EHOSTUNREACH', { code: 'EHOSTUNREACH', syscall: 'read' })],
    [
      'Node, a network that is lost',
      nodeError('write ENETUNREACH', { code: 'ENETUNREACH', syscall: 'write' }),
    ],
    [
      'Node, a connection that is refused later',
      nodeError('read ECONNREFUSED', { code: 'ECONNREFUSED', syscall: 'read' }),
    ],
    ['Node, a reset', nodeError('read ECONNRESET', { code: 'ECONNRESET', syscall: 'read' })],
    ['Node, a closed socket', nodeError('other side closed', { code: 'UND_ERR_SOCKET' })],
    [
      'Node, an alert about the own certificate',
      nodeError('tlsv13 alert certificate required', { code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' }),
    ],
    [
      'Node, a record that is not TLS',
      nodeError('wrong version number', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }),
    ],
    [
      'Deno, a closed connection',
      denoError(
        'error sending request from 127.0.0.1:3 for http://127.0.0.1:4/ (127.0.0.1:4): client error (SendRequest): connection closed before message completed',
      ),
    ],
    ['Deno, a reset', denoError('Connection reset by peer (os error 104)')],
    [
      'Bun, a closed connection or handshake',
      bunError('ECONNRESET: The socket connection was closed unexpectedly.', 'ECONNRESET'),
    ],
    [
      'workerd, a refused or a lost connection',
      Object.assign(new Error('Network connection lost.'), { retryable: true }),
    ],
    ['workerd, anything else', new Error('internal error; reference = ng30di2nde2je3lkgk7as8ka')],
    ['Chromium, whatever failed', new TypeError('Failed to fetch')],
    ['somebody who quotes a port', new Error('a bad port of call')],
  ])('%s: may have been carried out', (_, thrown) => {
    expect(explain(thrown)).toMatchObject({ outcome: 'unknown', phase: 'request' });
  });

  test('with one refused and one reset address, a write may have been carried out', () => {
    const errors = [
      Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }),
      Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' }),
    ];
    const thrown = new TypeError('fetch failed', { cause: new AggregateError(errors) });
    expect(explain(thrown)).toMatchObject({ outcome: 'unknown' });
  });
});

describe('a lost connection', () => {
  test.each(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'ETIMEDOUT', 'EPROTO'])(
    '%s may have been carried out',
    (code) => {
      expect(explain(networkError(code))).toMatchObject({
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
    expect(explain(thrown)).toMatchObject({ outcome: 'unknown' });
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
    expect(explain(thrown)).toMatchObject({ outcome: 'unknown', code: undefined });
  });

  test.each([
    ['TypeError', 'TypeError'],
    ['AbortError', 'AbortError'],
    [`Error of ${TOKEN}`, undefined],
    [TOKEN, undefined],
    [5, undefined],
  ])('named %j shows the name only if it looks like that of an error', (name, thrownName) => {
    const error = explain({ name });
    expect(error.thrownName).toBe(thrownName);
    expect(`${error.message}${JSON.stringify(error)}`).not.toContain(TOKEN);
  });

  test.each([
    [8, 'not_sent'],
    [9, 'unknown'],
  ])('is found in causes: at depth %i, the outcome is %s', (depth, outcome) => {
    let thrown: Error = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    for (let level = 0; level < depth; level += 1) thrown = new Error('outer', { cause: thrown });
    expect(explain(thrown)).toMatchObject({ outcome });
  });

  test('whose causes form a circle is reported', () => {
    const circle = new Error('a') as Error & { cause: unknown };
    circle.cause = circle;
    expect(explain(circle)).toMatchObject({ outcome: 'unknown' });
  });

  test('keeps only the code and the name of the foreign error', () => {
    const thrown = networkError('ECONNRESET', { request: { url: `https://x/?access_token=${TOKEN}` } });
    const error = explain(thrown);
    const own = [
      'advice',
      'attempts',
      'code',
      'name',
      'outcome',
      'phase',
      'request',
      'requestId',
      'retryAfter',
      'status',
    ];
    expect(Object.keys(error).sort()).toEqual([...own, 'thrownName']);
  });
});

test('a fetch that resolves to undefined is a ConnectionError', async () => {
  const fetch = async () => undefined as unknown as Response;
  expect(await rejection(requesterOn(fetch, { retries: 0 }).account.get())).toBeInstanceOf(ConnectionError);
});

test('a fetch that throws synchronously is a ConnectionError', async () => {
  const fetch = () => {
    throw new Error('not today');
  };
  expect(await rejection(requesterOn(fetch, { retries: 0 }).account.get())).toBeInstanceOf(ConnectionError);
});

describe('over real sockets', () => {
  let server: { close(): unknown } | undefined;
  afterEach(() => server?.close());

  const listenAt = async (made: Server | ReturnType<typeof createSocketServer>): Promise<string> => {
    server = made;
    await new Promise<void>((ready) => made.listen(0, '127.0.0.1', ready));
    const { port } = made.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  };
  const listening = async (made: Parameters<typeof listenAt>[0]): Promise<Requester> =>
    new Requester({ baseUrl: await listenAt(made), accessToken: TOKEN, retries: 0 });
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

  test('a forbidden port was provably not sent', async () => {
    const requester = new Requester({ baseUrl: 'http://127.0.0.1:1', accessToken: TOKEN, retries: 0 });
    expect(await create(requester)).toMatchObject({ outcome: 'not_sent', phase: 'connect' });
  });

  const overTls = async (made: Server | ReturnType<typeof createSocketServer>): Promise<Requester> => {
    await listening(made);
    const { port } = made.address() as AddressInfo;
    return new Requester({ baseUrl: `https://127.0.0.1:${port}`, accessToken: TOKEN, retries: 0 });
  };

  test('a server without TLS was provably not sent anything', async () => {
    const requester = await overTls(createServer());
    expect(await create(requester)).toMatchObject({ outcome: 'not_sent', phase: 'connect' });
  });

  test('a connection that ends within the TLS handshake was provably not sent anything', async () => {
    const requester = await overTls(
      createSocketServer((socket) => void socket.once('data', () => socket.end())),
    );
    expect(await create(requester)).toMatchObject({
      outcome: 'not_sent',
      phase: 'connect',
      code: 'ECONNRESET',
    });
  });

  test('a connection that closes before an answer leaves the outcome unknown', async () => {
    const requester = await listening(createServer((incoming) => incoming.socket.destroy()));
    expect(await create(requester)).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
  });

  test('a connection that is reset leaves the outcome unknown', async () => {
    const requester = await listening(createServer((incoming) => incoming.socket.resetAndDestroy()));
    expect(await create(requester)).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
  });

  test.each<[string, (socket: Socket) => unknown]>([
    ['is closed', (socket) => socket.end()],
    ['is reset', (socket) => socket.resetAndDestroy()],
  ])('a kept connection that %s as a write comes leaves the outcome unknown', async (_, leave) => {
    const arrived: string[] = [];
    const baseUrl = await listenAt(
      createSocketServer((socket) => {
        const answered: string[] = [];
        socket
          .on('error', () => undefined)
          .on('data', (bytes) => {
            const [line = ''] = String(bytes).split(' HTTP');
            arrived.push(line.split('?', 1)[0] ?? '');
            // As a server whose time for idle connections is over at this moment.
            if (answered.length > 0) return leave(socket);
            answered.push(line);
            socket.write(
              'HTTP/1.1 404 Not Found\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
            );
          });
      }),
    );
    // So that nothing opens another connection.
    const dispatcher = new Agent({ connections: 1 });
    onTestFinished(() => dispatcher.destroy());
    // Its types are those of its own Response; what is used of it is the same.
    const fetch = ((url: string, init: object) =>
      undiciFetch(url, { ...init, dispatcher })) as unknown as Fetch;
    const requester = new Requester({ baseUrl, accessToken: TOKEN, fetch });
    await rejection(requester.account.get());
    const write = rejection(requester.organizations.create({ name: 'n' }, { retries: 5 }));
    expect(await write).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', phase: 'request' });
    expect(arrived).toEqual(['GET /api/v1/my', 'POST /api/v1/organizations']);
  });

  test('an answer that is not HTTP leaves the outcome unknown', async () => {
    const requester = await listening(createSocketServer((socket) => void socket.end('hello\r\n\r\n')));
    expect(await create(requester)).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
  });

  test('an answer that is shorter than its content-length does not say whether the write was done', async () => {
    const requester = await listening(
      createServer((incoming, response) => {
        response.writeHead(201, { 'content-type': 'application/json', 'content-length': '1000' });
        response.write('{"success":true');
        setImmediate(() => incoming.socket.destroy());
      }),
    );
    expect(await create(requester)).toMatchObject({
      name: 'UnexpectedAnswerError',
      outcome: 'unknown',
      status: 201,
    });
  });
});

test('a write that could not connect is sent again', async () => {
  const fetch = recordedFetch(networkError('ECONNREFUSED'));
  await rejection(requesterOn(fetch, { retries: 1 }).organizations.create({ name: 'n' }));
  expect(fetch.arrived).toHaveLength(2);
});
