import { streamBody } from '../base/http.js';

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
  /** Ends the connection. */
  destroy?(): unknown;
  /** What ends it over HTTP/2. */
  readonly stream?: Pick<NodeResponse, 'destroy'> | undefined;
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
 * directions; the signal of the Request aborts when the sender has gone. Of a body that the handler leaves, at most 32 MiB are
 * read after the answer, for 30 s at most.
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
    const gone = new AbortController();
    const leave = (): void => gone.abort();
    outgoing.on('close', leave);
    // Not by `close` alone: over HTTP/2, it waits for the end of the body; and Express reads that before it answers an error.
    void answerNodeRequest(handler, incoming, outgoing, gone.signal)
      .catch((error: unknown) => {
        if (next !== undefined) return next(error);
        outgoing.writeHead(500, {});
        outgoing.end();
      })
      .then(leave);
  };
}

async function answerNodeRequest(
  handler: (request: Request) => Promise<Response>,
  incoming: NodeRequest,
  outgoing: NodeResponse,
  gone: AbortSignal,
): Promise<void> {
  // Not every method and address can be in a Request: TRACE can't.
  const refuse = (): Response => new Response(null, { status: 400 });
  const { status, headers, body } = await makeRequest(incoming, gone).then(handler, refuse);
  // The only header that can stand in an answer several times.
  const cookies = headers.getSetCookie();
  outgoing.writeHead(status, {
    ...Object.fromEntries(headers),
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
  });
  if (body === null) outgoing.end();
  else await sendBody(body, outgoing, gone);
}

/** Writes a body piece by piece, as fast as it is taken. */
async function sendBody(
  body: ReadableStream<Uint8Array>,
  outgoing: NodeResponse,
  gone: AbortSignal,
): Promise<void> {
  let goOn = (): void => undefined;
  const wake = (): void => goOn();
  outgoing.on('drain', wake);
  gone.addEventListener('abort', wake);
  const sink = new WritableStream<Uint8Array>({
    async write(piece) {
      if (outgoing.write(piece) || gone.aborted) return;
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    },
    close: () => void outgoing.end(),
  });
  // A failed one is cut, so that nobody takes the part for the whole.
  await body.pipeTo(sink, { signal: gone }).catch(() => outgoing.destroy());
}

async function makeRequest(incoming: NodeRequest, signal: AbortSignal): Promise<Request> {
  const { method = 'GET', url = '/', headers: given, readableEnded: isRead } = incoming;
  const headers = new Headers();
  // HTTP/2 names such as `:path` are not headers.
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value));
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = isRead ? '' : streamBody(incoming, signal);
  // `duplex` is needed with a stream, and unknown to the DOM's types.
  const init = { method, headers, signal, ...(hasBody && { body, duplex: 'half' }) };
  const request = new Request(url.startsWith('/') ? `http://localhost${url}` : url, init);
  // So that `bodyUsed` is true.
  if (isRead) await request.text();
  return request;
}
