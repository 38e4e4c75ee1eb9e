import { optionsObject, type Rule, type Rules, withMethods } from '../base/options.js';
import type { Http } from '../core/http/http.js';
import { isBrowser } from '../core/http/runtime-quirks.js';
import type { CallOptions } from '../core/http/settings.js';
import { BUDGET_OPTIONS, Budget, type BudgetOptions } from '../ordering/budget.js';
import type { OrderContext } from '../ordering/context.js';
import { fingerprintOf } from '../ordering/journal-entry.js';
import { SharedTask } from '../ordering/shared-task.js';
import { type OrderJournal, processJournal, type UnseenOrders } from '../stores/journal.js';
import { account } from './account.js';

export type { BudgetOptions, OrderContext };

/** How a client remembers its orders. */
export interface OrdersOptions {
  /**
   * What processes that place orders with `once` remember together. Without a durable one, only this process knows
   * what it has sent. @default memoryJournal()
   */
  readonly journal?: OrderJournal | undefined;
}

const ORDERS_OPTIONS: Rules<OrdersOptions> = { journal: withMethods('begin', 'sending', 'placed', 'failed') };

export const BUDGET: Rule = optionsObject(BUDGET_OPTIONS);
export const ORDERS: Rule = optionsObject(ORDERS_OPTIONS);

/** What a client brings to its orders. The budget is its own, one that it shares, or none. */
export function orderContext(
  http: Http,
  budget: BudgetOptions | Budget | undefined,
  { journal: given }: OrdersOptions = {},
): OrderContext {
  const journal: OrderJournal & Partial<UnseenOrders> = given ?? processJournal();
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
      });
    }
    return reading.join(options?.signal);
  };
  // Within a process the token will do, and saves a request. Its fingerprint shows nothing of it.
  const tokenName = async (options?: CallOptions): Promise<string> =>
    fingerprintOf({ account: await http.accountSecretKey(options) });
  const warn: OrderContext['warn'] = (message, fields) => http.log('warn', message, fields);
  return {
    budget: budget === undefined || budget instanceof Budget ? budget : new Budget(budget, warn),
    journal,
    isJournalGiven: given !== undefined,
    service: http.settings.baseUrl,
    accountKey: journal.durable === false ? tokenName : accountId,
    serviceTime: () => http.serviceTime(),
    // Browsers send a request again when a reused connection ends before an answer.
    mayResend: isBrowser(),
    warn,
  };
}
