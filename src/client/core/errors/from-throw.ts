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
  /** What happened, and what to do about it, if there was certainly no connection: nothing was sent. */
  readonly unconnected?: { readonly what: string; readonly advice: AdviceWithText } | undefined;
}

const ERROR_NAME = /^[A-Za-z]{0,40}(Error|Exception)$/;

export function readErrorName(thrown: unknown): string | undefined {
  const { name }: { readonly name?: unknown } = readFields(thrown);
  return typeof name === 'string' && ERROR_NAME.test(name) ? name : undefined;
}

/**
 * The error for what fetch threw. Only the code and the name of the foreign error are kept.
 *
 * @param failed what the runtime knows of it
 */
export function makeConnectionError(
  thrown: unknown,
  { code, signal, unconnected }: FailedFetch,
  request: RequestFacts,
  isRead = false,
  adviceIfUnknown: AdviceWithText = LOOK_FIRST,
): ConnectionError {
  const thrownName = readErrorName(thrown);
  const lost =
    code === undefined
      ? `fetch failed before an answer came (it threw ${thrownName ?? 'no Error'})`
      : `the connection was lost before an answer came (${code})`;
  return new ConnectionError(unconnected?.what ?? lost, {
    phase: unconnected ? 'connect' : 'request',
    code,
    thrownName,
    request,
    ...signal,
    outcome: judgeWrite({ neverConnected: unconnected !== undefined }),
    advice: unconnected?.advice ?? (isRead ? TRY_LATER : adviceIfUnknown),
  });
}

/** The state of a call when its time was over. */
export interface TimeoutFacts {
  readonly request: RequestFacts;
  /** Whether the call changes nothing. */
  readonly isRead: boolean;
  /** Whether it waited for others to end, or for the end of a pause. @default false */
  readonly isQueued?: boolean;
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
  const { request, status, isQueued, inFlight, previousError, limit } = facts;
  const outcome = inFlight ? judgeWrite({ status }) : (previousError?.outcome ?? 'not_sent');
  const why = isQueued ? ': it waited for its turn (maxConcurrency)' : '';
  return new TimeoutError(`not finished within ${limit} ms${why}`, {
    outcome,
    request,
    status: status ?? previousError?.status,
    retryAfter: previousError?.retryAfter,
    advice: chooseAdvice(facts, outcome),
  });
}

export function makeRedirectError(
  request: RequestFacts,
  { status, requestId, advice }: Partial<Pick<AnswerFacts, 'status' | 'requestId' | 'advice'>>,
): RedirectError {
  const shown = status === undefined ? '' : ` (${status})`;
  return new RedirectError(
    `answered with a redirect${shown}, which is not followed: the token would go with it`,
    {
      outcome: judgeWrite({ status }),
      request,
      status,
      requestId,
      advice: advice ?? CHECK_ADDRESS,
    },
  );
}
