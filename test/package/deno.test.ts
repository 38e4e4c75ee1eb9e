import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { findProgram, folderOr, type Installed, installOnce } from './install.js';
import { run } from './run.js';

const { consumer } = inject('packed');

let deno: Installed;
let server: Server;
let url: string;
/** The body of every write that the service got, by path. */
const bodies = new Map<string, string[]>();
/** The content type of the last one, by path. */
const types = new Map<string, string | undefined>();

/** Carries out every write; the second request on a connection gets no answer, the connection ends. */
function createDroppingServer(): Server {
  const used = new WeakSet<object>();
  return createServer(async (request, response) => {
    const body = await text(request);
    const { url: path = '', method, socket, headers } = request;
    if (method === 'POST') {
      bodies.set(path, [...(bodies.get(path) ?? []), body]);
      types.set(path, headers['content-type']);
    }
    if (used.has(socket)) {
      socket.destroy();
      return;
    }
    used.add(socket);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
}

beforeAll(async () => {
  deno = await installOnce({ deno: '2.9.6' });
  server = createDroppingServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server that listens on a port
  url = `http://127.0.0.1:${port}`;
}, 300_000);

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Runs a program under Deno, in the project that has installed the tarball. @returns what it printed, as JSON */
async function runDeno(folder: string, name: string, source: string): Promise<unknown> {
  const program = join(consumer, name);
  await writeFile(program, source);
  const flags = ['--no-remote', '--node-modules-dir=manual', '--no-lock', '--no-prompt'];
  const permissions = ['--allow-net=127.0.0.1', '--allow-env'];
  const { stdout } = await run(
    await findProgram(folder, 'deno'),
    ['run', ...flags, ...permissions, program],
    { cwd: consumer, env: { DENO_DIR: join(folder, 'cache'), DENO_NO_UPDATE_CHECK: '1' } },
  );
  return JSON.parse(stdout);
}

/** Opens a connection, and leaves it for the next request. */
const openConnection = (): string => `await (await fetch('${url}/first')).text();`;

test('Deno sends a text twice by itself when a reused connection ends', async (context) => {
  const folder = folderOr(context, deno);
  const status = await runDeno(
    folder,
    'bare.mjs',
    `${openConnection()}
    const { status } = await fetch('${url}/bare', { method: 'POST', body: 'an order' });
    console.log(status);`,
  );
  expect(status).toBe(200);
  expect(bodies.get('/bare')).toEqual(['an order', 'an order']);
});

/** Makes a call on a connection that was used before, and that ends. @returns the name and the outcome of its failure */
function catchFailure(folder: string, name: string, setUp: string, call: string): Promise<unknown> {
  return runDeno(
    folder,
    name,
    `${setUp}
    ${openConnection()}
    const result = await ${call}.catch((error) => error);
    console.log(JSON.stringify({ name: result.name, outcome: result.outcome }));`,
  );
}

test('an order under Deno is sent once when a reused connection ends', async (context) => {
  const failure = await catchFailure(
    folderOr(context, deno),
    'order.mjs',
    `import { Requester } from 'translation-requester';
    const requester = new Requester({ baseUrl: '${url}', accessToken: 'token' });
    const order = {
      language_id: 'en',
      translated_language_id: 'ja',
      questions: [{ type: 'string', body: 'Hello' }],
    };`,
    'requester.projects.create(order, { retries: 0 })',
  );
  expect(bodies.get('/api/v1/projects')).toEqual([expect.stringContaining('Hello')]);
  expect(failure).toEqual({ name: 'ConnectionError', outcome: 'unknown' });
});

test('a code under Deno is exchanged once when a reused connection ends', async (context) => {
  const failure = await catchFailure(
    folderOr(context, deno),
    'exchange.mjs',
    `import { OAuthClient } from 'translation-requester/oauth';
    const oauth = new OAuthClient({
      baseUrl: '${url}',
      clientId: 'id',
      clientSecret: 'secret',
      redirectUri: 'https://app.example/callback',
    });`,
    `oauth.exchangeCode('the code', { retries: 0 })`,
  );
  const [form, ...again] = bodies.get('/oauth/token') ?? [];
  expect(again).toEqual([]);
  expect(Object.fromEntries(new URLSearchParams(form))).toMatchObject({ client_id: 'id', code: 'the code' });
  expect(types.get('/oauth/token')).toMatch(/^application\/x-www-form-urlencoded;charset=utf-8$/i);
  expect(failure).toEqual({ name: 'ConnectionError', outcome: 'unknown' });
});
