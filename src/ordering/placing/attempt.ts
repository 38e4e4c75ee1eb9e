import type { Limits } from '../budget.js';
import type { OrderContext } from '../context.js';
import type { Wanted } from '../searching/search.js';

/** An order to place or find, and all that this needs. */
export interface Attempt<Order> extends Wanted<Order> {
  /** The order's key in the journal. */
  readonly journalKey: string;
  readonly settle: number;
  readonly onDuplicate: 'report' | 'cancel';
  readonly limits: Limits;
  readonly context: OrderContext;
}
