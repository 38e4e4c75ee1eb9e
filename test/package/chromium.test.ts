import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Requester, RequesterOptions } from '../../src/index.js';
import type { createSandbox, Sandbox } from '../../src/sandbox.js';
import { hasChromium, startChromium } from '../browser/chromium.js';

const isMissing = !hasChromium();

const { consumer } = inject('packed');

const PLACE = '/api/v1/projects';

let browser: Browser;
let client: string;
let create: typeof createSandbox;

let sandbox: Sandbox;
let server: Server;
let page: Page;
/** The order that is carried out without an answer. */
let dropped: number;
/** For each order that arrived, whether its connection had been used before. */
let orders: boolean[];

beforeAll(async () => {
  if (isMissing) return;
  const entry = (name: string) => join(consumer, 'node_modules/translation-requester/dist', name);
  ({ createSandbox: create } = await import(pathToFileURL(entry('sandbox.js')).href));
  const { outputFiles } = await build({
    bundle: true,
    format: 'iife',
    globalName: 'client',
    platform: 'browser',
    conditions: ['browser'],
    stdin: { contents: `export { Requester } from 'translation-requester'`, resolveDir: consumer },
    write: false,
  });
  client = outputFiles?.[0]?.text ?? '';
  browser = await startChromium();
});

afterAll(() => browser?.close());

beforeEach(async () => {
  if (isMissing) return;
  sandbox = create({ seed: 1 });
  orders = [];
  dropped = 1;
  server = createDroppingServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  page = await browser.newPage();
  await page.goto(address());
  await page.addScriptTag({ content: client });
});

afterEach(async () => {
  await page?.close();
  server?.closeAllConnections();
  server?.close();
});

/** Serves a page and the sandbox. One order is carried out, and its connection ends instead of an answer. */
function createDroppingServer(): Server {
  const used = new WeakSet<Socket>();
  return createServer(async (request, response) => {
    const { url = '/', method = 'GET', socket } = request;
    const isUsed = used.has(socket);
    used.add(socket);
    if (url === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    const body = await text(request);
    const isOrder = method === 'POST' && url === PLACE;
    const answer = await sandbox.fetch(`${sandbox.baseUrl}${url}`, {
      method,
      headers: { 'content-type': request.headers['content-type'] ?? 'application/json' },
      ...(body !== '' && { body }),
    });
    if (isOrder && orders.push(isUsed) === dropped) return socket.destroy();
    return response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
}

function address(): string {
  const { port } = server.address() as AddressInfo; // a server that listens on a port
  return `http://127.0.0.1:${port}`;
}

interface Told {
  readonly id: number;
  readonly placed: boolean;
  readonly duplicates: readonly number[];
  readonly warnings: readonly (readonly [message: string, fields: object])[];
}

/** Places an order in the page. */
function order(options: object): Promise<Told> {
  const settings = { baseUrl: address(), accessToken: sandbox.accessToken, options };
  return page.evaluate(async ({ options, ...settings }) => {
    const warnings: [string, object][] = [];
    const ignore = () => undefined;
    const warn = (message: string, fields: object) => void warnings.push([message, fields]);
    // What the script tag has brought.
    const { client } = globalThis as unknown as {
      client: { Requester: new (options: RequesterOptions) => Requester };
    };
    const logger = { debug: ignore, info: ignore, warn, error: ignore };
    const requester = new client.Requester({ ...settings, logger, dangerouslyAllowBrowser: true });
    // The connection of this request is there for the next one.
    await requester.account.get();
    const { data, placed, duplicates } = await requester.projects
      .create(
        {
          language_id: 'en',
          translated_language_id: 'ja',
          questions: [{ type: 'string', body: 'Good morning', custom_field: 'k' }],
        },
        options,
      )
      .withResponse();
    return { id: data.id, placed, duplicates, warnings };
  }, settings);
}

const ids = () =>
  sandbox
    .orders()
    .map(({ id }) => id)
    .sort((a, b) => a - b);

describe.skipIf(isMissing)('an order in Chromium, when its reused connection ends before the answer', () => {
  test('is sent twice by Chromium itself, which is not noticed without once', async () => {
    const { id, placed, duplicates, warnings } = await order({});
    expect(orders).toEqual([true, false]);
    expect({ placed, duplicates, warnings }).toEqual({ placed: true, duplicates: [], warnings: [] });
    expect(ids()).toEqual([expect.any(Number), id]);
  });

  test('is searched for after placing with once: the older one is the result, the other is in duplicates', async () => {
    const { id, placed, duplicates, warnings } = await order({ once: true });
    expect(orders).toEqual([true, false]);
    expect([id, ...duplicates]).toEqual(ids());
    expect(duplicates).toHaveLength(1);
    expect(placed).toBe(true);
    expect(warnings).toEqual([
      ['the order was placed more than once', { kind: 'project', ids: [id, ...duplicates] }],
    ]);
  });
});

test.skipIf(isMissing)('an order in Chromium on a connection that stays open is placed once', async () => {
  dropped = 0;
  const { id, placed, duplicates, warnings } = await order({ once: true });
  expect({ placed, duplicates, warnings }).toEqual({ placed: true, duplicates: [], warnings: [] });
  expect(ids()).toEqual([id]);
});
