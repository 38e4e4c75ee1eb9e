import { InputError, type RequesterError, type RequestFacts } from '../errors/errors.js';
import type { AnswerFacts } from '../errors/from-answer.js';
import type { Path } from './address.js';
import { checkOptions, type Rules } from './options.js';
import { CALL_OPTIONS, type CallOptions, type Settings } from './settings.js';
import { type Checked, issuesIn, type Validate } from './validate.js';

/** A body that is not JSON: an upload or a form. */
export interface Content {
  readonly body: BodyInit;
  readonly type?: string | undefined;
  /** True for a body that may be larger than memory. @default false */
  readonly bulky?: boolean | undefined;
  /** Lets go of what the body reads from, once nobody will read it any more. */
  readonly discard?: (() => void) | undefined;
}

/** A request with its checked arguments. What is wrong with them is thrown before anything is sent. */
export interface RequestPlan {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: Path;
  readonly query?: Checked<object> | undefined;
  readonly json?: Checked<object> | undefined;
  /** Makes the body anew for each attempt. */
  readonly content?: Checked<() => Content | Promise<Content>> | undefined;
  /** Whether it changes nothing, so that it may be repeated. @default true for GET */
  readonly read?: boolean | undefined;
  /** True for a body that can't be sent again, such as a stream. @default false */
  readonly once?: boolean | undefined;
  /** A whole address instead of the path on the service's own; it gets the token only on the same origin. */
  readonly address?: string | undefined;
  /** False where the service wants no token. @default true */
  readonly authenticated?: boolean | undefined;
  /** True where the answer itself is a secret: nothing of an answer that can't be used is shown. */
  readonly confidential?: boolean | undefined;
  /** The rules for the options, where a call has more than the usual ones. @default CALL_OPTIONS */
  readonly optionRules?: Rules<CallOptions> | undefined;
  /** What must never be shown, beside the token. */
  readonly secrets?: readonly string[] | undefined;
}

/** One operation of the service: what is sent, and what is made of its answer. */
export interface Operation<Body, Data> extends RequestPlan {
  readonly validate: Validate<Body>;
  /** What the call is about, out of the whole answer. */
  readonly data: (body: Body) => Data;
  /** The field of the answer that holds what the call creates; its `id` then names it in errors. */
  readonly creates?: string | undefined;
  /** Makes an answer that lacks something known fit. */
  readonly complete?: ((answer: unknown) => unknown) | undefined;
  /** The error for a refusal that has a form of its own. */
  readonly refusal?: ((facts: AnswerFacts, answer: unknown) => RequesterError | undefined) | undefined;
}

/** Where a call stands: it goes from attempt to attempt. */
export interface CallState {
  readonly plan: RequestPlan;
  readonly request: RequestFacts;
  /** Whether it changes nothing, so that it may be repeated. */
  readonly read: boolean;
  readonly signal: AbortSignal | undefined;
  /** Milliseconds for the whole call. */
  readonly timeout: number;
  /** Milliseconds for one attempt. */
  readonly attemptTimeout: number;
  readonly retries: number;
  /** When the whole call is over, on the clock of performance.now(). */
  readonly endsAt: number;
  token: string | undefined;
  /** The number of the attempt, from 1; 0 before the first. */
  attempt: number;
  /** Whether a request is under way. */
  sent: boolean;
  /** The status of the answer that is being read. */
  status: number | undefined;
  /** What the last attempt failed with. */
  failure: FailedAttempt | undefined;
}

/** A failed attempt, and when the next one may begin. */
export interface FailedAttempt {
  readonly error: RequesterError;
  /** Milliseconds from the failure; undefined when there must be no further attempt. */
  readonly delay: number | undefined;
}

/**
 * Starts the clock of a call. Everything that can be wrong before sending is found here.
 *
 * @throws InputError when an argument or an option is wrong; the signal's own reason when it is aborted already.
 */
export function beginCall(
  plan: RequestPlan,
  options: CallOptions | undefined,
  settings: Settings,
): CallState {
  const request = { method: plan.method, path: plan.path.template };
  const issues = [
    ...plan.path.issues,
    ...[plan.query, plan.json, plan.content].flatMap(issuesIn),
    ...checkOptions('options', options, plan.optionRules ?? CALL_OPTIONS),
  ];
  if (issues.length > 0) throw new InputError(issues, request);
  options?.signal?.throwIfAborted();
  const timeout = options?.timeout ?? settings.timeout;
  return {
    plan,
    request,
    read: plan.read ?? plan.method === 'GET',
    signal: options?.signal,
    timeout,
    attemptTimeout: options?.attemptTimeout ?? settings.attemptTimeout,
    retries: plan.once === true ? 0 : (options?.retries ?? settings.retries),
    endsAt: performance.now() + timeout,
    token: undefined,
    attempt: 0,
    sent: false,
    status: undefined,
    failure: undefined,
  };
}

/** Milliseconds that the whole call still has. */
export function timeLeft(call: CallState): number {
  return call.endsAt - performance.now();
}
