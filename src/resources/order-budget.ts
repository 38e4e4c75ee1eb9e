import type { Http } from '../core/http/http.js';
import { BUDGET_OPTIONS, Budget, type BudgetOptions } from '../ordering/budget.js';
import type { OrderBudget } from '../ordering/place.js';

export type { BudgetOptions, OrderBudget };
export { BUDGET_OPTIONS };

/** What a client pays from: its own budget, one that it shares, or none. */
export function orderBudget(http: Http, budget: BudgetOptions | Budget | undefined): OrderBudget {
  return {
    account: (options) => http.account(options),
    budget: budget === undefined || budget instanceof Budget ? budget : new Budget(budget),
  };
}
