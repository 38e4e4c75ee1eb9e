import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer, request as sendOverNode } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as undici8 from 'undici';
import * as undici7 from 'undici7';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  getLocalRequestListeners,
  type LocalRequest,
  type LocalRequestListener,
} from '../../../../src/base/http.js';
import { type Fetch, memoryStore, Requester } from '../../../../src/index.js';
import { createSandbox } from '../../../../src/sandbox.js';
import { networkError, rejection, requesterOn, TOKEN } from '../../../recorded-fetch.js';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Where nothing of a call is known. */
const outside = AsyncLocalStorage.snapshot();

/** A fetch that repeats by itself, as that of a client with retries. */
const repeat =
  (first: Fetch, second: Fetch = first): Fetch =>
  async (url, init) => {
    try {
      return await first(url, init);
    } catch {
      return second(url, init);
    }
  };

/** A service that reads one request, loses its connection, and is gone then. */
async function startBriefService() {
  const arrived: string[] = [];
  const server = createServer((incoming) => {
    arrived.push(`${incoming.method} ${incoming.url}`);
    incoming.resume().on('end', () => {
      server.close();
      incoming.socket.destroy();
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, arrived, stop: () => void server.close() };
}

const create = (baseUrl: string, fetch?: Fetch) => {
  const options = { baseUrl, accessToken: TOKEN, logLevel: 'silent' } as const;
  const requester = new Requester(fetch ? { ...options, fetch } : options);
  return rejection(requester.organizations.create({ name: 'n' }));
};

/** A fetch of node:http, as that of node-fetch. */
const fetchOverNode: Fetch = (url, { method, body }) =>
  new Promise((_, reject) => {
    const { signal } = new AbortController();
    sendOverNode(url, { method, signal }).on('error', reject).end(String(body));
  });

// Their types are those of their own classes; what is used of them is the same.
const FETCHES: readonly (readonly [string, Fetch])[] = [
  ['Node', (url, init) => globalThis.fetch(url, init)],
  ['undici 8', undici8.fetch as unknown as Fetch],
  ['undici 7', undici7.fetch as unknown as Fetch],
];

describe.each(FETCHES)('a write over a fetch that wraps that of %s', (_, fetch) => {
  test('and repeats by itself is unknown when only the last connection was refused', async () => {
    const { baseUrl, arrived } = await startBriefService();
    expect(await create(baseUrl, repeat(fetch))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'unknown',
      phase: 'request',
      code: 'ECONNREFUSED',
      advice: { code: 'look-first' },
      message: expect.stringContaining('may have sent the request before, by itself'),
    });
    expect(arrived).toEqual(['POST /api/v1/organizations']);
  });

  test('is unknown when the first request was made in another context', async () => {
    const { baseUrl, arrived } = await startBriefService();
    const queued: Fetch = (url, init) => outside(() => fetch(url, init));
    expect(await create(baseUrl, repeat(queued, fetch))).toMatchObject({ outcome: 'unknown' });
    expect(arrived).toHaveLength(1);
  });

  test('is unknown when the first request was sent by node:http', async () => {
    const { baseUrl, arrived } = await startBriefService();
    expect(await create(baseUrl, repeat(fetchOverNode, fetch))).toMatchObject({ outcome: 'unknown' });
    expect(arrived).toHaveLength(1);
  });

  test('was not sent when each of its connections was refused, and is tried again', async () => {
    const { baseUrl, arrived, stop } = await startBriefService();
    stop();
    const calls = vi.fn<Fetch>(repeat(fetch));
    expect(await create(baseUrl, calls)).toMatchObject({ outcome: 'not_sent', phase: 'connect' });
    expect(calls).toHaveBeenCalledTimes(3);
    expect(arrived).toEqual([]);
  });
});

test('a global fetch that was replaced by one that repeats proves nothing either', async () => {
  const { baseUrl, arrived } = await startBriefService();
  vi.stubGlobal('fetch', repeat(globalThis.fetch));
  expect(await create(baseUrl)).toMatchObject({ outcome: 'unknown' });
  expect(arrived).toHaveLength(1);
});

/** A fetch without connection, at the moment at which an equal request of another call is sent. */
const refuseBesideOthers: Fetch = async (url) => {
  const show = (request: LocalRequest, event: Parameters<LocalRequestListener>[1]): void => {
    for (const listen of getLocalRequestListeners()) listen(request, event);
  };
  const [own, other] = [
    { method: 'POST', url },
    { method: 'POST', url },
  ];
  show(own, 'begun');
  outside(() => show(other, 'begun'));
  outside(() => show(other, 'sent'));
  show(own, 'refused');
  throw networkError('ECONNREFUSED');
};

test("the runtime's own fetch is believed beside equal requests of other calls, and one with a queue is not", async () => {
  const { baseUrl } = await startBriefService();
  expect(await create(baseUrl, refuseBesideOthers)).toMatchObject({ outcome: 'unknown' });
  vi.stubGlobal('fetch', refuseBesideOthers);
  expect(await create(baseUrl)).toMatchObject({ outcome: 'not_sent' });
});

test.each(['ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT'])(
  '%s of a fetch that does not show what it sends proves nothing of a write, which is sent once',
  async (code) => {
    const fetch = vi.fn<Fetch>(async () => Promise.reject(networkError(code)));
    const error = await rejection(requesterOn(fetch).organizations.create({ name: 'n' }));
    expect(error).toMatchObject({ outcome: 'unknown', code });
    expect(fetch).toHaveBeenCalledTimes(1);
  },
);

describe('an order with `once`, over a fetch that repeats by itself', () => {
  const order = {
    language_id: 'en',
    translated_language_id: 'ja',
    question_bodies: [{ body: 'Hello' }],
    custom_field: 'a key',
  };
  const post = 'POST /api/v1/simple/questions';

  test('is placed once, though its first request arrived and the next connection was refused', async () => {
    const sandbox = createSandbox();
    const { baseUrl, accessToken } = sandbox;
    sandbox.faults.add({ on: post, times: 1, fault: { kind: 'drop-after' } });
    sandbox.faults.add({ on: post, times: 1, fault: { kind: 'refuse' } });
    const fetch = repeat((url, init) => sandbox.fetch(url, init));
    const options = { baseUrl, accessToken, fetch, store: memoryStore(), logLevel: 'silent' } as const;
    const { simple } = new Requester(options);
    const placed = await simple.questions.create(order, { once: true, settle: 0 });
    const again = await simple.questions.create(order, { once: true });
    expect(again.id).toBe(placed.id);
    const arrived = sandbox.requests.filter(({ method, path }) => `${method} ${path}` === post);
    expect(arrived).toHaveLength(1);
  });

  test('is tried again when every connection was refused', async () => {
    const sandbox = createSandbox();
    const { baseUrl, accessToken } = sandbox;
    const refused = sandbox.faults.add({ on: post, times: 2, fault: { kind: 'refuse' } });
    const fetch = repeat((url, init) => sandbox.fetch(url, init));
    const options = { baseUrl, accessToken, fetch, store: memoryStore(), logLevel: 'silent' } as const;
    const placed = await new Requester(options).simple.questions.create(order, { once: true });
    expect(placed.id).toBeGreaterThan(0);
    expect(refused.hits).toBe(2);
  });
});
