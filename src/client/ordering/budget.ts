import { LONGEST_TIMER } from '../../base/concurrency.js';
import { makeUniqueName } from '../../base/names.js';
import { copyOptions, ignoreErrors, type Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { type Call, makeCall, type WithResponse } from '../core/http/call.js';
import { endWithCaller } from '../core/http/deadline.js';
import type { CallOptions } from '../core/http/settings.js';
import { type GuardedStore, guardStore } from '../stores/guarded-store.js';
import { memoryStore } from '../stores/memory-store.js';
import type { Decision } from '../stores/store.js';
import { BudgetError } from './errors.js';
import type { OrderKind } from './order-kind.js';
import { OrderRecord } from './record.js';
import { failAsNotSent } from './search.js';

/** One order that was paid for. */
export interface Spend {
  /** Points that this order counts for: its price, or its quote where that was higher. */
  readonly points: number;
  /** Points of the quote for this order. */
  readonly quote: number;
  /** Points that have been spent from the budget so far, this order included. */
  readonly spent: number;
  /** Points that the budget has left. */
  readonly remaining: number;
  readonly order: { readonly kind: 'project' | 'simple'; readonly id: number };
}

/** What a client may spend. */
export interface BudgetOptions {
  /** The most points that all orders may cost together. */
  readonly points: number;
  /**
   * The budget's name in the client's `store`: all clients with the same store and name share it. Without a name, it is
   * this client's alone, and ends with it. @default none
   */
  readonly name?: string | undefined;
  /** Called once for each order that was paid for from the budget. Errors that it throws are ignored. @default none */
  readonly onSpend?: ((spend: Spend) => void) | undefined;
}

/** What the client's `budget` leaves for a price. Without a budget, both are missing. */
export interface Affordability {
  /** Whether the budget has enough points left for the price. A quote without a price is not affordable. */
  readonly affordable?: boolean;
  /** Points that the budget has left, at least 0: without what is spent, and what is reserved for other orders. */
  readonly budgetLeft?: number;
}

export const BUDGET_OPTIONS: Rules<BudgetOptions> = {
  points: rules.required(rules.amount('points')),
  name: rules.text,
  onSpend: rules.method,
};

interface BudgetState {
  readonly spent: number;
  /** The reservations for orders that are being placed, or whose outcome is unknown, by the claim of the order. */
  readonly open: Readonly<Record<string, { readonly points: number } & Pick<ReservedFor, 'recordKey'>>>;
  /** Names the step that counted last: two processes that count one order at once would write the same text otherwise. */
  readonly writer?: string;
}

interface ReservedFor {
  readonly claim: string;
  /** The key of the order's record in the store; undefined for an order without one. */
  readonly recordKey?: string | undefined;
}

/** Counts the points of orders. An order whose outcome is unknown stays reserved, since it may have been placed. */
export class Budget {
  readonly #options: BudgetOptions;
  readonly #store: GuardedStore;
  readonly #records: GuardedStore;
  readonly #key: string;
  /** The end of the last change. */
  #turn: Promise<unknown> | undefined;
  readonly #warn: (message: string, fields: object) => void;

  /** @param options checked already, by BUDGET_OPTIONS */
  constructor(options: BudgetOptions, store: GuardedStore, warn: (message: string, fields: object) => void) {
    this.#options = copyOptions(options, BUDGET_OPTIONS);
    const { name } = this.#options;
    this.#store = name === undefined ? guardStore(memoryStore(), LONGEST_TIMER) : store;
    this.#records = store;
    this.#key = `budget ${name ?? ''}`;
    this.#warn = warn;
  }

  /** Reserves points for a claim, if so many are left. Resolves to the number that was left. */
  async reserve({ claim, recordKey }: ReservedFor, points: number): Promise<number> {
    for (;;) {
      const { left, open } = await this.#change((found) => {
        const state = parseState(found);
        const { open } = state;
        // The store's client may have repeated a swap that was carried out.
        if (claim in open) return { result: { left: points, open } };
        const left = Math.max(0, this.#computeRemaining(state));
        const next = { ...state, open: { ...open, [claim]: { points, recordKey } } };
        return { result: { left, open }, next: points <= left ? JSON.stringify(next) : undefined };
      });
      if (points <= left || !(await this.#releaseEnded(open))) return left;
    }
  }

  /**
   * Says what is left for a price. Reserves nothing.
   *
   * @param recordKeys of the orders that have the price: what is reserved for them is theirs to spend
   */
  async assess(points: number, recordKeys: readonly unknown[] = []): Promise<Affordability> {
    for (;;) {
      const { spent, open } = parseState(await this.#store.get(this.#key));
      const others = Object.fromEntries(
        Object.entries(open).filter(([, { recordKey }]) => !recordKeys.includes(recordKey)),
      );
      const budgetLeft = Math.max(0, this.#computeRemaining({ spent, open: others }));
      const affordable = points <= budgetLeft;
      if (affordable || !(await this.#releaseEnded(others))) return { affordable, budgetLeft };
    }
  }

  /** Gives back the points of claims whose processes were killed before they could. Resolves to whether there were any. */
  async #releaseEnded(open: BudgetState['open']): Promise<boolean> {
    const ended: string[] = [];
    for (const [claim, { recordKey }] of Object.entries(open)) {
      if (recordKey === undefined) continue;
      if (await new OrderRecord(this.#records, recordKey).hasEnded(claim)) ended.push(claim);
    }
    if (ended.length > 0) await this.release(ended);
    return ended.length > 0;
  }

  /** Gives back the points of claims whose orders were not placed. Those that are not reserved change nothing. */
  release(claims: readonly string[]): Promise<void> {
    return this.#change((found) => {
      const state = parseState(found);
      const open = Object.fromEntries(
        Object.entries(state.open).filter(([claim]) => !claims.includes(claim)),
      );
      const isChanged = Object.keys(open).length < Object.keys(state.open).length;
      return { result: undefined, next: isChanged ? JSON.stringify({ ...state, open }) : undefined };
    });
  }

  /** One change of this process after the other: at once, each would make the others try again. */
  #change<Result>(decide: (found: string | undefined) => Decision<Result>): Promise<Result> {
    const changed = this.#store.change(this.#key, decide, undefined, this.#turn);
    this.#turn = changed.catch(() => undefined);
    return changed;
  }

  /** Gives back the points of a claim, after its order was sent. */
  giveBack(claim: string): Promise<void> {
    return this.#tryStep(() => this.release([claim]));
  }

  /**
   * Counts the order of a claim, the greater of its quote and its price, and reports it to `onSpend`. Does nothing when
   * no points are reserved for the claim: then it was counted before. Never fails, since the order is placed.
   */
  async spend(claim: string, price = Number.NaN, order: Spend['order']): Promise<void> {
    const writer = makeUniqueName();
    let counted: Decision<Spend | undefined> | undefined;
    await this.#tryStep(async () => {
      const spend = await this.#change((found) => {
        // The store's client may have repeated a swap that was carried out.
        if (counted !== undefined && found === counted.next) return { result: counted.result };
        const state = parseState(found);
        const { [claim]: reserved, ...open } = state.open;
        if (reserved === undefined) return { result: undefined };
        const { points: quote } = reserved;
        // An answer can lack its price, which is NaN then.
        const points = price > quote ? price : quote;
        const next = { spent: state.spent + points, open, writer };
        const result = { points, quote, spent: next.spent, remaining: this.#computeRemaining(next), order };
        counted = { result, next: JSON.stringify(next) };
        return counted;
      });
      if (spend !== undefined) ignoreErrors(() => this.#options.onSpend?.(spend));
    });
  }

  /** Runs a step after the order was sent. When the store fails, the points stay reserved, and the call goes on. */
  async #tryStep(step: () => Promise<unknown>): Promise<void> {
    try {
      await step();
    } catch {
      this.#warn('the store failed; the points of an order stay reserved', {});
    }
  }

  #computeRemaining({ spent, open }: BudgetState): number {
    return Object.values(open).reduce((left, { points }) => left - points, this.#options.points - spent);
  }
}

function parseState(found: string | undefined): BudgetState {
  // Only this class writes it, so it has this type.
  return found === undefined ? { spent: 0, open: {} } : (JSON.parse(found) as BudgetState);
}

/** Asks what an order costs, and adds what the budget leaves for it. Without a budget, the quote is as it was answered. */
export function quoteWithin<Quote, Body>(
  budget: Budget | undefined,
  getPrice: (quote: NoInfer<Quote>) => number,
  options: CallOptions | undefined,
  quote: (options: CallOptions | undefined) => Promise<WithResponse<Quote & Affordability, Body>>,
): Call<Quote & Affordability, Body> {
  if (budget === undefined) return makeCall(quote(options));
  const ask = async (signal: AbortSignal) => {
    const answer = await quote({ ...options, signal });
    return { ...answer, data: { ...answer.data, ...(await budget.assess(getPrice(answer.data))) } };
  };
  return makeCall(endWithCaller(options?.signal, ask));
}

/**
 * Asks what an order costs, and reserves its points. Resolves to the price; undefined where there is no limit.
 *
 * @throws BudgetError when the order costs more than allowed; StoreError when the budget's store fails
 */
export async function reservePoints<Quote>(
  { getPrice, request }: Pick<OrderKind<never, unknown, unknown, Quote>, 'getPrice' | 'request'>,
  maxPoints: number | undefined,
  budget: Budget | undefined,
  claim: ReservedFor,
  quote: () => Promise<Quote>,
): Promise<number | undefined> {
  if (maxPoints === undefined && budget === undefined) return undefined;
  const quoted = await failAsNotSent(quote);
  const price = getPrice(quoted);
  // `!(a <= b)` also refuses a quote without a price.
  const check = (most: number): void => {
    if (!(price <= most)) throw new BudgetError(price, { quote: quoted, maxPoints: most, request });
  };
  check(maxPoints ?? Number.POSITIVE_INFINITY);
  if (budget !== undefined) check(await budget.reserve(claim, price));
  return price;
}

/** Counts an order that was answered, and warns when it costs more than its quote. */
export async function countPoints<Placed>(
  kind: Pick<OrderKind<never, Placed, unknown, never>, 'name' | 'getPrice' | 'getId'>,
  budget: Budget | undefined,
  counted: { readonly claim: string; readonly quote: number | undefined; readonly placed: Placed },
  warn: (message: string, fields: object) => void,
): Promise<void> {
  const { claim, quote, placed } = counted;
  // `onUnexpectedShape` can let through an answer without the order.
  const price: number | undefined = placed ? kind.getPrice(placed) : undefined;
  const order = { kind: kind.name, id: placed ? kind.getId(placed) : 0 };
  if (quote !== undefined && price !== undefined && price > quote) {
    warn('an order cost more than its quote', { points: price, quote, order });
  }
  await budget?.spend(claim, price, order);
}
