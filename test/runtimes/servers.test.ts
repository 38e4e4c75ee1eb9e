import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, onTestFinished, type TestContext, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { folderOr, type Installed, installOnce } from '../package/install.js';
import { bundled } from './bundled.js';

// Each server is a process of its own, in a project that has installed the tarball.

const { consumer } = inject('packed');
const repository = fileURLToPath(new URL('../../', import.meta.url));

const PRELUDE = `
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { Requester } from 'translation-requester';
import { createCallbackHandler, toNodeListener } from 'translation-requester/callbacks';

const { baseUrl, accessToken, folder } = JSON.parse(process.argv[2]);
const require = createRequire(folder + '/package.json');
const tell = (line) => console.log(JSON.stringify(line));
const quiet = () => undefined;
const logger = { debug: quiet, info: quiet, warn: quiet, error: (_, { message }) => tell({ logged: message }) };
const requester = new Requester({ baseUrl, accessToken, logger });
const onEvent = ({ id }) => tell({ handled: id });
const handler = createCallbackHandler({ requester, secret: 'sesame', onEvent });
const listen = (listener) => {
  const server = createServer(listener).listen(0, '127.0.0.1', () => tell({ port: server.address().port }));
};
`;

interface Server {
  readonly program: string;
  /** Packages of the registry. @default none */
  readonly packages?: Readonly<Record<string, string>>;
  /** What runs it, among the programs of its packages. @default this Node */
  readonly command?: readonly [program: string, ...flags: string[]];
}

const EXPRESS = { express: '5.3.0' };
const DENO = ['run', '--no-remote', '--node-modules-dir=manual', '--no-lock', '--no-prompt'];

const servers: Readonly<Record<string, Server>> = {
  'node:http': { program: 'listen(toNodeListener(handler));' },
  'Express 5': {
    packages: EXPRESS,
    program: `const app = require('express')();
    app.post('/events', toNodeListener(handler));
    app.use(require('express').json());
    listen(app);`,
  },
  Fastify: {
    packages: { fastify: '5.12.8' },
    program: `const app = require('fastify')();
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (request, payload, done) => done(null));
      scope.post('/events', (request, reply) => {
        reply.hijack();
        toNodeListener(handler)(request.raw, reply.raw);
      });
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    tell({ port: app.server.address().port });`,
  },
  Hono: {
    program: `const { Hono } = require('hono');
    const app = new Hono().post('/events', ({ req }) => handler(req.raw));
    listen(toNodeListener(async (request) => app.fetch(request)));`,
  },
  'a route of Next.js': {
    // As Next.js calls it.
    program: `const route = { POST: handler };
    listen(toNodeListener((request) => route[request.method](request, { params: Promise.resolve({}) })));`,
  },
  'Bun.serve': {
    packages: { bun: '1.4.5' },
    command: ['bun'],
    program: `const server = Bun.serve({ port: 0, hostname: '127.0.0.1', routes: { '/events': handler } });
    tell({ port: server.port });`,
  },
  'Deno.serve': {
    packages: { deno: '2.9.6' },
    command: ['deno', ...DENO, '--allow-net=127.0.0.1', '--allow-env', '--allow-read'],
    program: `Deno.serve(
      { port: 0, hostname: '127.0.0.1', onListen: ({ port }) => tell({ port }) },
      (request) => handler(request),
    );`,
  },
};

interface Line {
  readonly port?: number;
  readonly handled?: number;
  readonly logged?: string;
}

interface Running {
  readonly url: string;
  readonly lines: readonly Line[];
}

async function startService(): Promise<{ sandbox: Sandbox; baseUrl: string }> {
  const sandbox = createSandbox();
  const { url: baseUrl, close } = await sandbox.listen();
  onTestFinished(async () => {
    sandbox.deliveries.off();
    await close();
  });
  return { sandbox, baseUrl };
}

async function installedFor({ packages }: Server): Promise<Installed> {
  if (packages !== undefined) return installOnce(packages);
  return { folder: repository };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function start(context: TestContext, server: Server, service: object): Promise<Running> {
  const folder = folderOr(context, await installedFor(server));
  const file = join(consumer, `server-${Math.random().toString(36).slice(2)}.mjs`);
  await writeFile(file, PRELUDE + server.program);
  const [program, ...flags] = server.command ?? [];
  const command = program === undefined ? process.execPath : join(folder, 'node_modules/.bin', program);
  const args = [...flags, file, JSON.stringify({ ...service, folder })];
  const child = spawn(command, args, { cwd: consumer, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => end(child));
  const lines: Line[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(JSON.parse(line)));
  await expect.poll(() => lines[0]?.port).toBeGreaterThan(0);
  return { url: `http://127.0.0.1:${lines[0]?.port}/events?secret=sesame`, lines };
}

/** Delivers three events. @returns the answers */
async function deliver(sandbox: Sandbox, url: string): Promise<(number | null)[]> {
  sandbox.deliveries.to(url);
  sandbox.events.append(3);
  await sandbox.deliveries.idle();
  return sandbox.deliveries.attempts.map(({ status }) => status);
}

describe('a callback handler', () => {
  test.for(Object.entries(servers))('in %s takes deliveries', async ([, server], context) => {
    const { sandbox, baseUrl } = await startService();
    const { url, lines } = await start(context, server, { baseUrl, accessToken: sandbox.accessToken });
    expect(await deliver(sandbox, url)).toEqual([200, 200, 200]);
    const handled = lines.flatMap((line) => line.handled ?? []);
    expect(handled.toSorted((one, other) => one - other)).toEqual(sandbox.events.ids());
    const stranger = await fetch(url.replace('sesame', 'guess'), { method: 'POST', body: '{"id":1}' });
    expect(stranger.status).toBe(401);
  });

  test.for<readonly [string, Server]>([
    [
      'Express 5 behind express.json()',
      {
        packages: EXPRESS,
        program: `const app = require('express')();
        app.use(require('express').json());
        app.post('/events', toNodeListener(handler));
        listen(app);`,
      },
    ],
    [
      'Fastify that reads the body first',
      {
        packages: { fastify: '5.12.8' },
        program: `const app = require('fastify')();
        app.post('/events', (request, reply) => {
          reply.hijack();
          toNodeListener(handler)(request.raw, reply.raw);
        });
        await app.listen({ port: 0, host: '127.0.0.1' });
        tell({ port: app.server.address().port });`,
      },
    ],
  ])('in %s says so in the log', async ([, server], context) => {
    const { sandbox, baseUrl } = await startService();
    const { url, lines } = await start(context, server, { baseUrl, accessToken: sandbox.accessToken });
    expect(await deliver(sandbox, url)).toEqual([500, 500, 500]);
    expect(lines.flatMap(({ logged }) => logged ?? [])).toEqual(
      Array(3).fill(expect.stringMatching(/was read before its handler got it.*express\.json\(\)/)),
    );
    expect(lines.flatMap(({ handled }) => handled ?? [])).toEqual([]);
  });

  test('accepts deliveries in workerd', async (context) => {
    const folder = folderOr(context, await installOnce({ miniflare: '4.20260730.0' }));
    const { sandbox, baseUrl } = await startService();
    const settings = JSON.stringify({ baseUrl, accessToken: sandbox.accessToken });
    const script = await bundled(
      { consumer, stories: '' },
      `import { Requester } from 'translation-requester';
      import { createCallbackHandler } from 'translation-requester/callbacks';
      const handled = [];
      const requester = new Requester(${settings});
      const onEvent = ({ id }) => void handled.push(id);
      const handler = createCallbackHandler({ requester, secret: 'sesame', onEvent });
      export default {
        fetch: (request) => (request.method === 'GET' ? Response.json(handled) : handler(request)),
      };`,
      { conditions: ['workerd', 'worker', 'browser'] },
    );
    const { Miniflare } = createRequire(join(folder, 'package.json'))('miniflare');
    const options = { modules: true, script, compatibilityDate: '2026-05-01', cf: false };
    const worker = new Miniflare({ ...options, host: '127.0.0.1', port: 0 });
    onTestFinished(() => worker.dispose());
    const { origin } = await worker.ready;
    expect(await deliver(sandbox, `${origin}/events?secret=sesame`)).toEqual([200, 200, 200]);
    const handled: number[] = await (await fetch(origin)).json();
    expect(handled.toSorted((one, other) => one - other)).toEqual(sandbox.events.ids());
  });
});
