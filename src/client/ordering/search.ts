import { NotFoundError } from '../core/errors/api-errors.js';
import { withOutcome } from '../core/errors/errors.js';
import { mayHaveBeenDone } from '../core/errors/judge-write.js';
import type { WithResponse } from '../core/http/call.js';
import type { CallOptions } from '../core/http/settings.js';
import { makeConflictError, type OrderConflictError } from './errors.js';
import { hasKey, type Ordered, type OrderKind } from './order-kind.js';

export interface OrderQuery<Order> {
  readonly order: Order;
  readonly key: string;
  readonly lookback: number;
  readonly options: CallOptions;
}

/** How many different orders with the key are compared at most. One of them is enough to know that the key is taken. */
const MAX_DIFFERENT = 20;

/**
 * Searches once for orders with the key, except the one that is known already: those that are the same order, oldest first,
 * and the error of one that is different.
 */
async function findOrdersWithKey<Order, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  { order, key, lookback, options }: OrderQuery<Order>,
  known?: number,
) {
  const same: WithResponse<Placed, Body>[] = [];
  let conflict: OrderConflictError<Placed> | undefined;
  let different = 0;
  for (const id of alternateEnds(await kind.finder(options.signal).find(key, lookback, options.signal))) {
    if (id === known) continue;
    const existing = await kind.read(id, options).catch(async (error) => {
      // A lagging replica does not have what the listing shows.
      const isGone =
        error instanceof NotFoundError &&
        !(await kind.finder(options.signal).shows(id, key, lookback, options.signal));
      if (!isGone) throw error;
    });
    if (!existing || !hasKey(kind, existing.data, key)) continue;
    const differences = await kind.compare(order, existing.data, options);
    if (differences.length === 0) same.push(existing);
    else {
      conflict ??= makeConflictError(existing.data, kind.request, differences);
      different += 1;
      if (different === MAX_DIFFERENT) break;
    }
  }
  same.sort((a, b) => kind.getId(a.data) - kind.getId(b.data));
  return { same, conflict };
}

/** The oldest, the newest, the second oldest, and so on: where others have used the key before, ours is the newest. */
function alternateEnds(ids: readonly number[]): number[] {
  return ids.map((_, index) => ids.at(index % 2 === 0 ? index / 2 : -(index + 1) / 2) ?? 0);
}

/**
 * Searches once for orders with the key. Returns the oldest that is the same order, and the ids of its duplicates.
 *
 * @throws OrderConflictError when only different orders have the key
 */
export async function search<Order, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  query: OrderQuery<Order>,
): Promise<Ordered<Placed, Body> | undefined> {
  const { same, conflict } = await findOrdersWithKey(kind, query);
  const [found, ...later] = same;
  if (found === undefined && conflict !== undefined) throw conflict;
  return found && { ...found, placed: false, duplicates: later.map(({ data }) => kind.getId(data)) };
}

export async function readIfThere<Read>(read: () => Promise<Read>): Promise<Read | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** Runs a step that comes before placing the order. Its errors say that nothing was ordered. */
export async function failAsNotSent<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    throw mayHaveBeenDone(error) ? withOutcome(error, 'not_sent', 'Nothing was ordered') : error;
  }
}

/**
 * Checks once for duplicates: another process may have placed the same order at the same time, or the runtime may have
 * sent it twice. Returns the oldest. Never fails: the order is placed already.
 */
export async function resolveDuplicates<Order, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  query: OrderQuery<Order>,
  own: Ordered<Placed, Body>,
  warn: (message: string, fields: object) => void,
): Promise<Ordered<Placed, Body>> {
  const ownId = kind.getId(own.data);
  try {
    const { same } = await findOrdersWithKey(kind, query, ownId);
    const [oldest] = same;
    if (oldest === undefined) return own;
    const duplicates = same.map(({ data }) => kind.getId(data));
    const [oldestId = ownId, ...others] = [...duplicates, ownId].sort((a, b) => a - b);
    warn('the order was placed more than once', { kind: kind.name, ids: [oldestId, ...others] });
    if (oldestId === ownId) return { ...own, duplicates };
    return { ...own, data: oldest.data, body: oldest.body, duplicates: others };
  } catch {
    warn('could not check for duplicates of an order', { kind: kind.name, id: ownId });
    return own;
  }
}
