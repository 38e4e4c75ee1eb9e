import type { Checked } from '../../base/checked.js';
import type { RequestFacts } from '../core/errors/errors.js';
import type { WithResponse } from '../core/http/call.js';
import type { Http } from '../core/http/http.js';
import type { AttemptWatch, Operation } from '../core/http/operation.js';
import type { CallOptions } from '../core/http/settings.js';
import type { Difference } from './errors.js';
import type { OrderFinder } from './order-finder.js';

/** What `withResponse()` of an order adds. */
export interface Placement {
  /** Whether this call placed the order (true), or found it already placed (false). */
  readonly placed: boolean;
  /**
   * The ids of other orders with the same key and content that this call has seen. Only `once` looks for them, and after
   * placing only without a `store` of yours, and in browsers.
   */
  readonly duplicates: readonly number[];
}

/** The whole answer to an order. */
export type Ordered<Placed, Body> = WithResponse<Placed, Body> & Placement;

/** What differs between projects and simple questions. `Order` has been checked and never changes. */
export interface OrderKind<Order, Placed, Body, Quote> {
  readonly name: 'project' | 'simple';
  readonly operation: string;
  /** The call that places it. */
  readonly request: RequestFacts;
  /** The path of the order's key in the argument. */
  readonly keyPath: string;
  readonly finder: OrderFinder;
  getKey(order: Order): string | undefined;
  /** @param showsKey whether the answer must show the order's key */
  place(
    order: Order,
    options: CallOptions,
    watch: AttemptWatch,
    showsKey?: boolean,
  ): Promise<WithResponse<Placed, Body>>;
  quote(order: Order, options: CallOptions): Promise<Quote>;
  read(id: number, options: CallOptions): Promise<WithResponse<Placed, Body>>;
  getId(placed: Placed): number;
  /** NaN, which is within no limit, when the answer has no price. */
  getPrice(priced: Placed | Quote): number;
  hasKey(placed: Placed, key: string): boolean;
  /** Where the placed order is not what this order asks for; empty when it is the same. */
  compare(order: Order, placed: Placed, options: CallOptions): Promise<readonly Difference[]>;
}

interface OrderOperations<Order, Placed, Body, Quote, QuoteBody> {
  create(json: Checked<Order>): Operation<Body, Placed>;
  check(json: Checked<Order>): Operation<QuoteBody, Quote>;
  get(id: number): Operation<Body, Placed>;
  /** The places of a new order's id and key. */
  readonly key: readonly string[];
}

/** Makes the calls of an OrderKind from the operations. Their orders have been checked. */
export function makeOrderCalls<Order, Placed, Body, Quote, QuoteBody>(
  http: Http,
  { create, check, get, key }: OrderOperations<Order, Placed, Body, Quote, QuoteBody>,
): Pick<OrderKind<Order, Placed, Body, Quote>, 'place' | 'quote' | 'read'> {
  const request = async (operation: Operation<Body, Placed>, options: CallOptions) => {
    const answer = await http.request(operation, options);
    http.recentlySeen.note(answer.data);
    return answer;
  };
  return {
    place: (order, options, watch, showsKey) => {
      const uses = showsKey ? key : undefined;
      return request({ ...create({ value: order }), watch, uses }, options);
    },
    quote: async (order, options) => (await http.request(check({ value: order }), options)).data,
    read: (id, options) => request(get(id), options),
  };
}
