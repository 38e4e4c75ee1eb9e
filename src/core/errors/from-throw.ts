import { Expired } from '../http/deadline.js';
import type { Failure } from '../http/retry.js';
import {
  ConnectionError,
  type ConnectionPhase,
  LOOK_FIRST,
  type Outcome,
  RedirectError,
  type RequesterError,
  type RequestFacts,
  TimeoutError,
} from './errors.js';

/** Codes that say that no connection was made, so nothing can have been carried out. */
const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused', // Bun
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** System calls that fail before a connection stands. */
const CONNECTING: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);

const CODE = /^[A-Za-z][A-Za-z0-9_]{2,63}$/;
const DEEPEST_CAUSE = 8;

interface SystemFailure {
  readonly code: string;
  readonly connecting: boolean;
}

/** What an error and its causes say; of an aggregate (one name tried over several addresses), each. */
function failuresOf(error: unknown, depth = 0): SystemFailure[] {
  if (typeof error !== 'object' || error === null || depth > DEEPEST_CAUSE) return [];
  const { code, syscall, cause, errors } = error as Readonly<Record<string, unknown>>;
  const inner = Array.isArray(errors) ? errors.flatMap((each) => failuresOf(each, depth + 1)) : [];
  const own =
    typeof code === 'string' && CODE.test(code)
      ? [{ code, connecting: NEVER_CONNECTED.has(code) || CONNECTING.has(syscall) }]
      : [];
  return [...own, ...inner, ...failuresOf(cause, depth + 1)];
}

/** Translates whatever a fetch threw. Nothing of the foreign error is kept but its code. */
export function connectionError(
  thrown: unknown,
  request: RequestFacts,
  read = request.method === 'GET',
): ConnectionError {
  const failures = failuresOf(thrown);
  const neverConnected = failures.length > 0 && failures.every(({ connecting }) => connecting);
  const phase: ConnectionPhase = neverConnected ? 'connect' : 'request';
  const code = failures[0]?.code;
  const shown = code === undefined ? '' : ` (${code})`;
  const advice = neverConnected
    ? 'Nothing was sent; check baseUrl and the network.'
    : read
      ? 'Try again.'
      : LOOK_FIRST;
  return new ConnectionError(
    `${request.method} ${request.path}: ${neverConnected ? 'no connection to the service' : 'the connection was lost before an answer came'}${shown}. ${advice}`,
    { outcome: neverConnected ? 'not_sent' : 'unknown', phase, code, request },
  );
}

/** Where a call stood when something was thrown. */
export interface Moment {
  readonly request: RequestFacts;
  /** Whether the call changes nothing. */
  readonly read: boolean;
  /** Whether the attempt had begun. */
  readonly sent: boolean;
  /** The status, if an answer had begun. */
  readonly status: number | undefined;
  /** What the attempt before failed with. */
  readonly failed: RequesterError | undefined;
  /** Whether the whole call's time is over, not just the attempt's. */
  readonly over: boolean;
}

export interface Failed {
  readonly error: RequesterError;
  readonly failure: Failure;
}

/** Makes an error of this package out of whatever an attempt threw. Nothing foreign is attached or passed on. */
export function failed(thrown: unknown, moment: Moment): Failed {
  if (thrown instanceof Expired) {
    return { error: timeoutError(thrown.ms, moment), failure: moment.over ? 'final' : 'passing' };
  }
  if (metRedirect(thrown)) return { error: redirectError(moment.request), failure: 'final' };
  const error = connectionError(thrown, moment.request, moment.read);
  return { error, failure: error.outcome === 'not_sent' ? 'not_sent' : 'passing' };
}

function outcomeOf({ sent, status, failed: before }: Moment): Outcome {
  if (!sent) return before?.outcome ?? 'not_sent';
  return status !== undefined && status >= 200 && status < 300 ? 'done' : 'unknown';
}

const ADVICE: Readonly<Record<Outcome, string>> = {
  not_sent: 'Nothing was sent.',
  rejected: 'The service refused each attempt so far; nothing was done.',
  unknown: LOOK_FIRST,
  done: 'It was carried out, only its answer did not come in time.',
};

function timeoutError(ms: number, moment: Moment): TimeoutError {
  const { request, read, status, over, failed: before } = moment;
  const outcome = outcomeOf(moment);
  const option = over ? 'timeout' : 'attemptTimeout';
  const advice = read ? 'Try again, or allow more time.' : ADVICE[outcome];
  return new TimeoutError(
    `${request.method} ${request.path}: not finished within ${option} (${Math.round(ms)} ms left for this step). ${advice}`,
    { outcome, request, status: status ?? before?.status, retryAfter: before?.retryAfter },
  );
}

/**
 * How a redirect is to be met by the request of a body that may be larger than memory. Node's fetch keeps a copy of
 * every body that it might have to send elsewhere, except with `error`, which other runtimes lack or don't explain.
 */
export function redirectMode(bulky: boolean | undefined): 'error' | undefined {
  const agent: unknown = globalThis.navigator?.userAgent;
  return bulky === true && typeof agent === 'string' && agent.startsWith('Node.js/') ? 'error' : undefined;
}

/** Whether a fetch threw since it met a redirect under `error`, in Node's words. */
function metRedirect(thrown: unknown): boolean {
  let error = thrown;
  for (let depth = 0; depth < DEEPEST_CAUSE && error instanceof Error; depth += 1) {
    if (error.message === 'unexpected redirect') return true;
    error = error.cause;
  }
  return false;
}

export function redirectError(request: RequestFacts, status?: number, requestId?: string): RedirectError {
  const shown = status === undefined ? '' : ` (${status})`;
  return new RedirectError(
    `${request.method} ${request.path}: answered with a redirect${shown}, which is not followed, since the access token would travel with it. Check baseUrl.`,
    { outcome: 'unknown', request, status, requestId },
  );
}
