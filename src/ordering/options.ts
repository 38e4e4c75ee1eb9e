import type { Issue } from '../core/errors/errors.js';
import { type CallOptions, optionIssues } from '../core/http/settings.js';
import { kindOf } from '../core/http/validate.js';

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

const KNOWN: Readonly<Record<keyof OrderOptions, true>> = {
  ...{ once: true, maxPoints: true, lookback: true, settle: true },
  ...{ signal: true, timeout: true, attemptTimeout: true, retries: true },
};

/** A misspelt `maxPoints` would be no limit at all. */
function unknownIssues(options: object): readonly Issue[] {
  const known = Object.keys(KNOWN).join(', ');
  return Object.entries(options).flatMap(([name, value]) =>
    value === undefined || Object.hasOwn(KNOWN, name)
      ? []
      : [{ path: name, message: `is no option of an order; there are ${known}` }],
  );
}

function limitIssue(name: keyof OrderOptions, value: unknown): readonly Issue[] {
  if (value === undefined || (typeof value === 'number' && value >= 0)) return [];
  return [{ path: name, message: `must be a number, 0 or more; got ${kindOf(value)}` }];
}

/** What is wrong with the options, and with the key where they need one. */
export function orderOptionIssues(
  options: OrderOptions | undefined,
  key: { readonly path: string; readonly value: string | undefined },
): readonly Issue[] {
  const issues = [...optionIssues(options)];
  if (typeof options !== 'object' || options === null) return issues;
  issues.push(...unknownIssues(options));
  const { once, maxPoints, lookback, settle } = options;
  issues.push(...limitIssue('maxPoints', maxPoints));
  issues.push(...limitIssue('lookback', lookback), ...limitIssue('settle', settle));
  if (once !== undefined && typeof once !== 'boolean') {
    issues.push({ path: 'once', message: `must be true or false; got ${kindOf(once)}` });
  }
  if (once === true && (key.value ?? '').trim() === '') {
    issues.push({ path: key.path, message: 'must be set: with `once` it is the key of the order' });
  }
  return issues;
}
