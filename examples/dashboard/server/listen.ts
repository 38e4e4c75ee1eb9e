import { once } from 'node:events';
import { createServer } from 'node:http';
import { toNodeListener } from 'translation-requester/proxy';

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
  // It also bounds what is read of a body that is refused.
  const server = createServer(toNodeListener(async (request) => answer(request)));
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
