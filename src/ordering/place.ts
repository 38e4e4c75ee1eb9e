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
    const sent = new AttemptTracker();
    return withinBudget(
      kind,
      { ...limits, slot: sent.slot, isSent: () => sent.isSent, warn: context.warn },
      () => failAsNotSent(() => kind.quote(order, call)),
      async () => ({ ...(await kind.place(order, call, sent)), placed: true, duplicates: [] }),
    );
  }
  const account = await failAsNotSent(() => context.accountKey(call));
  const journalKey = `${account}:${kind.name}:${key}`;
  // Accounts of two services can have the same id.
  const scope = `${context.service} ${journalKey}`;
  const wanted = { scope, order, limits };
  return shareAttempt(wanted, call.signal, (signal) => {
    const attempt = { order, key, journalKey, lookback, settle, onDuplicate, limits, context };
    return new Once(kind, { ...attempt, options: { ...call, signal } }).place();
  });
}

let orders = 0;

/** Whether an order without a key may have been carried out. */
class AttemptTracker implements AttemptWatch {
  /** Names the order in the budget; different in each process. */
  readonly slot: string;
  isSent = false;

  constructor() {
    orders += 1;
    this.slot = `${orders}.${Date.now()}.${Math.random()}`;
  }

  async sending(): Promise<void> {
    this.isSent = true;
  }

  notCarriedOut(): void {
    this.isSent = false;
  }
}
