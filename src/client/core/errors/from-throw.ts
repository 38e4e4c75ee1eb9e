import { readFields } from '../../../base/kinds.js';
import { type AdviceWithText, CHECK_ADDRESS, callLater, LOOK_FIRST, TRY_LATER } from './advice.js';
import {
  ConnectionError,
  type Outcome,
  RedirectError,
  type RequesterError,
  type RequestFacts,
  TimeoutError,
} from './errors.js';
import type { AnswerFacts } from './from-answer.js';
import { judgeWrite } from './judge-write.js';

/** What a runtime knows of a fetch that failed. */
export interface FailedFetch {
  /** The system's code. */
  readonly code?: string | undefined;
  /** Whether fetch threw because of a redirect. */
  readonly isRedirect?: boolean;
  /** By which a framework that threw instead of sending recognises that again, in an error of ours too. */
  readonly signal?: { readonly digest: string };
  /** What happened, and what to do about it, if there was certainly no connection: nothing was sent by this request. */
  readonly unconnected?: { readonly what: string; readonly advice: AdviceWithText } | undefined;
}

const ERROR_NAME = /^[A-Za-z]{0,40}(Error|Exception)$/;

export function readErrorName(thrown: unknown): string | undefined {
  const { name }: { readonly name?: unknown } = readFields(thrown);
  return typeof name === 'string' && ERROR_NAME.test(name) ? name : undefined;
}

/** What is known of a failure, without the secrets that a foreign error can hold even in its code. */
export function redactFailure(failed: FailedFetch, redact: (text: string) => string): FailedFetch {
  const { code, unconnected } = failed;
  return {
    ...failed,
    code: code && redact(code),
    unconnected: unconnected && { ...unconnected, what: redact(unconnected.what) },
  };
}

/** The call whose fetch failed. */
interface FailedCall {
  readonly request: RequestFacts;
  /** Whether the call changes nothing. */
  readonly isRead: boolean;
  readonly attempts?: number;
  /** What to do about a call that may have been carried out. @default LOOK_FIRST */
  readonly advice?: AdviceWithText | undefined;
  /**
   * Whether fetch may have sent the request before, by itself: then it proves nothing that the last time there was no connection.
   * @default false
   */
  readonly mayHaveRepeated?: boolean;
}

/**
 * The error for what fetch threw. Only the code and the name of the foreign error are kept.
 *
 * @param failed what the runtime knows of it
 */
export function makeConnectionError(
  thrown: unknown,
  { code, signal, unconnected }: FailedFetch,
  { request, isRead, attempts, advice = LOOK_FIRST, mayHaveRepeated = false }: FailedCall,
): ConnectionError {
  const thrownName = readErrorName(thrown);
  const isUnsent = unconnected !== undefined && !mayHaveRepeated;
  const lost =
    code === undefined
      ? `fetch failed before an answer came (it threw ${thrownName ?? 'no Error'})`
      : `the connection was lost before an answer came (${code})`;
  const repeated =
    unconnected && `${unconnected.what}, but fetch may have sent the request before, by itself`;
  return new ConnectionError(isUnsent ? unconnected.what : (repeated ?? lost), {
    phase: isUnsent ? 'connect' : 'request',
    code,
    thrownName,
    request,
    attempts,
    ...signal,
    outcome: judgeWrite({ neverConnected: isUnsent }),
    advice: isUnsent ? unconnected.advice : isRead ? TRY_LATER : advice,
  });
}

/** The state of a call when its time was over. */
export interface TimeoutFacts {
  readonly request: RequestFacts;
  /** Whether the call changes nothing. */
  readonly isRead: boolean;
  /** Milliseconds for which the call has waited for its turn. */
  readonly waited?: number;
  /** How many requests may be in flight at once. */
  readonly slots?: number;
  /** Whether a 429 has paused the calls of its account. @default false */
  readonly isPaused?: boolean;
  /** Whether a request was in flight. */
  readonly inFlight: boolean;
  /** The status, if an answer had begun. */
  readonly status: number | undefined;
  /** The id that the service gave the request, if an answer had begun. */
  readonly requestId?: string | undefined;
  /** How many requests have been sent. */
  readonly attempts: number;
  /** The error of the previous attempt. */
  readonly previousError: RequesterError | undefined;
  readonly option: 'timeout' | 'attemptTimeout' | 'idleTimeout';
  /** The value of the option, in milliseconds. */
  readonly limit: number;
  /** What to do about a call that may have been carried out. @default LOOK_FIRST */
  readonly advice?: AdviceWithText | undefined;
}

function chooseAdvice(facts: TimeoutFacts, outcome: Outcome): AdviceWithText {
  const { isRead, option, advice, previousError, waited = 0, limit } = facts;
  const isUnsent = outcome === 'not_sent';
  // Otherwise it had most of its time to itself, and more of it helps.
  const waitedMost = option === 'timeout' && waited >= limit / 2;
  if (waitedMost && (isUnsent || isRead)) {
    if (facts.isPaused) return callLater(previousError?.retryAfter);
    const why = isUnsent ? 'Nothing was sent. ' : '';
    const text = `${why}Make fewer calls at once, raise maxConcurrency, or allow more time (timeout).`;
    return { code: 'call-fewer-at-once', text };
  }
  if (isRead)
    return { code: 'allow-more-time', option, text: `Try again, or allow more time (${option}).` } as const;
  if (isUnsent) return { code: 'call-again', text: 'Nothing was sent; call again.' } as const;
  if (outcome === 'rejected') return callLater(previousError?.retryAfter);
  return advice ?? LOOK_FIRST;
}

/** What is said of the wait for a turn; nothing of one that made no difference. */
function describeTurn({ option, limit, waited = 0, slots, isPaused }: TimeoutFacts): string {
  if (option !== 'timeout' || waited < limit / 10) return '';
  const what = slots === 1 ? 'the only slot' : `one of ${slots} slots`;
  const why = isPaused ? 'since a 429 paused the calls of its account' : `for ${what} (maxConcurrency)`;
  return `: it waited ${waited} ms ${why}`;
}

export function makeTimeoutError(facts: TimeoutFacts): TimeoutError {
  const { request, status, waited, inFlight, previousError, limit, attempts } = facts;
  const outcome = inFlight ? judgeWrite({ status }) : (previousError?.outcome ?? 'not_sent');
  const what = attempts > 0 ? `not finished within ${limit} ms` : `not sent within ${limit} ms`;
  return new TimeoutError(what + describeTurn(facts), {
    waited,
    outcome,
    request,
    status: status ?? previousError?.status,
    requestId: status === undefined ? previousError?.requestId : facts.requestId,
    retryAfter: previousError?.retryAfter,
    attempts,
    advice: chooseAdvice(facts, outcome),
  });
}

export function makeRedirectError(
  request: RequestFacts,
  facts: Partial<Pick<AnswerFacts, 'status' | 'requestId' | 'attempts' | 'advice'>>,
): RedirectError {
  const { status, requestId, attempts, advice } = facts;
  const shown = status === undefined ? '' : ` (${status})`;
  return new RedirectError(
    `answered with a redirect${shown}, which is not followed: the token would go with it`,
    {
      outcome: judgeWrite({ status }),
      request,
      status,
      requestId,
      attempts,
      advice: advice ?? CHECK_ADDRESS,
    },
  );
}
