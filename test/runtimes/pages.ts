import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bundled } from './bundled.js';
import type { Program } from './runtime.js';

/** The story of a page under the strict policy. */
export const STRICT_PAGE = 'a strict Content-Security-Policy, without a report';

/** What is in the page, the worker and the service worker. Each of them tells the stories. */
const SCRIPTS = {
  '/page.js': `
import { tellAll } from './stories.mjs';

const reports = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
  reports.push([violatedDirective, blockedURI, sourceFile].join(' '));
});

async function inWorker(service) {
  const worker = new Worker('/worker.js');
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(service);
  });
}

async function inServiceWorker(service) {
  await navigator.serviceWorker.register('/service-worker.js');
  const { active } = await navigator.serviceWorker.ready;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    active.postMessage(service, [port2]);
  });
}

globalThis.tellIn = async (place, service) => {
  if (place !== 'page') return (place === 'worker' ? inWorker : inServiceWorker)(service);
  const started = Date.now();
  const told = await tellAll(service);
  const error = reports.length > 0 ? reports.join(', ') : undefined;
  return [...told, { story: '${STRICT_PAGE}', error, ms: Date.now() - started }];
};
`,
  '/worker.js': `
import { tellAll } from './stories.mjs';
addEventListener('message', async ({ data }) => postMessage(await tellAll(data)));
`,
  '/service-worker.js': `
import { tellAll } from './stories.mjs';
addEventListener('message', (event) =>
  event.waitUntil(tellAll(event.data).then((told) => event.ports[0].postMessage(told))));
`,
} as const;

export interface Pages {
  readonly url: string;
  close(): void;
}

/** Allows nothing but scripts of the page's own origin and calls to this machine. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  'connect-src http://127.0.0.1:*',
  "img-src 'self'",
  "base-uri 'none'",
];

/** A policy for pages that start no worker: they may not even turn text into code or markup. */
const STRICT_POLICY = [...POLICY, "require-trusted-types-for 'script'", "trusted-types 'none'"];

/** Serves a page: `/` under the strict policy, `/workers` under one that lets it start workers. */
export async function servePages(program: Program): Promise<Pages> {
  const texts = new Map<string, string>();
  for (const [path, source] of Object.entries(SCRIPTS)) {
    texts.set(path, await bundled(program, source, { conditions: ['browser'], format: 'iife' }));
  }
  const server = createServer(({ url = '/' }, response) => {
    const script = texts.get(url);
    const policy = url === '/' ? STRICT_POLICY : POLICY;
    response.writeHead(200, {
      'content-type': script === undefined ? 'text/html; charset=utf-8' : 'text/javascript',
      'content-security-policy': policy.join('; '),
    });
    response.end(script ?? '<!doctype html><title>Stories</title><script src="/page.js"></script>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server that listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
