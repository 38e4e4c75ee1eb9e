import type { Checked } from '../../base/checked.js';
import { InputError, isRequesterError } from '../core/errors/errors.js';
import { mayHaveBeenDone } from '../core/errors/judge-write.js';
import type { AttemptWatch } from '../core/http/operation.js';
import type { CallOptions } from '../core/http/settings.js';
import { countPoints, type Limits, reservePoints } from './budget.js';
import { makeRecordKey, type OrderContext } from './context.js';
import { DEFAULT_SETTLE, SEARCH_LOOKBACK } from './defaults.js';
import { type Attempt, Once } from './once.js';
import { checkOrderOptions, type OrderOptions } from './options.js';
import type { Ordered, OrderKind } from './order-kind.js';
import { makeClaim } from './record.js';
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
  const { once, maxPoints, ...rest } = options;
  const { lookback = SEARCH_LOOKBACK, settle = DEFAULT_SETTLE, ...call } = rest;
  const limits = { maxPoints, budget: context.budget };
  return context.span(kind.operation, call, (inner) =>
    once === true && key !== undefined
      ? placeOnce(kind, { order, key, lookback, settle, limits, context, options: inner })
      : placeWithoutKey(kind, order, inner, limits, context),
  );
}

async function placeOnce<Order extends object, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  asked: Omit<Attempt<Order>, 'recordKey'>,
): Promise<Ordered<Placed, Body>> {
  const { key, context, options } = asked;
  const account = await failAsNotSent(() => context.accountKey(options));
  const placing = new Once(kind, { ...asked, recordKey: makeRecordKey(account, kind.name, key) });
  return kind.finder.during(() => placing.place());
}

async function placeWithoutKey<Order, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  order: Order,
  options: CallOptions,
  limits: Limits,
  { warn }: OrderContext,
): Promise<Ordered<Placed, Body>> {
  const claim = makeClaim();
  const { budget } = limits;
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
  const quote = await reservePoints(kind, limits, { claim }, () =>
    failAsNotSent(() => kind.quote(order, options)),
  );
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
