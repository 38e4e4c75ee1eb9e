import { checkOptions, type Rules } from '../../base/options.js';
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
   * order is searched for. @default false
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

const LONGEST_KEY = 255;

/** The rule that a key breaks. Services trim, normalise or cut such texts: the order is then not found by its key. */
function explainKey(key: string | undefined): string | undefined {
  if (key === undefined || key.trim() === '') return 'must be set';
  if (key !== key.trim()) return 'must not begin or end with white space';
  if (key !== key.normalize()) return 'must be in Unicode form NFC';
  // A Blob is in UTF-8. Test environments that lack TextEncoder have it.
  return new Blob([key]).size > LONGEST_KEY ? `must be at most ${LONGEST_KEY} bytes of UTF-8` : undefined;
}

export function checkOrderOptions(
  options: OrderOptions | undefined,
  key: { readonly path: string; readonly value: string | undefined },
): readonly Issue[] {
  const issues = checkOptions('options', options, ORDER_OPTIONS);
  const rule = options?.once === true ? explainKey(key.value) : undefined;
  if (rule === undefined) return issues;
  return [...issues, { path: key.path, message: `${rule}: with \`once\` it is the key of the order` }];
}
