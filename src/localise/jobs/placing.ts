import type { Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import type { CallOptions, OrderOptions } from '../../index.js';

/** How orders are placed. `timeout`, `attemptTimeout` and `retries` count for each request. */
export interface PlacingOptions extends CallOptions, Pick<OrderOptions, 'settle'> {
  /**
   * How far back earlier orders of the job are searched at the service, in milliseconds. 0 means no search: set it only if
   * the store saw every order of this name. @default 2678400000 (31 days)
   */
  readonly lookback?: number | undefined;
}

export const PLACING_RULES: Rules<PlacingOptions> = {
  signal: rules.abortSignal,
  timeout: rules.duration,
  attemptTimeout: rules.duration,
  retries: rules.integer(0),
  lookback: rules.amount('milliseconds'),
  settle: rules.amount('milliseconds'),
};

/** 31 days, in milliseconds: a job can be resumed under its name for a month, where `once` by itself looks back a week. */
const TABLE_LOOKBACK = 31 * 24 * 60 * 60 * 1_000;

export function toCallOptions({ signal, timeout, attemptTimeout, retries }: PlacingOptions): CallOptions {
  return { signal, timeout, attemptTimeout, retries };
}

export function toOrderOptions(options: PlacingOptions) {
  const { lookback = TABLE_LOOKBACK, settle } = options;
  return { ...toCallOptions(options), lookback, settle };
}

/** Copies the options of a job: a change of them while it is ordered must have no effect. */
export function copyJob<
  Options extends { readonly to: readonly string[]; readonly terms?: object | undefined },
>(options: Options): Options {
  return { ...options, to: [...options.to], terms: { ...options.terms } };
}
