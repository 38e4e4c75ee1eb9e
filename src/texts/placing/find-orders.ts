import { BudgetError, OrderConflictError, type OrderOptions } from '../../index.js';
import type { OrderBuilder, PlacedOrder, RunOrder } from './order-builder.js';

/** An order that is still to be placed, with its price. */
export interface QuotedOrder extends RunOrder {
  readonly price: number;
}

/** For one language of a job: the orders that the service has, and those still to be placed. */
export interface LanguageState {
  readonly found: readonly PlacedOrder[];
  readonly toPlace: readonly QuotedOrder[];
  /** Whether `toPlace` begins a new run. Its first order must then be placed before the others. */
  readonly isNewRun: boolean;
}

type LookupResult = { readonly price: number } | { readonly found: PlacedOrder; readonly isSame: boolean };

/** What the search for the orders of one language needs. */
export interface OrderSearch {
  readonly builder: OrderBuilder;
  /** Indexes of the pieces that the language needs. */
  readonly needed: readonly number[];
  /** Divides pieces into orders. */
  readonly pack: (pieces: readonly number[]) => readonly (readonly number[])[];
  /** Runs a lookup as soon as the limit on tasks at a time allows it. */
  readonly schedule: <Result>(lookup: () => Promise<Result>) => Promise<Result>;
  readonly options: OrderOptions;
}

/**
 * Finds the orders that earlier calls placed for the job, and quotes the rest.
 *
 * Orders are numbered. The orders that one call places are a run; each says the last number of its run, and the first
 * is placed before the others. So if no number of the next run is taken, there is no further run; else the orders
 * found say how far their run goes.
 */
export async function findOrders(search: OrderSearch): Promise<LanguageState> {
  const found: PlacedOrder[] = [];
  const covered = new Set<number>();
  for (let base = 0; ; ) {
    const rest = search.needed.filter((piece) => !covered.has(piece));
    const run = runOf(search.pack(rest), base);
    const results = await lookUpAll(search, run);
    const toPlace = quotedOrders(run, results);
    const here = foundOrders(results);
    if (here.length === 0) return { found, toPlace, isNewRun: true };
    const last = Math.max(...here.map(({ number, lastNumber }) => Math.max(number, lastNumber)));
    if (isAsPlanned(results, last === base + run.length) && (await isLastRun(search, toPlace, last))) {
      const kept = withNeededPieces(here, search.needed, covered);
      return { found: [...found, ...kept], toPlace, isNewRun: false };
    }
    // The run has more orders than planned now. Any piece serves to look for them.
    const anyPiece = rest.slice(0, 1);
    const beyond = Array.from({ length: Math.max(0, last - base - run.length) }, (_, index) => ({
      number: base + run.length + index + 1,
      lastNumber: last,
      pieces: anyPiece,
    }));
    const further = foundOrders(await lookUpAll(search, beyond));
    found.push(...withNeededPieces([...here, ...further], search.needed, covered));
    base = last;
  }
}

function runOf(orders: readonly (readonly number[])[], base: number): RunOrder[] {
  const lastNumber = base + orders.length;
  return orders.map((pieces, index) => ({ number: base + index + 1, lastNumber, pieces }));
}

function foundOrders(results: readonly LookupResult[]): PlacedOrder[] {
  return results.flatMap((result) => ('found' in result ? [result.found] : []));
}

function quotedOrders(run: readonly RunOrder[], results: readonly LookupResult[]): QuotedOrder[] {
  return run.flatMap((order, index) => {
    const result = results[index];
    return result !== undefined && 'price' in result ? [{ ...order, price: result.price }] : [];
  });
}

/** Whether every order found is one of those planned, so that the quoted ones fill the gaps between them. */
function isAsPlanned(results: readonly LookupResult[], hasPlannedLength: boolean): boolean {
  return hasPlannedLength && results.every((result) => 'price' in result || result.isSame);
}

/** Whether no later run exists. One could already hold the texts of a gap, since texts may have changed in between. */
async function isLastRun(
  search: OrderSearch,
  toPlace: readonly QuotedOrder[],
  last: number,
): Promise<boolean> {
  const [gap] = toPlace;
  if (gap === undefined) return true;
  const [next] = await lookUpAll(search, [{ number: last + 1, lastNumber: last + 1, pieces: gap.pieces }]);
  return next !== undefined && 'price' in next;
}

function lookUpAll({ builder, schedule, options }: OrderSearch, orders: readonly RunOrder[]) {
  return Promise.all(orders.map((order) => schedule(() => lookUp(builder, order, options))));
}

/** Looks for one order. With `maxPoints: 0`, `once` returns it if it exists, and only quotes it if not. */
async function lookUp(builder: OrderBuilder, order: RunOrder, options: OrderOptions): Promise<LookupResult> {
  try {
    return { found: await builder.place(order, { ...options, maxPoints: 0 }), isSame: true };
  } catch (error) {
    if (error instanceof BudgetError) {
      const price = builder.priceOf(error.quote);
      if (Number.isFinite(price)) return { price };
    }
    const found = error instanceof OrderConflictError ? builder.recover(error.existing, order) : undefined;
    if (found === undefined) throw error;
    return { found, isSame: false };
  }
}

/** Leaves each order the needed pieces that no earlier one covers; the others become -1. Orders without any are dropped. */
function withNeededPieces(
  orders: readonly PlacedOrder[],
  needed: readonly number[],
  covered: Set<number>,
): PlacedOrder[] {
  const missing = new Set(needed.filter((piece) => !covered.has(piece)));
  return orders.flatMap((order) => {
    const pieces = order.pieces.map((piece) => (missing.delete(piece) ? piece : -1));
    for (const piece of pieces) covered.add(piece);
    return pieces.some((piece) => piece >= 0) ? [{ ...order, pieces }] : [];
  });
}
