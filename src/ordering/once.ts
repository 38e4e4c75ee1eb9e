import { NotFoundError } from '../core/errors/api-errors.js';
import { type RequesterError, UnexpectedAnswerError } from '../core/errors/errors.js';
import type { WithResponse } from '../core/http/call.js';
import type { CallOptions } from '../core/http/settings.js';
import { OrderConflictError, OutcomeUnknownError } from './errors.js';
import type { OrderKind, Placement } from './order-kind.js';
import { isOpen, lookDespiteFailures, lookFor } from './settle.js';

/** An order to place exactly once. */
export interface Attempt<Order> {
  readonly order: Order;
  readonly key: string;
  /** The account, the kind of order and the key. Only one attempt at a time is made for each scope. */
  readonly scope: string;
  readonly lookback: number;
  readonly settle: number;
  readonly options: CallOptions;
}

type Settled<Placed, Body> = WithResponse<Placed, Body> & Placement;

/** Pauses between searches for an order whose outcome is unknown. */
const RHYTHM = { interval: 250, maxInterval: 4_000 };

/**
 * Orders that were aborted by every caller while they were being sent, with the time of performance.now(). The service
 * may still place one later, so a single search that finds nothing proves nothing.
 */
const leftOnTheWay = new Map<string, number>();
const MOST_LEFT = 10_000;

/**
 * The order that already has the key, if it is the same. After an aborted try, it is searched for until `settle` has
 * passed since the abort.
 *
 * @throws OrderConflictError when a different order has the key
 */
export async function findPlaced<Order, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  attempt: Attempt<Order>,
): Promise<Settled<Placed, Body> | undefined> {
  const { scope, settle, options } = attempt;
  const leftAt = leftOnTheWay.get(scope);
  const rest = leftAt === undefined ? 0 : leftAt + settle - performance.now();
  const late =
    rest > 0
      ? await lookFor(rest, RHYTHM, options.signal, (signal) => look(kind, attempt, signal))
      : undefined;
  const found = late ?? (await look(kind, attempt, options.signal));
  leftOnTheWay.delete(scope);
  return found;
}

/** Searches once. */
async function look<Order, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  { order, key, lookback, options }: Attempt<Order>,
  signal: AbortSignal | undefined,
): Promise<Settled<Placed, Body> | undefined> {
  const call = { ...options, signal };
  let conflict: Placed | undefined;
  for (const id of await kind.log.find(key, lookback, signal)) {
    const existing = await readIfThere(kind, id, call);
    if (existing === undefined || !kind.hasKey(existing.data, key)) continue;
    if (await kind.isSame(order, existing.data, call)) return { ...existing, placed: false };
    conflict = existing.data;
  }
  if (conflict !== undefined) throw new OrderConflictError(conflict, kind.request);
  return undefined;
}

async function readIfThere<Order, Placed, Body, Quote>(
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

/** Places the order. When the outcome is unknown, searches for it until it is found or the time is over. */
export async function placeAndSettle<Order, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  attempt: Attempt<Order>,
): Promise<Settled<Placed, Body>> {
  const { signal } = attempt.options;
  signal?.throwIfAborted();
  try {
    return { ...(await placeOrFind(kind, attempt)), placed: true };
  } catch (error) {
    if (signal?.aborted && error === signal.reason) leave(attempt.scope);
    throw error;
  }
}

async function placeOrFind<Order, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  attempt: Attempt<Order>,
): Promise<WithResponse<Placed, Body>> {
  try {
    return await kind.place(attempt.order, attempt.options);
  } catch (error) {
    if (!isOpen(error)) throw error;
    const found = await lookAfter(kind, attempt, error);
    if (found === undefined) throw new OutcomeUnknownError(attempt.key, attempt.settle, error);
    return found;
  }
}

/**
 * Searches for the order after an unknown outcome. A different order with the same key, placed by another process in
 * the meantime, does not end the search: this order may still become visible beside it.
 */
function lookAfter<Order, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  attempt: Attempt<Order>,
  cause: RequesterError,
): Promise<WithResponse<Placed, Body> | undefined> {
  const { key, settle, options } = attempt;
  const named = cause instanceof UnexpectedAnswerError ? cause.id : undefined;
  return lookDespiteFailures(settle, RHYTHM, options.signal, async (signal) => {
    const told = named === undefined ? undefined : await readIfThere(kind, named, { ...options, signal });
    return told !== undefined && kind.hasKey(told.data, key) ? told : look(kind, attempt, signal);
  });
}

function leave(scope: string): void {
  leftOnTheWay.delete(scope);
  leftOnTheWay.set(scope, performance.now());
  const [oldest] = leftOnTheWay.keys();
  if (leftOnTheWay.size > MOST_LEFT && oldest !== undefined) leftOnTheWay.delete(oldest);
}
