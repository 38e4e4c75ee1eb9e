import type { Rules } from '../../../base/options.js';
import * as rules from '../../../base/rules.js';
import { type AdviceWithText, callLater, TRY_LATER } from '../errors/advice.js';
import { ApiError } from '../errors/api-errors.js';
import { ConnectionError, UnexpectedAnswerError } from '../errors/errors.js';
import { makeTimeoutError } from '../errors/from-throw.js';
import { isFileAddress, type Path, toRequestFacts } from './address.js';
import { getReader, readAnswer } from './answer.js';
import { type Deadline, DeadlineExpired } from './deadline.js';
import type { Http } from './http.js';
import type { CallState, RequestPlan } from './operation.js';
import { CALL_OPTIONS, type CallOptions, type Settings } from './settings.js';

/** Settings of a download. `timeout` and `attemptTimeout` limit it until its body begins. */
export interface DownloadOptions extends CallOptions {
  /**
   * Milliseconds without progress, because no byte comes or nobody reads. After that the connection is closed, and
   * reading fails with a TimeoutError. @default 120000
   */
  readonly idleTimeout?: number | undefined;
}

/** The rules for the options of a download. */
export const DOWNLOAD_OPTIONS: Rules<DownloadOptions> = { ...CALL_OPTIONS, idleTimeout: rules.duration };

const IDLE_TIMEOUT = 120_000;

/** Headers that are wrong once the body has been decoded. */
const ENCODING_HEADERS = ['content-encoding', 'content-length'];

/** Closes the connection of a download whose body was garbage-collected before its end. */
const unreadBodies =
  globalThis.FinalizationRegistry && new FinalizationRegistry<() => void>((close) => close());

/**
 * Reads a file from the address that the service gives for it. Resolves to a successful answer with its body as a stream. Any
 * other answer is read and thrown as an error.
 */
export async function downloadFile(
  http: Http,
  file: Pick<RequestPlan, 'name' | 'path' | 'unconfirmedUntil'>,
  given: string | null,
  options?: DownloadOptions,
): Promise<Response> {
  const address = checkFileAddress(file.path, given, http.settings);
  const plan = { ...file, method: 'GET', address, optionRules: DOWNLOAD_OPTIONS } as const;
  return http.run(plan, options, async (response, call, deadline) => {
    if (response.ok) {
      deadline.removeTimeLimit(call.signal);
      return { result: streamResponse(response, deadline, call, options?.idleTimeout) };
    }
    // Never used: only a successful answer is validated.
    const rules = { inspect: () => ({ value: response, mismatches: [] }) };
    const answer = readAnswer(await http.read(response, call, deadline), call, rules, () => false);
    return 'error' in answer ? answer : { result: answer.body };
  });
}

const ALLOW_ORIGIN: AdviceWithText = {
  code: 'allow-origin',
  text: 'If the origin is right, add it to downloadOrigins.',
};

/**
 * The address of a file, checked. From a proxy, it is relative to `baseUrl`.
 *
 * @throws ApiError when there is none; UnexpectedAnswerError when it is not read
 */
export function checkFileAddress(path: Path, given: string | null, settings: Settings): string {
  const request = toRequestFacts('GET', path);
  const address = (given?.startsWith('api/') ? `${settings.baseUrl}/` : '') + given;
  const file = new URL(URL.canParse(address) ? address : 'about:blank');
  if (!/^https?:$/.test(file.protocol)) {
    throw new ApiError('there is no file to download, or not yet', {
      outcome: 'rejected',
      request,
      advice: callLater(),
    });
  }
  if (!isFileAddress(file, settings)) {
    const message = `names a file at ${file.origin}, by plain http, on this machine or with a user name`;
    throw new UnexpectedAnswerError(`the service ${message}. Nothing was sent there`, {
      outcome: 'done',
      request,
      snippet: '',
      advice: ALLOW_ORIGIN,
      issues: [{ path: 'translation.download_url', message }],
    });
  }
  // The token is added at the end, where a fragment would swallow it.
  file.hash = '';
  return file.href;
}

/**
 * The response with its body as a stream. When the caller aborts, the stream fails with the signal's reason; otherwise it
 * fails only with errors of this package. The new response has no `url`: the address contains the token.
 */
export function streamResponse(
  response: Response,
  deadline: Deadline,
  { request, requestId, sent: attempts }: Pick<CallState, 'request' | 'requestId' | 'sent'>,
  idleTimeout = IDLE_TIMEOUT,
): Response {
  const headers = new Headers(response.headers);
  if (headers.has('content-encoding')) for (const name of ENCODING_HEADERS) headers.delete(name);
  const { status, statusText } = response;
  const known = { request, requestId, status, attempts };
  const fail = (what: string, advice: AdviceWithText) =>
    new ConnectionError(what, { ...known, outcome: 'done', phase: 'response', advice });
  const reader = getReader(response.body);
  if (reader === undefined) {
    deadline.dispose();
    if (response.body === null) return new Response(null, { status, statusText, headers });
    // Where a fetch has no streams, all of it is here, for the other methods.
    const get = (): never => {
      throw fail('this fetch has no streams', { code: 'check-fetch', text: 'Call blob() or text().' });
    };
    return Object.defineProperties(response, { body: { get }, url: { value: '' } });
  }
  const close = async (reason?: unknown): Promise<void> => {
    deadline.dispose();
    await reader.cancel(reason).catch(() => undefined);
  };
  const sent = { isRead: true, inFlight: true, previousError: undefined, option: 'idleTimeout' } as const;
  const timeout = ({ ms }: DeadlineExpired) => makeTimeoutError({ ...sent, ...known, limit: ms });
  // A response that nobody reads is idle too.
  deadline.restart(idleTimeout);
  const source: UnderlyingDefaultSource = {
    async pull(controller) {
      try {
        deadline.restart(idleTimeout);
        const { done, value } = await deadline.race(reader.read());
        if (!done) return controller.enqueue(value);
        deadline.dispose();
        controller.close();
      } catch {
        void close();
        const { aborted, reason } = deadline.signal;
        // After an abort it fails with the signal's reason, whatever fetch rejects with.
        if (!aborted)
          controller.error(fail('the connection was lost in the middle of the download', TRY_LATER));
        else controller.error(reason instanceof DeadlineExpired ? timeout(reason) : reason);
      }
    },
    cancel: close,
  };
  const body = new ReadableStream(source, { highWaterMark: 0 });
  unreadBodies?.register(body, close);
  return new Response(body, { status, statusText, headers });
}
