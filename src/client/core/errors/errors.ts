import { describeIssues, type Issue } from '../../../base/checked.js';
import { ERROR_KIND, readFields } from '../../../base/kinds.js';
import { cutText, makePrintable } from '../../../base/texts.js';
import type { Advice, AdviceWithText } from './advice.js';

export type { Advice, Issue };

/**
 * What a caller must know after a failed call: whether the service carried it out.
 *
 * - `not_sent`: nothing reached the service.
 * - `rejected`: the service refused; nothing was done.
 * - `unknown`: it may or may not have been done, as after an answer that something in between may have given.
 * - `done`: the service did it, but its answer could not be used.
 */
export type Outcome = 'not_sent' | 'rejected' | 'unknown' | 'done';

/** The call that failed: its method, and its path as a template without values. */
export interface RequestFacts {
  readonly method: string;
  readonly path: string;
}

/** The beginning of a message, which names the call; empty where there is none. */
function describeCall(request: RequestFacts | undefined): string {
  return request === undefined ? '' : `${request.method} ${request.path}: `;
}

/** What every error knows about the call that failed. */
export interface ErrorFacts {
  readonly outcome: Outcome;
  /** What to do about it, with sentences for the message. */
  readonly advice: Advice & { readonly text: string };
  readonly request?: RequestFacts | undefined;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  /** Milliseconds that the service asked to wait. */
  readonly retryAfter?: number | undefined;
}

/** The most characters of a summary, however much of it comes from the service or the caller. */
const LONGEST_SUMMARY = 1_800;

// The classes only declare their fields, and one constructor sets them: that keeps bundles small.

/** The kinds of an error, read from its prototypes. This also works for errors of another copy of the package. */
function readKinds(value: unknown): string[] {
  const kinds: string[] = [];
  for (let p: unknown = readFields(value); p; p = Object.getPrototypeOf(p)) {
    const kind: unknown = Object.getOwnPropertyDescriptor(p, 'constructor')?.value?.[ERROR_KIND];
    if (kind !== undefined) kinds.push(String(kind));
  }
  return kinds;
}

/**
 * The base of every error of this package. Not thrown itself.
 *
 * It never carries a foreign error, a request or an answer object, so nothing secret can hide in it.
 */
export abstract class RequesterError extends Error {
  /** @internal */
  static readonly [ERROR_KIND]: string = 'RequesterError';

  declare readonly name: string;
  declare readonly outcome: Outcome;
  declare readonly request: RequestFacts | undefined;
  declare readonly status: number | undefined;
  declare readonly requestId: string | undefined;
  declare readonly retryAfter: number | undefined;
  /** What to do about it. */
  declare readonly advice: Advice;
  /** What happened: the message without the advice. Loggers get the message, so this field is hidden from them. */
  declare readonly summary: string;

  /** @param what what happened, without the call and without a full stop */
  constructor(what: string, facts: ErrorFacts) {
    const {
      request,
      advice: { text, ...advice },
    } = facts;
    // Who lets an error end a program prints its message, and the service can have written a part of it.
    const summary = makePrintable(cutText(describeCall(request) + what, LONGEST_SUMMARY));
    super(`${summary}. ${text}`);
    Object.assign(this, facts, { name: new.target[ERROR_KIND], advice });
    // Not enumerable, so that a log has what happened once.
    Object.defineProperty(this, 'summary', { value: summary, writable: true });
  }

  /** `instanceof` works across copies and module formats of this package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object.hasOwn(this, ERROR_KIND)
      ? readKinds(value).includes(this[ERROR_KIND])
      : Function.prototype[Symbol.hasInstance].call(this, value);
  }

  /** Every public field and the message, for logs. The stack is left out. */
  toJSON(): Record<string, unknown> {
    return { ...readFields(this), message: this.message };
  }
}

/** Whether a caught value is an error of this package, whichever copy or module format it comes from. */
export function isRequesterError(error: unknown): error is RequesterError {
  return readKinds(error).includes('RequesterError');
}

/** The arguments are wrong; nothing was sent. Not for what the service itself refuses: see ValidationError. */
export class InputError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'InputError';
  declare readonly name: 'InputError';
  /** Each wrong argument or field: its path, and the rule that it breaks. Never its value. */
  declare readonly issues: readonly Issue[];

  /** @param advice @default to correct the input */
  constructor(
    issues: readonly Issue[],
    request?: RequestFacts,
    advice: ErrorFacts['advice'] = CORRECT_INPUT,
  ) {
    const facts = { outcome: 'not_sent', request, advice, issues } as const;
    super(describeIssues(issues), facts);
  }
}

const CORRECT_INPUT: AdviceWithText = {
  code: 'correct-input',
  text: 'Nothing was sent; correct the input and call again.',
};

/**
 * How far a connection got: not made (`connect`), lost before an answer came (`request`),
 * lost while the answer was read (`response`).
 */
export type ConnectionPhase = 'connect' | 'request' | 'response';

/** The network failed: refused, unresolved, reset or closed early. Not for a slow service: see TimeoutError. */
export class ConnectionError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'ConnectionError';
  declare readonly name: 'ConnectionError';
  declare readonly phase: ConnectionPhase;
  /** The system's error code, such as `ECONNREFUSED`, where the platform gives one. */
  declare readonly code: string | undefined;
  /** The name of the error that fetch threw, such as `TypeError`. Its text is never kept: it can hold secrets. */
  declare readonly thrownName: string | undefined;

  constructor(
    what: string,
    facts: ErrorFacts & {
      phase: ConnectionPhase;
      code?: string | undefined;
      thrownName?: string | undefined;
    },
  ) {
    super(what, facts);
  }
}

/** `timeout` or `attemptTimeout` ran out. Not for a call that its own signal aborted. */
export class TimeoutError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'TimeoutError';
  declare readonly name: 'TimeoutError';
}

/** The service failed (5xx). It is not known whether a write was carried out. */
export class ServerError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'ServerError';
  declare readonly name: 'ServerError';
  /** The beginning of the answer, redacted, if it is not the service's JSON. */
  declare readonly snippet: string | undefined;

  constructor(what: string, facts: ErrorFacts & { snippet?: string | undefined }) {
    super(what, facts);
  }
}

/** The service answered with a redirect (3xx). None is followed: the token would travel with it. */
export class RedirectError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'RedirectError';
  declare readonly name: 'RedirectError';
}

/**
 * The answer is not what the contract says: not JSON, cut short, or of another shape. One that is far too large or wrong all
 * over is refused at once: more than 20 unusable fields, a page with over 100 items more than it was asked for, a list of
 * over 10,000 items in an answer that differs somewhere, or 10,000 fields `__proto__`.
 */
export class UnexpectedAnswerError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'UnexpectedAnswerError';
  declare readonly name: 'UnexpectedAnswerError';
  /** Where the answer differs from the contract. */
  declare readonly issues: readonly Issue[];
  /** The beginning of the answer, at most 200 characters, redacted. */
  declare readonly snippet: string;
  /** The address of what was created, without its query, if the answer has one. */
  declare readonly location: string | undefined;
  /** The id of what was created, if the `Location` or the object in the answer has it. */
  declare readonly id: number | undefined;

  constructor(
    what: string,
    facts: ErrorFacts & {
      issues: readonly Issue[];
      snippet: string;
      location?: string | undefined;
      id?: number | undefined;
    },
  ) {
    super(what, facts);
  }
}

/**
 * Gives an error the outcome of the whole operation, of which the failed call was a part. For example, when the search
 * before an order fails, nothing was ordered, whatever happened to the search.
 */
export function withOutcome<Kind extends RequesterError>(error: Kind, outcome: Outcome, note: string): Kind {
  const summary = `${error.summary}. ${note}`;
  return Object.assign(error, { outcome, summary, message: `${error.message} ${note}.` });
}

/**
 * Captures the stack of an error of this package again, so that it names the function that awaits the call. V8 can't
 * find that function if the error was made in a promise that several callers share.
 */
export function recaptureStack(error: unknown): void {
  if (isRequesterError(error)) Error.captureStackTrace?.(error, recaptureStack);
}
