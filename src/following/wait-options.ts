import { abortSignal, callable, checkOptions, duration, type Rules, withMethods } from '../base/options.js';
import { InputError, type RequestFacts } from '../core/errors/errors.js';
import type { Path } from '../core/http/address.js';
import type { Wake } from './wake.js';

/** Options of `wait`. It needs only an id, so you can wait again after a restart. */
export interface WaitOptions<Item = unknown> {
  /** Ends this wait only, which then rejects with the signal's reason. @default none */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until this wait rejects with a TimeoutError. @default none */
  readonly timeout?: number | undefined;
  /** Milliseconds between two polls. @default 5000 */
  readonly interval?: number | undefined;
  /** The longest pause between two polls, in milliseconds: pauses grow while nothing changes. @default 60000 */
  readonly maxInterval?: number | undefined;
  /** Starts a poll at once when it rings. A callback handler has one as `wake`. @default none */
  readonly wake?: Wake | undefined;
  /** Called with each new state. Errors that it throws are ignored. @default none */
  readonly onProgress?: ((item: Item) => void) | undefined;
}

/** The default pauses between polls. */
export const WAIT_INTERVALS = { interval: 5_000, maxInterval: 60_000 };

const WAIT_OPTIONS: Rules<WaitOptions> = {
  signal: abortSignal,
  timeout: duration,
  interval: duration,
  maxInterval: duration,
  wake: withMethods('listen'),
  onProgress: callable,
};

/**
 * Checks the id and the options of a wait.
 *
 * @returns the method and path that errors of this wait name
 * @throws InputError when the id or an option is wrong
 */
export function checkWait(path: Path, options: WaitOptions<never> | undefined): RequestFacts {
  const request = { method: 'GET', path: path.template };
  const issues = [...path.issues, ...checkOptions('options', options, WAIT_OPTIONS)];
  if (issues.length > 0) throw new InputError(issues, request);
  return request;
}
