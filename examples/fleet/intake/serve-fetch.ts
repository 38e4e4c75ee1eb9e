import { createServer, type IncomingMessage, type Server } from 'node:http';
import { Readable } from 'node:stream';

/** A server of Node for a handler of fetch. `serve` of the package @hono/node-server does the same, and more. */
export function serveFetch(handle: (request: Request) => Response | Promise<Response>): Server {
  return createServer(async (incoming, outgoing) => {
    try {
      const answer = await handle(toRequest(incoming));
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
      outgoing.end(Buffer.from(await answer.arrayBuffer()));
    } catch {
      outgoing.destroy();
    }
  });
}

function toRequest(incoming: IncomingMessage): Request {
  const { method = 'GET', url = '/', headers } = incoming;
  const lines = Object.entries(headers).map(([name, value]) => [name, `${value}`] as [string, string]);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' } : {};
  return new Request(new URL(url, 'http://localhost'), { method, headers: lines, ...body });
}
