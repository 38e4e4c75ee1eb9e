import { ignoreErrors } from '../../../base/options.js';
import { Semaphore } from '../../../base/semaphore.js';
import {
  BudgetError,
  type CallOptions,
  InputError,
  isRequesterError,
  OrderConflictError,
  OutcomeUnknownError,
  type Requester,
} from '../../../index.js';
import { internals } from '../../../internals.js';
import type { FailedOrder } from '../job-error.js';
import { callOptionsOf, copyOf, orderOptionsOf } from '../placing.js';
import { explainRefusal } from '../refusal.js';
import { allOrNone } from '../tasks.js';
import { IncompleteJobError } from './errors.js';
import { checkTexts } from './input.js';
import type { JobOrder, JobQuote, TextsJob } from './job.js';
import type { OrderTextsOptions } from './options.js';
import { type Plan, packer, planTexts } from './pieces/plan.js';
import { type HeldOrder, type JobNeeds, type Layout, layOut } from './table/layout.js';
import { type OrderOutcome, placeOrder, priceOf } from './table/order.js';
import { Table, type TableRecord } from './table/table.js';

/** How many orders run at once, so that they share the searches of `once`. The client limits their requests. */
const MAX_CONCURRENT_ORDERS = 64;
/** The longest pause before orders that another process has withdrawn are planned again, in milliseconds. */
const LONGEST_PAUSE = 100;

/** One call for a job. */
export class Run {
  readonly #requester: Requester;
  readonly #options: OrderTextsOptions;
  readonly #plan: Plan;
  readonly #needs: JobNeeds;
  readonly #limit = new Semaphore(MAX_CONCURRENT_ORDERS);
  /** The price of each order that was not placed, by its key. */
  readonly #prices = new Map<string, number>();
  /** What this call has placed or found, by the order's key. */
  readonly #outcomes = new Map<string, OrderOutcome>();
  readonly #failures = new Map<string, FailedOrder>();
  /** The keys of the job's orders that the service has, when the store knows nothing of the table. */
  #atService: ReadonlySet<string> = new Set();
  #table: Table | undefined;

  constructor(requester: Requester, given: OrderTextsOptions) {
    const limits = checkTexts(given);
    const options = copyOf(given);
    const { using = 'simple', description } = options;
    this.#requester = requester;
    this.#options = options;
    this.#plan = planTexts(options, limits);
    const { pieces, indexes, needed } = this.#plan;
    this.#needs = {
      order: options,
      pieces,
      indexes,
      needed,
      kept: this.#failures,
      pack: packer({ pieces, using, limits, description }),
    };
  }

  async quote(): Promise<JobQuote> {
    return this.#quote((await this.#layOut()).orders);
  }

  /** The job as the store knows it. */
  async read(): Promise<TextsJob> {
    const { orders } = await this.#layOut({ isReading: true });
    const known = orders.filter(({ state }) => state !== 'new');
    const prices = known.map(({ record }) => record.placed?.points ?? 0);
    return this.#jobWith(known, this.#quoteOf(known, prices));
  }

  async order(): Promise<TextsJob> {
    for (;;) {
      const layout = await this.#layOut();
      const quote = await this.#quote(layout.orders);
      this.#checkPrice(quote);
      if (this.#table !== undefined && !(await this.#write(this.#table, layout))) continue;
      for (const language of this.#options.to) this.#reportProgress(language, layout.orders);
      const work = layout.orders.map((one) => this.#limit.run(() => this.#place(one.record, layout.orders)));
      const arePlanned = await Promise.all(work);
      this.#options.signal?.throwIfAborted();
      if (arePlanned.includes(false)) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_PAUSE));
        continue;
      }
      const job = this.#jobWith(layout.orders, quote);
      if (this.#failures.size === 0) return job;
      throw new IncompleteJobError(job, [...this.#failures.values()], layout.orders.length);
    }
  }

  /** Which orders hold which texts, by the store, and what is to be added. */
  async #layOut({ isReading = false } = {}): Promise<Layout> {
    if (this.#needs.needed.every(({ length }) => length === 0)) return { orders: [], stale: [] };
    this.#table ??= await Table.open(this.#requester, this.#options, this.#callOptions);
    const records = await this.#table.records();
    const layout = await layOut(this.#table, this.#needs, records);
    if (records.length === 0 && !isReading) await this.#searchAtService(this.#table, layout);
    return layout;
  }

  /**
   * The store knows nothing of the table: it is new, or the store is. In that case the same texts have the same keys, and
   * `once` finds their orders. Orders with other keys hold texts that can't be told from here.
   */
  async #searchAtService(table: Table, { orders }: Layout): Promise<void> {
    const { to, using = 'simple' } = this.#options;
    const { lookback, signal } = this.#orderOptions;
    if (lookback === 0 || this.#atService.size > 0) return;
    const found = await internals(this.#requester).orderRecords.findKeys(
      using,
      table.prefix,
      lookback,
      signal,
    );
    const own = found.filter((key) => to.includes(table.languageOf(key) ?? ''));
    // Other processes may have ordered meanwhile: they have written their orders before.
    const known = new Set([...orders.map(({ record }) => record.key), ...(await table.keys())]);
    const other = own.find((key) => !known.has(key));
    if (other !== undefined) {
      const message = `has orders at the service that hold other texts than these, such as ${JSON.stringify(other)}, and this client's store does not know them. Give the client the store of earlier runs, one that outlives the process; or use a new name, and pass the translations that you have as known`;
      throw new InputError([{ path: 'options.name', message }]);
    }
    this.#atService = new Set(own);
  }

  async #quote(orders: readonly HeldOrder[]): Promise<JobQuote> {
    const { signal } = this.#options;
    try {
      const prices = await allOrNone(orders, [signal], ({ record }, abort) => this.#priceOf(record, abort));
      return this.#quoteOf(orders, prices);
    } catch (error) {
      throw await explainRefusal(this.#requester, this.#options, error);
    }
  }

  async #priceOf({ key, placed, order }: TableRecord, signal: AbortSignal): Promise<number> {
    if (placed !== undefined || order === undefined) return placed?.points ?? 0;
    const ask = () => priceOf(this.#requester, order, { ...this.#callOptions, signal });
    const price = this.#prices.get(key) ?? (await this.#limit.run(ask));
    this.#prices.set(key, price);
    return price;
  }

  /** @param prices the price of each order */
  #quoteOf(orders: readonly HeldOrder[], prices: readonly number[]): JobQuote {
    const languages = this.#options.to.map((language, index) => {
      const quote = {
        language,
        texts: this.#plan.needed[index]?.length ?? 0,
        orders: 0,
        points: 0,
        placed: 0,
      };
      orders.forEach(({ state, record }, at) => {
        if (record.language !== language) return;
        const price = prices[at] ?? 0;
        quote.orders += 1;
        quote.points += price;
        if (state === 'placed' || this.#atService.has(record.key)) quote.placed += price;
      });
      return quote;
    });
    const unknown = orders.filter(({ state }) => state === 'unknown').length;
    const points = sum(languages.map((one) => one.points));
    return { points, placed: sum(languages.map((one) => one.placed)), unknown, languages };
  }

  #checkPrice(quote: JobQuote): void {
    const { maxPoints, using = 'simple' } = this.#options;
    if (maxPoints === undefined || quote.points <= maxPoints) return;
    const path = using === 'simple' ? '/api/v1/simple/questions' : '/api/v1/projects';
    throw new BudgetError(quote.points, { quote, maxPoints, request: { method: 'POST', path } });
  }

  /**
   * Writes the new orders into the store. False when what the store has must be read again: an order was withdrawn, or
   * another process has added some. Whoever adds an order reads the others before sending it, so of two processes that add
   * the same text at the same time at least one sees both orders, and withdraws one.
   */
  async #write(table: Table, { orders, stale }: Layout): Promise<boolean> {
    await Promise.all(stale.map((record) => this.#withdraw(table, record)));
    if (stale.length > 0) return false;
    const added = orders.filter(({ state }) => state === 'new');
    const areNew = await Promise.all(added.map(({ record }) => table.add(record)));
    return !areNew.includes(false) && (added.length === 0 || (await table.isAllKnown()));
  }

  async #withdraw(table: Table, record: TableRecord): Promise<void> {
    try {
      await table.withdraw(record, this.#orderOptions);
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      this.#fail(record, error);
    }
  }

  /**
   * Places an order that is not placed. If it fails, it keeps back its own texts, and no others. False when another process
   * has withdrawn it.
   */
  async #place(record: TableRecord, all: readonly HeldOrder[]): Promise<boolean> {
    const { order, language, key } = record;
    const isDone = order === undefined || this.#outcomes.has(key) || this.#failures.has(key);
    if (isDone || this.#options.signal?.aborted === true) return true;
    try {
      const outcome = await placeOrder(this.#requester, order, this.#orderOptions);
      this.#outcomes.set(key, outcome);
      this.#reportProgress(language, all);
      await this.#table?.placed(record, outcome.order).catch(() => {
        // The client's own memory of orders knows of it too.
        internals(this.#requester).orderRecords.warn(
          'the store failed; the record of an order of a table was not updated',
          {
            key,
          },
        );
      });
    } catch (error) {
      // It could not be read again, but it was placed.
      if (record.placed !== undefined && isRequesterError(error) && error.outcome === 'done') return true;
      if (error instanceof OrderConflictError && (await this.#table?.stateOf(record)) === 'withdrawn')
        return false;
      this.#fail(record, error);
    }
    return true;
  }

  #fail({ key, language }: TableRecord, error: unknown): void {
    this.#failures.set(key, { language, key, error });
  }

  #reportProgress(language: string, all: readonly HeldOrder[]): void {
    const { onProgress } = this.#options;
    if (onProgress === undefined) return;
    const orders = this.#placed(all.filter(({ record }) => record.language === language));
    const done = sum(orders.map(({ pieces }) => pieces.filter((piece) => piece >= 0).length));
    const total = this.#plan.needed[this.#options.to.indexOf(language)]?.length ?? 0;
    const points = sum(orders.map((order) => order.points));
    ignoreErrors(() => onProgress({ language, done, total, points }));
  }

  #jobWith(orders: readonly HeldOrder[], quote: JobQuote): TextsJob {
    const { name, from, to, using = 'simple', html } = this.#options;
    const { texts, pieces } = this.#plan;
    const job = { version: 1, name, from, to: [...to], using, ...(html && { html }) } as const;
    return { ...job, quote, orders: this.#placed(orders), texts, pieces };
  }

  /** The orders that are placed. */
  #placed(orders: readonly HeldOrder[]): JobOrder[] {
    return orders.flatMap(({ record: { language, kind, key, placed }, pieces }) => {
      const outcome = this.#outcomes.get(key);
      const order = outcome?.order ?? placed;
      if (order === undefined) return [];
      const { placed: isNew = false, duplicates = [] } = outcome ?? {};
      return [{ language, kind, key, ...order, placed: isNew, duplicates, pieces }];
    });
  }

  get #callOptions(): CallOptions {
    return callOptionsOf(this.#options);
  }

  get #orderOptions() {
    return orderOptionsOf(this.#options);
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
