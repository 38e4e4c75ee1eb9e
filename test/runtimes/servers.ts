import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, inject, onTestFinished, type TestContext } from 'vitest';
import { findProgram, folderOr, type Installed, installOnce } from '../package/install.js';
import { bundled } from './bundled.js';

// Each server is a process of its own, in a project that has installed the tarball, or a Worker. It has both handlers: that
// of callbacks at /events, that of pages at /translations/.

const { consumer } = inject('packed');
const repository = fileURLToPath(new URL('../../', import.meta.url));

/** The origin of the pages that the proxy takes calls from. */
export const ORIGIN = 'https://shop.example';
/** The cookie of the person who is signed in. */
export const COOKIE = 'session=1';

/** What a server needs of the service. */
interface Service {
  readonly baseUrl: string;
  readonly accessToken: string;
}

const handlersFor = (service: Service): string => `
import { Requester } from 'translation-requester';
import { createCallbackHandler } from 'translation-requester/callbacks';
import { createProxyHandler } from 'translation-requester/proxy';

const tell = (line) => console.log(JSON.stringify(line));
const quiet = () => undefined;
const logger = { debug: quiet, info: quiet, warn: quiet, error: (_, { message }) => tell({ logged: message }) };
const requester = new Requester({ ...${JSON.stringify(service)}, logger });
const onEvent = ({ id }) => tell({ handled: id });
const callbacks = createCallbackHandler({ requester, secret: 'sesame', onEvent });
const proxy = createProxyHandler({
  requester: ({ headers }) => (headers.get('cookie') === '${COOKIE}' ? requester : undefined),
  origins: ['${ORIGIN}'],
  allow: ['account.get', 'files.upload', 'files.get', 'projects.create', 'revisions.get', 'revisions.download'],
});
`;

/** A server of fetch-style handlers. */
const BOTH = `
const both = (request) => (new URL(request.url).pathname === '/events' ? callbacks : proxy)(request);
`;

const processFor = (service: Service, folder: string): string => `
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { toNodeListener } from 'translation-requester/callbacks';
${handlersFor(service)}
const require = createRequire(${JSON.stringify(join(folder, 'package.json'))});
const listen = (listener) => {
  const server = createServer(listener).listen(0, '127.0.0.1', () => tell({ port: server.address().port }));
};
`;

/** A server, and what mounts the handlers in it. */
export interface Server {
  readonly program: string;
  /** Packages of the registry. @default none */
  readonly packages?: Readonly<Record<string, string>>;
  /** What runs it, among the programs of its packages. @default this Node */
  readonly command?: readonly [program: string, ...flags: string[]];
  /** Whether the program is that of a Worker. @default false */
  readonly isWorker?: boolean;
}

export const EXPRESS = { express: '5.3.0' };
export const FASTIFY = { fastify: '5.12.8' };
const DENO = ['run', '--no-remote', '--node-modules-dir=manual', '--no-lock', '--no-prompt'];

export const servers: Readonly<Record<string, Server>> = {
  'node:http': { program: `${BOTH} listen(toNodeListener(both));` },
  'Express 5': {
    packages: EXPRESS,
    // What Express gives to the proxy has no /translations in its address.
    program: `const app = require('express')();
    app.post('/events', toNodeListener(callbacks));
    app.use('/translations', toNodeListener(proxy));
    app.use(require('express').json());
    listen(app);`,
  },
  Fastify: {
    packages: FASTIFY,
    program: `const app = require('fastify')();
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (request, payload, done) => done(null));
      const mount = (handler) => (request, reply) => {
        reply.hijack();
        toNodeListener(handler)(request.raw, reply.raw);
      };
      scope.post('/events', mount(callbacks));
      scope.all('/translations/*', mount(proxy));
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    tell({ port: app.server.address().port });`,
  },
  Hono: {
    program: `const { Hono } = require('hono');
    const app = new Hono();
    app.post('/events', ({ req }) => callbacks(req.raw));
    app.all('/translations/*', ({ req }) => proxy(req.raw));
    listen(toNodeListener(async (request) => app.fetch(request)));`,
  },
  'a route of Next.js': {
    // As Next.js calls it.
    program: `const routes = { events: { POST: callbacks }, translations: { GET: proxy, POST: proxy } };
    listen(toNodeListener((request) => {
      const route = routes[new URL(request.url).pathname.split('/')[1]];
      return route[request.method](request, { params: Promise.resolve({}) });
    }));`,
  },
  'Bun.serve': {
    packages: { bun: '1.4.5' },
    command: ['bun'],
    program: `const routes = { '/events': callbacks, '/translations/*': proxy };
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', routes });
    tell({ port: server.port });`,
  },
  'Deno.serve': {
    packages: { deno: '2.9.6' },
    command: ['deno', ...DENO, '--allow-net=127.0.0.1', '--allow-env', '--allow-read'],
    program: `${BOTH} Deno.serve(
      { port: 0, hostname: '127.0.0.1', onListen: ({ port }) => tell({ port }) },
      (request) => both(request),
    );`,
  },
  workerd: {
    packages: { miniflare: '4.20260730.0' },
    isWorker: true,
    program: `${BOTH} export default { fetch: (request) => both(request) };`,
  },
};

interface Line {
  readonly port?: number;
  /** The id of an event. */
  readonly handled?: number;
  /** The message of an error. */
  readonly logged?: string;
}

/** A server that runs. */
export interface Running {
  readonly origin: string;
  /** What it has told of. */
  readonly lines: readonly Line[];
}

/** Starts a server with both handlers. It ends with the test. */
export async function start(context: TestContext, server: Server, service: Service): Promise<Running> {
  const folder = folderOr(context, await installedFor(server));
  const lines: Line[] = [];
  const listen = (output: Readable): void => {
    createInterface(output).on('line', (line) => lines.push(JSON.parse(line)));
  };
  if (server.isWorker === true) {
    const script = await bundled({ consumer, stories: '' }, handlersFor(service) + server.program, {
      conditions: ['workerd', 'worker', 'browser'],
    });
    return { origin: await startWorker(folder, script, listen), lines };
  }
  const file = join(consumer, `server-${Math.random().toString(36).slice(2)}.mjs`);
  await writeFile(file, processFor(service, folder) + server.program);
  const [program, ...flags] = server.command ?? [];
  const command = program === undefined ? process.execPath : await findProgram(folder, program);
  const child = spawn(command, [...flags, file], { cwd: consumer, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => end(child));
  listen(child.stdout);
  await expect.poll(() => lines[0]?.port).toBeGreaterThan(0);
  return { origin: `http://127.0.0.1:${lines[0]?.port}`, lines };
}

async function installedFor({ packages }: Server): Promise<Installed> {
  if (packages !== undefined) return installOnce(packages);
  return { folder: repository };
}

/** @returns its origin */
async function startWorker(
  folder: string,
  script: string,
  listen: (output: Readable) => void,
): Promise<string> {
  const { Miniflare } = createRequire(join(folder, 'package.json'))('miniflare');
  const worker = new Miniflare({
    modules: true,
    script,
    compatibilityDate: '2026-05-01',
    cf: false,
    host: '127.0.0.1',
    port: 0,
    handleRuntimeStdio: listen,
  });
  onTestFinished(() => worker.dispose());
  const { origin } = await worker.ready;
  return origin;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
