import type { Http } from '../core/http/http.js';
import { BUDGET_OPTIONS, Budget, type BudgetOptions } from '../ordering/budget.js';
import type { Purse } from '../ordering/place.js';

export type { BudgetOptions, Purse };
export { BUDGET_OPTIONS };

/** What a client pays from: its own budget, one that it shares, or none. */
export function purseOf(http: Http, budget: BudgetOptions | Budget | undefined): Purse {
  return {
    account: (options) => http.account(options),
    budget: budget === undefined || budget instanceof Budget ? budget : new Budget(budget),
  };
}
