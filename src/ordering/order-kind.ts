import type { RequestFacts } from '../core/errors/errors.js';
import type { WithResponse } from '../core/http/call.js';
import type { CallOptions } from '../core/http/settings.js';
import type { OrderLog } from './order-log.js';

/** Whether this call placed the order, or found it placed. */
export interface Placement {
  readonly placed: boolean;
}

/** What ordering needs to know of projects, and of simple questions. `Order` is checked and never changes. */
export interface OrderKind<Order, Placed, Body, Quote> {
  readonly name: 'project' | 'simple';
  /** The call that places it. */
  readonly request: RequestFacts;
  /** Where the order's key stands in the argument. */
  readonly keyPath: string;
  /** Where orders placed earlier are looked for. */
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
