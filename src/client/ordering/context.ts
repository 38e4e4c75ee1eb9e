import type { CallOptions } from '../core/http/settings.js';
import type { Store } from '../stores/store.js';
import type { Budget } from './budget.js';

/** What a client brings to its orders. */
export interface OrderContext {
  readonly budget: Budget | undefined;
  readonly store: Store;
  /** Whether what the store holds ends with the process. Time then decides about an order that is not found. */
  readonly endsWithProcess: boolean;
  /** The address of the service. */
  readonly service: string;
  /** Names the account, for keys in the store. */
  readonly accountKey: (options?: CallOptions) => Promise<string>;
  /** Whether this runtime may send a request again by itself. */
  readonly mayResend: boolean;
  /** Observes work that makes several calls: those with the options that it gets belong to it. */
  readonly span: <Options extends CallOptions, Result>(
    name: string,
    options: Options,
    work: (options: Options & { readonly signal: AbortSignal }) => Promise<Result>,
  ) => Promise<Result>;
  /** Logs a warning, with fields that hold no secret. */
  readonly warn: (message: string, fields: object) => void;
}

/** The key of an order's record in the store. */
export const recordKey = (account: string, kind: string, key: string): string =>
  `order ${account}:${kind}:${key}`;
