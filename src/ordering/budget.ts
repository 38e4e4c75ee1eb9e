import { amount, copyOptions, method, type Rules, required, withMethods } from '../base/options.js';
import { isRequesterError } from '../core/errors/errors.js';
import { memoryStore } from '../stores/memory-store.js';
import { change, type Store } from '../stores/store.js';
import { BudgetError } from './errors.js';
import type { OrderKind, Placement } from './order-kind.js';
import { mayHaveBeenDone } from './settle.js';

/** One order that was paid for. */
export interface Spend {
  /** Points that this order cost. */
  readonly points: number;
  /** Points of the quote for this order; undefined when an earlier call sent the order. */
  readonly quote: number | undefined;
  /** Points that have been spent from the budget so far, this order included. */
  readonly spent: number;
  /** Points that the budget has left. */
  readonly remaining: number;
  readonly order: { readonly kind: 'project' | 'simple'; readonly id: number };
}

/** What a client may spend. */
export interface BudgetOptions {
  /** The most points that all orders of this client may cost together; with a `store`, of all clients that use it. */
  readonly points: number;
  /** Where spent points are counted. Processes with the same store share the budget. @default this client's memory */
  readonly store?: Store | undefined;
  /** Called after each order that was paid for from the budget. Errors that it throws are ignored. @default none */
  readonly onSpend?: ((spend: Spend) => void) | undefined;
}

/** The rules for the options of a budget. */
export const BUDGET_OPTIONS: Rules<BudgetOptions> = {
  points: required(amount('points')),
  store: withMethods('get', 'swap'),
  onSpend: method,
};

/** What the store holds. */
interface BudgetState {
  readonly spent: number;
  /** The reserved points: of orders that are being placed, or whose outcome is unknown. By reservation key. */
  readonly open: Readonly<Record<string, number>>;
}

const KEY = 'budget';

/** Counts the points of orders. An order whose outcome is unknown stays counted, since it may have been placed. */
export class Budget {
  readonly #options: BudgetOptions;
  readonly #store: Store;
  readonly #warn: OrderLimits['warn'];

  /** @param options checked already, by BUDGET_OPTIONS */
  constructor(options: BudgetOptions, warn: OrderLimits['warn']) {
    this.#warn = warn;
    this.#options = copyOptions(options, BUDGET_OPTIONS);
    this.#store = this.#options.store ?? memoryStore();
  }

  /**
   * Reserves points for an order. It replaces an earlier reservation with the same key.
   *
   * @returns a function that restores what was reserved before; when too few points are left, the number left
   */
  async reserve(reservationKey: string, points: number): Promise<(() => Promise<void>) | number> {
    let previous: number | undefined;
    let available = 0;
    const reserved = await this.#change((state) => {
      previous = state.open[reservationKey];
      available = Math.max(0, this.#remaining(state) + (previous ?? 0));
      return points <= available ? withReserved(state, reservationKey, points) : undefined;
    });
    if (reserved === undefined) return available;
    return () =>
      this.#warnOnFailure(() => this.#change((state) => withReserved(state, reservationKey, previous)));
  }

  /** Replaces the reservation by what the order cost, and reports that to `onSpend`. */
  spend(reservationKey: string, spend: Pick<Spend, 'points' | 'quote' | 'order'>): Promise<void> {
    return this.#warnOnFailure(async () => {
      const state = await this.#change((before) => {
        const { spent, open: reserved } = withReserved(before, reservationKey, undefined);
        return { spent: spent + spend.points, open: reserved };
      });
      if (state === undefined) return;
      this.#report({ ...spend, spent: state.spent, remaining: this.#remaining(state) });
    });
  }

  /** The same for an order that an earlier call sent. Does nothing when no points are reserved for it. */
  spendReserved(reservationKey: string, points: number, order: Spend['order']): Promise<void> {
    return this.#warnOnFailure(async () => {
      const reserved = stateFrom(await this.#store.get(KEY)).open[reservationKey];
      if (reserved === undefined) return;
      // When the answer has no price, the reserved points are used.
      await this.spend(reservationKey, {
        points: Number.isFinite(points) ? points : reserved,
        quote: undefined,
        order,
      });
    });
  }

  #remaining({ spent, open: reserved }: BudgetState): number {
    return Object.values(reserved).reduce((left, points) => left - points, this.#options.points - spent);
  }

  /** For steps after the order was placed. When the store fails, the points stay reserved and the call still succeeds. */
  async #warnOnFailure(step: () => Promise<unknown>): Promise<void> {
    try {
      await step();
    } catch {
      this.#warn('the store of the budget failed; the points of an order stay reserved there', {});
    }
  }

  /** Changes the state in one atomic step. When `next` returns undefined, nothing changes. */
  #change(next: (state: BudgetState) => BudgetState | undefined): Promise<BudgetState | undefined> {
    return change(this.#store, KEY, (text) => {
      const state = next(stateFrom(text));
      return { result: state, next: state && JSON.stringify(state) };
    });
  }

  /** Calls `onSpend`, and ignores its errors: the order is placed already. */
  #report(spend: Spend): void {
    try {
      const returned: unknown = this.#options.onSpend?.(spend);
      if (returned instanceof Promise) returned.catch(() => undefined);
    } catch {
      // Ignored, as documented.
    }
  }
}

function stateFrom(text: string | undefined): BudgetState {
  // Only this class writes it, so it has this type.
  return text === undefined ? { spent: 0, open: {} } : (JSON.parse(text) as BudgetState);
}

function withReserved(
  { spent, open: reserved }: BudgetState,
  reservationKey: string,
  points: number | undefined,
): BudgetState {
  const { [reservationKey]: _, ...others } = reserved;
  return { spent, open: points === undefined ? others : { ...others, [reservationKey]: points } };
}

/** What an order may cost, and the budget that it is paid from. */
export interface Limits {
  readonly maxPoints: number | undefined;
  readonly budget: Budget | undefined;
}

/** The limits of one order. */
interface OrderLimits extends Limits {
  /** The key of the order's reservation in the budget. */
  readonly reservationKey: string;
  /** Whether the order may have been carried out. */
  readonly isSent: () => boolean;
  readonly warn: (message: string, fields: object) => void;
}

/** The `order` of a Spend; its id is 0 when the answer has none. */
export function orderOf<Placed>(
  kind: { readonly name: Spend['order']['kind']; idOf(placed: Placed): number },
  placed: Placed | undefined,
): Spend['order'] {
  return { kind: kind.name, id: placed ? kind.idOf(placed) : 0 };
}

type Priced<Quote> = Pick<OrderKind<never, unknown, unknown, Quote>, 'priceOf' | 'request'>;

function tooExpensive<Quote>(kind: Priced<Quote>, quote: Quote, maxPoints: number): BudgetError {
  return new BudgetError(kind.priceOf(quote), { quote, maxPoints, request: kind.request });
}

/** Returns the price of a quote. @throws BudgetError when it is above `maxPoints` */
export function checkPrice<Quote>(kind: Priced<Quote>, quote: Quote, maxPoints: number): number {
  const price = kind.priceOf(quote);
  // `!(a <= b)` also refuses a quote without a price, which `onUnexpectedShape` can let through.
  if (!(price <= maxPoints)) throw tooExpensive(kind, quote, maxPoints);
  return price;
}

/**
 * Places an order within limits: gets a quote, refuses an order that is too expensive, and counts what it cost.
 *
 * @param afterPlacing may cancel the order, which is then not `placed` and not counted
 */
export async function withinBudget<
  Order,
  Placed,
  Body,
  Quote,
  Result extends Placement & { readonly data: Placed },
>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  limits: OrderLimits,
  quote: () => Promise<Quote>,
  place: () => Promise<Result>,
  afterPlacing: (ordered: Result) => Promise<Result> = async (ordered) => ordered,
): Promise<Result> {
  const { maxPoints = Number.POSITIVE_INFINITY, budget, reservationKey, isSent, warn } = limits;
  if (limits.maxPoints === undefined && budget === undefined) return afterPlacing(await place());
  const quoted = await quote();
  const price = checkPrice(kind, quoted, maxPoints);
  const release = await budget?.reserve(reservationKey, price);
  if (typeof release === 'number') throw tooExpensive(kind, quoted, release);
  try {
    const ordered = await place();
    const { data } = ordered;
    // When the answer has no price, the quoted one is used.
    const points: number | undefined = data ? kind.priceOf(data) : undefined;
    const spend = { points: points ?? price, quote: price, order: orderOf(kind, data) };
    if (spend.points > price) warn('an order cost more than its quote', spend);
    const finished = await afterPlacing(ordered);
    if (finished.placed) await budget?.spend(reservationKey, spend);
    else await release?.();
    return finished;
  } catch (error) {
    if (!isSent() || (isRequesterError(error) && !mayHaveBeenDone(error))) await release?.();
    throw error;
  }
}
