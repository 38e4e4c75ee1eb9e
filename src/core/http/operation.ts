import { InputError, type RequesterError, type RequestFacts } from '../errors/errors.js';
import type { Exchange } from '../errors/from-answer.js';
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
}

/** A request with its checked arguments. What is wrong with them is thrown before anything is sent. */
export interface Outgoing {
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
export interface Operation<Body, Data> extends Outgoing {
  readonly validate: Validate<Body>;
  /** What the call is about, out of the whole answer. */
  readonly data: (body: Body) => Data;
  /** Makes an answer that lacks something known fit. */
  readonly complete?: ((answer: unknown) => unknown) | undefined;
  /** The error for a refusal that has a form of its own. */
  readonly refusal?: ((exchange: Exchange, answer: unknown) => RequesterError | undefined) | undefined;
}

/** A call that is under way. */
export interface Progress {
  readonly outgoing: Outgoing;
  readonly request: RequestFacts;
  /** Whether it changes nothing, so that it may be repeated. */
  readonly read: boolean;
  readonly signal: AbortSignal | undefined;
  readonly attemptTimeout: number;
  readonly retries: number;
  /** When the whole call is over, on the clock of performance.now(). */
  readonly endsAt: number;
  token: string | undefined;
  /** The number of the attempt, from 1. */
  attempt: number;
  /** What the attempt before failed with. */
  failed: RequesterError | undefined;
}

/**
 * Starts the clock of a call. Everything that can be wrong before sending is found here.
 *
 * @throws InputError when an argument or an option is wrong; the signal's own reason when it is aborted already.
 */
export function begin(outgoing: Outgoing, options: CallOptions | undefined, settings: Settings): Progress {
  const request = { method: outgoing.method, path: outgoing.path.template };
  const issues = [
    ...outgoing.path.issues,
    ...[outgoing.query, outgoing.json, outgoing.content].flatMap(issuesIn),
    ...checkOptions('options', options, outgoing.optionRules ?? CALL_OPTIONS),
  ];
  if (issues.length > 0) throw new InputError(issues, request);
  options?.signal?.throwIfAborted();
  return {
    outgoing,
    request,
    read: outgoing.read ?? outgoing.method === 'GET',
    signal: options?.signal,
    attemptTimeout: options?.attemptTimeout ?? settings.attemptTimeout,
    retries: outgoing.once === true ? 0 : (options?.retries ?? settings.retries),
    endsAt: performance.now() + (options?.timeout ?? settings.timeout),
    token: undefined,
    attempt: 0,
    failed: undefined,
  };
}

/** Milliseconds that the whole call still has. */
export function rest(progress: Progress): number {
  return progress.endsAt - performance.now();
}
