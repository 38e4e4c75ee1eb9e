import type { CallOptions } from '../core/http/settings.js';
import type { Affordability } from './budget.js';
import { makeRecordKey, type OrderContext } from './context.js';
import { DEFAULT_SETTLE } from './defaults.js';
import type { OrderOptions } from './options.js';
import type { OrderKind } from './order-kind.js';
import { Patience } from './patience.js';
import { makeClaim, OrderRecord, type RecordState } from './record.js';

/** What is needed of the kind of an order. */
type RecordedKind = Pick<OrderKind<never, never, never, never>, 'finder' | 'request' | 'name'>;

/** Names the record of an order. */
interface OrderRecordName {
  readonly kind: RecordedKind['name'];
  readonly key: string;
}

/** What a client orders with. */
export interface RecordedOrders {
  readonly context: OrderContext;
  readonly kinds: Readonly<Record<RecordedKind['name'], RecordedKind>>;
}

/** The records of a client's orders, for what orders in parts: tables of texts, and documents. */
export class OrderRecords {
  readonly #context: OrderContext;
  readonly #kinds: RecordedOrders['kinds'];
  readonly #options: CallOptions;

  /** @param options for the requests that find out whose orders they are */
  constructor({ context, kinds }: RecordedOrders, options: CallOptions) {
    this.#context = context;
    this.#kinds = kinds;
    this.#options = options;
  }

  /** Whether they end with the process. Then time decides what became of an order, and each call asks the service. */
  get endsWithProcess(): boolean {
    return this.#context.endsWithProcess;
  }

  /** Reads the name of the account in the keys of the store. */
  readAccountKey(): Promise<string> {
    return this.#context.accountKey(this.#options);
  }

  /**
   * Reads the state of an order's record, and the id of a placed order. One that was placed under an id that nobody has seen
   * counts as sent.
   */
  async readState(
    order: OrderRecordName,
  ): Promise<{ readonly state: RecordState['state'] | 'free'; readonly id?: number | undefined }> {
    const record = await (await this.#record(order)).read();
    if (record?.state !== 'placed') return { state: record?.state ?? 'free' };
    return record.id === undefined ? { state: 'sent' } : { state: 'placed', id: record.id };
  }

  /** What the client's budget leaves for the price of orders that are not placed; undefined without a budget. */
  async assess(points: number, orders: readonly OrderRecordName[]): Promise<Affordability | undefined> {
    const { budget } = this.#context;
    if (budget === undefined) return undefined;
    const account = await this.readAccountKey();
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
    const sent = found?.state === 'sent' ? found : { claim: makeClaim(), fingerprint: '' };
    await record.markPlaced(sent, id);
    await this.#context.budget?.spend(sent.claim, points, { kind: order.kind, id });
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
    const { warn, budget } = this.#context;
    const { request } = this.#kinds[order.kind];
    const record = await this.#record(order);
    const patience = new Patience(settle, { key: order.key, request, warn, signal });
    for (;;) {
      const { state, ended } = await record.take(() => ({
        state: 'withdrawn',
        claim: makeClaim(),
        fingerprint: '',
      }));
      if (ended !== undefined) await budget?.release([ended]);
      if (state.state !== 'claimed') return state.state === 'withdrawn';
      await patience.waitForClaim(state);
    }
  }

  /** Finds the keys of orders at the service that begin with a text. */
  findKeys(
    kind: RecordedKind['name'],
    prefix: string,
    lookback: number,
    signal?: AbortSignal,
  ): Promise<readonly string[]> {
    return this.#kinds[kind].finder.keys(prefix, lookback, signal);
  }

  warn(message: string, fields: object): void {
    this.#context.warn(message, fields);
  }

  async #record({ kind, key }: OrderRecordName): Promise<OrderRecord> {
    return new OrderRecord(this.#context.store, makeRecordKey(await this.readAccountKey(), kind, key));
  }
}
