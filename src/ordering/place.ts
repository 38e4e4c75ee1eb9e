import { asPartOf, InputError } from '../core/errors/errors.js';
import type { WithResponse } from '../core/http/call.js';
import type { CallOptions } from '../core/http/settings.js';
import { type Checked, issuesIn } from '../core/http/validate.js';
import { type Budget, type Limits, withinBudget } from './budget.js';
import { type Attempt, findPlaced, placeAndSettle } from './once.js';
import { DEFAULT_LOOKBACK, DEFAULT_SETTLE, type OrderOptions, orderOptionIssues } from './options.js';
import type { OrderKind, Placement } from './order-kind.js';
import { isOpen } from './settle.js';
import { shareAttempt } from './sharing.js';

type Ordered<Placed, Body> = WithResponse<Placed, Body> & Placement;

/** What a client brings to its orders. */
export interface OrderBudget {
  readonly budget: Budget | undefined;
  /** A text that is different for each account and service. */
  readonly account: (options?: CallOptions) => Promise<string>;
}

/**
 * Places an order within `maxPoints` and the client's budget, and with `once` exactly once. Nothing is sent when the
 * order or an option is wrong.
 */
export async function placeOrder<Order extends object, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  checked: Checked<Order>,
  options: OrderOptions = {},
  spending: OrderBudget,
): Promise<Ordered<Placed, Body>> {
  const order = 'value' in checked ? checked.value : undefined;
  const key = order === undefined ? 'unknown' : kind.keyOf(order);
  const issues = [...issuesIn(checked), ...orderOptionIssues(options, { path: kind.keyPath, value: key })];
  if (issues.length > 0 || order === undefined) throw new InputError(issues, kind.request);
  const { once, maxPoints, lookback = DEFAULT_LOOKBACK, settle = DEFAULT_SETTLE, ...call } = options;
  const limits = { maxPoints, budget: spending.budget };
  if (once !== true || key === undefined) {
    return withinBudget(
      kind,
      { ...limits, slot: Symbol('order') },
      () => before(() => kind.quote(order, call)),
      async () => ({ ...(await kind.place(order, call)), placed: true }),
    );
  }
  const scope = `${await spending.account(call)} ${kind.name} ${key}`;
  return shareAttempt({ scope, content: JSON.stringify(order), limits }, call.signal, (signal) =>
    placeOnce(kind, { order, key, scope, lookback, settle, options: { ...call, signal } }, limits),
  );
}

async function placeOnce<Order, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  attempt: Attempt<Order>,
  limits: Limits,
): Promise<Ordered<Placed, Body>> {
  // Several accounts can share a budget, so the key alone is not enough.
  const slot = attempt.scope;
  const existing = await before(() => findPlaced(kind, attempt));
  if (existing !== undefined) {
    // An earlier try of ours, whose outcome was unknown, was this order.
    if (limits.budget?.holds(slot)) {
      const { data } = existing;
      limits.budget.spend(slot, kind.priceOf(data), { kind: kind.name, id: kind.idOf(data) });
    }
    return existing;
  }
  return withinBudget(
    kind,
    { ...limits, slot },
    () => before(() => kind.quote(attempt.order, attempt.options)),
    () => placeAndSettle(kind, attempt),
  );
}

/** Runs a step before the order is placed: when it fails, nothing was ordered. */
async function before<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    throw isOpen(error) ? asPartOf(error, 'not_sent', 'Nothing was ordered.') : error;
  }
}
