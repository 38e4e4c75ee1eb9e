import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { streamBody } from '../../base/http.js';
import type { Serve, ServeOutcome } from './outcome.js';

/** A server that listens. */
export interface HttpServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Listens for real HTTP requests. A lost connection is a destroyed socket. */
export async function startServer(serve: Serve, port: number, host: string): Promise<HttpServer> {
  // An import of `node:http` would break bundles for browsers.
  const load = globalThis.process?.getBuiltinModule;
  if (load === undefined) throw new Error('Only Node can listen; elsewhere use `sandbox.fetch` or msw.');
  const server = load('node:http').createServer(
    (incoming, outgoing) => void handle(serve, incoming, outgoing),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  // These addresses mean every network interface. One can listen on them, but not everywhere call them.
  const called = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  const url = `http://${called.includes(':') ? `[${called}]` : called}:${actual}`;
  return { url, close: () => close(server) };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function handle(serve: Serve, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const request = toRequest(incoming, gone.signal);
  if (request === undefined) {
    outgoing.writeHead(400).end();
    return;
  }
  try {
    await sendOutcome(await serve(request), outgoing);
  } catch {
    // The caller disconnected while its request was being read.
    outgoing.destroy();
  }
}

/** The request; undefined when its head is not valid, for example because of a wrong Host. */
function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  const { method = 'GET', url = '/', rawHeaders } = incoming;
  // Also where nothing reads it, since it ends what a sender sends without end.
  const body = streamBody(incoming, signal);
  try {
    const headers = new Headers();
    for (let at = 0; at + 1 < rawHeaders.length; at += 2)
      headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
    const hasBody = method !== 'GET' && method !== 'HEAD';
    // A stream needs `duplex`, which the DOM's types do not know.
    const init = {
      method,
      headers,
      signal,
      ...(hasBody ? { body, duplex: 'half' } : {}),
    };
    return new Request(
      url.startsWith('/') ? `http://${incoming.headers.host ?? 'localhost'}${url}` : url,
      init,
    );
  } catch {
    return undefined;
  }
}

/** Sends the parts of a body as they come, until the caller disconnects. */
async function sendStream({ body, status, headers }: Response, outgoing: ServerResponse): Promise<void> {
  const reader = body?.getReader();
  if (outgoing.destroyed) return reader?.cancel();
  outgoing.once('close', () => void reader?.cancel());
  outgoing.writeHead(status, Object.fromEntries(headers));
  for (let step = await reader?.read(); step?.done === false; step = await reader?.read()) {
    if (!outgoing.write(step.value))
      await new Promise((resolve) => outgoing.once('drain', resolve).once('close', resolve));
  }
  outgoing.end();
}

async function sendOutcome(outcome: ServeOutcome, outgoing: ServerResponse): Promise<void> {
  switch (outcome.kind) {
    case 'answer': {
      const { response } = outcome;
      const isEventStream = response.headers.get('content-type')?.startsWith('text/event-stream');
      if (isEventStream) return await sendStream(response, outgoing);
      const body = new Uint8Array(await response.arrayBuffer());
      outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(body);
      break;
    }
    case 'cut': {
      const { response, half } = outcome;
      // With a length greater than what follows, the client sees that the body was cut off.
      const headers = {
        ...Object.fromEntries(response.headers),
        'content-length': String(half.byteLength + 1),
      };
      outgoing.writeHead(response.status, headers).write(half, () => outgoing.destroy());
      break;
    }
    case 'silence':
      // The socket stays open until the client or `close` ends it.
      break;
    default:
      // Node has accepted the connection already. Closing it at once is the closest to a refusal.
      outgoing.destroy();
  }
}
