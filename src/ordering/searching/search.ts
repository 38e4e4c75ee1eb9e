import { NotFoundError } from '../../core/errors/api-errors.js';
import { withOutcome } from '../../core/errors/errors.js';
import type { WithResponse } from '../../core/http/call.js';
import type { CallOptions } from '../../core/http/settings.js';
import { OrderConflictError } from '../errors.js';
import type { Ordered, OrderKind } from '../order-kind.js';
import { isOpen } from '../settle.js';

/** What is searched for. */
export interface Wanted<Order> {
  readonly order: Order;
  readonly key: string;
  /** How far back to search, in milliseconds. */
  readonly lookback: number;
  readonly options: CallOptions;
}

/** The orders that have a key. */
interface Found<Placed, Body> {
  /** Those that are what the order asks for, oldest first. */
  readonly same: readonly WithResponse<Placed, Body>[];
  /** One that is not. */
  readonly conflict: Placed | undefined;
}

/** Searches once for orders with the key, beside the one that is known already. */
export async function ordersWith<Order, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  { order, key, lookback, options }: Wanted<Order>,
  known?: number,
): Promise<Found<Placed, Body>> {
  const same: WithResponse<Placed, Body>[] = [];
  let conflict: Placed | undefined;
  for (const id of await kind.log.find(key, lookback, options.signal)) {
    const existing = id === known ? undefined : await readIfThere(kind, id, options);
    if (existing === undefined || !kind.hasKey(existing.data, key)) continue;
    if (await kind.isSame(order, existing.data, options)) same.push(existing);
    else conflict = existing.data;
  }
  return { same, conflict };
}

/**
 * Searches once for orders with the key. The oldest that is the same order is returned, with the ids of the others.
 *
 * @throws OrderConflictError when only different orders have the key
 */
export async function search<Order, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  wanted: Wanted<Order>,
  signal: AbortSignal | undefined = wanted.options.signal,
): Promise<Ordered<Placed, Body> | undefined> {
  const options = { ...wanted.options, signal };
  const { same, conflict } = await ordersWith(kind, { ...wanted, options });
  const [found, ...others] = same;
  if (found !== undefined) {
    return { ...found, placed: false, duplicates: others.map(({ data }) => kind.idOf(data)) };
  }
  if (conflict !== undefined) throw new OrderConflictError(conflict, kind.request);
  return undefined;
}

/** Reads an order; undefined when there is none with this id. */
export async function readIfThere<Order, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  id: number,
  options: CallOptions,
): Promise<WithResponse<Placed, Body> | undefined> {
  try {
    return await kind.read(id, options);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** Runs a step before the order is placed: when it fails, nothing was ordered. */
export async function before<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    throw isOpen(error) ? withOutcome(error, 'not_sent', 'Nothing was ordered.') : error;
  }
}
