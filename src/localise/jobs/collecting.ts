import * as rules from '../../base/rules.js';

/** How the results of a job are waited for. */
export interface CollectingOptions {
  /** Whether to wait until all orders are ready. `false` yields only what is ready now. @default true */
  readonly wait?: boolean | undefined;
  /** Ends the loop, which then rejects with the signal's reason. @default none */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds to wait for one order, or one question of a project, before a TimeoutError is thrown. @default none */
  readonly timeout?: number | undefined;
  /** Milliseconds between two polls. @default 5000 */
  readonly interval?: number | undefined;
  /** The longest pause between two polls, in milliseconds. @default 60000 */
  readonly maxInterval?: number | undefined;
}

export const COLLECTING_RULES = {
  ready: rules.oneOf('translated', 'finished'),
  wait: rules.flag,
  signal: rules.abortSignal,
  timeout: rules.duration,
  interval: rules.period,
  maxInterval: rules.period,
  onProgress: rules.callable,
};
