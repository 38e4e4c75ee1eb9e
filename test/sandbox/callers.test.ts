import { request as openRequest } from 'node:http';
import { connect as openSocket } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  type AnsweredRequest,
  createSandbox,
  type ListenOptions,
  type Sandbox,
  type SandboxOptions,
  type SandboxServer,
} from '../../src/sandbox.js';
import { MOMENT, projectOrder, signInUrl } from './api.js';

const TOKEN = 'own-token-4711';
const EVIL = 'https://evil.example';

let sandbox: Sandbox;
let server: SandboxServer;

beforeEach(async () => {
  sandbox = createSandbox({ now: MOMENT });
  server = await sandbox.listen();
});

afterEach(() => server.close());

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request with any headers, as no program but a browser does. */
async function send({ method = 'GET', path, headers = {}, body }: Sent, to: SandboxServer = server) {
  const { accessToken } = sandbox;
  const address = to.url + (path ?? `/api/v1/my?access_token=${accessToken}`);
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const sent = openRequest(address, { method, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => (text += part));
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      });
      sent.once('error', reject).end(body);
    },
  );
}

/** Serves another sandbox until the end of the test. */
async function serve(options: SandboxOptions, listening: ListenOptions): Promise<SandboxServer> {
  sandbox = createSandbox({ now: MOMENT, ...options });
  const other = await sandbox.listen(listening);
  onTestFinished(() => other.close());
  return other;
}

/** What CORS headers an answer has. */
const listCors = (headers: Record<string, unknown>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));

describe('a page of another origin', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  /** Each way in which a browser sends something for a page. */
  const ways: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['by fetch', { origin: EVIL, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }],
    ['by fetch in a browser without Sec-Fetch', { origin: EVIL }],
    [
      'that hides its origin',
      { origin: 'null', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    ],
    ['that hides its origin in a browser without Sec-Fetch', { origin: 'null' }],
    [
      'by an image',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    ],
    ['by an image in a browser without Sec-Fetch', { referer: `${EVIL}/page` }],
    [
      'by a link',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    ],
    ['below the same domain', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }],
    ['whose name begins like one of this machine', { origin: 'http://localhost.evil.example' }],
    ['whose name ends like one of this machine', { origin: 'http://evil-localhost' }],
    ['of another kind of address', { origin: 'chrome-extension://localhost' }],
  ];

  test.each(ways)('%s gets a 403, without CORS headers, and changes nothing', async (_, headers) => {
    const hit = sandbox.faults.add({ on: '*', fault: { kind: 'status', status: 500 } });
    const order = JSON.stringify({ ...projectOrder(), access_token: sandbox.accessToken });
    const questions = new URLSearchParams({ access_token: sandbox.accessToken, language_id: 'en' });
    const sent: readonly Sent[] = [
      {},
      { path: '/api/v1/languages' },
      { path: '/health' },
      { path: '/_sandbox/state' },
      { method: 'POST', path: '/_sandbox/reset', body: '{}' },
      { method: 'POST', path: '/api/v1/projects', body: order },
      {
        method: 'POST',
        path: '/api/v1/projects',
        body: order,
        headers: { 'content-type': 'application/json' },
      },
      { method: 'POST', path: '/api/v1/simple/questions', body: String(questions), headers: form },
      { method: 'POST', path: '/oauth/authorize', body: 'decision=authorize', headers: form },
      { method: 'POST', path: '/oauth/token', body: 'grant_type=authorization_code', headers: form },
      { method: 'OPTIONS', path: '/api/v1/projects', headers: { 'access-control-request-method': 'POST' } },
    ];
    for (const each of sent) {
      const answer = await send({ ...each, headers: { ...headers, ...each.headers } });
      expect([each, answer.status, listCors(answer.headers)]).toEqual([each, 403, []]);
    }
    expect(sandbox.orders()).toEqual([]);
    expect(sandbox.requests).toEqual([]);
    expect(hit.hits).toBe(0);
  });

  test('is told by the terminal of the sandbox, not by the answer, how it would be let in', async () => {
    const seen: AnsweredRequest[] = [];
    const other = await serve({}, { onAnswer: (answered) => seen.push(answered) });
    await send({ headers: { origin: EVIL } }, other);
    expect(seen).toMatchObject([{ method: 'GET', path: '/api/v1/my', status: 403 }]);
    expect(seen[0]?.answer).toMatchObject({
      message: `A page of ${EVIL} may not call this sandbox. To let it in, start the sandbox with --origin ${EVIL}, or with the option origins of listen.`,
    });
  });

  test('leads a person to the desk and to the sign-in, by a link or a redirection, and to nothing else', async () => {
    const headers = {
      referer: `${EVIL}/`,
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    const { clientId, redirectUri } = sandbox.application;
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
    });
    const path = `/oauth/authorize?${query}`;
    for (const opened of ['/', path])
      for (const given of [headers, { referer: `${EVIL}/` }])
        expect((await send({ path: opened, headers: given })).status).toBe(200);
    for (const frame of [{ 'sec-fetch-dest': 'iframe' }, { 'sec-fetch-mode': 'no-cors' }])
      expect((await send({ path, headers: { ...headers, ...frame } })).status).toBe(403);
    expect((await send({ headers })).status).toBe(403);
    expect((await send({ method: 'POST', path, headers })).status).toBe(403);
  });
});

describe('a page of this machine', () => {
  test.each([
    ['http://localhost:5173'],
    ['http://127.0.0.1:1'],
    ['https://localhost'],
    ['http://[::1]:3000'],
    ['http://shop.localhost:3000'],
  ])('%s may call, and alone may read the answer', async (origin) => {
    const headers = { origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };
    const answer = await send({ headers });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'origin' });
    const preflight = await send({ method: 'OPTIONS', path: '/api/v1/projects', headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-origin']).toBe(origin);
    const refused = await send({ path: '/api/v1/my', headers });
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, origin]);
  });

  test('may show what it links to, by its address', async () => {
    const headers = {
      referer: 'http://localhost:5173/',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'no-cors',
    };
    expect((await send({ headers })).status).toBe(200);
  });

  test('may not use the control interface, which shows the token', async () => {
    for (const headers of [{ origin: 'http://localhost:5173' }, { 'sec-fetch-site': 'same-site' }]) {
      const answer = await send({
        path: '/_sandbox/state',
        headers: { ...headers, referer: 'http://localhost:5173/' },
      });
      expect([answer.status, listCors(answer.headers)]).toEqual([403, []]);
    }
  });

  test('reads an answer that a fault has replaced, too', async () => {
    const headers = { origin: 'http://localhost:5173' };
    for (const kind of ['status', 'html', 'redirect', 'empty', 'alter'] as const) {
      const fault =
        kind === 'status' ? { kind, status: 503 } : kind === 'alter' ? { kind, alter: () => 1 } : { kind };
      sandbox.faults.add({ on: '*', fault });
      expect((await send({ headers })).headers['access-control-allow-origin']).toBe(headers.origin);
    }
    const allowed = { 'access-control-allow-origin': 'https://chosen.example' };
    sandbox.faults.add({ on: '*', fault: { kind: 'status', status: 503, headers: allowed } });
    expect((await send({ headers })).headers).toMatchObject(allowed);
  });
});

test('a program, which is no page, gets answers without CORS headers', async () => {
  const answer = await send({});
  expect([answer.status, listCors(answer.headers)]).toEqual([200, ['access-control-expose-headers']]);
});

test('a sandbox in this process answers every page, as before', async () => {
  const answer = await sandbox.fetch(`${sandbox.baseUrl}/api/v1/languages`, { headers: { origin: EVIL } });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
});

describe('origins', () => {
  test('let further pages in, and no others', async () => {
    const origins = [
      'https://shop.example',
      'http://staging.example:8080/',
      'capacitor://localhost',
      EVIL.toUpperCase(),
    ];
    const other = await serve({}, { origins });
    for (const origin of [
      'https://shop.example',
      'http://staging.example:8080',
      'capacitor://localhost',
      EVIL,
    ]) {
      const { status, headers } = await send({ headers: { origin } }, other);
      expect([status, headers['access-control-allow-origin']]).toEqual([200, origin]);
    }
    for (const origin of ['http://shop.example', 'https://shop.example:444', 'http://staging.example'])
      expect((await send({ headers: { origin } }, other)).status).toBe(403);
  });

  test('do not let pages use the control interface', async () => {
    const other = await serve({}, { origins: [EVIL] });
    expect((await send({ path: '/_sandbox/state', headers: { origin: EVIL } }, other)).status).toBe(403);
  });

  test('name the sandbox, too', async () => {
    const other = await serve({}, { origins: ['http://sandbox.test:8080'] });
    expect((await send({ headers: { host: 'sandbox.test:4010' } }, other)).status).toBe(200);
  });

  test('are not needed for its public address', async () => {
    const other = await serve({ publicUrl: 'https://dev.example/translations' }, {});
    const headers = { host: 'dev.example', origin: 'https://dev.example' };
    expect((await send({ headers }, other)).status).toBe(200);
    const path = `/translations/oauth/authorize${new URL(signInUrl(sandbox)).search}`;
    const link = {
      host: 'dev.example',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    expect((await send({ path, headers: link }, other)).status).toBe(200);
    expect((await send({ path: '/translations/api/v1/languages', headers: link }, other)).status).toBe(403);
  });

  test.each(['*', 'null', 'shop.example', 'https://shop.example/path', 'https://a@shop.example', '', 7])(
    '%j is refused',
    async (origin) => {
      await expect(sandbox.listen({ origins: [origin as string] })).rejects.toThrow(
        /^listen: origins\[0\] must be an origin such as https:\/\/shop\.example/,
      );
    },
  );
});

describe('the Host of a request', () => {
  test.each([
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '192.168.1.5',
    'sandbox',
    '0.0.0.0',
  ])('%s is refused, since a page can give its own name any address', async (host) => {
    for (const path of [
      '/',
      '/health',
      '/docs',
      '/openapi.json',
      '/oauth/authorize',
      '/_sandbox/state',
      '/api/v1/my',
    ]) {
      const { status, text, headers } = await send({
        path,
        headers: { host, 'sec-fetch-site': 'same-origin' },
      });
      expect([path, status, listCors(headers)]).toEqual([path, 403, []]);
      expect(text).toContain(`${host} is not a name of this sandbox.`);
    }
  });

  test.each(['localhost', 'LOCALHOST:4010', '127.0.0.1', '[::1]:1', 'shop.localhost'])(
    '%s is taken',
    async (host) => {
      expect((await send({ headers: { host } })).status).toBe(200);
    },
  );

  test('is checked in a request line with a whole address, too', async () => {
    const { port } = new URL(server.url);
    const socket = openSocket(Number(port), '127.0.0.1');
    socket.end('GET http://evil.example/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
    let text = '';
    for await (const part of socket) text += part;
    expect(text).toContain('403 Forbidden');
  });

  test.each([
    [
      '0.0.0.0',
      ['localhost', '192.168.1.5:4010', '0.0.0.0', 'sandbox:4010', '[fe80::1]'],
      ['evil.example', 'a.b'],
    ],
    ['0', ['10.0.0.1'], ['evil.example']],
    ['127.0.0.1', ['127.0.0.1'], ['10.0.0.1']],
    ['localhost', ['localhost', '127.0.0.1'], ['evil.example', 'sandbox']],
  ])('at %s may be one of %j, not of %j', async (host, taken, refused) => {
    const other = await serve({ accessToken: TOKEN }, { host });
    for (const name of taken)
      expect([name, (await send({ headers: { host: name } }, other)).status]).toEqual([name, 200]);
    for (const name of refused) expect((await send({ headers: { host: name } }, other)).status).toBe(403);
  });
});

describe('where other machines can call', () => {
  test.each(['0.0.0.0', '::', '0', '', 'sandbox.example', '::ffff:127.0.0.1', '10.0.0.1'])(
    'at %j, a token that follows from the seed is refused before anything listens',
    async (host) => {
      const refusal = `other machines can call ${host}, so the sandbox needs a token of its own, of at least 8 characters: createSandbox({ accessToken }).`;
      await expect(sandbox.listen({ host })).rejects.toThrow(new TypeError(`listen: ${refusal}`));
      await expect(createSandbox({ accessToken: 'x'.repeat(7) }).listen({ host })).rejects.toThrow(refusal);
    },
  );

  test('a token of its own is needed for each request, and no known secret gives one', async () => {
    const known = createSandbox().application;
    const other = await serve({ accessToken: TOKEN }, { host: '0.0.0.0' });
    expect((await send({}, other)).status).toBe(200);
    expect(
      (await send({ path: `/api/v1/my?access_token=${createSandbox().accessToken}` }, other)).status,
    ).toBe(401);
    const code = new URL(await sandbox.authorize(signInUrl(sandbox))).searchParams.get('code') ?? '';
    const form = {
      grant_type: 'authorization_code',
      client_id: known.clientId,
      client_secret: known.clientSecret,
      redirect_uri: known.redirectUri,
      code,
    };
    const answer = await send(
      {
        method: 'POST',
        path: '/oauth/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: String(new URLSearchParams(form)),
      },
      other,
    );
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([401, 'invalid_client']);
  });

  test('a snapshot with a token of its own will do', async () => {
    const snapshot = createSandbox({ accessToken: TOKEN }).snapshot();
    const other = await serve({ snapshot }, { host: '0.0.0.0' });
    expect((await send({}, other)).status).toBe(200);
  });
});

test("the form of the sign-in's page is sent with its origin", async () => {
  const query = new URL(signInUrl(sandbox)).search;
  const page = await fetch(`${server.url}/oauth/authorize${query}`);
  expect(page.headers.get('referrer-policy')).toBe('same-origin');
  const sent: Sent = {
    method: 'POST',
    path: '/oauth/authorize',
    body: `${query.slice(1)}&decision=authorize`,
    headers: { origin: server.url, 'content-type': 'application/x-www-form-urlencoded' },
  };
  expect((await send(sent)).status).toBe(302);
  // As a browser with a strict policy of its own sends it.
  expect((await send({ ...sent, headers: { ...sent.headers, origin: 'null' } })).status).toBe(403);
  const hidden = { ...sent.headers, origin: 'null', 'sec-fetch-site': 'same-origin' };
  expect((await send({ ...sent, headers: hidden })).status).toBe(302);
});
