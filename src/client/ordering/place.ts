import { isWorkerThread } from '#runtime';
import { shareAcrossCopies } from '../../base/across-copies.js';
import type { Checked } from '../../base/checked.js';
import { copyOwn } from '../../base/options.js';
import { InputError, isRequesterError } from '../core/errors/errors.js';
import { mayHaveBeenDone } from '../core/errors/judge-write.js';
import { CallStopped } from '../core/http/operation.js';
import { DEFAULT_SETTLE } from '../core/http/recently-seen.js';
import { type CallOptions, pickCallOptions } from '../core/http/settings.js';
import type { Budget } from './budget.js';
import type { OrderContext } from './context.js';
import { Once } from './once.js';
import { checkOrderOptions, type OrderOptions, SEARCH_LOOKBACK } from './options.js';
import type { Ordered, OrderKind } from './order-kind.js';
import {
  computeFingerprint,
  MAX_CLAIMS,
  makeClaimsLostError,
  makePlainKey,
  makeRecordKey,
  OrderRecord,
  type RecordState,
  type SentRecord,
} from './record.js';
import { checkPrice, RecordedOrder } from './recorded-order.js';
import { failAsNotSent } from './search.js';

/**
 * Places an order within `maxPoints` and the client's budget. With `once`, it is placed or found, under the conditions
 * in docs/paid-orders.md. Nothing is sent when the order or an option is wrong.
 */
export async function placeOrder<Order extends object, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  checked: Checked<Order>,
  given: OrderOptions = {},
  context: OrderContext,
): Promise<Ordered<Placed, Body>> {
  const options = copyOwn(given);
  const { value: order, issues: wrong = [] } = checked;
  const key = order === undefined ? 'unknown' : kind.getKey(order);
  const issues = [...wrong, ...checkOrderOptions(options, { path: kind.keyPath, value: key })];
  if (issues.length > 0 || order === undefined) throw new InputError(issues, { request: kind.request });
  const { once, maxPoints, lookback = SEARCH_LOOKBACK, settle = DEFAULT_SETTLE } = options;
  return context.span(kind.operation, pickCallOptions(options), async (inner) => {
    const budget = await failAsNotSent(async () => context.currentBudget?.());
    if (once !== true || key === undefined) {
      return placeWithoutKey(kind, order, inner, maxPoints, { context, budget });
    }
    warnOfThread(context);
    const account = await failAsNotSent(() => context.accountKey(inner));
    const recordKey = makeRecordKey(account, kind.name, key);
    const attempt = { order, key, recordKey, lookback, settle, maxPoints, context, budget, options: inner };
    return kind.finder(inner.signal).during(() => new Once(kind, attempt).place());
  });
}

/** Places an order that nobody can find again. If a budget counts it, it has a record under a name of its own. */
async function placeWithoutKey<Order extends object, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  order: Order,
  options: CallOptions,
  maxPoints: number | undefined,
  { context, budget }: { readonly context: OrderContext; readonly budget: Budget | undefined },
): Promise<Ordered<Placed, Body>> {
  if (budget === undefined) {
    if (maxPoints !== undefined) {
      const quote = await failAsNotSent(() => kind.quote(order, options));
      checkPrice(kind, quote, maxPoints);
    }
    return { ...(await kind.place(order, options, undefined)), placed: true, duplicates: [] };
  }
  const account = await failAsNotSent(() => context.accountKey(options));
  const key = makePlainKey(kind.getKey(order));
  const recordKey = makeRecordKey(account, kind.name, key);
  const record = new OrderRecord(context.store.within(options.timeout), recordKey);
  const recorded = new RecordedOrder({ kind, context, budget, record, recordKey, key });
  for (let claims = 0; claims < MAX_CLAIMS; claims += 1) {
    const { state: claimed } = await record.begin(computeFingerprint(order), context.service, options.signal);
    let planned: RecordState | undefined = claimed;
    const attempt: { sent?: SentRecord | undefined } = {};
    try {
      planned = await recorded.reserve(claimed, maxPoints, () => kind.quote(order, options), options.signal);
      // The quote took longer than a claim lasts.
      if (planned === undefined) continue;
      options.signal?.throwIfAborted();
      const watch = recorded.watch(planned, (sent) => {
        attempt.sent = sent;
      });
      const placed = planned;
      const answer = await kind.place(order, options, watch);
      // `onUnexpectedShape` can let through an answer without the order.
      if (answer.data) {
        recorded.warnIfDearer(planned, answer.data);
        await recorded.recordPlaced(planned, answer.data);
      } else await recorded.recordOrWarn(() => record.markPlaced(placed));
      return { ...answer, placed: true, duplicates: [] };
    } catch (error) {
      const { sent } = attempt;
      if (error instanceof CallStopped) {
        await budget.close(claimed.claim);
        continue;
      }
      if (sent === undefined || (isRequesterError(error) && !mayHaveBeenDone(error))) {
        await recorded.free(planned ?? claimed);
      } else if (mayHaveBeenDone(error) && error.outcome === 'done') {
        await recorded.recordOrWarn(() => record.markPlaced(sent));
      }
      throw error;
    }
  }
  throw makeClaimsLostError();
}

/** Warns once in a thread: another thread with the same key would order it again. */
export function warnOfThread({ isThreadMemory, warn }: Pick<OrderContext, 'isThreadMemory' | 'warn'>): void {
  if (!isThreadMemory || !isWorkerThread()) return;
  const shared = shareAcrossCopies('thread-warning/1', () => ({ hasWarned: false }));
  if (shared.hasWarned) return;
  shared.hasWarned = true;
  warn('only this thread remembers its orders: give the clients of all threads one store', {});
}
