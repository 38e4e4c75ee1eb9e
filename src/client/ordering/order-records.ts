import { makeUniqueName } from '../../base/names.js';
import { DEFAULT_SETTLE } from '../core/http/recently-seen.js';
import type { CallOptions } from '../core/http/settings.js';
import type { Affordability } from './budget.js';
import type { OrderContext } from './context.js';
import type { OrderOptions } from './options.js';
import type { OrderKinds } from './order-kind.js';
import { makeRecordKey, OrderRecord, type RecordState } from './record.js';
import { WaitBudget } from './wait-budget.js';

interface OrderRecordName {
  readonly kind: keyof OrderKinds;
  readonly key: string;
}

/** What a client orders with. */
export interface RecordedOrders {
  readonly context: OrderContext;
  readonly kinds: OrderKinds;
}

/** The records of a client's orders, for what orders in parts: tables of texts, and documents. */
export class OrderRecords {
  readonly #context: OrderContext;
  readonly #kinds: OrderKinds;
  readonly #options: CallOptions;

  /** @param options for the requests that find out whose orders they are */
  constructor({ context, kinds }: RecordedOrders, options: CallOptions) {
    this.#context = context;
    this.#kinds = kinds;
    this.#options = options;
  }

  /** Reads an order's record; undefined when its key is free. */
  async read(order: OrderRecordName): Promise<RecordState | undefined> {
    return (await this.#record(order)).read();
  }

  /** What the client's budget leaves for the price of orders that are not placed; undefined without a budget. */
  async assess(points: number, orders: readonly OrderRecordName[]): Promise<Affordability | undefined> {
    const budget = await this.#context.currentBudget?.();
    if (budget === undefined) return undefined;
    const account = await this.#context.accountKey(this.#options);
    return budget.assess(
      points,
      orders.map(({ kind, key }) => makeRecordKey(account, kind, key)),
    );
  }

  /**
   * Records that an order is the one with an id, also when another process has sent it, whose reservation in a budget is then
   * spent. What was placed meanwhile is kept.
   */
  async adopt(order: OrderRecordName, id: number, points: number): Promise<void> {
    const record = await this.#record(order);
    const found = await record.read();
    const { service, findBudget } = this.#context;
    const sent: Parameters<OrderRecord['markPlaced']>[0] =
      found?.state === 'sent' ? found : { claim: makeUniqueName(), fingerprint: '', service };
    await record.markPlaced({ ...sent, points: Math.max(points, found?.points ?? 0) }, { id });
    await findBudget(sent)?.close(sent.claim, { price: points, order: { kind: order.kind, id } });
  }

  /**
   * Makes sure that nobody sends an order, unless somebody may have done so: the result is false then. While another process
   * has claimed it, this waits for at most `settle`.
   *
   * @throws OutcomeUnknownError when the claim is not over by then
   */
  async withdraw(
    order: OrderRecordName,
    { settle = DEFAULT_SETTLE, signal }: OrderOptions,
  ): Promise<boolean> {
    const { warn, findBudget, service } = this.#context;
    const { request } = this.#kinds[order.kind];
    const record = await this.#record(order);
    const waitBudget = new WaitBudget(settle, { key: order.key, request, warn, signal });
    for (;;) {
      const withdrawn = { state: 'withdrawn', claim: makeUniqueName(), fingerprint: '', service } as const;
      const { state, ended } = await record.take(() => withdrawn);
      if (ended !== undefined) await findBudget(ended)?.close(ended.claim);
      if (state.state !== 'claimed') return state.state === 'withdrawn';
      await waitBudget.waitForClaim(state);
    }
  }

  async #record({ kind, key }: OrderRecordName): Promise<OrderRecord> {
    const { accountKey, store } = this.#context;
    return new OrderRecord(store, makeRecordKey(await accountKey(this.#options), kind, key));
  }
}
