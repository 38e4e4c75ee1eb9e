import type { Fields } from '../../../base/kinds.js';
import { type AdviceWithText, CHECK_ADDRESS, callLater, LOOK_FIRST, TRY_LATER } from './advice.js';
import {
  ConnectionError,
  type ConnectionPhase,
  type Outcome,
  RedirectError,
  type RequesterError,
  type RequestFacts,
  TimeoutError,
} from './errors.js';
import type { AnswerFacts } from './from-answer.js';
import { judgeWrite } from './judge-write.js';

/**
 * Codes of failures before a connection is made, so nothing was carried out. The certificate codes are from the client's
 * check of the server. Not `ERR_SSL_…`: the server can send an alert about a certificate after the request was sent.
 */
const NEVER_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(HOST|NET)(UNREACH|DOWN)|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|(?!ERR_SSL)(?=.*CERT)\w+|UNABLE_TO_\w+)$/;

/**
 * Messages of the same failures, where they have no code:
 * - Node: a forbidden port, a connection that ends in the TLS handshake, a server without TLS (three forms)
 * - Deno: `client error (Connect)`
 * - Bun: a forbidden port, a failed TLS handshake
 *
 * workerd has one message for a refused and for a lost connection, so it is not here.
 */
const NEVER_CONNECTED_MESSAGES =
  /^bad port$|before secure TLS|tlsany_meth|alert protocol version|client error \(Connect\)|^Fetch failed: Requests to port|TLS handshake failed/;

/** System calls that fail before a connection is made. */
const CONNECTING = /^(connect|getaddrinfo)$/;

const CODE = /^[A-Za-z]\w{2,63}$/;
const ERROR_NAME = /^[A-Z][A-Za-z]{0,39}(?:Error|Exception)$/;
const DEEPEST_CAUSE = 8;

interface SystemFailure {
  readonly code: string | undefined;
  readonly neverConnected: boolean;
}

/** An error and its causes. An AggregateError has an error for each address of the host. */
function listErrors(error: unknown, depth = 0): Fields[] {
  if (typeof error !== 'object' || error === null || depth > DEEPEST_CAUSE) return [];
  // Any object can have any fields.
  const fields = error as Fields;
  const inner = Array.isArray(fields.errors) ? fields.errors : [];
  return [fields, ...[...inner, fields.cause].flatMap((each) => listErrors(each, depth + 1))];
}

/** What an error says about a failed connection, if anything. */
function findFailures({ code, syscall, message }: Fields): SystemFailure[] {
  const known = typeof code === 'string' && CODE.test(code) ? code : undefined;
  if (NEVER_CONNECTED_MESSAGES.test(String(message))) return [{ code: known, neverConnected: true }];
  if (known === undefined) return [];
  // If the system call is known, it decides: some of the codes also occur while an answer is read.
  const neverConnected = typeof syscall === 'string' ? CONNECTING.test(syscall) : NEVER_CONNECTED.test(known);
  return [{ code: known, neverConnected }];
}

function readErrorName(thrown: unknown): string | undefined {
  const { name }: { readonly name?: unknown } = Object(thrown);
  return typeof name === 'string' && ERROR_NAME.test(name) ? name : undefined;
}

function describeFailure(
  neverConnected: boolean,
  code: string | undefined,
  name: string | undefined,
): string {
  if (neverConnected) return `no connection to the service (${code ?? name})`;
  if (code !== undefined) return `the connection was lost before an answer came (${code})`;
  return `fetch failed before an answer came (it threw ${name ?? 'no Error'})`;
}

const CHECK_NETWORK: AdviceWithText = {
  code: 'check-network',
  text: 'Nothing was sent; check baseUrl and the network.',
};

/** The error for what fetch threw. Only the code and the name of the foreign error are kept. */
export function makeConnectionError(
  thrown: unknown,
  request: RequestFacts,
  isRead = false,
  adviceIfUnknown: AdviceWithText = LOOK_FIRST,
): ConnectionError {
  const failures = listErrors(thrown).flatMap(findFailures);
  const neverConnected = failures.length > 0 && failures.every((failure) => failure.neverConnected);
  const phase: ConnectionPhase = neverConnected ? 'connect' : 'request';
  const code = failures[0]?.code;
  const thrownName = readErrorName(thrown);
  const advice = isRead ? TRY_LATER : adviceIfUnknown;
  return new ConnectionError(describeFailure(neverConnected, code, thrownName), {
    ...{ phase, code, thrownName, request },
    outcome: judgeWrite({ neverConnected }),
    advice: neverConnected ? CHECK_NETWORK : advice,
  });
}

/** The state of a call when its time was over. */
export interface TimeoutFacts {
  readonly request: RequestFacts;
  /** Whether the call changes nothing. */
  readonly isRead: boolean;
  /** Whether a request was in flight. */
  readonly inFlight: boolean;
  /** The status, if an answer had begun. */
  readonly status: number | undefined;
  /** The error of the previous attempt. */
  readonly previousError: RequesterError | undefined;
  readonly option: 'timeout' | 'attemptTimeout' | 'idleTimeout';
  /** The value of the option, in milliseconds. */
  readonly limit: number;
  /** What to do about a call that may have been carried out. @default LOOK_FIRST */
  readonly advice?: AdviceWithText | undefined;
}

function chooseAdvice({ isRead, option, advice, previousError }: TimeoutFacts, outcome: Outcome) {
  if (isRead)
    return { code: 'allow-more-time', option, text: `Try again, or allow more time (${option}).` } as const;
  if (outcome === 'not_sent') return { code: 'call-again', text: 'Nothing was sent; call again.' } as const;
  if (outcome === 'rejected') return callLater(previousError?.retryAfter);
  return advice ?? LOOK_FIRST;
}

export function makeTimeoutError(facts: TimeoutFacts): TimeoutError {
  const { request, status, inFlight, previousError, limit } = facts;
  const outcome = inFlight ? judgeWrite({ status }) : (previousError?.outcome ?? 'not_sent');
  return new TimeoutError(`not finished within ${limit} ms`, {
    ...{ outcome, request, status: status ?? previousError?.status, retryAfter: previousError?.retryAfter },
    advice: chooseAdvice(facts, outcome),
  });
}

/** Whether fetch threw because of a redirect under `redirect: 'error'`. Recognised by Node's message. */
export function isRedirectFailure(thrown: unknown): boolean {
  return listErrors(thrown).some(({ message }) => message === 'unexpected redirect');
}

export function makeRedirectError(
  request: RequestFacts,
  { status, requestId, advice }: Partial<Pick<AnswerFacts, 'status' | 'requestId' | 'advice'>>,
): RedirectError {
  const shown = status === undefined ? '' : ` (${status})`;
  return new RedirectError(
    `answered with a redirect${shown}, which is not followed: the token would go with it`,
    {
      ...{ outcome: judgeWrite({ status }), request, status, requestId },
      advice: advice ?? CHECK_ADDRESS,
    },
  );
}
