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
  /** Points that the service quoted before; undefined when an earlier call has sent the order. */
  readonly quote: number | undefined;
  /** Points that have been spent from the budget so far, this order included. */
  readonly spent: number;
  /** Points that the budget has left. */
  readonly remaining: number;
  readonly order: { readonly kind: 'project' | 'simple'; readonly id: number };
}

/** What a client may spend. */
export interface BudgetOptions {
  /** Points that all orders of this client may cost together; with a `store`, those of all that use it. */
  readonly points: number;
  /** Where the points that were spent are counted, for several processes. @default this client's memory */
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
  /** Points of orders that are being placed, or whose outcome is unknown. */
  readonly open: Readonly<Record<string, number>>;
}

const KEY = 'budget';

/** Counts the points of orders. An order whose outcome is unknown stays counted, since it may have been placed. */
export class Budget {
  readonly #options: BudgetOptions;
  readonly #store: Store;
  readonly #warn: Limited['warn'];

  /** @param options checked already, by BUDGET_OPTIONS */
  constructor(options: BudgetOptions, warn: Limited['warn']) {
    this.#warn = warn;
    this.#options = copyOptions(options, BUDGET_OPTIONS);
    this.#store = this.#options.store ?? memoryStore(undefined, new Map());
  }

  /**
   * Reserves points for an order. A second try with the same slot replaces the reservation of the first.
   *
   * @returns a function that undoes it (the reservation of the first try then counts again). When too few points are
   * left, their number
   */
  async reserve(slot: string, points: number): Promise<(() => Promise<void>) | number> {
    let earlier: number | undefined;
    let allowed = 0;
    const reserved = await this.#change((state) => {
      earlier = state.open[slot];
      allowed = Math.max(0, this.#remaining(state) + (earlier ?? 0));
      return points <= allowed ? withReserved(state, slot, points) : undefined;
    });
    if (reserved === undefined) return allowed;
    return () => this.#warnOnFailure(() => this.#change((state) => withReserved(state, slot, earlier)));
  }

  /** Counts what an order really cost, and reports it to `onSpend`. */
  spend(slot: string, spend: Pick<Spend, 'points' | 'quote' | 'order'>): Promise<void> {
    return this.#warnOnFailure(async () => {
      const state = await this.#change((before) => {
        const { spent, open } = withReserved(before, slot, undefined);
        return { spent: spent + spend.points, open };
      });
      if (state === undefined) return;
      this.#report({ ...spend, spent: state.spent, remaining: this.#remaining(state) });
    });
  }

  /** Counts an order that an earlier call has sent, if points are reserved for it. */
  settle(slot: string, points: number, order: Spend['order']): Promise<void> {
    return this.#warnOnFailure(async () => {
      const reserved = parse(await this.#store.get(KEY)).open[slot];
      if (reserved === undefined) return;
      // When the answer has no price, the reserved points are used.
      await this.spend(slot, {
        points: Number.isFinite(points) ? points : reserved,
        quote: undefined,
        order,
      });
    });
  }

  #remaining({ spent, open }: BudgetState): number {
    return Object.values(open).reduce((rest, points) => rest - points, this.#options.points - spent);
  }

  /** For steps after the order: when the store fails, the points stay reserved, and the caller still gets the order. */
  async #warnOnFailure(step: () => Promise<unknown>): Promise<void> {
    try {
      await step();
    } catch {
      this.#warn('the store of the budget failed; the points of an order stay counted there', {});
    }
  }

  /** Changes the state in one atomic step. When `next` returns undefined, nothing changes. */
  #change(next: (state: BudgetState) => BudgetState | undefined): Promise<BudgetState | undefined> {
    return change(this.#store, KEY, (text) => {
      const state = next(parse(text));
      return { result: state, next: state && JSON.stringify(state) };
    });
  }

  /** The order is placed, even when `onSpend` throws or returns a promise that rejects. */
  #report(spend: Spend): void {
    try {
      const returned: unknown = this.#options.onSpend?.(spend);
      if (returned instanceof Promise) returned.catch(() => undefined);
    } catch {
      // The observer's errors are ignored.
    }
  }
}

function parse(text: string | undefined): BudgetState {
  // Only this class writes it.
  return text === undefined ? { spent: 0, open: {} } : (JSON.parse(text) as BudgetState);
}

function withReserved({ spent, open }: BudgetState, slot: string, points: number | undefined): BudgetState {
  const { [slot]: _, ...others } = open;
  return { spent, open: points === undefined ? others : { ...others, [slot]: points } };
}

/** What an order may cost, and the budget that it is paid from. */
export interface Limits {
  readonly maxPoints: number | undefined;
  readonly budget: Budget | undefined;
}

/** An order within limits. */
interface Limited extends Limits {
  /** Names the order in the budget. */
  readonly slot: string;
  /** Whether the order may have been carried out. */
  readonly isSent: () => boolean;
  readonly warn: (message: string, fields: object) => void;
}

/** The order that points were spent on; its id is 0 when the answer does not show it. */
export function spentOn<Placed>(
  kind: { readonly name: Spend['order']['kind']; idOf(placed: Placed): number },
  placed: Placed | undefined,
): Spend['order'] {
  return { kind: kind.name, id: placed ? kind.idOf(placed) : 0 };
}

type Priced<Quote> = Pick<OrderKind<never, unknown, unknown, Quote>, 'priceOf' | 'request'>;

function tooExpensive<Quote>(kind: Priced<Quote>, quote: Quote, maxPoints: number): BudgetError {
  return new BudgetError(kind.priceOf(quote), { quote, maxPoints, request: kind.request });
}

/** @throws BudgetError when an order costs more than it may */
export function priceWithin<Quote>(kind: Priced<Quote>, quote: Quote, maxPoints: number): number {
  const price = kind.priceOf(quote);
  // `!(a <= b)` also refuses a quote without a price, which `onUnexpectedShape` can let through.
  if (!(price <= maxPoints)) throw tooExpensive(kind, quote, maxPoints);
  return price;
}

/**
 * Places an order within limits: asks for its price, refuses it when it costs too much, and counts what it cost.
 *
 * @param finish the step after placing. It may cancel the order: that is then not `placed`, and not counted
 */
export async function withinBudget<
  Order,
  Placed,
  Body,
  Quote,
  Result extends Placement & { readonly data: Placed },
>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  limits: Limited,
  quote: () => Promise<Quote>,
  place: () => Promise<Result>,
  finish: (ordered: Result) => Promise<Result> = async (ordered) => ordered,
): Promise<Result> {
  const { maxPoints = Number.POSITIVE_INFINITY, budget, slot, isSent, warn } = limits;
  if (limits.maxPoints === undefined && budget === undefined) return finish(await place());
  const quoted = await quote();
  const price = priceWithin(kind, quoted, maxPoints);
  const release = await budget?.reserve(slot, price);
  if (typeof release === 'number') throw tooExpensive(kind, quoted, release);
  try {
    const ordered = await place();
    const { data } = ordered;
    // When the answer has no price, the quoted one is used.
    const points: number | undefined = data ? kind.priceOf(data) : undefined;
    const spend = { points: points ?? price, quote: price, order: spentOn(kind, data) };
    if (spend.points > price) warn('an order cost more than its quote', spend);
    const finished = await finish(ordered);
    if (finished.placed) await budget?.spend(slot, spend);
    else await release?.();
    return finished;
  } catch (error) {
    if (!isSent() || (isRequesterError(error) && !mayHaveBeenDone(error))) await release?.();
    throw error;
  }
}
