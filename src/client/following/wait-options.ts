import { checkOptions, type Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { InputError, type RequestFacts } from '../core/errors/errors.js';
import { type Path, toRequestFacts } from '../core/http/address.js';
import type { Wake } from './wake.js';

/** Options of `wait`. It needs only an id, so you can wait again after a restart. */
export interface WaitOptions<Item = unknown> {
  /** Ends this wait only, which then rejects with the signal's reason. @default none */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until this wait rejects with a TimeoutError. The order is not affected. @default none */
  readonly timeout?: number | undefined;
  /** Milliseconds between two polls. @default 5000 */
  readonly interval?: number | undefined;
  /** The longest pause between two polls, in milliseconds: pauses grow while nothing changes. @default 60000 */
  readonly maxInterval?: number | undefined;
  /** Starts a poll when it rings, but for a pause that the service asked for. A callback handler has one as `wake`. @default none */
  readonly wake?: Wake | undefined;
  /** Called with each new state. Errors that it throws are ignored. @default none */
  readonly onProgress?: ((item: Item) => void) | undefined;
}

/** Options of `wait` for a question, which can be translated before it is finished. */
export interface QuestionWaitOptions<Item = unknown> extends WaitOptions<Item> {
  /**
   * `translated`: also resolves once everything is translated, although that can still change. Other translations of a
   * simple question can come until it is closed (status 8); a project's question is in feedback (status 6).
   * @default 'finished'
   */
  readonly until?: 'finished' | 'translated' | undefined;
}

/** The default pauses between polls. */
export const WAIT_INTERVALS = { interval: 5_000, maxInterval: 60_000 };

const WAIT_OPTIONS: Rules<WaitOptions> = {
  signal: rules.abortSignal,
  timeout: rules.duration,
  interval: rules.period,
  maxInterval: rules.period,
  wake: rules.methods('listen'),
  onProgress: rules.callable,
};

/**
 * Checks the id and the options of a wait.
 *
 * @param hasUntil whether `until` is an option of it. @default false
 * @returns the method and path that errors of this wait name
 * @throws InputError when the id or an option is wrong
 */
export function checkWait(
  path: Path,
  options: WaitOptions<never> | undefined,
  hasUntil = false,
): RequestFacts {
  const request = toRequestFacts('GET', path);
  const until = rules.choice('finished', 'translated');
  const all = hasUntil ? { ...WAIT_OPTIONS, until } : WAIT_OPTIONS;
  const issues = [...path.issues, ...checkOptions('options', options, all)];
  if (issues.length > 0) throw new InputError(issues, { request });
  return request;
}
