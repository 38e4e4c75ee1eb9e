import {
  BudgetError,
  type CallOptions,
  InputError,
  isRequesterError,
  OrderConflictError,
  OutcomeUnknownError,
  type Requester,
} from '../index.js';
import { type FailedOrder, IncompleteJobError } from './errors.js';
import { checkTexts } from './input.js';
import type { JobOrder, JobQuote, TextsJob } from './job.js';
import type { OrderTextsOptions } from './options.js';
import { type Plan, packer, planTexts } from './pieces/plan.js';
import { explainRefusal } from './refusal.js';
import { type HeldOrder, type JobNeeds, type LanguageLayout, layOut } from './table/layout.js';
import { type OrderOutcome, placeOrder, priceOf } from './table/order.js';
import { Table, type TableRecord } from './table/table.js';
import { allOrNone, TaskLimit } from './tasks.js';

/** How many orders run at once, so that they share the searches of `once`. The client limits their requests. */
const MAX_CONCURRENT_ORDERS = 64;
/** 31 days, in milliseconds: a job can be resumed under its name for a month. */
const DEFAULT_LOOKBACK = 31 * 24 * 60 * 60 * 1_000;
/** The longest pause before orders that another process has withdrawn are planned again, in milliseconds. */
const LONGEST_PAUSE = 100;

/** One call for a job. */
export class Run {
  readonly #requester: Requester;
  readonly #options: OrderTextsOptions;
  readonly #plan: Plan;
  readonly #needs: JobNeeds;
  readonly #limit = new TaskLimit(MAX_CONCURRENT_ORDERS);
  /** The price of each order that was not placed, by its key. */
  readonly #prices = new Map<string, Promise<number>>();
  /** What this call has placed or found, by the order's key. */
  readonly #outcomes = new Map<string, OrderOutcome>();
  readonly #failures = new Map<string, FailedOrder>();
  /** The keys of the job's orders that the service has, when the store knows nothing of the table. */
  #atService: ReadonlySet<string> = new Set();
  #table: Table | undefined;
  #isWithdrawn = false;

  constructor(requester: Requester, options: OrderTextsOptions) {
    const limits = checkTexts(options);
    const { using = 'simple', description } = options;
    this.#requester = requester;
    this.#options = options;
    this.#plan = planTexts(options, limits);
    const { pieces, needed } = this.#plan;
    this.#needs = {
      order: options,
      pieces,
      needed,
      kept: this.#failures,
      pack: packer({ pieces, using, limits, description }),
    };
  }

  /** Which orders hold which texts, by the store, and what is to be added. */
  async layOut({ isReading = false } = {}): Promise<readonly LanguageLayout[]> {
    const { to } = this.#options;
    if (this.#needs.needed.every(({ length }) => length === 0))
      return to.map((language) => ({ language, needed: 0, held: [], stale: [], added: [] }));
    this.#table ??= await Table.open(this.#requester, this.#options, this.#callOptions);
    const records = await this.#table.records();
    const layouts = await layOut(this.#table, this.#needs, records);
    if (records.length === 0 && !isReading) await this.#searchAtService(this.#table, layouts);
    return layouts;
  }

  /**
   * The store knows nothing of the table: it is new, or the store is. In that case the same texts have the same keys, and
   * `once` finds their orders. Orders with other keys hold texts that can't be told from here.
   */
  async #searchAtService(table: Table, layouts: readonly LanguageLayout[]): Promise<void> {
    const { to, using = 'simple' } = this.#options;
    const { lookback, signal } = this.#orderOptions;
    if (lookback === 0 || this.#atService.size > 0) return;
    const planned = new Set(layouts.flatMap(({ added }) => added.map(({ record }) => record.key)));
    const found = await this.#requester.tables.keys(using, table.prefix, lookback, signal);
    const own = found.filter((key) => to.includes(table.languageOf(key) ?? ''));
    const other = own.find((key) => !planned.has(key));
    if (other !== undefined) {
      const message = `has orders at the service that hold other texts than these, such as ${JSON.stringify(other)}, and this client's store does not know them. Give the client the store of earlier runs, one that outlives the process; or use a new name, and pass the translations that you have as known`;
      throw new InputError([{ path: 'options.name', message }]);
    }
    this.#atService = new Set(own);
  }

  async quote(layouts: readonly LanguageLayout[]): Promise<JobQuote> {
    const { signal } = this.#options;
    const price = (signal: AbortSignal) => async (order: HeldOrder) => ({
      points: await this.#priceOf(order.record, signal),
      isPlaced: order.state === 'placed' || this.#atService.has(order.record.key),
    });
    try {
      const quotes = await allOrNone(layouts, signal, async ({ language, needed, held, added }, abort) => {
        const prices = await Promise.all([...held, ...added].map(price(abort)));
        const placed = sum(prices.map(({ points, isPlaced }) => (isPlaced ? points : 0)));
        const points = sum(prices.map(({ points }) => points));
        return { language, texts: needed, orders: prices.length, points, placed };
      });
      const unknown = layouts.flatMap(({ held }) => held.filter(({ state }) => state === 'unknown')).length;
      const [points, placed] = [sum(quotes.map((one) => one.points)), sum(quotes.map((one) => one.placed))];
      return { points, placed, unknown, languages: quotes };
    } catch (error) {
      signal?.throwIfAborted();
      throw await explainRefusal(this.#requester, this.#options, error);
    }
  }

  #priceOf({ key, placed, order }: TableRecord, signal: AbortSignal): number | Promise<number> {
    if (placed !== undefined || order === undefined) return placed?.points ?? 0;
    const known =
      this.#prices.get(key) ??
      this.#limit.run(() => priceOf(this.#requester, order, { ...this.#callOptions, signal }));
    this.#prices.set(key, known);
    return known;
  }

  async order(): Promise<TextsJob> {
    for (;;) {
      const layouts = await this.layOut();
      const quote = await this.quote(layouts);
      this.#checkPrice(quote);
      if (this.#table !== undefined && !(await this.#write(this.#table, layouts))) continue;
      for (const one of layouts) this.#reportProgress(one);
      await this.#placeAll(layouts);
      this.#options.signal?.throwIfAborted();
      if (this.#isWithdrawn) {
        this.#isWithdrawn = false;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_PAUSE));
        continue;
      }
      const job = this.#jobWith(layouts, quote);
      if (this.#failures.size === 0) return job;
      throw new IncompleteJobError(job, [...this.#failures.values()], layouts.flatMap(ordersOf).length);
    }
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
  async #write(table: Table, layouts: readonly LanguageLayout[]): Promise<boolean> {
    const stale = layouts.flatMap((one) => one.stale);
    await Promise.all(stale.map((record) => this.#withdraw(table, record)));
    if (stale.length > 0) return false;
    const added = layouts.flatMap((one) => one.added.map(({ record }) => record));
    if (added.length === 0) return true;
    const areNew = await Promise.all(added.map((record) => table.add(record)));
    if (areNew.includes(false)) return false;
    return table.isAllKnown();
  }

  async #withdraw(table: Table, record: TableRecord): Promise<void> {
    const { language, key } = record;
    try {
      await table.withdraw(record, this.#orderOptions);
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      this.#failures.set(key, { language, key, error });
    }
  }

  /** Places the orders that are not placed. One that fails keeps back its own texts, and no others. */
  async #placeAll(layouts: readonly LanguageLayout[]): Promise<void> {
    await Promise.all(
      layouts.flatMap((layout) =>
        ordersOf(layout).map(({ record }) => this.#limit.run(() => this.#place(layout, record))),
      ),
    );
  }

  async #place(layout: LanguageLayout, record: TableRecord): Promise<void> {
    const { order, language, key } = record;
    const isDone = order === undefined || this.#outcomes.has(key) || this.#failures.has(key);
    if (isDone || this.#options.signal?.aborted === true) return;
    try {
      const outcome = await placeOrder(this.#requester, order, this.#orderOptions);
      this.#outcomes.set(key, outcome);
      this.#reportProgress(layout);
      await this.#table?.placed(record, outcome.order).catch(() => {
        // The client's own memory of orders knows of it too.
        this.#requester.tables.warn('the store failed; the record of an order of a table was not updated', {
          key,
        });
      });
    } catch (error) {
      // It could not be read again, but it was placed.
      if (record.placed !== undefined && isRequesterError(error) && error.outcome === 'done') return;
      if (error instanceof OrderConflictError && (await this.#table?.stateOf(record)) === 'withdrawn') {
        await this.#table?.forget(record);
        this.#isWithdrawn = true;
      } else this.#failures.set(key, { language, key, error });
    }
  }

  #reportProgress(layout: LanguageLayout): void {
    const { language, needed: total } = layout;
    const orders = this.#placedOf(layout);
    const done = sum(orders.map(({ pieces }) => pieces.filter((piece) => piece >= 0).length));
    try {
      this.#options.onProgress?.({ language, done, total, points: sum(orders.map(({ points }) => points)) });
    } catch {
      // Ignored, as documented.
    }
  }

  jobOf(layouts: readonly LanguageLayout[]): TextsJob {
    const languages = layouts.map((layout) => {
      const points = sum(this.#placedOf(layout).map((one) => one.points));
      return {
        language: layout.language,
        texts: layout.needed,
        orders: layout.held.length,
        points,
        placed: points,
      };
    });
    const unknown = layouts.flatMap(({ held }) => held.filter(({ state }) => state === 'unknown')).length;
    const points = sum(languages.map((one) => one.points));
    return this.#jobWith(layouts, { points, placed: points, unknown, languages });
  }

  #jobWith(layouts: readonly LanguageLayout[], quote: JobQuote): TextsJob {
    const { name, from, to, using = 'simple' } = this.#options;
    const { texts, pieces } = this.#plan;
    const orders = layouts.flatMap((layout) => this.#placedOf(layout));
    return { version: 1, name, from, to: [...to], using, quote, orders, texts, pieces };
  }

  /** The orders of a language that are placed, in the order of the texts. */
  #placedOf(layout: LanguageLayout): JobOrder[] {
    const firstOf = ({ pieces }: HeldOrder): number => Math.min(...pieces.filter((piece) => piece >= 0));
    const orders = ordersOf(layout).toSorted((one, other) => firstOf(one) - firstOf(other));
    return orders.flatMap(({ record: { language, kind, key, placed }, pieces }) => {
      const outcome = this.#outcomes.get(key);
      const order = outcome?.order ?? placed;
      if (order === undefined) return [];
      const { placed: isNew = false, duplicates = [] } = outcome ?? {};
      return [{ language, kind, key, ...order, placed: isNew, duplicates, pieces }];
    });
  }

  get #callOptions(): CallOptions {
    const { signal, timeout, attemptTimeout, retries } = this.#options;
    return { signal, timeout, attemptTimeout, retries };
  }

  get #orderOptions() {
    const { lookback = DEFAULT_LOOKBACK, settle, onDuplicate } = this.#options;
    return { ...this.#callOptions, lookback, settle, onDuplicate };
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const ordersOf = ({ held, added }: LanguageLayout): readonly HeldOrder[] => [...held, ...added];
