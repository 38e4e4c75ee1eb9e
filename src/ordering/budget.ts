import { isRequesterError } from '../core/errors/errors.js';
import { amount, copyOptions, method, type Rules, required } from '../core/http/options.js';
import { BudgetError } from './errors.js';
import type { OrderKind } from './order-kind.js';
import { isOpen } from './settle.js';

/** One order that was paid for. */
export interface Spend {
  /** Points that this order cost. */
  readonly points: number;
  /** Points that the client has spent so far, this order included. */
  readonly spent: number;
  /** Points that the budget has left. */
  readonly remaining: number;
  readonly order: { readonly kind: 'project' | 'simple'; readonly id: number };
}

/** What a client may spend. */
export interface BudgetOptions {
  /** Points that all orders of this client may cost together. */
  readonly points: number;
  /** Called after each order. Errors that it throws are ignored. @default none */
  readonly onSpend?: ((spend: Spend) => void) | undefined;
}

/** The rules for the options of a budget. */
export const BUDGET_OPTIONS: Rules<BudgetOptions> = { points: required(amount('points')), onSpend: method };

/** Counts what a client orders. An order whose outcome is unknown stays counted, since it may have been placed. */
export class Budget {
  readonly #options: BudgetOptions;
  readonly #open = new Map<symbol | string, number>();
  #spent = 0;

  /** @param options checked already, by BUDGET_OPTIONS */
  constructor(options: BudgetOptions) {
    this.#options = copyOptions(options, BUDGET_OPTIONS);
  }

  /** Points that are left. Orders that are being placed count as spent. */
  get remaining(): number {
    const open = [...this.#open.values()].reduce((sum, points) => sum + points, 0);
    return this.#options.points - this.#spent - open;
  }

  /** Points that this order may cost. A repeated order with the same key replaces its first try. */
  allowed(slot: symbol | string): number {
    return Math.max(0, this.remaining + (this.#open.get(slot) ?? 0));
  }

  /** Reserves points. The returned function undoes it: an earlier try with an unknown outcome then counts again. */
  reserve(slot: symbol | string, points: number): () => void {
    const earlier = this.#open.get(slot);
    this.#open.set(slot, points);
    return () => {
      if (earlier === undefined) this.#open.delete(slot);
      else this.#open.set(slot, earlier);
    };
  }

  /** Counts what an order really cost, and reports it to `onSpend`. */
  spend(slot: symbol | string, points: number, order: Spend['order']): void {
    this.#open.delete(slot);
    this.#spent += points;
    this.#tell({ points, spent: this.#spent, remaining: this.remaining, order });
  }

  /** Whether a try with this key is reserved and its outcome is unknown. */
  holds(slot: string): boolean {
    return this.#open.has(slot);
  }

  /** The order is placed, even when `onSpend` throws or returns a promise that rejects. */
  #tell(spend: Spend): void {
    try {
      const told: unknown = this.#options.onSpend?.(spend);
      if (told instanceof Promise) told.catch(() => undefined);
    } catch {
      // The observer's errors are ignored.
    }
  }
}

/** What an order may cost, and the budget that it is paid from. */
export interface Limits {
  readonly maxPoints: number | undefined;
  readonly budget: Budget | undefined;
}

/** Places an order within limits: asks for its price, refuses it when it costs too much, and counts what it cost. */
export async function withinBudget<Order, Placed, Body, Quote, Result extends { readonly data: Placed }>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  limits: Limits & { readonly slot: symbol | string },
  quote: () => Promise<Quote>,
  place: () => Promise<Result>,
): Promise<Result> {
  const { maxPoints = Number.POSITIVE_INFINITY, budget, slot } = limits;
  if (limits.maxPoints === undefined && budget === undefined) return place();
  const quoted = await quote();
  const points = kind.priceOf(quoted);
  // Nothing is awaited between this line and the reservation, so that two orders can't both use the same points.
  const allowed = Math.min(maxPoints, budget?.allowed(slot) ?? Number.POSITIVE_INFINITY);
  // `!(a <= b)` also refuses a quote without a price, which `onUnexpectedShape` can let through.
  if (!(points <= allowed)) {
    throw new BudgetError(points, { quote: quoted, maxPoints: allowed, request: kind.request });
  }
  const release = budget?.reserve(slot, points);
  try {
    const placed = await place();
    budget?.spend(slot, ...paid(kind, placed.data, points));
    return placed;
  } catch (error) {
    if (isRequesterError(error) && !isOpen(error)) release?.();
    throw error;
  }
}

/** The price and id of a placed order. When the answer has no price, the quoted one is used. */
function paid<Order, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  placed: Placed | undefined,
  quoted: number,
): [points: number, order: Spend['order']] {
  const price: number | undefined = placed ? kind.priceOf(placed) : undefined;
  return [price ?? quoted, { kind: kind.name, id: placed ? kind.idOf(placed) : 0 }];
}
