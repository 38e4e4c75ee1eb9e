import { request as httpRequest } from 'node:http';
import { connect as openSocket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type AnsweredRequest,
  createSandbox,
  type Fault,
  type Sandbox,
  type SandboxServer,
} from '../../src/sandbox.js';
import { sendWithoutEnd } from '../send-then-read.js';
import { MOMENT, projectOrder } from './api.js';

let sandbox: Sandbox;
let server: SandboxServer;

beforeEach(async () => {
  sandbox = createSandbox({ now: MOMENT });
  server = await sandbox.listen();
});

afterEach(() => server.close());

function order(init: RequestInit = {}): Promise<Response> {
  return fetch(`${server.url}/api/v1/projects`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...projectOrder(), access_token: sandbox.accessToken }),
    redirect: 'manual',
    ...init,
  });
}

const meet = (fault: Fault) => sandbox.faults.add({ on: 'POST /api/v1/projects', fault });
const orders = () => sandbox.orders().length;

test('answers over HTTP name the address that was called', async () => {
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const response = await order();
  expect(response.status).toBe(201);
  expect(response.headers.get('location')).toMatch(`${server.url}/api/v1/projects/`);
});

test('an upload and a form arrive over HTTP', async () => {
  const form = new FormData();
  form.set('file', new File(['Good morning'], 'été.txt'));
  const url = `${server.url}/api/v1/my/files?access_token=${sandbox.accessToken}`;
  expect((await fetch(url, { method: 'POST', body: form })).status).toBe(200);
  const token = await fetch(`${server.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ code: 'x' }),
  });
  expect(await token.json()).toMatchObject({ error: 'invalid_request' });
});

/** Sends a body piece by piece to its end, whatever is answered meanwhile. */
function sendAll(path: string, type: string, pieces: number): Promise<{ status: number; sent: number }> {
  const piece = new Uint8Array(2 ** 20).fill(0x20);
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': type, 'content-length': pieces * piece.byteLength };
    const request = httpRequest(`${server.url}${path}`, { method: 'POST', headers }, (response) => {
      response.resume();
      request.once('close', () => resolve({ status: response.statusCode ?? 0, sent }));
    });
    let sent = 0;
    request.once('error', reject);
    const next = (): void => {
      if (sent === pieces) return void request.end();
      sent += 1;
      request.write(piece, () => setImmediate(next));
    };
    next();
  });
}

test.each([
  ['/api/v1/organizations', 'application/json', 30],
  ['/api/v1/my/files', 'multipart/form-data; boundary=x', 110],
])(
  'a body that is too large for %s can be sent to its end, and the answer is a 413',
  async (path, type, size) => {
    expect(await sendAll(path, type, size)).toEqual({ status: 413, sent: size });
    expect((await order()).status).toBe(201);
  },
);

test.each([
  ['GET', '/api/v1/my', 401],
  ['POST', '/api/v1/unknown', 404],
  ['POST', '/api/v1/organizations', 413],
])(
  '%s %s answers what is sent without end, and reads a bounded rest of it',
  async (method, path, expected) => {
    const { status, taken } = await sendWithoutEnd(server.url + path, method, {
      'content-type': 'application/json',
    });
    expect(status).toBe(expected);
    expect(taken).toBeLessThan(64 * 1024 * 1024);
  },
);

describe('lost connections on a socket', () => {
  test('refuse and drop-before end the connection and order nothing', async () => {
    for (const kind of ['refuse', 'drop-before'] as const) {
      meet({ kind });
      await expect(order()).rejects.toThrow('fetch failed');
    }
    expect(orders()).toBe(0);
  });

  test('drop-after orders and ends the connection', async () => {
    meet({ kind: 'drop-after' });
    await expect(order()).rejects.toThrow('fetch failed');
    expect(orders()).toBe(1);
  });

  test('drop-midway sends the head and half of the body', async () => {
    meet({ kind: 'drop-midway' });
    const response = await order();
    expect(response.status).toBe(201);
    await expect(response.text()).rejects.toThrow('terminated');
    expect(orders()).toBe(1);
  });

  test('the next request is answered again', async () => {
    meet({ kind: 'drop-before' });
    await expect(order()).rejects.toThrow();
    expect((await order()).status).toBe(201);
  });
});

describe('broken answers on a socket', () => {
  test.each<[Fault, number]>([
    [{ kind: 'status', status: 503, headers: { 'retry-after': '1' } }, 503],
    [{ kind: 'html', status: 502 }, 502],
    [{ kind: 'truncate' }, 201],
    [{ kind: 'empty' }, 201],
    [{ kind: 'wrong-shape' }, 201],
    [{ kind: 'redirect', status: 307 }, 307],
  ])('%o ends cleanly', async (fault, status) => {
    meet(fault);
    const response = await order();
    expect(response.status).toBe(status);
    await expect(response.text()).resolves.toBeTypeOf('string');
  });
});

test('hang holds the socket open until the server is closed', async () => {
  meet({ kind: 'hang' });
  const answer = order();
  const lost = expect(answer).rejects.toThrow('fetch failed');
  await expect.poll(() => sandbox.requests.length).toBe(1);
  await server.close();
  await lost;
});

test('the server goes on after a caller hangs up', async () => {
  meet({ kind: 'delay', ms: 60_000, carriedOut: false });
  const controller = new AbortController();
  const answer = order({ signal: controller.signal });
  await expect.poll(() => sandbox.requests.length).toBe(1);
  controller.abort();
  await expect(answer).rejects.toThrow();
  expect((await order()).status).toBe(201);
  expect(orders()).toBe(1);
});

test('closing ends idle connections at once', async () => {
  await order();
  const socket = openSocket(Number(new URL(server.url).port), '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  const ended = new Promise((resolve) => socket.once('close', resolve));
  await server.close();
  await ended;
  await expect(order()).rejects.toThrow('fetch failed');
});

test('broken HTTP is answered with a 400 or not at all', async () => {
  for (const text of [
    'GET / HTTP/1.1\r\nHost: a b\r\n\r\n',
    'nonsense\r\n\r\n',
    'GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n',
  ]) {
    const socket = openSocket(Number(new URL(server.url).port), '127.0.0.1');
    socket.end(text);
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^(HTTP\/1\.1 4\d\d|$)/);
  }
  expect((await order()).status).toBe(201);
});

test('a port in use is an error', async () => {
  const port = Number(new URL(server.url).port);
  await expect(sandbox.listen({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

describe('onAnswer', () => {
  test('is called with each request, its answer, and no query', async () => {
    const seen: AnsweredRequest[] = [];
    const { url, close } = await sandbox.listen({ onAnswer: (request) => seen.push(request) });
    await (await fetch(`${url}/api/v1/my?access_token=${sandbox.accessToken}`)).json();
    const answered = { method: 'GET', path: '/api/v1/my', outcome: 'answer', status: 200 };
    expect(seen).toEqual([
      { ...answered, ms: expect.any(Number), answer: expect.objectContaining({ success: true }) },
    ]);
    await close();
  });

  test('is called with the kind of a fault', async () => {
    const seen: AnsweredRequest[] = [];
    const { url, close } = await sandbox.listen({ onAnswer: (request) => seen.push(request) });
    sandbox.faults.add({ on: '*', fault: { kind: 'drop-before' } });
    await expect(fetch(`${url}/api/v1/my`)).rejects.toThrow();
    expect(seen).toMatchObject([{ outcome: 'dropped', status: null, answer: undefined }]);
    await close();
  });

  test('can throw, and the request gets its answer', async () => {
    const onAnswer = () => {
      throw new Error('The log is full.');
    };
    const { url, close } = await sandbox.listen({ onAnswer });
    expect((await fetch(`${url}/api/v1/my`)).status).toBe(401);
    await close();
  });
});

test('/health is answered with 200 whatever faults are set, and is no request to the service', async () => {
  sandbox.faults.add({ on: '*', times: 9, fault: { kind: 'drop-before' } });
  for (const method of ['GET', 'HEAD'])
    expect((await fetch(`${server.url}/health`, { method })).status).toBe(200);
  expect(sandbox.requests).toEqual([]);
});
