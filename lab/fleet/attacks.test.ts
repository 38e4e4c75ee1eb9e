import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect as connectSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Requester } from 'translation-requester';
import { toNodeListener } from 'translation-requester/callbacks';
import { createProxyHandler } from 'translation-requester/proxy';
import { createSandbox } from 'translation-requester/sandbox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Counts } from '../../examples/fleet/counts.ts';
import { intakeApp } from '../../examples/fleet/intake/app.ts';
import { queues } from '../../examples/fleet/queues.ts';
import { openDatabase, Results } from '../../examples/fleet/results.ts';
import { withRedis } from './redis.ts';

const connect = withRedis();
const OWN = 'https://intake.example';
const host = 'intake.example';
const JSON_TYPE = { 'content-type': 'application/json' };
const ORDER = JSON.stringify({ account: 'account-1', key: 'shop/1', from: 'en', to: 'ja', text: 'Hello' });
const DECISION = JSON.stringify({ job: 'account-1/shop%2F1', placed: false });

let server: Server;
let all: ReturnType<typeof queues>;
let counts: Counts;

beforeAll(async () => {
  const sandbox = createSandbox();
  const { baseUrl, accessToken } = sandbox;
  const accounts = new Map([
    ['account-1', { name: 'account-1', baseUrl, accessToken, callbackSecret: 'sesame' }],
  ]);
  const redis = connect();
  counts = new Counts(redis);
  all = queues(redis);
  const getClient = () => sandbox.requester(Requester);
  const results = new Results(await openDatabase(':memory:'));
  const app = intakeApp({ accounts, getClient, redis, queues: all, results, counts, origins: [OWN] });
  server = createServer(toNodeListener(async (each) => app.fetch(each))).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => all.orders.obliterate({ force: true }));
afterEach(() => server.closeAllConnections());
afterAll(async () => {
  server.close();
  await counts.end();
});

const getPort = () => (server.address() as AddressInfo).port; // it listens on a port

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Pieces without a length are sent in chunks. */
  readonly body?: string | Iterable<string>;
}

/** Sends what any program can send: exactly these headers. */
async function send({ method = 'GET', path = '/status', headers = {}, body = '' }: Sent) {
  const sending = request({ host: '127.0.0.1', port: getPort(), method, path, headers, setHost: false });
  const answered = once(sending, 'response');
  // The answer may come before the whole body is sent.
  sending.on('error', () => undefined);
  for (const piece of typeof body === 'string' ? [body] : body) sending.write(piece);
  sending.end();
  const [answer]: IncomingMessage[] = await answered;
  if (answer === undefined) throw new Error('There is no answer.');
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

const order = (headers: Sent['headers'], body: Sent['body'] = ORDER) =>
  send({ method: 'POST', path: '/orders', headers: { host, ...JSON_TYPE, ...headers }, body });
const readMessage = ({ body }: { readonly body: string }): unknown => JSON.parse(body).message;

/** No header, and one with each of the values. */
const makeHeaders = (name: string, ...values: string[]): Record<string, string>[] => [
  {},
  ...values.map((value) => ({ [name]: value })),
];
const SITES = makeHeaders('sec-fetch-site', 'same-origin', 'none', 'same-site', 'cross-site', '');
const FOREIGN = [
  'https://evil.example',
  'http://intake.example',
  `${OWN}:444`,
  `${OWN}.evil.example`,
  'null',
  '',
];
const ORIGINS = makeHeaders('origin', OWN, ...FOREIGN);

describe('a request', () => {
  test.each([
    ['a page of another site', { host, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a page of another site, in an old browser', { host, origin: 'https://evil.example' }],
    ['an image, a form or a link of another site', { host, 'sec-fetch-site': 'cross-site' }],
    ['a page of another name below the same domain', { host, 'sec-fetch-site': 'same-site' }],
    ['a page of the same host without TLS', { host, origin: 'http://intake.example' }],
    ['a page of another port', { host, origin: 'https://intake.example:3000' }],
    ['a page without an origin', { host, origin: 'null' }],
    [
      'a page whose host has got this address (DNS rebinding)',
      { host: 'evil.example', 'sec-fetch-site': 'same-origin' },
    ],
    ['such a page, in an old browser', { host: 'evil.example' }],
    ['such a page that sends', { host: 'evil.example', origin: 'https://evil.example' }],
    ['a host that begins like ours', { host: 'intake.example.evil.example' }],
    ['our host at another port', { host: 'intake.example:8080' }],
    ['an address without a name', { host: '127.0.0.1' }],
    ['an empty host', { host: '' }],
  ])('of %s is refused everywhere, with a reason and nothing else', async (_, headers) => {
    const asked = ['/', '/status', '/metrics', '/unknown', '/orders?account=account-1&key=shop/1'].map(
      (path): Sent => ({ path, headers }),
    );
    const told = [
      ['/orders', ORDER],
      ['/unknown', DECISION],
      ['/callbacks/account-1?secret=sesame', '{"id":1}'],
    ].map(
      ([path, body = '']): Sent => ({
        method: 'POST',
        path: `${path}`,
        headers: { ...headers, ...JSON_TYPE },
        body,
      }),
    );
    const preflight: Sent = {
      method: 'OPTIONS',
      path: '/orders',
      headers: { ...headers, 'access-control-request-method': 'POST' },
    };
    for (const each of [...asked, ...told, preflight]) {
      const answer = await send(each);
      expect([each.path, answer.status]).toEqual([each.path, 403]);
      expect(JSON.parse(answer.body)).toEqual({
        message: expect.stringMatching(/^(Pages of other sites|FLEET_ORIGINS does not have) /),
      });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    expect(await all.orders.count()).toBe(0);
  });

  test.each([
    ['a program', {}],
    ['our own page', { origin: OWN, 'sec-fetch-site': 'same-origin' }],
    ['our own page, in an old browser', { origin: OWN }],
    ['a host in capitals', { host: 'INTAKE.Example' }],
  ])('of %s is taken', async (_, headers) => {
    expect((await order(headers)).status).toBe(202);
    expect(await all.orders.count()).toBe(1);
  });

  test('of somebody who types the address is answered with the page', async () => {
    const { status, body } = await send({ path: '/', headers: { host, 'sec-fetch-site': 'none' } });
    expect(status).toBe(200);
    expect(body).toContain('<h1>Fleet</h1>');
  });

  test('is refused as createProxyHandler refuses it, but for typed addresses and for programs that send', async () => {
    const proxy = createProxyHandler({ origins: [OWN], requester: () => undefined });
    const differing: unknown[] = [];
    const headers = SITES.flatMap((site) => ORIGINS.map((origin) => ({ ...site, ...origin })));
    for (const [method, path] of Object.entries({ GET: '/api/v1/my', POST: '/api/v1/projects/check' }))
      for (const given of headers) {
        const { status } = await proxy(new Request(OWN + path, { method, headers: given }));
        const ours = await send({ method, path, headers: { host, ...given } });
        if ((status === 403) !== (ours.status === 403)) differing.push([method, given]);
      }
    const typed = [{ 'sec-fetch-site': 'none' }, { 'sec-fetch-site': 'none', origin: OWN }];
    expect(differing).toEqual([
      ...typed.map((given) => ['GET', given]),
      ['POST', {}],
      ...typed.map((given) => ['POST', given]),
    ]);
  });

  test.each([
    ['without a host', 'GET /status HTTP/1.0\r\n', 403],
    ['without a host, of HTTP/1.1', 'GET /status HTTP/1.1\r\n', 400],
    [
      'of another host, with ours in its address',
      'GET https://intake.example/status HTTP/1.1\r\nHost: evil.example\r\n',
      403,
    ],
    [
      'of another host and then ours',
      'GET /status HTTP/1.1\r\nHost: evil.example\r\nHost: intake.example\r\n',
      403,
    ],
  ])('%s is refused', async (_, head, status) => {
    const socket = connectSocket(getPort(), '127.0.0.1');
    socket.end(`${head}Connection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });
});

describe('a body', () => {
  test.each([
    ['a form', 'application/x-www-form-urlencoded'],
    ['a form with files', 'multipart/form-data; boundary=b'],
    ['a text', 'text/plain;charset=UTF-8'],
    ['a text that mentions JSON', 'text/plain; type=application/json'],
    ['a type that begins like JSON', 'application/jsonp'],
    ['nothing', ''],
  ])('of the type of %s is refused, whatever is in it', async (_, type) => {
    for (const [path, body = ''] of [
      ['/orders', ORDER],
      ['/unknown', DECISION],
    ]) {
      const answer = await send({
        method: 'POST',
        path: `${path}`,
        headers: { host, 'content-type': type },
        body,
      });
      expect([answer.status, readMessage(answer)]).toEqual([
        415,
        'The body must be of the type application/json.',
      ]);
    }
    expect(await all.orders.count()).toBe(0);
  });

  test.each(['', '{', 'account=account-1', `${ORDER}x`])(
    '%j is refused, since it is not JSON',
    async (body) => {
      const answer = await order({}, body);
      expect([answer.status, readMessage(answer)]).toEqual([400, 'The body is not JSON.']);
    },
  );

  const long = JSON.stringify({ ...JSON.parse(ORDER), text: 'あ'.repeat(40_000) });

  test.each([
    ['whole', { 'content-length': `${Buffer.byteLength(long)}` }, [long]],
    ['in chunks', {}, [long]],
    ['with a length that is never sent', { 'content-length': '1000000000' }, ['{']],
    ['in chunks that do not end soon', {}, Array.from({ length: 200 }, () => 'x'.repeat(10_000))],
  ])('that is too long is refused: %s', async (_, headers, body) => {
    const answer = await order(headers, body);
    expect([answer.status, readMessage(answer)]).toEqual([413, 'The body has more than 100000 bytes.']);
    expect(await all.orders.count()).toBe(0);
  });
});
