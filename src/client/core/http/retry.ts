/** The kind of a failed attempt. It decides whether the attempt may be repeated. */
export type FailureKind =
  /** Provably never reached the service. */
  | 'not_sent'
  /** 429: refused for now. */
  | 'rate_limited'
  /** 408, 500, 502, 503, 504, a lost connection, `attemptTimeout`: may succeed later. */
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
  /** From 0 to 1, for the jitter. */
  readonly random: number;
}

const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 500, 502, 503, 504]);
const FIRST_BACKOFF = 500;
const LONGEST_BACKOFF = 8_000;

/** Milliseconds to wait before the next attempt, or undefined when there must be none. */
export function computeRetryDelay(facts: RetryFacts): number | undefined {
  const { failure, mayRepeat, attempt, retries, retryAfter = 0, maxRetryAfter, timeLeft, random } = facts;
  if (failure === 'permanent' || !mayRepeat) return undefined;
  if (attempt > retries || retryAfter > maxRetryAfter) return undefined;
  // The service asks for more time than the call has left. Waiting would only end in a timeout.
  if (retryAfter > 0 && retryAfter >= timeLeft) return undefined;
  return Math.max(retryAfter, computeBackoff(attempt, random));
}

/** Exponential backoff with full jitter, in milliseconds. At least 1, so that no loop runs without a pause. */
export function computeBackoff(attempt: number, random: number): number {
  const ceiling = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** (attempt - 1));
  return Math.max(1, Math.round(random * ceiling));
}

/** The kind of failure of an answer with this status, which is not a 2xx. */
export function classifyStatus(status: number): FailureKind {
  if (status === 429) return 'rate_limited';
  return TRANSIENT_STATUSES.has(status) ? 'transient' : 'permanent';
}

/** Matches the three date formats of HTTP (the third has no GMT), and ISO 8601. */
const DATE = /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT)/i;

/**
 * Parses a Retry-After header, seconds or a date, to milliseconds from now. A date in the past gives 0. Any other text
 * gives undefined, as does a missing header.
 */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1_000);
  // Date.parse accepts too much: "-5" as a month, "in 2050" as a year.
  const date = DATE.test(text) ? Date.parse(text.replace(/ \d{4}$/, '$& GMT')) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
