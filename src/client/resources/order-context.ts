import type { Rule } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { Deadline } from '../core/http/deadline.js';
import type { Http } from '../core/http/http.js';
import { isBrowser } from '../core/http/runtime-quirks.js';
import type { CallOptions } from '../core/http/settings.js';
import { BUDGET_OPTIONS, Budget, type BudgetOptions } from '../ordering/budget.js';
import type { OrderContext } from '../ordering/context.js';
import { fingerprintOf } from '../ordering/record.js';
import { SharedTask } from '../ordering/shared-task.js';
import { endsWithProcess } from '../stores/memory-store.js';
import type { Store } from '../stores/store.js';
import { account } from './account.js';

export type { BudgetOptions, OrderContext };

export const BUDGET: Rule = rules.object(BUDGET_OPTIONS);

/** What a client brings to its orders. The budget is its own, one that it shares, or none. */
export function orderContext(
  http: Http,
  store: Store,
  budget: BudgetOptions | Budget | undefined,
): OrderContext {
  let reading: SharedTask<string> | undefined;
  const accountId = (options?: CallOptions): Promise<string> => {
    // Orders at once share it, and each can be aborted by itself. A failure may pass.
    if (reading === undefined || reading.abandoned) {
      reading = new SharedTask(async (signal) => {
        try {
          return String((await http.request(account, { ...options, signal })).data.id);
        } catch (error) {
          reading = undefined;
          throw error;
        }
      }, options?.signal);
    }
    return reading.join(options?.signal);
  };
  // Within a process the token will do, and saves a request. Its fingerprint shows nothing of it.
  const tokenName = async (options?: CallOptions): Promise<string> =>
    fingerprintOf({ account: await http.accountSecretKey(options) });
  const warn: OrderContext['warn'] = (message, fields) => http.log('warn', message, fields);
  const isOwnMemory = endsWithProcess(store);
  return {
    budget: budget === undefined || budget instanceof Budget ? budget : new Budget(budget, store, warn),
    store,
    endsWithProcess: isOwnMemory,
    service: http.settings.baseUrl,
    accountKey: isOwnMemory ? tokenName : accountId,
    // Browsers send a request again when a reused connection ends before an answer.
    mayResend: isBrowser(),
    span: async (name, options, work) => {
      const own = new Deadline(Number.POSITIVE_INFINITY, options.signal);
      try {
        return await http.span(name, own.signal, () => work({ ...options, signal: own.signal }));
      } finally {
        own.dispose();
      }
    },
    warn,
  };
}
