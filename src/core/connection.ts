import { ConnectionError, type ConnectionPhase, LOOK_FIRST, type RequestFacts } from './errors.js';

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
