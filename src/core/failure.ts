import { connectionError } from './connection.js';
import { Expired } from './deadline.js';
import { LOOK_FIRST, type Outcome, type RequesterError, type RequestFacts, TimeoutError } from './errors.js';
import { metRedirect, redirectError } from './redirect.js';
import type { Failure } from './retry.js';

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
