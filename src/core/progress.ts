import { InputError, type RequesterError, type RequestFacts } from './errors.js';
import type { Outgoing } from './operation.js';
import { type CallOptions, optionIssues, type Settings } from './settings.js';
import { issuesOf } from './validate.js';

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
    ...[outgoing.query, outgoing.json, outgoing.content].flatMap(issuesOf),
    ...optionIssues(options),
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
