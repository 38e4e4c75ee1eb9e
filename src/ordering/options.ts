import type { Issue } from '../core/errors/errors.js';
import { amount, checkOptions, flag, type Rules } from '../core/http/options.js';
import { CALL_OPTIONS, type CallOptions } from '../core/http/settings.js';

/**
 * Options of an order. `timeout`, `attemptTimeout` and `retries` count for each request of the order. Only the listing
 * that `once` searches is read with the client's own settings, since several calls share it.
 */
export interface OrderOptions extends CallOptions {
  /**
   * Places the order exactly once. Its key is `custom_field`; for a project, that of its first question. When an order
   * already has the key, it is returned. When the outcome is unknown, the order is searched for. @default false
   */
  readonly once?: boolean | undefined;
  /** The most points that the order may cost. The price is asked first; above it, a BudgetError. @default no limit */
  readonly maxPoints?: number | undefined;
  /** How far back `once` searches for the key, in milliseconds. @default 604800000 (7 days) */
  readonly lookback?: number | undefined;
  /** How long `once` searches for the order after an unknown outcome, in milliseconds. @default 30000 */
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

/** What is wrong with the options, and with the key when `once` needs one. */
export function orderOptionIssues(
  options: OrderOptions | undefined,
  key: { readonly path: string; readonly value: string | undefined },
): readonly Issue[] {
  const issues = checkOptions('options', options, ORDER_OPTIONS);
  if (options?.once !== true || (key.value ?? '').trim() !== '') return issues;
  return [...issues, { path: key.path, message: 'must be set: with `once` it is the key of the order' }];
}
