import type { Checked } from '../../base/checked.js';
import { makeUniqueName } from '../../base/names.js';
import { InputError, isRequesterError } from '../core/errors/errors.js';
import { mayHaveBeenDone } from '../core/errors/judge-write.js';
import type { AttemptWatch } from '../core/http/operation.js';
import { DEFAULT_SETTLE } from '../core/http/recently-seen.js';
import { type CallOptions, pickCallOptions } from '../core/http/settings.js';
import { countPoints, reservePoints } from './budget.js';
import { makeRecordKey, type OrderContext } from './context.js';
import { Once } from './once.js';
import { checkOrderOptions, type OrderOptions, SEARCH_LOOKBACK } from './options.js';
import type { Ordered, OrderKind } from './order-kind.js';
import { failAsNotSent } from './search.js';

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
  const { value: order, issues: wrong = [] } = checked;
  const key = order === undefined ? 'unknown' : kind.getKey(order);
  const issues = [...wrong, ...checkOrderOptions(options, { path: kind.keyPath, value: key })];
  if (issues.length > 0 || order === undefined) throw new InputError(issues, kind.request);
  const { once, maxPoints, lookback = SEARCH_LOOKBACK, settle = DEFAULT_SETTLE } = options;
  return context.span(kind.operation, pickCallOptions(options), async (inner) => {
    if (once !== true || key === undefined) return placeWithoutKey(kind, order, inner, maxPoints, context);
    const account = await failAsNotSent(() => context.accountKey(inner));
    const recordKey = makeRecordKey(account, kind.name, key);
    const attempt = { order, key, recordKey, lookback, settle, maxPoints, context, options: inner };
    return kind.finder.during(() => new Once(kind, attempt).place());
  });
}

async function placeWithoutKey<Order, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  order: Order,
  options: CallOptions,
  maxPoints: number | undefined,
  { budget, warn }: OrderContext,
): Promise<Ordered<Placed, Body>> {
  const claim = makeUniqueName();
  let isSent = false;
  const watch: AttemptWatch = {
    sending: async () => {
      isSent = true;
      return 'send';
    },
    notCarriedOut: () => {
      isSent = false;
    },
  };
  const quote = await reservePoints(kind, maxPoints, budget, { claim }, () => kind.quote(order, options));
  try {
    const answer = await kind.place(order, options, watch);
    await countPoints(kind, budget, { claim, quote, placed: answer.data }, warn);
    return { ...answer, placed: true, duplicates: [] };
  } catch (error) {
    const isRefused = isRequesterError(error) && !mayHaveBeenDone(error);
    if (!isSent || isRefused) await budget?.giveBack(claim);
    throw error;
  }
}
