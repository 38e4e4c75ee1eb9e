import type { Checked } from '../../base/checked.js';
import type { CheckedProjectOrder, CheckedSimpleOrder } from '../contract/inputs.js';
import type {
  Project,
  ProjectAnswer,
  ProjectQuote,
  SimpleQuestion,
  SimpleQuestionAnswer,
  SimpleQuestionQuote,
} from '../contract/types.js';
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
  /** What finds the orders of the account whose calls have this signal. */
  readonly finder: (signal: AbortSignal | undefined) => OrderFinder;
  getKey(order: Order): string | undefined;
  /** @param showsKey whether the answer must show the order's key */
  place(
    order: Order,
    options: CallOptions,
    watch: AttemptWatch | undefined,
    showsKey?: boolean,
  ): Promise<WithResponse<Placed, Body>>;
  quote(order: Order, options: CallOptions): Promise<Quote>;
  read(id: number, options: CallOptions): Promise<WithResponse<Placed, Body>>;
  getId(placed: Placed): number;
  /** NaN, which is within no limit, when the answer has no price. */
  getPrice(priced: Placed | Quote): number;
  /** The keys that the service shows of an order: for a project, those of its questions. */
  readKeys(placed: Placed): readonly (string | null)[];
  /**
   * What tells an order from any other with its id, and does not change: when it was made, its languages, and its texts or their
   * titles. Not its key: a service may change that later.
   */
  describe(placed: Placed): unknown;
  /** Where the placed order is not what this order asks for; empty when it is the same. */
  compare(order: Order, placed: Placed, options: CallOptions): Promise<readonly Difference[]>;
}

/** The two kinds of orders. */
export interface OrderKinds {
  readonly project: OrderKind<CheckedProjectOrder, Project, ProjectAnswer, ProjectQuote>;
  readonly simple: OrderKind<CheckedSimpleOrder, SimpleQuestion, SimpleQuestionAnswer, SimpleQuestionQuote>;
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

/** Whether the service shows an order with this key. */
export function hasKey<Placed>(
  kind: Pick<OrderKind<never, Placed, never, never>, 'readKeys'>,
  placed: Placed,
  key: string,
): boolean {
  return kind.readKeys(placed).includes(key);
}

/** The second of a time, since a service may show the milliseconds only in the answer to the order. */
export function readSecond(time: string | null): number {
  return Math.floor(Date.parse(time ?? '') / 1_000);
}
