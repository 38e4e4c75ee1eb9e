import { getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test, vi } from 'vitest';
import { Deadline } from '../../../../src/client/core/http/deadline.js';
import { type DownloadOptions, streamResponse } from '../../../../src/client/core/http/download.js';
import { ApiError, Requester } from '../../../../src/index.js';
import { ok, organization, paging, question, revision } from '../../../fixtures.js';
import { answer, BASE_URL, recordedFetch, rejection, requesterOn, TOKEN } from '../../../recorded-fetch.js';

const told = (download_url: string | null | undefined) =>
  answer({ ...ok, ...paging(1), organization, question, translation: { ...revision, download_url } });

const file = (text: string, init: ResponseInit = {}) => new Response(text, init);

function pieces(...texts: readonly (string | Error)[]): Response {
  const left = [...texts];
  return new Response(
    new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = left.shift();
        if (piece === undefined) return;
        if (piece instanceof Error) controller.error(piece);
        else controller.enqueue(new TextEncoder().encode(piece));
      },
    }),
  );
}

describe('a download', () => {
  test('streams the file that the revision names, with its token', async () => {
    const url = `${BASE_URL}/api/v1/questions/41/revisions/1/file`;
    const fetch = recordedFetch(told(url), file('Hello', { headers: { 'content-type': 'text/plain' } }));
    const response = await requesterOn(fetch).revisions.download(41, 1);
    expect(await response.text()).toBe('Hello');
    expect(response).toMatchObject({ status: 200, ok: true });
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(fetch.arrived.map(({ path }) => path)).toEqual([
      '/api/v1/questions/41/revisions/1',
      '/api/v1/questions/41/revisions/1/file',
    ]);
    expect(fetch.last.query).toEqual({ access_token: TOKEN });
  });

  test('accepts any media type', async () => {
    const fetch = recordedFetch(told(`${BASE_URL}/file`), file('x'));
    await requesterOn(fetch).revisions.download(41, 1);
    expect(fetch.last.headers.get('accept')).toBe('*/*');
  });

  test.each([
    ['another host', 'https://files.example/1'],
    ['a host below that of the service', 'https://files.service.example/1'],
    ['a host that begins like it', 'https://service.example.evil.example/1'],
    ['another port', 'https://service.example:8443/1'],
  ])('from %s goes without the token', async (_, url) => {
    const fetch = recordedFetch(told(url), file('x'));
    await requesterOn(fetch).revisions.download(41, 1);
    expect(fetch.last.url.href).toBe(url);
    expect(fetch.last.text).toBeUndefined();
  });

  test('keeps the query that its address has', async () => {
    const fetch = recordedFetch(told(`${BASE_URL}/file?v=2#top`), file('x'));
    await requesterOn(fetch).revisions.download(41, 1);
    expect(fetch.last.query).toEqual({ v: '2', access_token: TOKEN });
  });

  test('does not show the address that it came from', async () => {
    const from = file('x');
    Object.defineProperty(from, 'url', { value: `${BASE_URL}/file?access_token=${TOKEN}` });
    const fetch = recordedFetch(told(`${BASE_URL}/file`), () => from);
    const response = await requesterOn(fetch).revisions.download(41, 1);
    expect(response.url).toBe('');
  });

  // The revision of all these is downloadable, as it says itself.
  test.each([
    undefined,
    null,
    '',
    'not an address',
    '/relative',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:,x',
  ])('of a revision whose address is %j is an ApiError, and nothing more is sent', async (url) => {
    const fetch = recordedFetch(told(url), file('x'));
    const error = await rejection(requesterOn(fetch).revisions.download(41, 1));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ outcome: 'rejected', message: expect.stringContaining('no file') });
    expect(fetch.arrived).toHaveLength(1);
  });

  const HTTPS = 'https://service.example';
  const HERE = 'http://127.0.0.1:4010';

  test.each([
    [HTTPS, 'http://service.example/1'],
    [HTTPS, 'HTTP://files.example/1'],
    [HTTPS, 'http://files.example:443/1'],
    [HTTPS, 'http://169.254.169.254/latest'],
    [HTTPS, 'http://localhost:9200/'],
    [HTTPS, 'https://localhost:9200/'],
    [HTTPS, 'https://files.localhost/1'],
    [HTTPS, 'https://files.localhost./1'],
    [HTTPS, 'https://127.0.0.1/1'],
    // Every other way to write it is the same address when it has been parsed.
    [HTTPS, 'https://2130706433/1'],
    [HTTPS, 'https://localhost./'],
    [HTTPS, 'https://0.0.0.0/1'],
    [HTTPS, 'https://[::1]/1'],
    [HTTPS, 'https://[::]/1'],
    [HTTPS, 'https://[::ffff:127.0.0.1]/1'],
    [HTTPS, 'https://user@files.example/1'],
    [HTTPS, 'https://service.example@files.example/1'],
    ['https://localhost:4010', 'http://localhost:4010/1'],
    [HERE, 'http://user@127.0.0.1:4010/1'],
  ])('of the service %s from %s is an error, and nothing is sent there', async (baseUrl, url) => {
    const fetch = recordedFetch(told(url), file('x'));
    const error = await rejection(requesterOn(fetch, { baseUrl }).revisions.download(41, 1));
    expect(error).toMatchObject({
      name: 'UnexpectedAnswerError',
      outcome: 'done',
      issues: [{ path: 'translation.download_url' }],
      message: expect.stringMatching(/names a file at https?:\/\/.*Nothing was sent there.*downloadOrigins/),
    });
    expect(JSON.stringify(error)).not.toMatch(/user[:@]|word@|latest/);
    expect(fetch.arrived).toHaveLength(1);
  });

  test.each([
    [HTTPS, 'HTTPS://FILES.example/1'],
    [HTTPS, 'https://10.0.0.1/1'],
    [HTTPS, 'https://127.0.0.1.example/1'],
    [HTTPS, 'https://localhost.example/1'],
    [HTTPS, 'https://0.example/1'],
    [HERE, 'http://127.0.0.1:4010/1'],
    [HERE, 'http://localhost:4011/1'],
    [HERE, 'http://[::1]:4010/1'],
    [HERE, 'https://files.example/1'],
    ['http://localhost:4010', 'http://127.0.0.1:4010/1'],
    ['http://[::1]:4010', 'http://127.1:4010/1'],
    ['https://localhost:4010', 'https://127.0.0.1:4010/1'],
  ])('of the service %s from %s is read', async (baseUrl, url) => {
    const fetch = recordedFetch(told(url), file('x'));
    expect(await (await requesterOn(fetch, { baseUrl }).revisions.download(41, 1)).text()).toBe('x');
  });

  test('over http from another machine is read where the client may use http', async () => {
    const fetch = recordedFetch(told('http://files.example/1'), file('x'));
    const options = { baseUrl: 'http://service.example', allowInsecureHttp: true };
    await requesterOn(fetch, options).revisions.download(41, 1);
    expect(fetch.last.url.href).toBe('http://files.example/1');
    const local = recordedFetch(told('http://127.0.0.1:9200/'), file('x'));
    expect(await rejection(requesterOn(local, options).revisions.download(41, 1))).toMatchObject({
      name: 'UnexpectedAnswerError',
    });
  });

  test.each(['http://files.example/1', 'https://127.0.0.1:8443/1', 'http://[::1]:9000/1'])(
    'from %s is read where downloadOrigins has its origin, without the token',
    async (url) => {
      const downloadOrigins = ['https://127.0.0.1:8443', 'http://files.example', 'http://[::1]:9000'];
      const fetch = recordedFetch(told(url), file('x'));
      const requester = requesterOn(fetch, { downloadOrigins });
      // A later change has no effect.
      downloadOrigins.length = 0;
      await requester.withAccessToken('another').revisions.download(41, 1);
      expect(fetch.last.url.href).toBe(url);
    },
  );

  test.each([
    'https://files.example',
    ['https://files.example/'],
    ['https://files.example/path'],
    ['HTTPS://files.example'],
    ['files.example'],
    ['*'],
    ['null'],
    [undefined],
    [5],
    {},
  ])('with downloadOrigins %j is an InputError of the client', (downloadOrigins) => {
    expect(() => requesterOn(recordedFetch(), { downloadOrigins } as object)).toThrow(
      /downloadOrigins must be a list of origins/,
    );
  });

  test.each([
    [401, 'AuthenticationError'],
    [404, 'NotFoundError'],
    [302, 'RedirectError'],
    [410, 'ApiError'],
  ])('that is answered with %i is a %s', async (status, name) => {
    const init = { status, headers: { location: 'https://evil.example/' } };
    const fetch = recordedFetch(told(`${BASE_URL}/file`), new Response(status === 302 ? null : '{}', init));
    expect(await rejection(requesterOn(fetch).revisions.download(41, 1))).toMatchObject({ name, status });
  });

  test('that fails reads at most maxAnswerSize of the reason', async () => {
    const long = answer({ message: 'No such file.', more: 'x'.repeat(20_000) }, { status: 404 });
    const failed = (maxAnswerSize: number) =>
      rejection(
        requesterOn(recordedFetch(told(`${BASE_URL}/file`), long.clone()), {
          maxAnswerSize,
        }).revisions.download(41, 1),
      );
    expect(await failed(30_000)).toMatchObject({ status: 404, serverMessage: 'No such file.' });
    expect(await failed(10_000)).toMatchObject({ status: 404, serverMessage: undefined });
  });

  test('is tried again before its answer begins', async () => {
    vi.useFakeTimers();
    const fetch = recordedFetch(told(`${BASE_URL}/file`), answer('', { status: 503 }), file('x'));
    const call = requesterOn(fetch).revisions.download(41, 1);
    // Not all timers: the last one closes a download that nobody reads.
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await (await call).text()).toBe('x');
    vi.useRealTimers();
  });

  test('may take longer than timeout once its answer has begun', async () => {
    vi.useFakeTimers();
    const slow = (): Response =>
      new Response(
        new ReadableStream({
          start(controller) {
            setTimeout(() => {
              controller.enqueue(new TextEncoder().encode('late'));
              controller.close();
            }, 100_000);
          },
        }),
      );
    const call = requesterOn(recordedFetch(told(`${BASE_URL}/file`), slow)).revisions.download(41, 1);
    await vi.advanceTimersByTimeAsync(10);
    const text = (await call).text();
    await vi.advanceTimersByTimeAsync(100_000);
    expect(await text).toBe('late');
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});

describe('the stream of a download', () => {
  const begun = async (response: () => Response, signal?: AbortSignal): Promise<Response> =>
    requesterOn(recordedFetch(told(`${BASE_URL}/file`), response)).revisions.download(41, 1, { signal });

  test('that is aborted in the middle fails with the reason of the signal', async () => {
    const controller = new AbortController();
    const reader = (await begun(() => pieces('one'), controller.signal)).body?.getReader();
    await reader?.read();
    const next = rejection(reader?.read() ?? Promise.resolve());
    const reason = { why: 'enough' };
    controller.abort(reason);
    expect(await next).toBe(reason);
  });

  test('that is aborted while nobody reads fails at the next read', async () => {
    const controller = new AbortController();
    const reader = (
      await begun(() => pieces('one', new Error('AbortError')), controller.signal)
    ).body?.getReader();
    await reader?.read();
    controller.abort('enough');
    expect(await rejection(reader?.read() ?? Promise.resolve())).toBe('enough');
  });

  test('that loses its connection fails with a ConnectionError', async () => {
    const response = await begun(() => pieces('one', new Error('reset')));
    expect(await rejection(response.text())).toMatchObject({
      name: 'ConnectionError',
      phase: 'response',
      outcome: 'done',
      request: { method: 'GET', path: '/api/v1/questions/{questionId}/revisions/{n}/file' },
    });
  });

  test('that is cancelled cancels the answer', async () => {
    const cancel = vi.fn();
    const response = await begun(() => new Response(new ReadableStream({ cancel })));
    await response.body?.cancel('enough');
    expect(cancel).toHaveBeenCalledWith('enough');
  });

  test.each(['read', 'cancelled', 'aborted'])(
    'leaves no listener on the signal once it is %s',
    async (end) => {
      const controller = new AbortController();
      const { signal } = controller;
      const response = await begun(() => file('x'), signal);
      if (end === 'read') await response.text();
      else if (end === 'cancelled') await response.body?.cancel();
      else controller.abort();
      expect(getEventListeners(signal, 'abort')).toEqual([]);
    },
  );

  test('has no content-length if decoding changed it', async () => {
    const headers = { 'content-encoding': 'gzip', 'content-length': '5', etag: '"1"' };
    const response = await begun(() => file('decoded', { headers }));
    expect([...response.headers.keys()].sort()).toEqual(['content-type', 'etag']);
  });

  test('keeps no chunk that has been read', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const MIB = 1024 * 1024;
    let left = 64;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          left -= 1;
          if (left < 0) controller.close();
          else controller.enqueue(new Uint8Array(MIB));
        },
      },
      { highWaterMark: 0 },
    );
    const deadline = new Deadline(Number.POSITIVE_INFINITY);
    const request = { method: 'GET', path: '/', address: '/' };
    const call = { request, requestId: undefined, sent: 1 };
    const made = streamResponse(new Response(body), deadline, call);
    const reader = made.body?.getReader();
    collect();
    const before = process.memoryUsage().arrayBuffers;
    for (let read = 0; read < 60; read += 1) await reader?.read();
    const kept = (): number => {
      collect();
      return process.memoryUsage().arrayBuffers - before;
    };
    // What is free is given back when the collector comes to it.
    await expect.poll(kept).toBeLessThan(20 * MIB);
  });
});

describe('a download without progress', () => {
  const FILE = told(`${BASE_URL}/file`);
  /** A body that gives one piece, and then nothing. */
  const stalling = (cancel: () => void = () => undefined) =>
    new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('one')),
        cancel,
      }),
    );
  const begun = async (response: Response, options: DownloadOptions = {}) => {
    const fetch = recordedFetch(FILE, () => response);
    const download = await requesterOn(fetch).revisions.download(41, 1, options);
    return { reader: download.body?.getReader(), sent: fetch.last.request };
  };

  test.each([
    [120_000, undefined],
    [500, 500],
  ])('fails after %i ms without a byte, and its connection is closed', async (ms, idleTimeout) => {
    vi.useFakeTimers();
    const cancel = vi.fn();
    const { reader, sent } = await begun(stalling(cancel), { idleTimeout });
    await reader?.read();
    let ended = false;
    const next = rejection(reader?.read() ?? Promise.resolve()).finally(() => {
      ended = true;
    });
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect([ended, sent.signal.aborted]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await next).toMatchObject({
      name: 'TimeoutError',
      outcome: 'unknown',
      status: 200,
      message: expect.stringContaining(`${ms} ms`),
      advice: { code: 'allow-more-time', option: 'idleTimeout' },
    });
    await expect.poll(() => cancel).toHaveBeenCalled();
    expect([sent.signal.aborted, vi.getTimerCount()]).toEqual([true, 0]);
    vi.useRealTimers();
  });

  test('because nobody reads is closed too; reading then fails', async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const { signal } = controller;
    const { reader, sent } = await begun(stalling(), { signal, idleTimeout: 500 });
    await vi.advanceTimersByTimeAsync(500);
    expect([sent.signal.aborted, getEventListeners(signal, 'abort'), vi.getTimerCount()]).toEqual([
      true,
      [],
      0,
    ]);
    expect(await rejection(reader?.read() ?? Promise.resolve())).toMatchObject({ name: 'TimeoutError' });
    vi.useRealTimers();
  });

  test('for less than idleTimeout goes on, however often', async () => {
    vi.useFakeTimers();
    let left = 5;
    const body = new ReadableStream({
      async pull(controller) {
        left -= 1;
        await new Promise((resolve) => setTimeout(resolve, 400));
        if (left < 0) controller.close();
        else controller.enqueue(new TextEncoder().encode('.'));
      },
    });
    const { reader } = await begun(new Response(body), { idleTimeout: 500 });
    let text = '';
    const all = (async () => {
      for (;;) {
        const step = await reader?.read();
        if (step === undefined || step.done) return;
        text += new TextDecoder().decode(step.value);
      }
    })();
    await vi.advanceTimersByTimeAsync(4_000);
    await all;
    expect([text, vi.getTimerCount()]).toEqual(['.....', 0]);
    vi.useRealTimers();
  });

  test.each([0, -1, '5s'])('rejects an idleTimeout of %j', async (idleTimeout) => {
    const fetch = recordedFetch(FILE);
    const options = { idleTimeout } as DownloadOptions; // what TypeScript would not let through
    expect(await rejection(requesterOn(fetch).revisions.download(41, 1, options))).toMatchObject({
      name: 'InputError',
      issues: [{ path: 'idleTimeout' }],
    });
    expect(fetch.arrived).toEqual([]);
  });

  test('has idleTimeout as an option only of downloads', async () => {
    const options = { idleTimeout: 5 } as object;
    expect(await rejection(requesterOn(recordedFetch(FILE)).revisions.get(41, 1, options))).toMatchObject({
      name: 'InputError',
    });
  });
});

test('a download that is garbage-collected unread releases its connection and the signal', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { signal } = new AbortController();
  let response: Response | undefined = new Response(new ReadableStream());
  const fetch = recordedFetch(told(`${BASE_URL}/file`), () => response ?? new Response());
  await requesterOn(fetch).revisions.download(41, 1, { signal, idleTimeout: Number.POSITIVE_INFINITY });
  response = undefined;
  const listeners = (): number => {
    collect();
    return getEventListeners(signal, 'abort').length;
  };
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  await expect.poll(listeners).toBe(0);
});

/** A service whose file begins and does not go on. */
async function stallingService() {
  const connections = { closed: 0 };
  const server = createServer((request, response) => {
    if (request.url?.includes('/file')) {
      response.on('close', () => {
        connections.closed += 1;
      });
      response.write('first');
      return;
    }
    const { port } = server.address() as AddressInfo;
    const translation = { ...revision, download_url: `http://127.0.0.1:${port}/file` };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...ok, ...paging(1), organization, question, translation }));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return { server, connections, baseUrl: `http://127.0.0.1:${port}` };
}

test.each(['kept, but never read', 'read until it stalls'])(
  'over a real socket the connection of a download is closed that is %s',
  async (what) => {
    const { server, connections, baseUrl } = await stallingService();
    const requester = new Requester({ baseUrl, accessToken: TOKEN });
    const response = await requester.revisions.download(41, 1, { idleTimeout: 100 });
    if (what === 'read until it stalls') {
      expect(await rejection(response.text())).toMatchObject({ name: 'TimeoutError' });
    }
    await expect.poll(() => connections.closed).toBe(1);
    expect(response.status).toBe(200);
    server.closeAllConnections();
    server.close();
  },
);

test('over a real socket a download streams, and its server sees it end when it is cancelled', async () => {
  let close: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  const server = createServer((request, response) => {
    if (request.url?.includes('/file')) {
      response.on('close', () => close());
      response.write('first');
      return;
    }
    const { port } = server.address() as AddressInfo;
    const translation = { ...revision, download_url: `http://127.0.0.1:${port}/file` };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...ok, ...paging(1), organization, question, translation }));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const requester = new Requester({ baseUrl: `http://127.0.0.1:${port}`, accessToken: TOKEN });
  const reader = (await requester.revisions.download(41, 1)).body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toBe('first');
  await reader?.cancel();
  await closed;
  server.closeAllConnections();
  server.close();
});
