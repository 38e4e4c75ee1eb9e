import { defer } from '../base/concurrency.js';

/** The part of a `node:http` request that is needed. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** True when nothing is left to be read. */
  readonly readableEnded?: boolean;
  on(event: string, listener: (...values: unknown[]) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

/** The part of a `node:http` response that is needed. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string | string[]>): unknown;
  /** False when no more should be written until `drain`. */
  write(piece: Uint8Array): boolean;
  end(): unknown;
  destroy(): unknown;
  on(event: 'drain' | 'close', listener: () => void): unknown;
}

/** A listener for `node:http` and what builds on it. Express passes `next`, which then gets any error. */
export type NodeListener = (
  request: NodeRequest,
  response: NodeResponse,
  next?: (error?: unknown) => void,
) => void;

/**
 * Turns a handler of fetch-style Requests into a listener for `node:http`, Express and others. Bodies stream in both
 * directions; the signal of the Request aborts when the sender has gone.
 *
 * Mount it before anything that reads bodies, such as `express.json()`. A body that was read before is answered with
 * 500, and is an error in the log.
 *
 * @example
 * createServer(toNodeListener(handler)).listen(3000);
 * app.post('/events', toNodeListener(handler)); // Express
 */
export function toNodeListener(handler: (request: Request) => Promise<Response>): NodeListener {
  return (incoming, outgoing, next) => {
    const answered = answer(handler, incoming, outgoing);
    answered.catch((error: unknown) => {
      if (next !== undefined) return next(error);
      answerEmpty(outgoing, 500);
    });
  };
}

function answerEmpty(outgoing: NodeResponse, status: number): void {
  outgoing.writeHead(status, {});
  outgoing.end();
}

async function answer(
  handler: (request: Request) => Promise<Response>,
  incoming: NodeRequest,
  outgoing: NodeResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.on('close', () => gone.abort(new DOMException('The sender has gone.', 'AbortError')));
  // Not every method and address can be in a Request: TRACE can't.
  const request = await makeRequest(incoming, gone.signal).catch(() => undefined);
  if (request === undefined) return answerEmpty(outgoing, 400);
  const { status, headers, body } = await handler(request);
  // The only header that can stand in an answer several times.
  const cookies = headers.has('set-cookie') ? { 'set-cookie': headers.getSetCookie() } : {};
  outgoing.writeHead(status, { ...Object.fromEntries(headers), ...cookies });
  if (body === null) outgoing.end();
  else await sendBody(body, outgoing, gone.signal);
}

/** Writes a body piece by piece, as fast as it is taken. */
async function sendBody(
  body: ReadableStream<Uint8Array>,
  outgoing: NodeResponse,
  gone: AbortSignal,
): Promise<void> {
  const reader = body.getReader();
  let goOn = (): void => undefined;
  outgoing.on('drain', () => goOn());
  gone.addEventListener('abort', () => {
    goOn();
    void reader.cancel(gone.reason).catch(() => undefined);
  });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || gone.aborted) break;
      const { promise: drained, resolve } = defer();
      goOn = resolve;
      if (!outgoing.write(value) && !gone.aborted) await drained;
    }
    outgoing.end();
  } catch {
    // Cut, so that nobody takes the part for the whole.
    outgoing.destroy();
  }
}

async function makeRequest(incoming: NodeRequest, signal: AbortSignal): Promise<Request> {
  const { method = 'GET', url = '/', headers: given } = incoming;
  const headers = new Headers();
  // HTTP/2 names such as `:path` are not headers.
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value));
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const isRead = incoming.readableEnded === true;
  const body = isRead ? '' : streamBody(incoming, signal);
  // `duplex` is needed with a stream, and unknown to the DOM's types.
  const init = { method, headers, signal, ...(hasBody && { body, duplex: 'half' }) };
  const request = new Request(url.startsWith('/') ? `http://localhost${url}` : url, init);
  // So that `bodyUsed` is true.
  if (isRead) await request.text();
  return request;
}

/**
 * Streams the body. What is left after a cancellation, or once the answer is sent, is discarded: a browser sends all before it
 * reads the answer.
 */
function streamBody(incoming: NodeRequest, answered: AbortSignal): ReadableStream<Uint8Array> {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const finish = (end: (open: ReadableStreamDefaultController<Uint8Array>) => void): void => {
    const open = controller;
    controller = undefined;
    if (open !== undefined) end(open);
  };
  return new ReadableStream({
    start(started) {
      controller = started;
      incoming.on('data', (piece) => {
        controller?.enqueue(piece as Uint8Array); // Node gives buffers, unless somebody has set an encoding
        if ((controller?.desiredSize ?? 1) <= 0) incoming.pause();
      });
      incoming.on('end', () => finish((open) => open.close()));
      const lost = (): void => finish((open) => open.error(new Error('The sender has gone.')));
      incoming.on('error', lost);
      incoming.on('close', lost);
      answered.addEventListener('abort', () => {
        lost();
        incoming.resume();
      });
    },
    pull: () => void incoming.resume(),
    cancel: () => finish(() => incoming.resume()),
  });
}
