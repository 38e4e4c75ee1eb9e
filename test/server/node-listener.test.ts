import { EventEmitter, once } from 'node:events';
import { createServer, request as sendRequest } from 'node:http';
import {
  type ClientHttp2Session,
  connect as connectSecond,
  createServer as createSecondServer,
} from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createCallbackHandler,
  type NodeListener,
  type NodeRequest,
  type NodeResponse,
  toNodeListener,
} from '../../src/callbacks.js';
import { Requester } from '../../src/index.js';
import { createProxyHandler } from '../../src/proxy.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { sendThenRead, sendWithoutEnd } from '../send-then-read.js';

let sandbox: Sandbox;
let handled: number[];
let listener: NodeListener;

beforeEach(() => {
  sandbox = createSandbox();
  handled = [];
  const requester = sandbox.requester(Requester, { retries: 0 });
  const onEvent = ({ id }: { id: number }) => void handled.push(id);
  listener = toNodeListener(createCallbackHandler({ requester, secret: 'sesame', onEvent }));
});

afterEach(() => sandbox.deliveries.off());

/** The address of a server with this listener. */
async function serve(handler: NodeListener): Promise<string> {
  const server = createServer((incoming, outgoing) => handler(incoming, outgoing)).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  return `http://127.0.0.1:${port}/events?secret=sesame`;
}

/** A response that takes everything. */
const answering = (over: Partial<NodeResponse> = {}): NodeResponse => ({
  writeHead: () => undefined,
  write: () => true,
  end: () => undefined,
  destroy: () => undefined,
  on: () => undefined,
  ...over,
});

const post = (url: string, body: BodyInit) => fetch(url, { method: 'POST', body });

test('takes real deliveries', async () => {
  sandbox.deliveries.to(await serve(listener));
  sandbox.events.append(3);
  await sandbox.deliveries.idle();
  expect(sandbox.deliveries.attempts.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(handled).toEqual(sandbox.events.ids());
});

test('passes the method, the address and the headers on, and the answer back', async () => {
  const seen: unknown[] = [];
  const url = await serve(
    toNodeListener(async (request) => {
      seen.push(request.method, new URL(request.url).search, request.headers.get('x-list'));
      seen.push(await request.text());
      return new Response('answer', { status: 202, headers: { 'x-answer': 'yes' } });
    }),
  );
  const headers = { 'x-list': 'one, two' };
  const answer = await fetch(url, { method: 'PUT', headers, body: 'Grüße' });
  expect([answer.status, answer.headers.get('x-answer'), await answer.text()]).toEqual([
    202,
    'yes',
    'answer',
  ]);
  expect(seen).toEqual(['PUT', '?secret=sesame', 'one, two', 'Grüße']);
});

test('answers a body that is not read to its end', async () => {
  const url = await serve(listener);
  const large = 'a'.repeat(8 * 1024 * 1024);
  expect((await post(url.replace('sesame', 'guess'), large)).status).toBe(401);
  expect((await post(url, large)).status).toBe(413);
  expect((await fetch(url)).status).toBe(405);
});

test.each(['not', 'in part'])('answers a browser whose body is %s read', async (how) => {
  const url = await serve(
    toNodeListener(async ({ body }) => {
      if (how === 'in part') await body?.getReader().read();
      return new Response(null, { status: 401 });
    }),
  );
  expect(await sendThenRead(url, 20_000_000)).toBe(401);
});

test.each([
  ['a handler that reads nothing', async () => new Response(null, { status: 401 })],
  [
    'a handler that stops reading',
    async ({ body }: Request) => {
      await body?.cancel();
      return new Response(null, { status: 413 });
    },
  ],
])('reads a bounded rest of what is sent without end to %s, and answers first', async (_, handler) => {
  const url = await serve(toNodeListener(handler));
  for (const method of ['POST', 'GET']) {
    const { status, taken } = await sendWithoutEnd(url, method);
    expect(status).toBeGreaterThanOrEqual(401);
    // What the sockets hold comes on top.
    expect(taken).toBeLessThan(64 * 1024 * 1024);
  }
});

test('reads one rest in all of what a page sends without end to a proxy that refuses it', async () => {
  const proxy = createProxyHandler({ requester: () => undefined, origins: ['https://shop.example'] });
  const url = await serve(toNodeListener(proxy));
  const { status, taken } = await sendWithoutEnd(url.replace('/events', '/api/v1/projects'));
  expect(status).toBe(403);
  expect(taken).toBeLessThan(48 * 1024 * 1024);
});

test('takes a body in pieces, without a length', async () => {
  const url = await serve(listener);
  const text = JSON.stringify({ id: sandbox.events.append(1).last });
  const outgoing = sendRequest(url, { method: 'POST' });
  for (const letter of text) {
    outgoing.write(letter);
    await new Promise((resolve) => setImmediate(resolve));
  }
  outgoing.end();
  const [{ statusCode }] = await once(outgoing, 'response');
  expect([statusCode, handled]).toEqual([200, sandbox.events.ids()]);
});

test('ends when the sender disconnects in the middle of a body', async () => {
  const statuses: number[] = [];
  const url = await serve((incoming) =>
    listener(incoming, answering({ writeHead: (status) => void statuses.push(status) })),
  );
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('POST /events?secret=sesame HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{"id":');
  setTimeout(() => socket.destroy(), 50);
  await expect.poll(() => statuses).toEqual([400]);
});

test.each(['TRACE', 'TRACK'])('%s, which no Request can have, is a 400, as of a sandbox', async (method) => {
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  const passed = vi.fn();
  const own = await serve((incoming, outgoing) => listener(incoming, outgoing, passed));
  for (const url of [own, server.url]) {
    const asked = sendRequest(url, { method }).end();
    const [answer] = await once(asked, 'response');
    expect(answer.statusCode).toBe(400);
    answer.resume();
  }
  expect(passed).not.toHaveBeenCalled();
});

test('passes errors to next, and answers with 500 without a next', async () => {
  const failing = toNodeListener(async () => Promise.reject(new Error('no')));
  const url = await serve(failing);
  expect((await post(url, '{}')).status).toBe(500);
  const next = vi.fn();
  const passing = await serve((incoming, outgoing) =>
    failing(incoming, outgoing, (error) => {
      next(error);
      outgoing.writeHead(503, {});
      outgoing.end();
    }),
  );
  expect((await post(passing, '{}')).status).toBe(503);
  expect(next).toHaveBeenCalledWith(new Error('no'));
});

test('lets Express read a long body, after which it answers an error', async () => {
  const failing = toNodeListener(async () => Promise.reject(new Error('no')));
  const url = await serve((incoming, outgoing) =>
    // As its last handler does.
    failing(incoming, outgoing, () => {
      incoming.on('end', () => {
        outgoing.writeHead(503, {});
        outgoing.end();
      });
      incoming.resume();
    }),
  );
  expect((await post(url, 'x'.repeat(5_000_000))).status).toBe(503);
});

/** A session of HTTP/2 with a server with this listener. */
async function connectSession(handler: NodeListener): Promise<ClientHttp2Session> {
  const server = createSecondServer((incoming, outgoing) => handler(incoming, outgoing)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  const session = connectSecond(`http://127.0.0.1:${port}`);
  onTestFinished(() => {
    session.destroy();
    server.close();
  });
  return session;
}

test('reads a bounded rest of what is sent without end over HTTP/2, and answers first', async () => {
  const session = await connectSession(toNodeListener(async () => new Response('no', { status: 401 })));
  const stream = session.request({ ':method': 'POST', ':path': '/events' });
  const answered = once(stream, 'response');
  let sent = 0;
  stream.resume();
  // Its end is a reset.
  stream.on('error', () => undefined);
  const closed = new Promise((resolve) => stream.once('close', resolve));
  const piece = new Uint8Array(65_536);
  const send = (): void => {
    if (stream.closed) return;
    stream.write(piece, send);
    sent += piece.length;
  };
  send();
  const [{ ':status': status }] = await answered;
  await closed;
  expect(status).toBe(401);
  expect(sent).toBeLessThan(48 * 1024 * 1024);
});

test('accepts requests of HTTP/2, with its pseudo-headers', async () => {
  const session = await connectSession(listener);
  const stream = session.request({ ':method': 'POST', ':path': '/events?secret=sesame' });
  stream.end(JSON.stringify({ id: sandbox.events.append(1).last }));
  const [{ ':status': status }] = await once(stream, 'response');
  expect([status, handled]).toEqual([200, sandbox.events.ids()]);
});

test('passes on a request without a body without one', async () => {
  const seen: unknown[] = [];
  const url = await serve(
    toNodeListener(async ({ method, body }) => {
      seen.push(method, body);
      return new Response(null, { status: 204 });
    }),
  );
  for (const method of ['GET', 'HEAD']) await fetch(url, { method });
  expect(seen).toEqual(['GET', null, 'HEAD', null]);
});

/** A request that sends what the test emits, and the body that a handler gets of it. */
async function sendBody(head: { readonly url?: string } = {}) {
  const flow: string[] = [];
  const events = new EventEmitter();
  const incoming: NodeRequest = {
    ...head,
    method: 'POST',
    headers: {},
    on: (event, listener) => events.on(event, (...values) => listener(...(values as never[]))),
    pause: () => void flow.push('pause'),
    resume: () => void flow.push('resume'),
    destroy: () => void flow.push('destroy'),
  };
  const closing: (() => void)[] = [];
  const request = await new Promise<Request>((resolve) => {
    const handler = toNodeListener(async (given) => {
      resolve(given);
      return new Promise<Response>(() => undefined);
    });
    handler(incoming, answering({ on: (event, listener) => event === 'close' && closing.push(listener) }));
  });
  if (request.body === null) throw new Error('The request has no body.');
  const reader = request.body.getReader();
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  await settled();
  const answer = () => {
    for (const close of closing) close();
  };
  return { request, events, reader, flow, settled, answer };
}

const PIECE = new TextEncoder().encode('piece');

test('lets the sender wait until its handler reads', async () => {
  const { events, reader, flow, settled } = await sendBody();
  flow.length = 0;
  events.emit('data', PIECE);
  events.emit('data', PIECE);
  expect(flow).toEqual(['pause', 'pause']);
  await reader.read();
  await reader.read();
  await settled();
  // Somebody waits for this one.
  const waiting = reader.read();
  await settled();
  flow.length = 0;
  events.emit('data', PIECE);
  expect(await waiting).toEqual({ done: false, value: PIECE });
  await settled();
  expect(flow.at(-1)).toBe('resume');
});

test('gives its handler all that had come before the end', async () => {
  const { events, reader } = await sendBody();
  for (const event of ['data', 'data', 'end', 'close']) events.emit(event, PIECE);
  expect(await reader.read()).toEqual({ done: false, value: PIECE });
  expect(await reader.read()).toEqual({ done: false, value: PIECE });
  expect(await reader.read()).toEqual({ done: true, value: undefined });
});

test.each(['error', 'close'])(
  'aborts the read of the handler when the request ends with %s',
  async (event) => {
    const { events, reader } = await sendBody();
    events.emit(event, new Error('reset'));
    await expect(reader.read()).rejects.toThrow('The sender has gone.');
  },
);

test('treats a request that closes after its end as complete', async () => {
  const { events, reader } = await sendBody();
  for (const event of ['end', 'close', 'error']) events.emit(event, new Error('reset'));
  expect(await reader.read()).toEqual({ done: true, value: undefined });
});

describe('a handler that stops reading', () => {
  test('lets the sender wait for its answer, and discards the rest then', async () => {
    const { events, reader, flow, settled, answer } = await sendBody();
    flow.length = 0;
    await reader.cancel();
    expect(flow).toEqual(['pause']);
    answer();
    expect(flow).toEqual(['pause', 'resume']);
    for (const event of ['data', 'data', 'end', 'close']) events.emit(event, PIECE);
    await settled();
    expect(flow).toEqual(['pause', 'resume']);
    expect(await reader.read()).toEqual({ done: true, value: undefined });
  });

  test('ends the connection of a sender that goes on for too long after the answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { events, flow, answer } = await sendBody();
    answer();
    vi.advanceTimersByTime(29_999);
    events.emit('data', PIECE);
    expect(flow).not.toContain('destroy');
    vi.advanceTimersByTime(1);
    expect(flow.at(-1)).toBe('destroy');
  });

  test('ends no connection whose body has ended', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    for (const when of ['before', 'after']) {
      const { events, flow, answer } = await sendBody();
      if (when === 'before') events.emit('end');
      answer();
      if (when === 'after') events.emit('end');
      expect([vi.getTimerCount(), flow.includes('destroy')]).toEqual([0, false]);
    }
  });

  test('ends the connection of a sender that sends too much after the answer', async () => {
    const { events, flow, answer } = await sendBody();
    answer();
    for (let sent = 0; sent < 32; sent += 1) events.emit('data', new Uint8Array(1024 * 1024));
    expect(flow).not.toContain('destroy');
    events.emit('data', PIECE);
    expect(flow.at(-1)).toBe('destroy');
  });
});

test.each([
  [true, [500, true]],
  [false, [400, false]],
] as const)(
  'answers with 500 when something has read the request before: %j',
  async (readableEnded, said) => {
    const events = new EventEmitter();
    const incoming: NodeRequest = {
      url: '/events?secret=sesame',
      method: 'POST',
      headers: {},
      readableEnded,
      on: (event, heard) => events.on(event, (...values) => heard(...(values as never[]))),
      pause: () => undefined,
      resume: () => setImmediate(() => events.emit('end')),
    };
    const status = await new Promise<number>((resolve) => {
      listener(incoming, answering({ writeHead: resolve }));
    });
    const wasRead = await new Promise<boolean>((resolve) => {
      const handler = toNodeListener(async ({ bodyUsed }) => {
        resolve(bodyUsed);
        return new Response();
      });
      handler(incoming, answering());
    });
    expect([status, wasRead]).toEqual(said);
  },
);

test('treats a request without a URL as one of the root', async () => {
  expect((await sendBody()).request.url).toBe('http://localhost/');
  expect((await sendBody({ url: '/events' })).request.url).toBe('http://localhost/events');
});

test('passes each cookie of an answer on', async () => {
  const headers = new Headers([
    ['set-cookie', 'one=1; Path=/'],
    ['set-cookie', 'two=2; Expires=Thu, 01 Jan 1970 00:00:00 GMT'],
  ]);
  const url = await serve(toNodeListener(async () => new Response(null, { headers })));
  expect((await post(url, '')).headers.getSetCookie()).toEqual(headers.getSetCookie());
});

test('streams an answer, and waits while the receiver does not read', async () => {
  const written: number[] = [];
  let produced = 0;
  const url = await serve(
    toNodeListener(async () => {
      const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        produced += 1;
        if (produced > 2_000) return controller.close();
        controller.enqueue(new Uint8Array(65_536));
      };
      return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
    }),
  );
  const { body } = await fetch(url);
  const reader = body?.getReader();
  written.push((await reader?.read())?.value?.byteLength ?? 0);
  expect(produced).toBeLessThan(1_000);
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) break;
    written.push(value.byteLength);
  }
  expect(written.reduce((sum, each) => sum + each)).toBe(2_000 * 65_536);
});

test('cuts an answer whose body fails, so that no part is taken for the whole', async () => {
  const url = await serve(
    toNodeListener(async () => {
      const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        controller.enqueue(PIECE);
        controller.error(new Error('no'));
      };
      return new Response(new ReadableStream({ pull }));
    }),
  );
  await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow();
});

test.each(['before', 'in the middle of'])(
  'aborts the signal and ends the body when the receiver leaves %s the answer',
  async (when) => {
    const ended: string[] = [];
    const url = await serve(
      toNodeListener(async ({ signal }) => {
        signal.addEventListener('abort', () => ended.push('signal'));
        if (when === 'before') return new Promise<Response>(() => undefined);
        const body = new ReadableStream({
          start: (controller) => controller.enqueue(PIECE),
          cancel: () => void ended.push('body'),
        });
        return new Response(body);
      }),
    );
    const leaving = new AbortController();
    const answered = fetch(url, { signal: leaving.signal });
    if (when === 'before') setTimeout(() => leaving.abort(), 50);
    else await answered.then(() => leaving.abort());
    await answered.catch(() => undefined);
    await expect.poll(() => ended).toEqual(when === 'before' ? ['signal'] : ['signal', 'body']);
  },
);
