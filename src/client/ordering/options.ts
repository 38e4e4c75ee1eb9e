import { explainKey } from '../../base/names.js';
import { checkOptions, copyOwn, type Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import type { Issue } from '../core/errors/errors.js';
import { CALL_OPTIONS, type CallOptions } from '../core/http/settings.js';

/**
 * Options of an order. `timeout`, `attemptTimeout` and `retries` count for each request of the order. The listing that
 * `once` searches is read with the client's own settings, since several calls share it.
 */
export interface OrderOptions extends CallOptions {
  /**
   * Places the order once, under the conditions in docs/paid-orders.md. Its key is `custom_field`; for a project, that
   * of its first question. If the same order already has the key, that one is returned. If the outcome is unknown, the
   * order is searched for, and not sent again until it is found or a person resolves it. @default false
   */
  readonly once?: boolean | undefined;
  /** The most points that the order may cost. The price is asked first; above it, a BudgetError. @default no limit */
  readonly maxPoints?: number | undefined;
  /**
   * How far back `once` searches for the key, in milliseconds by the service's clock. With a `store` of yours, 0 means no
   * search: set it only if the store saw every order. @default 604800000 (7 days)
   */
  readonly lookback?: number | undefined;
  /**
   * How long `once` waits in all, in milliseconds: for an order whose outcome is unknown, and for another process that is
   * about to place it. Longer than the service takes to carry out an order and to show it. @default 30000
   */
  readonly settle?: number | undefined;
}

const ORDER_OPTIONS: Rules<OrderOptions> = {
  ...CALL_OPTIONS,
  once: rules.flag,
  maxPoints: rules.amount('points'),
  lookback: rules.amount('milliseconds'),
  settle: rules.amount('milliseconds'),
};

/** A call is repeated within days. A longer search reads more pages of a listing, for orders that the store knows anyway. */
export const SEARCH_LOOKBACK = 7 * 24 * 3_600_000;

/** Bytes. @see docs/service.md, Limits */
export const LONGEST_KEY = 255;

export function checkOrderOptions(
  options: OrderOptions | undefined,
  key: { readonly path: string; readonly value: string | undefined },
): readonly Issue[] {
  const issues = checkOptions('options', options, ORDER_OPTIONS);
  const rule = copyOwn(options)?.once === true ? explainKey(key.value ?? '', LONGEST_KEY) : undefined;
  if (rule === undefined) return issues;
  return [...issues, { path: key.path, message: `${rule}: with \`once\` it is the key of the order` }];
}
