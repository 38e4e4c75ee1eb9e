import { type HttpHandler, HttpResponse, http } from 'msw';
import type { Sandbox } from './sandbox.js';

/**
 * Lets msw answer requests to a sandbox: to its `baseUrl`, and to its `publicUrl` if it has one. Works with
 * `setupServer` and `setupWorker`. Requests to other addresses are not touched.
 *
 * @example
 * const server = setupServer(...sandboxHandlers(sandbox));
 */
export function sandboxHandlers(sandbox: Sandbox): HttpHandler[] {
  const addresses = [sandbox.baseUrl, ...(sandbox.publicUrl === undefined ? [] : [sandbox.publicUrl])];
  return [...new Set(addresses)].map((address) =>
    http.all(under(address), ({ request }) => answerFromSandbox(sandbox, request)),
  );
}

/** Matches every address under this one. A RegExp, since the first versions of msw 2 take no function here. */
function under(address: string): RegExp {
  return new RegExp(`^${address.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/`);
}

async function answerFromSandbox(sandbox: Sandbox, request: Request): Promise<Response> {
  const outcome = await sandbox.serve(request);
  switch (outcome.kind) {
    case 'answer':
      return outcome.response;
    case 'cut': {
      const { status } = outcome.response;
      const headers = new Headers(outcome.response.headers);
      // One byte more than is sent: otherwise msw's sockets take the end for a complete body.
      headers.set('content-length', String(outcome.half.byteLength + 1));
      return new Response(brokenStream(outcome.half), { status, headers });
    }
    case 'silence':
      return new Promise<never>(() => {});
    default:
      return HttpResponse.error();
  }
}

/** Half of a body, then a connection error. */
function brokenStream(half: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let isSent = false;
  return new ReadableStream({
    async pull(controller) {
      if (!isSent) {
        controller.enqueue(half);
        isSent = true;
        return;
      }
      // msw's sockets drop buffered data when the error comes in the same turn.
      await new Promise((resolve) => setTimeout(resolve));
      controller.error(new TypeError('terminated'));
    },
  });
}
