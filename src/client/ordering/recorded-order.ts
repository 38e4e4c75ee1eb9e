import type { AttemptWatch } from '../core/http/operation.js';
import type { Budget } from './budget.js';
import type { OrderContext } from './context.js';
import { makeBudgetError } from './errors.js';
import type { OrderKind } from './order-kind.js';
import {
  computeFingerprint,
  type MarkedPlaced,
  type OrderRecord,
  type RecordState,
  type SentRecord,
} from './record.js';
import { failAsNotSent } from './search.js';
import { tryAgain } from './try-again.js';

/** An order, and where it is recorded. */
interface Placing<Order, Placed, Quote> {
  readonly kind: Pick<
    OrderKind<Order, Placed, never, Quote>,
    'name' | 'request' | 'describe' | 'getId' | 'getPrice'
  >;
  readonly context: OrderContext;
  /** The budget in which the order began: another one can be the client's before the order ends. */
  readonly budget: Budget | undefined;
  readonly record: OrderRecord;
  readonly recordKey: string;
  /** The name of the order in the log. */
  readonly key: string;
}

/** The record of an order, and its reservation in a budget: whoever makes a step of the record makes that of the reservation. */
export class RecordedOrder<Order, Placed, Quote> {
  readonly #placing: Placing<Order, Placed, Quote>;

  constructor(placing: Placing<Order, Placed, Quote>) {
    this.#placing = placing;
  }

  /**
   * Asks what an order costs, and reserves its points. Resolves to its record; undefined when the claim was lost.
   *
   * @throws BudgetError when it costs more than allowed; StoreError when the store fails
   */
  async reserve(
    claimed: RecordState,
    maxPoints: number | undefined,
    quote: () => Promise<Quote>,
    signal: AbortSignal | undefined,
  ): Promise<RecordState | undefined> {
    const { kind, budget, record, recordKey } = this.#placing;
    if (maxPoints === undefined && budget === undefined) return claimed;
    const { claim } = claimed;
    const quoted = await failAsNotSent(quote);
    const points = checkPrice(kind, quoted, maxPoints);
    // Written first: the total of a budget can be made anew from the records, at any moment.
    const planned = await record.plan(claim, { points, budget: budget?.name }, signal);
    if (planned !== undefined && budget !== undefined) {
      const left = await budget.reserve({ claim, recordKey }, points, signal);
      checkPrice(kind, quoted, left);
    }
    return planned;
  }

  /** Records an order that the service has, and counts it if its points are reserved. */
  async recordPlaced(record: RecordState, placed: Placed): Promise<void> {
    const { kind, context } = this.#placing;
    const { service, findBudget } = context;
    const id = kind.getId(placed);
    const price = kind.getPrice(placed);
    const { points = price } = record;
    const counted = { ...record, service, points: price > points ? price : points };
    const shown = computeFingerprint([kind.describe(placed)]);
    let marked: MarkedPlaced | undefined;
    await this.recordOrWarn(async () => {
      marked = await this.#placing.record.markPlaced(counted, { id, shown });
    });
    // The budget is the sum of its records: until this one says that the order is placed, its points stay reserved.
    if (marked === undefined) return;
    // Whoever has freed the key has given the points back.
    const quote = marked.wasFree ? record.points : undefined;
    const spent = { price: marked.points ?? price, order: { kind: kind.name, id }, quote };
    await findBudget(record)?.close(record.claim, spent);
  }

  /**
   * Watches the attempts to send an order of ours: each is recorded before it is sent, and stopped when the claim was lost.
   *
   * @param note is told the record while the service may have carried the order out; undefined when it has not
   */
  watch({ claim }: RecordState, note: (sent: SentRecord | undefined) => void): AttemptWatch {
    let sent: SentRecord | undefined;
    return {
      sending: async () => {
        sent = await this.#placing.record.send(claim);
        return sent === undefined ? 'stop' : 'send';
      },
      begins: () => note(sent),
      notCarriedOut: () => note(undefined),
    };
  }

  /** Warns of an order of ours that costs more than its quote. */
  warnIfDearer({ points }: RecordState, placed: Placed): void {
    const { kind, context } = this.#placing;
    const price = kind.getPrice(placed);
    if (points === undefined || !(price > points)) return;
    const order = { kind: kind.name, id: kind.getId(placed) };
    context.warn('an order cost more than its quote', { points: price, quote: points, order });
  }

  /** Frees the key of our order, which was not sent or was refused. */
  free(record: RecordState): Promise<void> {
    const { claim } = record;
    return this.recordOrWarn(async () => {
      const { context, budget } = this.#placing;
      // A claim whose reservation failed may have one all the same.
      if (await this.#placing.record.free(claim)) await (context.findBudget(record) ?? budget)?.close(claim);
    });
  }

  /** Updates the record after the order was sent. A failure is a warning: the record as it is, is safe. */
  async recordOrWarn(step: () => Promise<unknown>): Promise<void> {
    try {
      await tryAgain(step);
    } catch {
      const { key, context } = this.#placing;
      context.warn('the store failed; an order was not recorded', { key });
    }
  }
}

/**
 * Takes the price of a quote.
 *
 * @param most the most points that are allowed. @default no limit
 * @throws BudgetError when it is more, or when the quote has no price
 */
export function checkPrice<Quote>(
  { getPrice, request }: Pick<OrderKind<never, never, never, Quote>, 'getPrice' | 'request'>,
  quote: Quote,
  most: number = Number.POSITIVE_INFINITY,
): number {
  const price = getPrice(quote);
  // `!(a <= b)` also refuses a quote without a price.
  if (!(price <= most)) throw makeBudgetError(price, { quote, maxPoints: most, request });
  return price;
}
