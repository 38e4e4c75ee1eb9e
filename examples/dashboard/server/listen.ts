import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Answers a request. A Hono application has one as `fetch`. */
type Answer = (request: Request) => Response | Promise<Response>;

/** A server that listens already, so that its address is known before what it serves is made. */
export interface OpenServer {
  /** Its address, without a slash at the end. */
  readonly url: string;
  /** Answers all requests from now on. */
  serve(answer: Answer): void;
  close(): Promise<void>;
}

/** Listens on this machine only. @param port 0 means any free one */
export async function listen(port: number): Promise<OpenServer> {
  let answer: Answer = () => new Response('Not ready yet.', { status: 503 });
  const server = createServer((incoming, outgoing) => {
    // The only failures are of a browser that goes away in the middle.
    pass(incoming, outgoing, (request) => answer(request)).catch(() => outgoing.destroy());
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const address = server.address();
  const actual = typeof address === 'object' ? address?.port : port;
  return {
    url: `http://127.0.0.1:${actual}`,
    serve: (given) => {
      answer = given;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Bodies flow through in both directions, so that a large file is never in memory. */
async function pass(incoming: IncomingMessage, outgoing: ServerResponse, answer: Answer): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const response = await answer(requestOf(incoming, gone.signal));
  outgoing.writeHead(response.status, [...response.headers].flat());
  // The types of streams in Node and on the web differ; the streams do not.
  if (response.body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(response.body as never), outgoing);
}

function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', headers } = incoming;
  const given = new Headers();
  for (const [name, value] of Object.entries(headers)) given.set(name, String(value));
  const hasBody = method !== 'GET' && method !== 'HEAD';
  // `duplex` is needed with a stream, and not known to the types of the web.
  const body = hasBody ? { body: Readable.toWeb(incoming) as never, duplex: 'half' } : {};
  const address = new URL(url, `http://${headers.host ?? 'localhost'}`);
  return new Request(address, { method, signal, headers: given, ...body });
}
