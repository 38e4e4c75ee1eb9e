import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest';
import { toNodeListener } from '../../src/callbacks.js';
import { Requester } from '../../src/index.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { sendThenRead } from '../send-then-read.js';
import { COOKIE, ORIGIN, type Server, servers, start } from './servers.js';

type Handler = (request: Request) => Promise<Response>;

/** A service that repeats the token wherever it can. What `held` has for the end of a path is answered by that. */
interface World {
  readonly sandbox: Sandbox;
  readonly baseUrl: string;
  readonly held: Map<string, Handler>;
  /** The methods and paths that arrived. */
  readonly arrived: string[];
}

async function startService(): Promise<World> {
  const sandbox = createSandbox();
  const held = new Map<string, Handler>();
  const arrived: string[] = [];
  const server = createServer(
    toNodeListener(async (request) => {
      const { pathname, search } = new URL(request.url);
      arrived.push(`${request.method} ${pathname}`);
      const handler = [...held].find(([end]) => pathname.endsWith(end))?.[1] ?? sandbox.fetch;
      return repeatingToken(await handler(new Request(baseUrl + pathname + search, request)), sandbox);
    }),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  const baseUrl = `http://127.0.0.1:${port}`;
  return { sandbox, baseUrl, held, arrived };
}

async function repeatingToken(answer: Response, { accessToken }: Sandbox): Promise<Response> {
  const headers = new Headers(answer.headers);
  for (const name of ['x-request-id', 'etag', 'set-cookie']) headers.set(name, accessToken);
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  if (!isJson) return new Response(answer.body, { status: answer.status, headers });
  headers.delete('content-length');
  return Response.json({ ...(await answer.json()), said: accessToken }, { status: answer.status, headers });
}

interface Page {
  readonly requester: Requester;
  /** All that it got: statuses, headers and bodies. */
  readonly seen: () => string;
}

/** A page: it sends these headers beside its own. */
function makePage(origin: string, headers: Readonly<Record<string, string>>): Page {
  const pieces: string[] = [];
  const requester = new Requester({
    baseUrl: `${origin}/translations`,
    accessToken: 'session',
    retries: 0,
    logLevel: 'silent',
    fetch: async (url, init) => {
      const sent = { ...Object.fromEntries(new Headers(init.headers)), ...headers };
      const answer = await fetch(url, { ...init, headers: sent });
      pieces.push(JSON.stringify([answer.status, ...answer.headers]));
      const decoder = new TextDecoder();
      const noting = new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          pieces.push(decoder.decode(piece, { stream: true }));
          controller.enqueue(piece);
        },
      });
      return new Response(answer.body?.pipeThrough(noting) ?? null, answer);
    },
  });
  return { requester, seen: () => pieces.join('') };
}

/** As a browser sends them. What miniflare compresses, it would hold back. */
const OWN = { origin: ORIGIN, cookie: COOKIE, 'accept-encoding': 'identity' };

async function world(context: TestContext, server: Server) {
  const service = await startService();
  const { accessToken } = service.sandbox;
  const { origin } = await start(context, server, { baseUrl: service.baseUrl, accessToken });
  return { ...service, origin, page: (headers = OWN) => makePage(origin, headers) };
}

/** Reads until there are so many bytes, or all. */
async function read(reader: ReadableStreamDefaultReader<Uint8Array>, bytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for (let length = 0; length < bytes; ) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    text += decoder.decode(value, { stream: true });
  }
  return text;
}

const FILE = '/revisions/1/file';
const HALF = 200_000;

/** Orders the translation of a file. @returns the question */
async function orderFile({ sandbox }: World, { requester }: Page, text: string): Promise<number> {
  const file = await requester.files.upload(new File([text], 'letter.txt'));
  await sandbox.clock.advance(60_000);
  const { questions } = await requester.projects.create({
    language_id: 'en',
    translated_language_id: 'ja',
    questions: [{ type: 'file', source_id: file.id }],
  });
  const [{ id } = { id: 0 }] = questions;
  await sandbox.translators.translateQuestion(id, ['Góód mórníng']);
  return id;
}

describe.for(Object.entries(servers))('a proxy in %s', ([, server]) => {
  test('passes orders, uploads and downloads on, without the token and as streams', async (context) => {
    const here = await world(context, server);
    const page = here.page();
    const id = await orderFile(here, page, 'x'.repeat(2_000_000));
    const uploaded = here.sandbox.requests.find(({ path }) => path.endsWith('/files'));
    expect(uploaded?.body).toMatchObject({ file: { name: 'letter.txt', size: 2_000_000 } });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const token = here.sandbox.accessToken;
    here.held.set(FILE, async () => {
      const pieces = ['a'.repeat(HALF) + token, `b${token}`.repeat(3)];
      const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
        const piece = pieces.shift();
        if (piece === undefined) return controller.close();
        if (pieces.length === 0) await released;
        controller.enqueue(new TextEncoder().encode(piece));
      };
      return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
    });
    const { body } = await page.requester.revisions.download(id, 1);
    if (body === null) throw new Error('The file has no body.');
    const reader = body.getReader();
    // The service goes on only when the page has got most of what was sent.
    const first = await read(reader, HALF - 2_000);
    release();
    const stars = '*'.repeat(token.length);
    expect(first + (await read(reader, Number.POSITIVE_INFINITY))).toBe(
      'a'.repeat(HALF) + stars + `b${stars}`.repeat(3),
    );
    expect(page.seen()).toContain('"said":"*');
    expect(page.seen()).not.toContain(token);
  });

  test('refuses other origins and people who are not signed in, whatever they send', async (context) => {
    const here = await world(context, server);
    for (const [status, headers] of [
      [403, { ...OWN, origin: 'https://elsewhere.example' }],
      [401, { ...OWN, cookie: 'session=2' }],
    ] as const) {
      await expect(here.page(headers).requester.account.get()).rejects.toMatchObject({ status });
      const upload = { ...headers, 'content-type': 'multipart/form-data; boundary=b' };
      const address = `${here.origin}/translations/api/v1/my/files`;
      expect(await sendThenRead(address, 20_000_000, upload)).toBe(status);
    }
    expect(here.arrived).toEqual([]);
  });

  test('ends its download from the service when the page cancels its own', async (context) => {
    const here = await world(context, server);
    const page = here.page();
    const id = await orderFile(here, page, 'Good morning');
    let isCancelled = false;
    here.held.set(FILE, async () => {
      const cancel = () => {
        isCancelled = true;
      };
      const start = (controller: ReadableStreamDefaultController<Uint8Array>) =>
        controller.enqueue(new Uint8Array(HALF));
      return new Response(new ReadableStream({ start, cancel }));
    });
    const { body } = await page.requester.revisions.download(id, 1);
    await body?.cancel();
    await expect.poll(() => isCancelled).toBe(true);
  });
});

// workerd alone does not see that a page has gone before it gets an answer.
const seeing = Object.entries(servers).filter(([, { isWorker }]) => isWorker !== true);

test.for(seeing)('a proxy in %s ends its call when the page aborts', async ([, server], context) => {
  const here = await world(context, server);
  let isAborted = false;
  here.held.set('/my', ({ signal }) => {
    signal.addEventListener('abort', () => {
      isAborted = true;
    });
    return new Promise<never>(() => undefined);
  });
  const leaving = new AbortController();
  const asked = here.page().requester.account.get({ signal: leaving.signal });
  await expect.poll(() => here.arrived).toEqual(['GET /api/v1/my']);
  leaving.abort();
  await expect(asked).rejects.toThrow();
  await expect.poll(() => isAborted).toBe(true);
});
