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

/** Codes of failures before a connection is made. Nothing can have been carried out then. */
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

/** System calls that fail before a connection is made. */
const CONNECTING: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);

const CODE = /^[A-Za-z][A-Za-z0-9_]{2,63}$/;
const ERROR_NAME = /^[A-Z][A-Za-z]{0,39}(?:Error|Exception)$/;
const DEEPEST_CAUSE = 8;

interface SystemFailure {
  readonly code: string;
  readonly connecting: boolean;
}

/** The system call decides if it is known, since some of the codes also come while an answer is read. */
function isConnecting(code: string, syscall: unknown): boolean {
  return typeof syscall === 'string' ? CONNECTING.has(syscall) : NEVER_CONNECTED.has(code);
}

/** The failures in an error and its causes. An AggregateError (several addresses of one host) holds one for each. */
function failuresOf(error: unknown, depth = 0): SystemFailure[] {
  if (typeof error !== 'object' || error === null || depth > DEEPEST_CAUSE) return [];
  const { code, syscall, cause, errors } = error as Readonly<Record<string, unknown>>;
  const inner = Array.isArray(errors) ? errors.flatMap((each) => failuresOf(each, depth + 1)) : [];
  const own =
    typeof code === 'string' && CODE.test(code) ? [{ code, connecting: isConnecting(code, syscall) }] : [];
  return [...own, ...inner, ...failuresOf(cause, depth + 1)];
}

function nameOf(thrown: unknown): string | undefined {
  const { name }: { readonly name?: unknown } = Object(thrown);
  return typeof name === 'string' && ERROR_NAME.test(name) ? name : undefined;
}

function whatHappened(neverConnected: boolean, code: string | undefined, name: string | undefined): string {
  if (neverConnected) return `no connection to the service (${code})`;
  if (code !== undefined) return `the connection was lost before an answer came (${code})`;
  return `fetch failed before an answer came (it threw ${name ?? 'no Error'})`;
}

/** The error for what fetch threw. Only the code and the name of the foreign error are kept. */
export function connectionError(
  thrown: unknown,
  request: RequestFacts,
  isRead = request.method === 'GET',
): ConnectionError {
  const failures = failuresOf(thrown);
  const neverConnected = failures.length > 0 && failures.every(({ connecting }) => connecting);
  const phase: ConnectionPhase = neverConnected ? 'connect' : 'request';
  const code = failures[0]?.code;
  const thrownName = nameOf(thrown);
  const advice = neverConnected
    ? 'Nothing was sent; check baseUrl and the network.'
    : isRead
      ? 'Try again.'
      : LOOK_FIRST;
  return new ConnectionError(
    `${request.method} ${request.path}: ${whatHappened(neverConnected, code, thrownName)}. ${advice}`,
    { outcome: neverConnected ? 'not_sent' : 'unknown', phase, code, thrownName, request },
  );
}

/** Where a call stood when its time was over. */
export interface Expiry {
  readonly request: RequestFacts;
  /** Whether the call changes nothing. */
  readonly isRead: boolean;
  /** Whether a request was in flight. */
  readonly sent: boolean;
  /** The status, if an answer had begun. */
  readonly status: number | undefined;
  /** The error of the attempt before. */
  readonly earlier: RequesterError | undefined;
  readonly option: 'timeout' | 'attemptTimeout';
  /** What the option was set to, in milliseconds. */
  readonly limit: number;
}

function outcomeOf({ sent, status, earlier }: Expiry): Outcome {
  if (!sent) return earlier?.outcome ?? 'not_sent';
  return status !== undefined && status >= 200 && status < 300 ? 'done' : 'unknown';
}

const ADVICE: Readonly<Record<Outcome, string>> = {
  not_sent: 'Nothing was sent.',
  rejected: 'The service refused each attempt so far; nothing was done.',
  unknown: LOOK_FIRST,
  done: 'It was carried out, but its answer did not come in time.',
};

export function timeoutError(expiry: Expiry): TimeoutError {
  const { request, isRead, status, earlier, option, limit } = expiry;
  const outcome = outcomeOf(expiry);
  const advice = isRead ? 'Try again, or allow more time.' : ADVICE[outcome];
  return new TimeoutError(
    `${request.method} ${request.path}: not finished within ${option} (${limit} ms). ${advice}`,
    { outcome, request, status: status ?? earlier?.status, retryAfter: earlier?.retryAfter },
  );
}

/** Whether fetch threw because of a redirect under `redirect: 'error'`, judged by Node's message. */
export function metRedirect(thrown: unknown): boolean {
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
