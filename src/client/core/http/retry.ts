import { computeBackoff } from '../../../base/backoff.js';

/** The kind of a failed attempt. It decides whether the attempt may be repeated. */
export type FailureKind =
  /** Provably never reached the service, or 425: whoever answered did not begin with it. */
  | 'not_begun'
  /** 429: refused for now. */
  | 'rate_limited'
  /** A lost connection, `attemptTimeout`, or a status that passes: may succeed later. */
  | 'transient'
  /** Would fail again, or must not be repeated. */
  | 'permanent';

export interface RetryFacts {
  readonly failure: FailureKind;
  /** Whether nothing is done twice by another attempt: the call changes nothing, or was provably not carried out. */
  readonly mayRepeat: boolean;
  /** The number of the attempt that failed, from 1. */
  readonly attempt: number;
  /** How many further attempts are allowed. */
  readonly retries: number;
  /** Milliseconds that the service asked to wait. */
  readonly retryAfter: number | undefined;
  /** The longest `retryAfter` that is waited for, in milliseconds. */
  readonly maxRetryAfter: number;
  /** Milliseconds that the whole call still has. */
  readonly timeLeft: number;
  /** Milliseconds for which the answer is still unconfirmed, whatever the number of attempts. @default 0 */
  readonly unconfirmedTime?: number;
  /** From 0 to 1, for the jitter. */
  readonly random: number;
}

/** 520 to 530 are of networks in front of a service: they did not reach it, or did not understand what it said. */
const TRANSIENT_STATUSES = /^(408|50[0234]|52[0-579]|530)$/;

/** Milliseconds to wait before the next attempt, or undefined when there must be none. */
export function computeRetryDelay(facts: RetryFacts): number | undefined {
  const { failure, mayRepeat, attempt, retries, retryAfter = 0, maxRetryAfter, timeLeft } = facts;
  const { unconfirmedTime = 0, random } = facts;
  const backoff = computeBackoff(attempt, random);
  const pause = Math.min(unconfirmedTime, backoff);
  if (pause > 0 && pause < timeLeft) return pause;
  if (failure === 'permanent' || !mayRepeat) return undefined;
  if (attempt > retries || retryAfter > maxRetryAfter) return undefined;
  // The service asks for more time than the call has left. Waiting would only end in a timeout.
  if (retryAfter > 0 && retryAfter >= timeLeft) return undefined;
  return Math.max(retryAfter, backoff);
}

/** The kind of failure of an answer with this status, which is not a 2xx. */
export function classifyStatus(status: number): FailureKind {
  if (status === 429) return 'rate_limited';
  if (status === 425) return 'not_begun';
  return TRANSIENT_STATUSES.test(String(status)) ? 'transient' : 'permanent';
}
