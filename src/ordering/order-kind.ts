import type { RequestFacts } from '../core/errors/errors.js';
import type { WithResponse } from '../core/http/call.js';
import type { CallOptions } from '../core/http/settings.js';
import type { OrderLog } from './order-log.js';

/** Whether this call placed the order (true), or found it already placed (false). */
export interface Placement {
  readonly placed: boolean;
}

/** What differs between projects and simple questions. `Order` has been checked and never changes. */
export interface OrderKind<Order, Placed, Body, Quote> {
  readonly name: 'project' | 'simple';
  /** The call that places it. */
  readonly request: RequestFacts;
  /** The path of the order's key in the argument. */
  readonly keyPath: string;
  /** Where earlier orders are searched for. */
  readonly log: OrderLog;
  keyOf(order: Order): string | undefined;
  place(order: Order, options: CallOptions): Promise<WithResponse<Placed, Body>>;
  quote(order: Order, options: CallOptions): Promise<Quote>;
  read(id: number, options: CallOptions): Promise<WithResponse<Placed, Body>>;
  idOf(placed: Placed): number;
  priceOf(priced: Placed | Quote): number;
  /** Whether the placed order has the key. */
  hasKey(placed: Placed, key: string): boolean;
  /** Whether the placed order is what this order asks for. */
  isSame(order: Order, placed: Placed, options: CallOptions): Promise<boolean>;
}
