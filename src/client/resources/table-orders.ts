import type { CallOptions } from '../core/http/settings.js';
import { type OrderContext, recordKey } from '../ordering/context.js';
import { DEFAULT_SETTLE, type OrderOptions } from '../ordering/options.js';
import type { OrderKind } from '../ordering/order-kind.js';
import { Patience } from '../ordering/patience.js';
import { OrderRecord, type RecordState } from '../ordering/record.js';

/** What tables of texts need of the orders of a kind. */
export type TableOrderKind = Pick<OrderKind<never, never, never, never>, 'finder' | 'request' | 'name'>;

/** An order of a table. */
export interface TableOrderName {
  readonly account: string;
  readonly kind: TableOrderKind['name'];
  readonly key: string;
}

/** What tables of texts need to know of their orders. @internal */
export class TableOrders {
  readonly #context: OrderContext;
  readonly #kinds: Readonly<Record<TableOrderKind['name'], TableOrderKind>>;

  constructor(context: OrderContext, kinds: Readonly<Record<TableOrderKind['name'], TableOrderKind>>) {
    this.#context = context;
    this.#kinds = kinds;
  }

  get endsWithProcess(): boolean {
    return this.#context.endsWithProcess;
  }

  /** Names the account, for keys in the store. */
  account(options?: CallOptions): Promise<string> {
    return this.#context.accountKey(options);
  }

  /** The state of an order's record. One that was placed under an id that nobody has seen counts as sent. */
  async state(order: TableOrderName): Promise<RecordState['state'] | 'free'> {
    const record = await this.#recordOf(order).read();
    if (record?.state === 'placed' && record.id === undefined) return 'sent';
    return record?.state ?? 'free';
  }

  /**
   * Makes sure that nobody sends an order, unless somebody may have done so: the result is false then. While another process
   * has claimed it, this waits for at most `settle`.
   *
   * @throws OutcomeUnknownError when the claim is not over by then
   */
  async withdraw(order: TableOrderName, { settle = DEFAULT_SETTLE, signal }: OrderOptions): Promise<boolean> {
    const { warn, budget } = this.#context;
    const { request } = this.#kinds[order.kind];
    const patience = new Patience(settle, { key: order.key, request, warn, signal });
    for (;;) {
      const { state, ended } = await this.#recordOf(order).withdraw();
      if (ended !== undefined) await budget?.release([ended]);
      if (state.state !== 'claimed') return state.state === 'withdrawn';
      await patience.waitForClaim(state);
    }
  }

  /** The keys of orders at the service that begin with a text. */
  keys(
    kind: TableOrderKind['name'],
    prefix: string,
    lookback: number,
    signal?: AbortSignal,
  ): Promise<readonly string[]> {
    return this.#kinds[kind].finder.keys(prefix, lookback, signal);
  }

  warn(message: string, fields: object): void {
    this.#context.warn(message, fields);
  }

  #recordOf({ account, kind, key }: TableOrderName): OrderRecord {
    return new OrderRecord(this.#context.store, recordKey(account, kind, key));
  }
}
