import { ConnectionError, type RequestFacts } from '../errors/errors.js';
import type { Deadline } from './deadline.js';

/** What would be wrong once the body has been decoded. */
const OF_THE_CODED_BODY = ['content-encoding', 'content-length'];

/**
 * The response with its body as a stream that ends with the caller's abort and fails with an error of ours.
 * Its address is gone: it holds the token.
 */
export function streamed(response: Response, deadline: Deadline, request: RequestFacts): Response {
  const headers = new Headers(response.headers);
  if (headers.has('content-encoding')) for (const name of OF_THE_CODED_BODY) headers.delete(name);
  const { status, statusText } = response;
  // Of large pieces alone Node collects none until some 64 MiB have piled up; a stream between brings it to them sooner.
  const reader = response.body?.pipeThrough(new TransformStream<Uint8Array, Uint8Array>()).getReader();
  if (reader === undefined) {
    deadline.dispose();
    return new Response(null, { status, statusText, headers });
  }
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await deadline.race(reader.read());
          if (!done) return controller.enqueue(value);
          deadline.dispose();
          controller.close();
        } catch {
          deadline.dispose();
          void reader.cancel().catch(() => undefined);
          // The signal's own reason: what fetch makes of an abort differs.
          const { aborted, reason } = deadline.signal;
          controller.error(aborted ? reason : lost(request, status));
        }
      },
      async cancel(reason) {
        deadline.dispose();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status, statusText, headers });
}

function lost(request: RequestFacts, status: number): ConnectionError {
  return new ConnectionError(
    `${request.method} ${request.path}: the connection was lost in the middle of the download. Download it again.`,
    { outcome: 'done', phase: 'response', request, status },
  );
}
