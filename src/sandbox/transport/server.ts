import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { EndsWithScope } from '../base/ends-with-scope.js';
import { withHealth } from './health.js';
import { incomingBody } from './incoming-body.js';
import type { AnsweredRequest } from './observed.js';
import type { Outcome, Serve } from './outcome.js';

/** A sandbox that listens. With `await using`, it is closed at the end of the scope. */
export interface SandboxServer extends EndsWithScope {
  /** An address that it can be called at, without a slash at the end. */
  readonly url: string;
  /** What the control interface asks for beyond a loopback address; undefined on one, and without the interface. */
  readonly controlToken: string | undefined;
  /** Stops listening and closes open connections. */
  close(): Promise<void>;
}

/** Options of `listen`. */
export interface ListenOptions {
  /** The port; 0 means any free one. @default 0 */
  readonly port?: number;
  /** @default 127.0.0.1 */
  readonly host?: string;
  /** Called with each request of the service once its answer is ready, for a log. @default none */
  readonly onAnswer?: (request: AnsweredRequest) => void;
  /**
   * Whether the control interface under `/_sandbox/` is served too. Beyond a loopback address it asks for a token.
   * @default true
   */
  readonly control?: boolean;
}

/** Loads Node's modules at run time, since an import of them would break bundles for browsers. */
function nodeHttp() {
  const load = globalThis.process?.getBuiltinModule;
  if (load === undefined) throw new Error('Only Node can listen; elsewhere use `sandbox.fetch` or msw.');
  return load('node:http');
}

/** Listens for real HTTP requests. A lost connection is a destroyed socket. */
export async function startServer(
  service: Serve,
  options: ListenOptions,
  controlToken?: string,
): Promise<SandboxServer> {
  const { port = 0, host = '127.0.0.1' } = options;
  const serve = withHealth(service);
  const http = nodeHttp();
  const server = http.createServer((incoming, outgoing) => void handle(serve, incoming, outgoing));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  // What means every interface can be listened on, but not everywhere be called.
  const called = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  const url = `http://${called.includes(':') ? `[${called}]` : called}:${actual}`;
  const end = () => close(server);
  return { url, controlToken, close: end, [Symbol.asyncDispose]: end };
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
    await show(await serve(request), outgoing);
  } catch {
    // The caller went away while its request was being read.
    outgoing.destroy();
  }
}

/** Undefined when the head is not a valid request, for example because of a wrong Host. */
function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  const { method = 'GET', url = '/', rawHeaders } = incoming;
  try {
    const headers = new Headers();
    for (let at = 0; at + 1 < rawHeaders.length; at += 2)
      headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
    const hasBody = method !== 'GET' && method !== 'HEAD';
    // `duplex` is needed with a stream, and unknown to the DOM's types.
    const init = {
      method,
      headers,
      signal,
      ...(hasBody ? { body: incomingBody(incoming), duplex: 'half' } : {}),
    };
    return new Request(
      url.startsWith('/') ? `http://${incoming.headers.host ?? 'localhost'}${url}` : url,
      init,
    );
  } catch {
    return undefined;
  }
}

function isEndless({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}

/** Passes a body on as it comes, until the caller goes. */
async function flow({ body, status, headers }: Response, outgoing: ServerResponse): Promise<void> {
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

async function show(outcome: Outcome, outgoing: ServerResponse): Promise<void> {
  switch (outcome.kind) {
    case 'answer': {
      if (isEndless(outcome.response)) return await flow(outcome.response, outgoing);
      const body = new Uint8Array(await outcome.response.arrayBuffer());
      outgoing.writeHead(outcome.response.status, Object.fromEntries(outcome.response.headers)).end(body);
      break;
    }
    case 'cut': {
      const { response, half } = outcome;
      // A length greater than what follows: the client then knows that the body was cut off.
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
      // The connection has been accepted, so it can't be refused. Ending it at once comes closest.
      outgoing.destroy();
  }
}
