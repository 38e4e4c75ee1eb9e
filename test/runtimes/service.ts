// A process of its own: the sandbox of the packed package, and beside it a server that drops connections. Prints where
// they are, as JSON, and ends with its standard input.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer, json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { createSandbox, type Fault } from 'translation-requester/sandbox';

const sandbox = createSandbox();

/**
 * Milliseconds from the arrival of a request to the end of its connection. When a connection ends within a few, Firefox sometimes
 * sends the request again without its body, and waits for an answer that can't come.
 */
const UNTIL_DROP = 50;

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server that listens on a port
  return `http://127.0.0.1:${port}`;
}

/** How the next order on a connection that was used before is dropped. */
let drop: Pick<Given, 'when' | 'how'> | undefined;
const used = new WeakSet<Socket>();
/** For each order since then, whether its connection had been used before. */
let reused: boolean[] = [];

async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/', socket } = incoming;
  const body = await buffer(incoming);
  const isReused = used.has(socket);
  used.add(socket);
  const isOrder = method === 'POST' && url.startsWith('/api/v1/projects');
  if (isOrder) reused.push(isReused);
  const dropping = isOrder && isReused ? drop : undefined;
  if (dropping !== undefined) drop = undefined;
  if (dropping?.when !== 'before') {
    const headers = { 'content-type': incoming.headers['content-type'] ?? 'application/json' };
    const content = body.length > 0 ? { body } : {};
    const answer = await sandbox.fetch(`${droppingUrl}${url}`, { method, headers, ...content });
    if (dropping === undefined) {
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
      outgoing.end(Buffer.from(await answer.arrayBuffer()));
      return;
    }
  }
  await pause(UNTIL_DROP);
  if (dropping?.how === 'reset') socket.resetAndDestroy();
  else socket.destroy();
}

const dropping = createServer((incoming, outgoing) => {
  // A caller that leaves in the middle of a request must not end the service of the next stories.
  pass(incoming, outgoing).catch(() => outgoing.destroy());
});
// So that no connection is closed between two requests of a story.
dropping.keepAliveTimeout = 60_000;

/** Changes how long each answer takes. Null: no time. */
async function setLatency(latency: number | null): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ latency }) };
  const answer = await fetch(`${baseUrl}/_sandbox/conditions`, init);
  if (!answer.ok) throw new Error(`The latency was not set: ${await answer.text()}`);
}

const orders = (key: unknown) => sandbox.orders().filter((order) => order.key === key);

/** What the acts are given: each takes its own part. */
interface Given {
  readonly url: string;
  readonly key: string;
  readonly id: number;
  readonly texts: readonly string[];
  readonly on: string;
  readonly fault: Fault;
  readonly times?: number;
  readonly count: number;
  readonly ms: number;
  readonly when: 'before' | 'after';
  readonly how: 'end' | 'reset';
}

const acts: Readonly<Record<string, (given: Given) => unknown>> = {
  authorize: ({ url }) => sandbox.authorize(url),
  translate: ({ id, texts }) => void sandbox.translators.translateQuestion(id, texts),
  fault: async ({ on, fault, times = 1 }) => {
    sandbox.faults.add({ on, fault, times });
    // The sandbox waits so long before it drops a connection, too.
    if (fault.kind.startsWith('drop-')) await setLatency(UNTIL_DROP);
  },
  clear: async () => {
    sandbox.faults.clear();
    await setLatency(null);
  },
  append: ({ count }) => sandbox.events.append(count),
  advance: ({ ms }) => sandbox.clock.advance(ms),
  orders: ({ key }) => orders(key).length,
  uploaded: () =>
    sandbox.requests.findLast(({ method, path }) => method === 'POST' && path.endsWith('/files'))?.body,
  drop: ({ when, how }) => {
    drop = { when, how };
    reused = [];
  },
  arrived: ({ key }) => ({ reused, ids: orders(key).map(({ id }) => id) }),
};

const control = createServer(async (incoming, outgoing) => {
  const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' };
  try {
    // As `act` of the stories sends it.
    const { name, given } = (await json(incoming)) as { name: string; given: Given };
    const answer = await acts[name]?.(given);
    outgoing.writeHead(200, headers).end(JSON.stringify(answer ?? null));
  } catch (error) {
    outgoing.writeHead(500, headers).end(String(error));
  }
});

const { url: baseUrl } = await sandbox.listen();
const droppingUrl = await listening(dropping);
const controlUrl = await listening(control);
const gone = createServer();
const refusedUrl = await listening(gone);
gone.close();
const { accessToken } = sandbox;
const { clientId, clientSecret, redirectUri } = sandbox.application;
const application = { clientId, clientSecret, redirectUri };
console.log(JSON.stringify({ baseUrl, droppingUrl, refusedUrl, controlUrl, accessToken, application }));
process.stdin.resume().once('end', () => process.exit());
