import { type Checked, issuesIn } from '../base/checked.js';
import { InputError } from '../core/errors/errors.js';
import type { AttemptWatch } from '../core/http/operation.js';
import { withinBudget } from './budget.js';
import type { OrderContext } from './context.js';
import { Once } from './once.js';
import { DEFAULT_LOOKBACK, DEFAULT_SETTLE, type OrderOptions, orderOptionIssues } from './options.js';
import type { Ordered, OrderKind } from './order-kind.js';
import { failAsNotSent } from './search.js';
import { shareAttempt } from './sharing.js';

/**
 * Places an order within `maxPoints` and the client's budget. With `once`, it is placed or found, under the conditions
 * in docs/paid-orders.md. Nothing is sent when the order or an option is wrong.
 */
export async function placeOrder<Order extends object, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  checked: Checked<Order>,
  options: OrderOptions = {},
  context: OrderContext,
): Promise<Ordered<Placed, Body>> {
  const order = 'value' in checked ? checked.value : undefined;
  const key = order === undefined ? 'unknown' : kind.keyOf(order);
  const issues = [...issuesIn(checked), ...orderOptionIssues(options, { path: kind.keyPath, value: key })];
  if (issues.length > 0 || order === undefined) throw new InputError(issues, kind.request);
  const { once, maxPoints, onDuplicate, ...rest } = options;
  const { lookback = DEFAULT_LOOKBACK, settle = DEFAULT_SETTLE, ...call } = rest;
  const limits = { maxPoints, budget: context.budget };
  if (once !== true || key === undefined) {
    const tracker = new AttemptTracker();
    return withinBudget(
      kind,
      { ...limits, reservationKey: tracker.reservationKey, isSent: () => tracker.isSent, warn: context.warn },
      () => failAsNotSent(() => kind.quote(order, call)),
      async () => ({ ...(await kind.place(order, call, tracker)), placed: true, duplicates: [] }),
    );
  }
  const account = await failAsNotSent(() => context.accountKey(call));
  const journalKey = `${account}:${kind.name}:${key}`;
  // Accounts of two services can have the same id.
  const scope = `${context.service} ${journalKey}`;
  const sharing = { scope, order, limits };
  return shareAttempt(sharing, call.signal, (signal) => {
    const attempt = { order, key, journalKey, lookback, settle, onDuplicate, limits, context };
    return new Once(kind, { ...attempt, options: { ...call, signal } }).place();
  });
}

let attempts = 0;

/** Whether an order without a key may have been carried out. */
class AttemptTracker implements AttemptWatch {
  /** The key of the order's reservation in the budget; unique across processes. */
  readonly reservationKey: string;
  isSent = false;

  constructor() {
    attempts += 1;
    this.reservationKey = `${attempts}.${Date.now()}.${Math.random()}`;
  }

  async sending(): Promise<void> {
    this.isSent = true;
  }

  notCarriedOut(): void {
    this.isSent = false;
  }
}
