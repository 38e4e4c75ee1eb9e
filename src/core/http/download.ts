import { ConnectionError, type RequestFacts } from '../errors/errors.js';
import { type Reader, readAnswer, readBody, readerOf } from './answer.js';
import type { Deadline } from './deadline.js';
import type { Http } from './http.js';
import type { RequestPlan } from './operation.js';
import type { CallOptions } from './settings.js';

/** Headers that are wrong once the body has been decoded. */
const ENCODING_HEADERS = ['content-encoding', 'content-length'];

/** Closes the connection of a download that was dropped before its end. */
const dropped = new FinalizationRegistry<() => void>((release) => release());

/** A successful answer as it comes, its body a stream; any other is read and thrown as that of a call. */
export function download(http: Http, plan: RequestPlan, options?: CallOptions): Promise<Response> {
  return http.run(plan, options, async (response, call, deadline) => {
    if (response.ok) return { result: streamed(response, deadline, call.request) };
    const { status, headers } = response;
    const raw = { status, headers, ...(await readBody(response, deadline)) };
    // Never asked: only a successful answer is checked.
    const rules = { validate: () => ({ value: response }) };
    const answer = readAnswer(raw, call, rules, () => false);
    return 'error' in answer ? answer : { result: answer.body };
  });
}

/**
 * The response with its body as a stream. The stream ends when the caller aborts, and fails with an error of ours.
 * It has no `url`, since the address contains the token.
 */
export function streamed(response: Response, deadline: Deadline, request: RequestFacts): Response {
  const headers = new Headers(response.headers);
  if (headers.has('content-encoding')) for (const name of ENCODING_HEADERS) headers.delete(name);
  const { status, statusText } = response;
  const reader = readerOf(piped(response.body));
  if (reader === undefined) {
    deadline.dispose();
    return new Response(null, { status, statusText, headers });
  }
  const body = new ReadableStream(
    sourceOf(reader, deadline, () => lost(request, status)),
    {
      highWaterMark: 0,
    },
  );
  dropped.register(body, () => {
    deadline.dispose();
    void reader.cancel().catch(() => undefined);
  });
  return new Response(body, { status, statusText, headers });
}

/** Node frees large chunks late, after about 64 MiB of them. With a stream in between it frees them sooner. */
function piped(body: Response['body']): unknown {
  const isWebStream = typeof body?.pipeThrough === 'function';
  return isWebStream ? body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>()) : body;
}

function sourceOf(
  reader: Reader,
  deadline: Deadline,
  lostError: () => ConnectionError,
): UnderlyingDefaultSource<Uint8Array> {
  return {
    async pull(controller) {
      try {
        const { done, value } = await deadline.race(reader.read());
        if (!done) return controller.enqueue(value);
        deadline.dispose();
        controller.close();
      } catch {
        deadline.dispose();
        void reader.cancel().catch(() => undefined);
        // The signal's own reason: fetch may reject with a different one.
        const { aborted, reason } = deadline.signal;
        controller.error(aborted ? reason : lostError());
      }
    },
    async cancel(reason) {
      deadline.dispose();
      await reader.cancel(reason);
    },
  };
}

function lost(request: RequestFacts, status: number): ConnectionError {
  return new ConnectionError(
    `${request.method} ${request.path}: the connection was lost in the middle of the download. Download it again.`,
    { outcome: 'done', phase: 'response', request, status },
  );
}
