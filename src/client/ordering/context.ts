import { copyOptions, copyOwn } from '../../base/options.js';
import { endWithCaller, getSpan, setSpan } from '../core/http/deadline.js';
import type { Http } from '../core/http/http.js';
import type { CallOptions } from '../core/http/settings.js';
import { type GuardedStore, guardStore } from '../stores/guarded-store.js';
import { endsWithProcess } from '../stores/memory-store.js';
import type { Store } from '../stores/store.js';
import { BUDGET_OPTIONS, Budget, type BudgetOptions, readBudgetName } from './budget.js';
import { SharedTask } from './shared-task.js';

/** What a client brings to its orders. */
export interface OrderContext {
  /**
   * The client's budget, which counts what begins now: asked once in each call. Undefined without a budget.
   *
   * @throws InputError when a function names the budget, and gives no name
   */
  readonly currentBudget: (() => Promise<Budget>) | undefined;
  /** The budget that counts the order of a record, whatever the client's current budget is. */
  readonly findBudget: (record: { readonly budget?: string | undefined }) => Budget | undefined;
  readonly store: GuardedStore;
  /** The address of the service. */
  readonly service: string;
  /** Whether what the store holds ends with the process. It has not seen every order then. */
  readonly endsWithProcess: boolean;
  /** Whether it is what all clients of this thread share that were given no store: other threads know nothing of it. */
  readonly isThreadMemory: boolean;
  /** Names the account, for keys in the store. */
  readonly accountKey: (options?: CallOptions) => Promise<string>;
  /** Runs work whose calls are all of one account. */
  readonly asOneAccount: Http['asOneAccount'];
  /** Observes work that makes several calls: those with the options that it gets belong to it, and are one account's. */
  readonly span: <Result>(
    name: string,
    options: CallOptions,
    work: (options: CallOptions & { readonly signal: AbortSignal }) => Promise<Result>,
  ) => Promise<Result>;
  /** Logs a warning, with fields that hold no secret. */
  readonly warn: (message: string, fields: object) => void;
}

/** How many accounts are remembered, of a client whose function gives the tokens of many. */
const MAX_ACCOUNTS = 1_000;

/**
 * Makes what a client brings to its orders.
 *
 * @param budget what it may spend. @default no limit
 * @param readAccountId reads the id of the account at the service
 */
export function createOrderContext(
  http: Http,
  { given, isThreadMemory }: { readonly given: Store; readonly isThreadMemory: boolean },
  budget: BudgetOptions | undefined,
  readAccountId: (options: CallOptions) => Promise<number>,
): OrderContext {
  /** The ids of the accounts, by token. */
  const readings = new Map<string, SharedTask<string>>();
  const readAccountName = async (given: CallOptions = {}): Promise<string> => {
    const options = copyOwn(given);
    const token = await http.readToken(options);
    let reading = readings.get(token);
    // Orders at the same time share one reading, and each can be aborted by itself. A failure may pass.
    if (reading === undefined || reading.abandoned) {
      const read = (signal: AbortSignal) => {
        setSpan(signal, { ...getSpan(signal), token });
        return readAccountId({ ...options, signal }).then(String, (error) => {
          readings.delete(token);
          throw error;
        });
      };
      reading = new SharedTask(read, options.signal);
      readings.set(token, reading);
      for (const known of readings.keys()) if (readings.size > MAX_ACCOUNTS) readings.delete(known);
    }
    return reading.join(options.signal);
  };
  const warn: OrderContext['warn'] = (message, fields) => http.log('warn', message, fields);
  const store = guardStore(given, http.settings.timeout);
  const own = budget && copyOptions(budget, BUDGET_OPTIONS);
  /** The last of the client's budgets: a function can name another one later. */
  let last: Budget | undefined;
  const openBudget = (name: string | undefined): Budget => {
    if (last === undefined || last.name !== name) last = new Budget(copyOwn({ ...own, name }), store, warn);
    return last;
  };
  if (own !== undefined && typeof own.name !== 'function') openBudget(own.name);
  const currentBudget = async (): Promise<Budget> => {
    const name = own?.name;
    // By the store's clock, which the processes share where it has one.
    return openBudget(typeof name === 'function' ? readBudgetName(name, await store.now()) : name);
  };
  return {
    currentBudget: own && currentBudget,
    findBudget({ budget: name }) {
      if (last !== undefined && name === last.name) return last;
      if (name === undefined) return undefined;
      return new Budget(copyOwn({ name, onSpend: own?.onSpend }), store, warn);
    },
    store,
    service: http.settings.baseUrl,
    endsWithProcess: endsWithProcess(given),
    isThreadMemory,
    accountKey: readAccountName,
    asOneAccount: (options, work) => http.asOneAccount(options, work),
    span: (name, options, work) =>
      endWithCaller(options.signal, (signal) =>
        http.span(name, signal, () => http.asOneAccount({ ...options, signal }, work)),
      ),
    warn,
  };
}
