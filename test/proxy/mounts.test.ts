import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { Requester } from '../../src/index.js';
import { createProxyHandler, type NodeListener, toNodeListener } from '../../src/proxy.js';
import { createSandbox } from '../../src/sandbox.js';
import { ORIGIN } from './page.js';

type Handler = (request: Request) => Promise<Response>;

const mounts: Readonly<Record<string, (handler: Handler) => NodeListener>> = {
  'node:http': (handler) => toNodeListener(handler),
  Hono: (handler) => {
    const app = new Hono().all('/translations/*', ({ req }) => handler(req.raw));
    return toNodeListener(async (request) => app.fetch(request));
  },
  // Express takes the place where a listener is mounted out of the address.
  'a router that cuts the address': (handler) => (incoming, outgoing) =>
    toNodeListener(handler)(
      Object.assign(incoming, { url: incoming.url?.replace('/translations', '') }),
      outgoing,
    ),
};

test.each(Object.entries(mounts))('a page uploads and reads through %s', async (_, mount) => {
  const sandbox = createSandbox();
  const client = sandbox.requester(Requester);
  const allow = ['files.upload', 'files.get', 'account.get'] as const;
  const listener = mount(createProxyHandler({ requester: () => client, origins: [ORIGIN], allow }));
  const server = createServer((incoming, outgoing) => listener(incoming, outgoing)).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  const page = new Requester({
    baseUrl: `http://127.0.0.1:${port}/translations`,
    accessToken: 'session',
    fetch: (url, init) =>
      fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), origin: ORIGIN } }),
  });
  const { id } = await page.files.upload(new File(['x'.repeat(2_000_000)], 'letter.txt'));
  expect((await page.files.get(id)).id).toBe(id);
  expect((await page.account.get()).id).toBe((await client.account.get()).id);
});
