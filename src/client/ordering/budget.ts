import { LONGEST_TIMER } from '../../base/concurrency.js';
import { describeKind } from '../../base/kinds.js';
import { makeUniqueName } from '../../base/names.js';
import { copyOwn, ignoreErrors, type Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { InputError } from '../core/errors/errors.js';
import { type Call, makeCall, type WithResponse } from '../core/http/call.js';
import { endWithCaller } from '../core/http/deadline.js';
import type { CallOptions } from '../core/http/settings.js';
import { type GuardedStore, guardStore } from '../stores/guarded-store.js';
import { memoryStore } from '../stores/memory-store.js';
import type { Decision } from '../stores/store.js';
import { isClaimOver, ORDER_PREFIX, OrderRecord, readRecordKind } from './record.js';
import { tryAgain } from './try-again.js';

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
   * this client's alone, and ends with it. A function of the time gives each month a budget of its own: it is asked once for
   * each order and quote, with the time by the store's clock, and the order stays in the budget in which it began. @default none
   * @example
   * name: (now) => now.toISOString().slice(0, 7) // '2026-11', then '2026-12'
   */
  readonly name?: string | ((now: Date) => string) | undefined;
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
  name: {
    ...rules.custom(
      (name) => typeof name === 'function' || isName(name),
      'must be a non-empty string, or a function that gives one',
    ),
    copy: rules.method.copy,
  },
  onSpend: rules.method,
};

const isName = (name: unknown): name is string => typeof name === 'string' && name !== '';

/**
 * The name that a function gives a budget.
 *
 * @throws InputError when it throws, or gives no name
 */
export function readBudgetName(nameAt: (now: Date) => string, now: number): string {
  let name: unknown;
  try {
    name = nameAt(new Date(now));
  } catch {
    // What it threw can have secrets in it.
    throw new InputError([{ path: 'budget.name', message: 'must give the name of the budget; it threw' }]);
  }
  if (isName(name)) return name;
  throw new InputError([
    { path: 'budget.name', message: `must give a non-empty string; got ${describeKind(name)}` },
  ]);
}

/** An order that a budget counts, from before it is sent. */
export interface Reservation {
  /** The attempt that made the record. */
  readonly claim: string;
  /** The key of its record in the store. */
  readonly recordKey: string;
}

/**
 * The running total of a budget. The truth is in the records of the orders that name the budget: the total is made anew from
 * them where the store has lost it, or where folders with two of them were merged.
 */
interface Total {
  /** The most points, as the client knew them that reserved last. */
  readonly limit?: number | undefined;
  readonly spent: number;
  /** The orders that are being placed, or whose outcome is unknown, by claim. */
  readonly open: Readonly<Record<string, { readonly points: number } & Omit<Reservation, 'claim'>>>;
  /** Names the last change: the store's client may have repeated a swap that was carried out. */
  readonly stamp?: string;
}

const NOTHING: Total = { spent: 0, open: {} };

/** What a change of the total decides. @param next the new total; undefined for no change */
type DecideTotal<Result> = (total: Total) => { readonly result: Result; readonly next?: Total | undefined };

/** One budget, of one name. Without `points`, it only counts what was reserved before. */
type SingleBudget = Partial<Omit<BudgetOptions, 'name'>> & { readonly name?: string | undefined };

/** Counts the points of orders. An order whose outcome is unknown stays reserved, since it may have been placed. */
export class Budget {
  readonly #options: SingleBudget;
  readonly #store: GuardedStore;
  readonly #records: GuardedStore;
  readonly #key: string;
  readonly #warn: (message: string, fields: object) => void;
  /** The end of the last change. */
  #turn: Promise<unknown> | undefined;
  /** Whether the open orders were compared with their records: those of killed processes are over. */
  #isTidy = false;
  /** Whether the total was compared with the sum of all records. */
  #isCounted = false;

  /**
   * @param options checked already, by BUDGET_OPTIONS
   * @param store has the records of the orders
   */
  constructor(options: SingleBudget, store: GuardedStore, warn: (message: string, fields: object) => void) {
    this.#options = options;
    const { name } = options;
    this.#store = name === undefined ? guardStore(memoryStore(), LONGEST_TIMER) : store;
    this.#records = store;
    this.#key = `budget ${name ?? ''}`;
    this.#warn = warn;
  }

  get name(): string | undefined {
    return this.#options.name;
  }

  /** Reserves points for an order, if so many are left. Resolves to the number that was left. */
  async reserve({ claim, recordKey }: Reservation, points: number, signal?: AbortSignal): Promise<number> {
    await this.#tidy();
    for (;;) {
      const left = await this.#change((total) => {
        // Its own reservation is there already where the total was made anew from the records meanwhile.
        const { [claim]: own, ...others } = total.open;
        const left = Math.max(0, this.#computeRemaining({ ...total, open: others }));
        const isReserved = points <= left;
        if (!isReserved && own === undefined) return { result: left };
        const open = isReserved ? { ...others, [claim]: { points, recordKey } } : others;
        return { result: left, next: { ...total, limit: this.#options.points, open } };
      }, signal);
      if (points <= left || !(await this.#findMore(new Set([claim])))) return left;
    }
  }

  /**
   * Says what is left for a price. Reserves nothing.
   *
   * @param recordKeys of the orders that have the price: what is reserved for them is theirs to spend
   */
  async assess(points: number, recordKeys: readonly unknown[] = []): Promise<Affordability> {
    await this.#tidy();
    for (;;) {
      const total = await this.#change((found) => ({ result: found }));
      const entries = Object.entries(total.open);
      const others = entries.filter(([, { recordKey }]) => !recordKeys.includes(recordKey));
      const open = Object.fromEntries(others);
      const budgetLeft = Math.max(0, this.#computeRemaining({ ...total, open }));
      const affordable = points <= budgetLeft;
      const own = new Set(entries.flatMap(([claim]) => (claim in open ? [] : [claim])));
      if (affordable || !(await this.#findMore(own))) return { affordable, budgetLeft };
    }
  }

  /**
   * Ends the reservation of a claim. Points of an order that was placed are spent, and reported to `onSpend`: the greater of its
   * quote and its price. Does nothing when the claim has none, since it was counted before. Never fails: the order is placed.
   *
   * @param placed the order; undefined when it was not placed. Its `quote` counts where its reservation was given back too early
   */
  async close(
    claim: string,
    placed?: { readonly price: number; readonly order: Spend['order']; readonly quote?: number | undefined },
  ): Promise<void> {
    const close: DecideTotal<Spend | undefined> = (total) => {
      const { [claim]: found, ...open } = total.open;
      const reserved = found ?? (placed?.quote === undefined ? undefined : { points: placed.quote });
      if (reserved === undefined) return { result: undefined };
      if (placed === undefined) return { result: undefined, next: { ...total, open } };
      const { points: quote } = reserved;
      // An answer can lack its price, which is NaN then.
      const points = placed.price > quote ? placed.price : quote;
      const next = { ...total, spent: total.spent + points, open };
      const remaining = this.#computeRemaining(next);
      return { result: { points, quote, spent: next.spent, remaining, order: placed.order }, next };
    };
    try {
      const change = () => this.#change(close);
      // A reservation of nothing ends later, when its record is looked at.
      const spend = await (placed === undefined ? change() : tryAgain(change));
      if (spend !== undefined) ignoreErrors(() => this.#options.onSpend?.(spend));
    } catch {
      this.#isTidy = false;
      this.#warn('the store failed; the points of an order stay reserved', {});
    }
  }

  /** Takes back the points of an order that was counted, and was not placed after all, as a person says. */
  async takeBack(points: number): Promise<void> {
    const subtract: DecideTotal<void> = (total) => ({
      result: undefined,
      next: { ...total, spent: Math.max(0, total.spent - points) },
    });
    await tryAgain(() => this.#change(subtract)).catch(() =>
      this.#warn('the store failed; the points of an order stay spent', {}),
    );
  }

  /** Ends the reservations that killed processes have left, once for each client. */
  async #tidy(): Promise<void> {
    if (this.#isTidy) return;
    this.#isTidy = true;
    await this.#closeEnded(new Set());
  }

  /** Looks for points that the total counts and no record does. @param own the claims that are not looked at */
  async #findMore(own: ReadonlySet<string>): Promise<boolean> {
    const hasEnded = await this.#closeEnded(own);
    if (hasEnded || this.#isCounted || this.name === undefined) return hasEnded;
    this.#isCounted = true;
    const before = await this.#store.get(this.#key);
    const total = parseTotal(before);
    const sum = await this.#sumRecords(total);
    const counted = { ...sum, limit: total.limit, stamp: makeUniqueName() };
    await this.#store.swap(this.#key, before, JSON.stringify(counted));
    return true;
  }

  /** Ends the reservations whose records say that they are over. Resolves to whether there were any. */
  async #closeEnded(own: ReadonlySet<string>): Promise<boolean> {
    const { open } = await this.#change((total) => ({ result: total }));
    let hasEnded = false;
    for (const [claim, { recordKey }] of Object.entries(open)) {
      if (own.has(claim)) continue;
      const record = await new OrderRecord(this.#records, recordKey).readClaim(claim);
      const isPlaced = record?.state === 'placed' && record.id !== undefined;
      if (record !== undefined && !isPlaced) continue;
      hasEnded = true;
      const kind = readRecordKind(recordKey);
      const placed = isPlaced
        ? { price: record.points ?? 0, order: { kind, id: record.id ?? 0 } }
        : undefined;
      await this.close(claim, placed);
    }
    return hasEnded;
  }

  /**
   * The total by the records of all orders that name this budget.
   *
   * @param total what it is now: its open orders stay open. @default none, so that all that may have reserved points counts
   */
  async #sumRecords(total?: Total): Promise<Total> {
    let { spent } = NOTHING;
    const open: Record<string, Total['open'][string]> = {};
    const now = await this.#records.now();
    for (const recordKey of await this.#records.keys(ORDER_PREFIX)) {
      const record = await new OrderRecord(this.#records, recordKey).read();
      if (record?.points === undefined || record.budget !== this.name || isClaimOver(record, now)) continue;
      const isOpen = total !== undefined && record.claim in total.open;
      // It is about to reserve its points.
      if (record.state === 'claimed' && total !== undefined && !isOpen) continue;
      // Whoever has placed an open one is about to count it, and to report that.
      if (record.state === 'placed' && record.id !== undefined && !isOpen) spent += record.points;
      else open[record.claim] = { points: record.points, recordKey };
    }
    return { spent, open };
  }

  /** One change of this process after the other: at once, each would make the others try again. */
  async #change<Result>(decide: DecideTotal<Result>, signal?: AbortSignal): Promise<Result> {
    const stamp = makeUniqueName();
    let written: { readonly result: Result } | undefined;
    const decideText = (total: Total): Decision<Result> => {
      if (written !== undefined && total.stamp === stamp) return written;
      const { result, next } = decide(total);
      if (next === undefined) return { result };
      written = { result };
      return { result, next: JSON.stringify({ ...next, stamp }) };
    };
    const run = <Step>(step: (text: string | undefined) => Decision<Step>): Promise<Step> => {
      const changed = this.#store.change(this.#key, step, { turn: this.#turn, signals: [signal] });
      this.#turn = changed.catch(() => undefined);
      return changed;
    };
    const isShared = this.name !== undefined;
    const made = await run<{ readonly result: Result } | undefined>((text) => {
      if (text === undefined && isShared) return { result: undefined };
      const { result, next } = decideText(parseTotal(text));
      return { result: { result }, next };
    });
    if (made !== undefined) return made.result;
    // Nobody has used the budget, or the store has lost its total.
    const sum = await this.#sumRecords();
    return run((text) => decideText(text === undefined ? sum : parseTotal(text)));
  }

  #computeRemaining({ limit = 0, spent, open }: Total): number {
    const { points: most = limit } = this.#options;
    return Object.values(open).reduce((left, { points }) => left - points, most - spent);
  }
}

function parseTotal(text: string | undefined): Total {
  // Only this class writes it, so it has this type.
  return text === undefined ? NOTHING : (JSON.parse(text) as Total);
}

/** Asks what an order costs, and adds what the budget leaves for it. Without a budget, the quote is as it was answered. */
export function quoteWithin<Quote, Body>(
  currentBudget: (() => Promise<Budget>) | undefined,
  getPrice: (quote: NoInfer<Quote>) => number,
  given: CallOptions | undefined,
  quote: (options: CallOptions | undefined) => Promise<WithResponse<Quote & Affordability, Body>>,
): Call<Quote & Affordability, Body> {
  if (currentBudget === undefined) return makeCall(quote(given));
  const options = copyOwn(given);
  const ask = async (signal: AbortSignal) => {
    const budget = await currentBudget();
    const answer = await quote({ ...options, signal });
    return { ...answer, data: { ...answer.data, ...(await budget.assess(getPrice(answer.data))) } };
  };
  return makeCall(endWithCaller(options?.signal, ask));
}
