import type { Issue } from '../core/errors/errors.js';
import { amount, checkOptions, flag, type Rules } from '../core/http/options.js';
import { CALL_OPTIONS, type CallOptions } from '../core/http/settings.js';

/**
 * How an order is placed. `timeout`, `attemptTimeout` and `retries` are for each request that the order needs, but
 * the listing that `once` searches is read as the client's own settings say: calls share it.
 */
export interface OrderOptions extends CallOptions {
  /**
   * Places the order exactly once, by its key: `custom_field` (of a project's first question). An order that
   * has the key already is returned, and an unknown outcome is looked into. @default false
   */
  readonly once?: boolean | undefined;
  /** Points; the service is asked first, and a dearer order is a BudgetError. @default no limit */
  readonly maxPoints?: number | undefined;
  /** Milliseconds that `once` looks back for the key. @default 7 days */
  readonly lookback?: number | undefined;
  /** Milliseconds that `once` looks for the order after an unknown outcome. @default 30000 */
  readonly settle?: number | undefined;
}

const DAY = 24 * 60 * 60 * 1_000;

export const DEFAULT_LOOKBACK = 7 * DAY;
export const DEFAULT_SETTLE = 30_000;

const ORDER_OPTIONS: Rules<OrderOptions> = {
  ...CALL_OPTIONS,
  once: flag,
  maxPoints: amount('points'),
  lookback: amount('milliseconds'),
  settle: amount('milliseconds'),
};

/** What is wrong with the options, and with the key where they need one. */
export function orderOptionIssues(
  options: OrderOptions | undefined,
  key: { readonly path: string; readonly value: string | undefined },
): readonly Issue[] {
  const issues = checkOptions('options', options, ORDER_OPTIONS);
  if (options?.once !== true || (key.value ?? '').trim() !== '') return issues;
  return [...issues, { path: key.path, message: 'must be set: with `once` it is the key of the order' }];
}
