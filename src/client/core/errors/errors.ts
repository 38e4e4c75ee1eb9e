import { describeIssues, type Issue } from '../../../base/checked.js';
import { describeKind, ERROR_KIND, readFields, USUAL_FACTS } from '../../../base/kinds.js';
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

/** The call that failed. */
export interface RequestFacts {
  readonly method: string;
  /** The path as a template without values, for grouping: `/api/v1/simple/questions/{id}`. */
  readonly path: string;
  /** The path with its ids, from `baseUrl` on: `/api/v1/simple/questions/4711`. Never a host or a query. */
  readonly address: string;
}

/** The beginning of a message, which names the call; empty where there is none. */
function describeCall(request: RequestFacts | undefined): string {
  if (request === undefined) return '';
  // A test without types can leave out the address.
  return `${request.method} ${request.address ?? request.path}: `;
}

/** What every error knows about the call that failed. */
export interface ErrorFacts {
  readonly outcome: Outcome;
  /** What to do about it, with sentences for the message. */
  readonly advice: Advice & { readonly text: string };
  readonly request?: RequestFacts | undefined;
  readonly status?: number | undefined;
  /** The id that the service gave the request. */
  readonly requestId?: string | undefined;
  /** Milliseconds that the service asked to wait. */
  readonly retryAfter?: number | undefined;
  /** How many attempts the call has made. */
  readonly attempts?: number | undefined;
}

/** What is true of an error of a class if its facts do not say it, as where a test of an application makes one. */
export interface UsualFacts {
  readonly outcome: Outcome;
  readonly advice: Advice;
  /** Where each error of the class has the same. */
  readonly status?: number;
}

/** The most characters of a summary, however much of it comes from the service or the caller. */
const LONGEST_SUMMARY = 1_800;

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
  /** @internal */
  static readonly [USUAL_FACTS]: UsualFacts = { outcome: 'unknown', advice: { code: 'look-first' } };

  override readonly name: string;
  readonly outcome: Outcome;
  readonly request: RequestFacts | undefined;
  readonly status: number | undefined;
  /**
   * The id that the service gave the request (`x-request-id`), by which whoever runs it finds the request.
   *
   * @see docs/errors.md, What failed
   */
  readonly requestId: string | undefined;
  /** Milliseconds that the service asked to wait. */
  readonly retryAfter: number | undefined;
  /**
   * How many attempts the call has made: 0 if its time ended before the first. Undefined for wrong input, and for work that makes
   * several calls.
   */
  readonly attempts: number | undefined;
  /** What to do about it. */
  readonly advice: Advice;
  /** What happened: the message without the advice. Loggers get the message, so this field is hidden from them. */
  declare readonly summary: string;

  /**
   * @param what what happened, without the call and without a full stop
   * @param facts what is left out is as usual for the class
   */
  constructor(what: string, facts: Partial<ErrorFacts> = {}) {
    const usual = new.target[USUAL_FACTS];
    const { request, requestId } = facts;
    const { text, ...advice }: Advice & { readonly text?: string } = facts.advice ?? usual.advice;
    // Who lets an error end a program prints its message, and the service can have written a part of it.
    const known = requestId === undefined ? '' : ` (request id ${requestId})`;
    const summary = makePrintable(cutText(describeCall(request) + what, LONGEST_SUMMARY) + known);
    super(text === undefined ? summary : `${summary}. ${text}`);
    this.name = new.target[ERROR_KIND];
    // The stack then begins with the name: of an error that is cloned or sent to another thread, it is all that has it.
    Error.captureStackTrace?.(this, new.target);
    this.outcome = facts.outcome ?? usual.outcome;
    this.request = request;
    this.status = facts.status ?? usual.status;
    this.requestId = requestId;
    this.retryAfter = facts.retryAfter;
    this.attempts = facts.attempts;
    this.advice = advice;
    // Not enumerable, so that a log has what happened once.
    Object.defineProperty(this, 'summary', { value: summary, writable: true });
  }

  /** `instanceof` works across copies and module formats of this package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object.hasOwn(this, ERROR_KIND)
      ? readKinds(value).includes(this[ERROR_KIND])
      : Function.prototype[Symbol.hasInstance].call(this, value);
  }

  /**
   * Every public field and the message as plain data, for logs and for `structuredClone` or `postMessage`. The stack is left out.
   *
   * @see docs/errors.md, Logs and threads
   */
  toJSON(): Record<string, unknown> {
    const fields = { ...readFields(this), message: this.message };
    return this.cause === undefined ? fields : { ...fields, cause: describeThrown(this.cause) };
  }
}

/** What was thrown as plain data: of a foreign error its name and message alone, since its fields can hold anything. */
export function describeThrown(thrown: unknown): unknown {
  if (isRequesterError(thrown)) return thrown.toJSON();
  if (['string', 'number', 'boolean'].includes(typeof thrown)) return thrown;
  const { name, message } = readFields(thrown);
  return typeof message === 'string' ? { name: String(name), message } : describeKind(thrown);
}

/** Whether a caught value is an error of this package, whichever copy or module format it comes from. */
export function isRequesterError(error: unknown): error is RequesterError {
  return readKinds(error).includes('RequesterError');
}

/** The arguments are wrong; nothing was sent. Not for what the service itself refuses: see ValidationError. */
export class InputError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'InputError';
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'not_sent',
    advice: { code: 'correct-input' },
  };
  declare readonly name: 'InputError';
  /** Each wrong argument or field: its path, and the rule that it breaks. Never its value. */
  readonly issues: readonly Issue[];

  /** @param what what happened, or each wrong argument or field */
  constructor(
    what: string | readonly Issue[],
    facts: Partial<ErrorFacts> & { issues?: readonly Issue[] } = {},
  ) {
    if (typeof what === 'string') super(what, facts);
    else super(describeIssues(what), { advice: CORRECT_INPUT, ...facts });
    this.issues = typeof what === 'string' ? (facts.issues ?? []) : what;
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
  readonly phase: ConnectionPhase;
  /** The system's error code, such as `ECONNREFUSED`, where the platform gives one. */
  readonly code: string | undefined;
  /** The name of the error that fetch threw, such as `TypeError`. Its text is never kept: it can hold secrets. */
  readonly thrownName: string | undefined;
  /** By which a framework that threw instead of sending, as Next.js does, recognises that in this error too. */
  declare readonly digest?: string;

  constructor(
    what: string,
    facts: Partial<ErrorFacts> & {
      phase?: ConnectionPhase;
      code?: string | undefined;
      thrownName?: string | undefined;
      /** @internal */
      digest?: string | undefined;
    } = {},
  ) {
    super(what, facts);
    this.phase = facts.phase ?? 'request';
    this.code = facts.code;
    this.thrownName = facts.thrownName;
    if (facts.digest !== undefined) this.digest = facts.digest;
  }
}

/**
 * `timeout` or `attemptTimeout` ran out. Not for a call that its own signal aborted. `outcome` is `not_sent` where the call never
 * had its turn: the message then says how long it waited for it.
 *
 * @see docs/configuration.md, Requests in flight
 */
export class TimeoutError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'TimeoutError';
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'unknown',
    advice: { code: 'allow-more-time', option: 'timeout' },
  };
  declare readonly name: 'TimeoutError';
  /**
   * Milliseconds for which the call waited for its turn, because `maxConcurrency` requests were in flight or a 429 had paused its
   * account. Undefined for work that makes several calls, such as a wait for an order.
   */
  readonly waited: number | undefined;

  constructor(what: string, facts: Partial<ErrorFacts> & { waited?: number | undefined } = {}) {
    super(what, facts);
    this.waited = facts.waited;
  }
}

/** The service failed (5xx). It is not known whether a write was carried out. */
export class ServerError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'ServerError';
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'unknown',
    status: 500,
    advice: { code: 'look-first' },
  };
  declare readonly name: 'ServerError';
  /** The beginning of the answer, redacted, if it is not the service's JSON. */
  readonly snippet: string | undefined;

  constructor(what: string, facts: Partial<ErrorFacts> & { snippet?: string | undefined } = {}) {
    super(what, facts);
    this.snippet = facts.snippet;
  }
}

/** The service answered with a redirect (3xx). None is followed: the token would travel with it. */
export class RedirectError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'RedirectError';
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'unknown',
    advice: { code: 'check-address' },
  };
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
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'done',
    advice: { code: 'do-not-repeat' },
  };
  declare readonly name: 'UnexpectedAnswerError';
  /** Where the answer differs from the contract. */
  readonly issues: readonly Issue[];
  /** The beginning of the answer, at most 200 characters, redacted. */
  readonly snippet: string;
  /** The address of what was created, without its query, if the answer has one. */
  readonly location: string | undefined;
  /** The id of what was created, if the `Location` or the object in the answer has it. */
  readonly id: number | undefined;

  constructor(
    what: string,
    facts: Partial<ErrorFacts> & {
      issues?: readonly Issue[];
      snippet?: string;
      location?: string | undefined;
      id?: number | undefined;
    } = {},
  ) {
    super(what, facts);
    this.issues = facts.issues ?? [];
    this.snippet = facts.snippet ?? '';
    this.location = facts.location;
    this.id = facts.id;
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
