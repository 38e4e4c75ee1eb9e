import { duration, type Rules } from '../../base/options.js';
import { ConnectionError, type RequestFacts } from '../errors/errors.js';
import { timeoutError } from '../errors/from-throw.js';
import { type Reader, readAnswer, readBody, readerOf } from './answer.js';
import { type Deadline, DeadlineExpired } from './deadline.js';
import type { Http } from './http.js';
import type { RequestPlan } from './operation.js';
import { CALL_OPTIONS, type CallOptions } from './settings.js';

/** Settings of a download. `timeout` and `attemptTimeout` limit it until its body begins. */
export interface DownloadOptions extends CallOptions {
  /**
   * Milliseconds without progress, because no byte comes or nobody reads. After that the connection is closed, and
   * reading fails with a TimeoutError. @default 120000
   */
  readonly idleTimeout?: number | undefined;
}

/** The rules for the options of a download. */
export const DOWNLOAD_OPTIONS: Rules<DownloadOptions> = { ...CALL_OPTIONS, idleTimeout: duration };

const IDLE_TIMEOUT = 120_000;

/** Headers that are wrong once the body has been decoded. */
const ENCODING_HEADERS = ['content-encoding', 'content-length'];

/** Closes the connection of a download whose body was garbage-collected before its end. */
const unreadBodies = new FinalizationRegistry<() => void>((close) => close());

/** Resolves to a successful answer with its body as a stream. Any other answer is read and thrown as an error. */
export function download(http: Http, plan: RequestPlan, options?: DownloadOptions): Promise<Response> {
  return http.run(plan, options, async (response, call, deadline) => {
    if (response.ok) {
      deadline.removeTimeLimit(call.signal);
      return { result: streamingResponse(response, deadline, call.request, options?.idleTimeout) };
    }
    const { status, headers } = response;
    const raw = { status, headers, ...(await readBody(response, deadline)) };
    // Never used: only a successful answer is validated.
    const rules = { inspect: () => ({ value: response, misfits: [] }) };
    const answer = readAnswer(raw, call, rules, () => false);
    return 'error' in answer ? answer : { result: answer.body };
  });
}

/**
 * The response with its body as a stream. When the caller aborts, the stream fails with the signal's reason; otherwise it
 * fails only with errors of this package. The new response has no `url`: the address contains the token.
 */
export function streamingResponse(
  response: Response,
  deadline: Deadline,
  request: RequestFacts,
  idleTimeout = IDLE_TIMEOUT,
): Response {
  const headers = headersOf(response);
  const { status, statusText } = response;
  const reader = readerOf(response.body);
  if (reader === undefined) {
    deadline.dispose();
    return new Response(null, { status, statusText, headers });
  }
  const close = async (reason?: unknown): Promise<void> => {
    deadline.dispose();
    await reader.cancel(reason).catch(() => undefined);
  };
  const next = (): ReturnType<Reader['read']> => {
    deadline.restart(idleTimeout);
    return deadline.race(reader.read());
  };
  // A response that nobody reads is idle too.
  deadline.restart(idleTimeout);
  const body = new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await next();
          if (!done) return controller.enqueue(value);
          deadline.dispose();
          controller.close();
        } catch {
          void close();
          controller.error(failureOf(deadline, request, status));
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
  unreadBodies.register(body, close);
  return new Response(body, { status, statusText, headers });
}

function headersOf(response: Response): Headers {
  const headers = new Headers(response.headers);
  if (headers.has('content-encoding')) for (const name of ENCODING_HEADERS) headers.delete(name);
  return headers;
}

/** The error that reading fails with. After an abort it is the signal's reason: fetch may reject with another. */
function failureOf(
  { signal: { aborted, reason } }: Deadline,
  request: RequestFacts,
  status: number,
): unknown {
  if (!aborted) return connectionLost(request, status);
  if (!(reason instanceof DeadlineExpired)) return reason;
  const sent = { isRead: true, inFlight: true, previousError: undefined } as const;
  return timeoutError({ ...sent, request, status, option: 'idleTimeout', limit: reason.ms });
}

function connectionLost(request: RequestFacts, status: number): ConnectionError {
  return new ConnectionError(
    `${request.method} ${request.path}: the connection was lost in the middle of the download. Download it again.`,
    { outcome: 'done', phase: 'response', request, status },
  );
}
