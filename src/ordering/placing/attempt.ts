import type { Limits } from '../budget.js';
import type { OrderContext } from '../context.js';
import type { OrderOptions } from '../options.js';
import type { Wanted } from '../searching/search.js';

/** An order to place or find, and all that this needs. */
export interface Attempt<Order> extends Wanted<Order> {
  /** The order's key in the journal. */
  readonly journalKey: string;
  readonly settle: number;
  readonly onDuplicate: OrderOptions['onDuplicate'];
  readonly limits: Limits;
  readonly context: OrderContext;
}
