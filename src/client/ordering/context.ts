import { endWithCaller } from '../core/http/deadline.js';
import type { Http } from '../core/http/http.js';
import type { CallOptions } from '../core/http/settings.js';
import { type GuardedStore, guardStore } from '../stores/guarded-store.js';
import { endsWithProcess } from '../stores/memory-store.js';
import type { Store } from '../stores/store.js';
import { Budget, type BudgetOptions } from './budget.js';
import { computeFingerprint } from './record.js';
import { SharedTask } from './shared-task.js';

/** What a client brings to its orders. */
export interface OrderContext {
  readonly budget: Budget | undefined;
  readonly store: GuardedStore;
  /** Whether what the store holds ends with the process. Time then decides about an order that is not found. */
  readonly endsWithProcess: boolean;
  /** Names the account, for keys in the store. */
  readonly accountKey: (options?: CallOptions) => Promise<string>;
  /** Observes work that makes several calls: those with the options that it gets belong to it. */
  readonly span: <Options extends CallOptions, Result>(
    name: string,
    options: Options,
    work: (options: Options & { readonly signal: AbortSignal }) => Promise<Result>,
  ) => Promise<Result>;
  /** Logs a warning, with fields that hold no secret. */
  readonly warn: (message: string, fields: object) => void;
}

export const makeRecordKey = (account: string, kind: string, key: string): string =>
  `order ${account}:${kind}:${key}`;

/**
 * Makes what a client brings to its orders.
 *
 * @param budget its own, one that it shares, or none
 * @param readAccountId reads the id of the account at the service
 */
export function createOrderContext(
  http: Http,
  given: Store,
  budget: BudgetOptions | Budget | undefined,
  readAccountId: (options: CallOptions) => Promise<number>,
): OrderContext {
  let reading: SharedTask<string> | undefined;
  const readAccountName = (options?: CallOptions): Promise<string> => {
    // Orders at the same time share one reading, and each can be aborted by itself. A failure may pass.
    if (reading === undefined || reading.abandoned) {
      const read = (signal: AbortSignal) =>
        readAccountId({ ...options, signal }).then(String, (error) => {
          reading = undefined;
          throw error;
        });
      reading = new SharedTask(read, options?.signal);
    }
    return reading.join(options?.signal);
  };
  // Within a process the token is enough, and saves a request. Its fingerprint shows nothing of it.
  const hashToken = async (options?: CallOptions): Promise<string> =>
    computeFingerprint({ account: await http.readSecret(options) });
  const warn: OrderContext['warn'] = (message, fields) => http.log('warn', message, fields);
  const store = guardStore(given, http.settings.timeout);
  return {
    budget: budget === undefined || budget instanceof Budget ? budget : new Budget(budget, store, warn),
    store,
    endsWithProcess: endsWithProcess(given),
    accountKey: endsWithProcess(given) ? hashToken : readAccountName,
    span: (name, options, work) =>
      endWithCaller(options.signal, (signal) => http.span(name, signal, () => work({ ...options, signal }))),
    warn,
  };
}
