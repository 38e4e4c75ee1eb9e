import { once } from 'node:events';
import { createServer, request as sendRequest } from 'node:http';
import { connect as connectSecond, createServer as createSecondServer } from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createCallbackHandler, type NodeListener, toNodeListener } from '../../src/callbacks.js';
import { Requester } from '../../src/index.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';

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

test('ends when its sender goes in the middle of a body', async () => {
  const statuses: number[] = [];
  const url = await serve((incoming, outgoing) =>
    listener(incoming, {
      writeHead: (status) => void statuses.push(status),
      end: (body) => outgoing.end(body),
    }),
  );
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('POST /events?secret=sesame HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{"id":');
  setTimeout(() => socket.destroy(), 50);
  await vi.waitFor(() => expect(statuses).toEqual([400]));
});

test('gives what goes wrong to next, and answers with 500 where there is none', async () => {
  const failing = toNodeListener(async () => Promise.reject(new Error('no')));
  const url = await serve(failing);
  expect((await post(url, '{}')).status).toBe(500);
  const next = vi.fn();
  const passing = await serve((incoming, outgoing) =>
    failing(incoming, outgoing, (error) => {
      next(error);
      outgoing.writeHead(503, {});
      outgoing.end(new Uint8Array());
    }),
  );
  expect((await post(passing, '{}')).status).toBe(503);
  expect(next).toHaveBeenCalledWith(new Error('no'));
});

test('takes requests of HTTP/2, whose head has names that are no headers', async () => {
  const server = createSecondServer((incoming, outgoing) => listener(incoming, outgoing)).listen(
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
  const stream = session.request({ ':method': 'POST', ':path': '/events?secret=sesame' });
  stream.end(JSON.stringify({ id: sandbox.events.append(1).last }));
  const [{ ':status': status }] = await once(stream, 'response');
  expect([status, handled]).toEqual([200, sandbox.events.ids()]);
});
