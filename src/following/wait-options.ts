import { InputError, type RequestFacts } from '../core/errors/errors.js';
import type { Path } from '../core/http/address.js';
import { abortSignal, callable, checkOptions, duration, type Rules } from '../core/http/options.js';

/** How something is waited for. A wait goes by id, so it can be taken up again after a restart. */
export interface WaitOptions<Item = unknown> {
  /** Ends this wait alone, which then rejects with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until this wait is a TimeoutError. @default none */
  readonly timeout?: number | undefined;
  /** Milliseconds between two looks. @default 5000 */
  readonly interval?: number | undefined;
  /** Milliseconds between two looks after many that showed no change. @default 60000 */
  readonly maxInterval?: number | undefined;
  /** Told of each state that was seen; what it throws is ignored. @default none */
  readonly onProgress?: ((item: Item) => void) | undefined;
}

/** The rhythm of waits that do not say. */
export const WAIT_RHYTHM = { interval: 5_000, maxInterval: 60_000 };

const WAIT_OPTIONS: Rules<WaitOptions> = {
  signal: abortSignal,
  timeout: duration,
  interval: duration,
  maxInterval: duration,
  onProgress: callable,
};

/**
 * Checks the id and the options of a wait.
 *
 * @returns what is told of the call in errors
 * @throws InputError when the id or an option is wrong
 */
export function checkWait(place: Path, options: WaitOptions<never> | undefined): RequestFacts {
  const request = { method: 'GET', path: place.template };
  const issues = [...place.issues, ...checkOptions('options', options, WAIT_OPTIONS)];
  if (issues.length > 0) throw new InputError(issues, request);
  return request;
}
