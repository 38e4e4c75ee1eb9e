import type { CallOptions } from '../core/http/settings.js';
import type { OrderJournal, UnseenOrders } from '../stores/journal.js';
import type { Budget } from './budget.js';

/** What a client brings to its orders. */
export interface OrderContext {
  readonly budget: Budget | undefined;
  readonly journal: OrderJournal & Partial<UnseenOrders>;
  /** Whether the caller chose the journal. What it knows then counts until a person decides. */
  readonly isJournalGiven: boolean;
  /** The address of the service. */
  readonly service: string;
  /** Names the account, for keys in the journal. */
  readonly accountKey: (options?: CallOptions) => Promise<string>;
  /** The service's clock now, in milliseconds since 1970; undefined while it is not known. */
  readonly serviceTime: () => number | undefined;
  /** Whether this runtime may send a request again by itself. */
  readonly mayResend: boolean;
  /** Logs a warning, with fields that hold no secret. */
  readonly warn: (message: string, fields: object) => void;
}
