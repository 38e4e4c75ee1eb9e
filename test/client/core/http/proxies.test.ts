import { execFile } from 'node:child_process';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { env, execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { inspect, promisify } from 'node:util';
import * as undici8 from 'undici';
import * as undici7 from 'undici7';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Fetch, Requester } from '../../../../src/index.js';
import { makeCertificate } from '../../../certificate.js';
import { rejection, TOKEN } from '../../../recorded-fetch.js';
import { closing, PASSWORD, REFUSALS, type RunningProxy, startProxy, tunnelling } from './proxies.js';

const HOST = 'service.example';
const servers: Server[] = [];

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) server.close();
});

async function startFor(habit: Parameters<typeof startProxy>[0]): Promise<RunningProxy> {
  const proxy = await startProxy(habit);
  servers.push(proxy.server);
  return proxy;
}

const refusals = Object.entries(REFUSALS);

/** What the error of a write says that no proxy let through. */
function describeRefusal(what: string, { origin }: RunningProxy): object {
  const happened = /^\d+$/.test(what)
    ? `the proxy ${origin} refused to connect to the service (${what}).`
    : `no connection to the service through the proxy ${origin} (`;
  return {
    name: 'ConnectionError',
    outcome: 'not_sent',
    phase: 'connect',
    advice: { code: 'check-network' },
    message: expect.stringContaining(happened),
  };
}

describe.each([
  ['undici 8', undici8],
  // Its types are those of its own classes.
  ['undici 7', undici7 as unknown as typeof undici8],
])('with the fetch of %s, a proxy', (_, { ProxyAgent, fetch }) => {
  const requesterThrough = (proxy: { readonly url: string }, ca?: string, baseUrl = `https://${HOST}`) => {
    const dispatcher = new ProxyAgent({ uri: proxy.url, ...(ca !== undefined && { requestTls: { ca } }) });
    // Its types are those of its own Response; what is used of it is the same.
    const through = ((url: string, init: object) => fetch(url, { ...init, dispatcher })) as unknown as Fetch;
    return new Requester({
      baseUrl,
      accessToken: TOKEN,
      fetch: through,
      logLevel: 'silent',
    });
  };
  const create = (requester: Requester) => rejection(requester.organizations.create({ name: 'n' }));

  test.each(refusals)(
    'that refuses with %s was sent nothing for the service, three times',
    async (what, habit) => {
      const proxy = await startFor(habit);
      const error = await create(requesterThrough(proxy));
      expect(error).toMatchObject(describeRefusal(what, proxy));
      // A status would be taken for one of the service.
      expect(error).toHaveProperty('status', undefined);
      expect(proxy.asked()).toBe(3);
      expect(`${inspect(error)}${JSON.stringify(error)}`).not.toContain(PASSWORD);
    },
  );

  test('is named in every call that it lets not through, and in no call that goes without it', async () => {
    const proxy = await startFor(REFUSALS[403]);
    const gone = await startFor(closing);
    await new Promise((closed) => gone.server.close(closed));
    const baseUrl = gone.origin.replace('http', 'https');
    const requester = requesterThrough(proxy, undefined, baseUrl);
    const errors = await Promise.all([1, 2, 3, 4].map(() => create(requester)));
    for (const error of errors) expect(error).toMatchObject(describeRefusal('403', proxy));
    const direct = new Requester({
      baseUrl,
      accessToken: TOKEN,
      retries: 0,
      logLevel: 'silent',
      // Its types are those of its own Response; what is used of it is the same.
      fetch: fetch as unknown as Fetch,
    });
    const error = await create(direct);
    expect(error).toMatchObject({ outcome: 'not_sent', code: 'ECONNREFUSED' });
    expect((error as Error).message).not.toContain('proxy');
  });

  test('that nobody listens at was sent nothing', async () => {
    const proxy = await startFor(closing);
    await new Promise((closed) => proxy.server.close(closed));
    expect(await create(requesterThrough(proxy))).toMatchObject({
      ...describeRefusal('', proxy),
      code: 'ECONNREFUSED',
    });
  });

  describe('that opens the tunnel', () => {
    const trusted = makeCertificate(HOST);
    let arrived = 0;
    const service = createServer(trusted, (incoming) => {
      arrived += 1;
      incoming.resume().on('end', () => incoming.socket.destroy());
    });
    let habit: Parameters<typeof startProxy>[0];
    beforeAll(async () => {
      await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready));
      habit = tunnelling((service.address() as AddressInfo).port);
    });
    afterAll(() => void service.close());

    test('leaves the outcome of a write unknown when the connection is lost afterwards', async () => {
      arrived = 0;
      const error = await create(requesterThrough(await startFor(habit), trusted.cert));
      expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', phase: 'request' });
      expect((error as Error).message).not.toContain('proxy');
      expect(arrived).toBe(1);
    });

    test('to a service that nobody vouches for was sent nothing', async () => {
      arrived = 0;
      expect(await create(requesterThrough(await startFor(habit)))).toMatchObject({
        outcome: 'not_sent',
        code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      });
      expect(arrived).toBe(0);
    });

    test('to a service of another name was sent nothing', async () => {
      const { cert } = trusted;
      const proxy = await startFor(habit);
      const dispatcher = new ProxyAgent({
        uri: proxy.url,
        requestTls: { ca: cert, servername: 'x.example' },
      });
      const through = ((url: string, init: object) =>
        fetch(url, { ...init, dispatcher })) as unknown as Fetch;
      const baseUrl = `https://${HOST}`;
      const requester = new Requester({ baseUrl, accessToken: TOKEN, fetch: through, retries: 0 });
      expect(await create(requester)).toMatchObject({
        outcome: 'not_sent',
        code: 'ERR_TLS_CERT_ALTNAME_INVALID',
      });
    });
  });
});

test('a proxy that closes at once was sent nothing for the service: undici 8', async () => {
  const proxy = await startFor(closing);
  const dispatcher = new undici8.ProxyAgent(proxy.url);
  const fetch = ((url: string, init: object) =>
    undici8.fetch(url, { ...init, dispatcher })) as unknown as Fetch;
  const requester = new Requester({ baseUrl: `https://${HOST}`, accessToken: TOKEN, fetch });
  expect(await rejection(requester.organizations.create({ name: 'n' }))).toMatchObject({
    ...describeRefusal('', proxy),
    code: 'UND_ERR_PRX_CONN',
  });
});

describe('with the proxy of the environment, Node', () => {
  const PROGRAM = fileURLToPath(new URL('./proxied-process.ts', import.meta.url));

  test.each(refusals)('was refused with %s, and sent nothing to the service', async (what, habit) => {
    const proxy = await startFor(habit);
    const { stdout } = await promisify(execFile)(execPath, [PROGRAM, `https://${HOST}`], {
      env: { ...env, NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxy.url, NO_PROXY: '', NODE_NO_WARNINGS: '1' },
    });
    expect(JSON.parse(stdout)).toMatchObject(describeRefusal(what, proxy));
    expect(proxy.asked()).toBe(3);
    expect(stdout).not.toContain(PASSWORD);
  });
});
