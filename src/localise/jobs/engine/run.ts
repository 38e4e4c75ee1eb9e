import { pauseAtRandom } from '../../../base/backoff.js';
import { Semaphore } from '../../../base/semaphore.js';
import {
  BudgetError,
  InputError,
  isRequesterError,
  OrderConflictError,
  OutcomeUnknownError,
  type Project,
  type Requester,
  type SimpleQuestion,
} from '../../../index.js';
import { makeBudgetError, pickCallOptions } from '../../../internals.js';
import { allOrNone } from './all-or-none.js';
import { describeFailures, type FailedOrder, type JobErrorFacts } from './job-error.js';
import type { JobMemory, JobRecord, MismatchedRecord, PlacedRecord } from './memory.js';
import { type JobOptions, toOrderOptions } from './options.js';
import {
  askPrice,
  conflictingOrder,
  type KnownOrder,
  type OrderKindName,
  type OrderOutcome,
  placeJobOrder,
  readPlacedOrder,
  toPlacedOrder,
} from './order.js';
import { explainRefusal } from './refusal.js';

/** How many orders run at once, so that they share the searches of `once`. The client limits their requests. */
const MAX_CONCURRENT_ORDERS = 64;
/** The longest pause before orders that another process has withdrawn are planned again, in milliseconds. */
const LONGEST_PLANNING_PAUSE = 100;
const ORDER_PATHS = { simple: '/api/v1/simple/questions', project: '/api/v1/projects' };

export interface NeededOrder {
  readonly record: JobRecord;
  /** What it holds, as indexes into the texts of the job; -1 for a text that the job does not need from it. */
  readonly pieces: readonly number[];
}

/** An order that is placed, with what this call has done for it. */
export type FinishedOrder = NeededOrder & OrderOutcome;

/** Which orders hold the texts of a job. A document is one text. */
export interface JobLayout {
  /** The orders that are to be collected, or placed. Each text is in one. */
  readonly orders: readonly NeededOrder[];
  /** Orders of the store to be withdrawn first: nobody has sent them, and they have texts that they should not have. */
  readonly stale: readonly JobRecord[];
}

/** The keys of orders that this call could not withdraw: they keep what they hold. */
export interface KeptOrders {
  has(key: string): boolean;
}

/** What a job costs, and how much of that earlier calls have placed. */
interface JobPrice {
  readonly points: number;
  readonly placed: number;
}

/** What differs between a table of texts and a document: each has an adapter. */
export interface JobAdapter<Quote extends JobPrice, Job> {
  readonly kind: OrderKindName;
  /** Finds the orders that hold what the job needs, by the store, and plans orders for the rest. */
  layOut(use: 'order' | 'read', kept: KeptOrders): Promise<JobLayout>;
  readKeys(): Promise<readonly string[]>;
  /**
   * Recognises an order with the same key as the one of a record. Returns the fields of the record that change; undefined
   * when the order holds something else.
   */
  recognise(
    record: JobRecord,
    existing: Project | SimpleQuestion,
  ): Promise<Partial<Pick<JobRecord, 'source'>> | undefined>;
  /** @param prices of each order */
  toQuote(orders: readonly NeededOrder[], prices: readonly number[]): Quote;
  toJob(orders: readonly FinishedOrder[], quote: Quote): Job;
  readonly IncompleteError: new (what: string, facts: JobErrorFacts<Job>) => Error;
  /** @param finished the orders that are placed so far */
  report(language: string, finished: readonly FinishedOrder[]): void;
}

const isFit = (record: JobRecord): record is Exclude<JobRecord, MismatchedRecord> =>
  record.state !== 'mismatched';

const onlyFit = (orders: readonly NeededOrder[]): readonly NeededOrder[] =>
  orders.filter(({ record }) => isFit(record));

const refuseRecord = ({ mismatch }: MismatchedRecord): InputError =>
  new InputError([{ path: 'store', message: `has a record that does not fit. ${mismatch}` }]);

/** One call for a job: a table of texts, or a document. */
export class JobRun<Quote extends JobPrice, Job extends { readonly orders: readonly unknown[] }> {
  readonly #requester: Requester;
  readonly #options: JobOptions;
  readonly #memory: JobMemory;
  readonly #adapter: JobAdapter<Quote, Job>;
  readonly #limit = new Semaphore(MAX_CONCURRENT_ORDERS);
  /** The price of each order that was not placed, by its key. */
  readonly #prices = new Map<string, number>();
  /** What this call has placed or found, by the order's key. */
  readonly #outcomes = new Map<string, OrderOutcome>();
  readonly #failures = new Map<string, FailedOrder>();

  constructor(requester: Requester, options: JobOptions, memory: JobMemory, adapter: JobAdapter<Quote, Job>) {
    this.#requester = requester;
    this.#options = options;
    this.#memory = memory;
    this.#adapter = adapter;
  }

  async quote(): Promise<Quote> {
    const { orders } = await this.#adapter.layOut('order', this.#failures);
    const quote = await this.#quote(orders);
    // Of an order that is placed, the reservation of a killed process is as good as spent.
    const open = orders.flatMap(({ record }) => (record.state !== 'placed' && isFit(record) ? [record] : []));
    return { ...quote, ...(await this.#memory.records.assess(quote.points - quote.placed, open)) };
  }

  async read(): Promise<Job> {
    const { orders } = await this.#adapter.layOut('read', this.#failures);
    const known = orders.filter(({ record }) => record.state !== 'new');
    const { signal } = this.#options;
    await allOrNone(known, [signal], async ({ record }, abort) => {
      if (record.state === 'placed' && this.#placedOrder(record) === undefined)
        await this.#read(record, abort);
    });
    const prices = known.map(({ record }) => this.#placedOrder(record)?.points ?? 0);
    return this.#adapter.toJob(this.#finished(known), this.#adapter.toQuote(known, prices));
  }

  async order(): Promise<Job> {
    for (;;) {
      const layout = await this.#adapter.layOut('order', this.#failures);
      const { orders } = layout;
      for (const { record } of orders) if (!isFit(record)) this.#fail(record, refuseRecord(record));
      const quote = await this.#quote(orders);
      this.#checkPrice(quote);
      if (!(await this.#write(layout))) continue;
      for (const language of this.#options.to) this.#report(language, orders);
      const work = orders.map(({ record }) => this.#limit.run(() => this.#place(record, orders)));
      const arePlanned = await Promise.all(work);
      this.#options.signal?.throwIfAborted();
      if (arePlanned.includes(false)) {
        await pauseAtRandom(LONGEST_PLANNING_PAUSE);
        continue;
      }
      const job = this.#adapter.toJob(this.#finished(onlyFit(orders)), quote);
      if (this.#failures.size === 0) return job;
      const { what, facts } = describeFailures(job, [...this.#failures.values()], orders.length);
      throw new this.#adapter.IncompleteError(what, facts);
    }
  }

  /**
   * Writes the new orders into the store, before anything is sent. False when what the store has must be read again: an order
   * was withdrawn, or another process has added some. Whoever adds an order reads the others before sending it, so of two
   * processes that add the same text at the same time at least one sees both orders, and withdraws one.
   */
  async #write({ orders, stale }: JobLayout): Promise<boolean> {
    await Promise.all(
      stale.map((record) =>
        this.#memory.withdraw(record, toOrderOptions(this.#options)).catch((error: unknown) => {
          if (!(error instanceof OutcomeUnknownError)) throw error;
          this.#fail(record, error);
        }),
      ),
    );
    if (stale.length > 0) return false;
    const added = orders.flatMap(({ record }) =>
      record.state === 'new' || (record.state === 'unsent' && record.outdated !== undefined) ? [record] : [],
    );
    const areNew = await Promise.all(added.map((record) => this.#memory.add(record)));
    if (added.length === 0) return true;
    return !areNew.includes(false) && this.#memory.hasSeen(await this.#adapter.readKeys());
  }

  async #quote(orders: readonly NeededOrder[]): Promise<Quote> {
    const { signal } = this.#options;
    try {
      const prices = await allOrNone(orders, [signal], ({ record }, abort) => this.#readPrice(record, abort));
      return this.#adapter.toQuote(orders, prices);
    } catch (error) {
      throw await explainRefusal(this.#requester, this.#options, error);
    }
  }

  async #readPrice(record: JobRecord, signal: AbortSignal): Promise<number> {
    const { key, order } = record;
    if (!isFit(record) || (record.state === 'placed' && record.isReused)) return 0;
    const known = this.#placedOrder(record)?.points ?? this.#prices.get(key);
    if (known !== undefined) return known;
    if (order === undefined) {
      // Only an order that is placed can lack what is sent.
      if (record.state !== 'placed') return 0;
      const placed = await this.#read(record, signal);
      await this.#memory.remember(record, placed);
      return placed.points;
    }
    const options = { ...pickCallOptions(this.#options), signal };
    const price = await this.#limit.run(() => askPrice(this.#requester, order, options));
    this.#prices.set(key, price);
    return price;
  }

  /**
   * Reads an order of which the store knows only the id. A call that only reads remembers nothing: otherwise the next call
   * that orders would not count the order, if the process that placed it was killed before it counted it.
   */
  async #read(record: PlacedRecord, signal?: AbortSignal): Promise<KnownOrder> {
    const options = { ...toOrderOptions(this.#options), ...(signal && { signal }) };
    const order = await this.#limit.run(() => readPlacedOrder(this.#requester, record, options));
    this.#outcomes.set(record.key, { order, placed: false, duplicates: [] });
    return order;
  }

  #checkPrice(quote: Quote): void {
    const { maxPoints } = this.#options;
    if (maxPoints === undefined || quote.points <= maxPoints) return;
    const path = ORDER_PATHS[this.#adapter.kind];
    throw makeBudgetError(quote.points, {
      quote,
      maxPoints,
      request: { method: 'POST', path, address: path },
    });
  }

  /** Places an order that is not placed. If it fails, it keeps back what it holds, and nothing else. False when it was withdrawn. */
  async #place(record: JobRecord, all: readonly NeededOrder[]): Promise<boolean> {
    const { order, language, key } = record;
    const placed = record.state === 'placed' ? record.placed : undefined;
    const isDone = placed !== undefined || this.#outcomes.has(key) || this.#failures.has(key);
    if (isDone || order === undefined || this.#options.signal?.aborted === true) return true;
    try {
      const { outcome, found } = await this.#placeOrAdopt(record, order);
      this.#outcomes.set(key, outcome);
      this.#report(language, all);
      await this.#memory.remember({ ...record, ...found }, outcome.order);
    } catch (error) {
      // It could not be read again, but it was placed.
      if (placed !== undefined && isRequesterError(error) && error.outcome === 'done') return true;
      const isConflict = error instanceof OrderConflictError;
      if (isConflict && (await this.#memory.readOrder(record)).state === 'withdrawn') return false;
      // It was not placed after all, and would be sent as the store has it: what is needed now is planned again.
      if (record.state === 'unknown' && record.isOnlySearched && error instanceof BudgetError) {
        this.#prices.delete(key);
        return false;
      }
      this.#fail(record, error);
    }
    return true;
  }

  async #placeOrAdopt(record: JobRecord, order: NonNullable<JobRecord['order']>) {
    const options = toOrderOptions(this.#options);
    const given =
      record.state === 'unknown' && record.isOnlySearched ? { ...options, maxPoints: 0 } : options;
    try {
      return { outcome: await placeJobOrder(this.#requester, record, order, given) };
    } catch (error) {
      const existing = conflictingOrder(error, order);
      const found = existing && (await this.#adapter.recognise(record, existing));
      if (existing === undefined || found === undefined) throw error;
      const placed = await toPlacedOrder(this.#requester, record, existing, options);
      await this.#memory.records.adopt(record, placed.id, placed.points);
      return { outcome: { order: placed, placed: false, duplicates: [] }, found };
    }
  }

  #fail({ key, language }: JobRecord, error: unknown): void {
    this.#failures.set(key, { language, key, error });
  }

  #report(language: string, all: readonly NeededOrder[]): void {
    this.#adapter.report(language, this.#finished(onlyFit(all)));
  }

  #placedOrder(record: JobRecord): KnownOrder | undefined {
    return this.#outcomes.get(record.key)?.order ?? (record.state === 'placed' ? record.placed : undefined);
  }

  #finished(orders: readonly NeededOrder[]): FinishedOrder[] {
    return orders.flatMap((needed) => {
      const { record } = needed;
      const order = isFit(record) ? this.#placedOrder(record) : { id: record.id ?? 0, points: 0 };
      if (order === undefined) return [];
      const { placed = false, duplicates = [] } = this.#outcomes.get(needed.record.key) ?? {};
      return [{ ...needed, order, placed, duplicates }];
    });
  }
}
