import { Semaphore } from '../../../base/semaphore.js';
import {
  BudgetError,
  isRequesterError,
  OrderConflictError,
  type Project,
  type Requester,
  type SimpleQuestion,
} from '../../../index.js';
import type { FailedOrder } from '../job-error.js';
import { type PlacingOptions, toCallOptions, toOrderOptions } from '../placing.js';
import { explainRefusal } from '../refusal.js';
import { allOrNone } from '../tasks.js';
import type { JobMemory, JobRecord } from './memory.js';
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

/** How many orders run at once, so that they share the searches of `once`. The client limits their requests. */
const MAX_CONCURRENT_ORDERS = 64;
/** The longest pause before orders that another process has withdrawn are planned again, in milliseconds. */
const LONGEST_PAUSE = 100;
const ORDER_PATHS = { simple: '/api/v1/simple/questions', project: '/api/v1/projects' };

/** An order that a job needs. */
export interface NeededOrder {
  readonly record: JobRecord;
}

/** An order that is placed, with what this call has done for it. */
export type FinishedOrder<Needed extends NeededOrder> = Needed & OrderOutcome;

/** Which orders a job needs. */
interface JobLayout<Needed extends NeededOrder> {
  /** The orders that are to be collected, or placed. */
  readonly orders: readonly Needed[];
}

/** The options of any job. */
export interface JobOptions extends PlacingOptions {
  readonly from: string;
  readonly to: readonly string[];
  readonly maxPoints?: number | undefined;
}

/** What differs between a table of texts and a document. */
export interface JobFront<
  Needed extends NeededOrder,
  Plan extends JobLayout<Needed>,
  Quote extends { readonly points: number },
  Job,
> {
  readonly kind: OrderKindName;
  /**
   * Finds the orders that hold what the job needs, by the store, and plans orders for the rest.
   *
   * @param failed the keys of orders that this call could not withdraw: they keep what they hold
   */
  layOut(use: 'order' | 'read', failed: { has(key: string): boolean }): Promise<Plan>;
  /** Writes the plan into the store, before anything is sent. False when the store must be read again. */
  write(plan: Plan, fail: (record: JobRecord, error: unknown) => void): Promise<boolean>;
  /** What an order with the same key holds: what differs from the record. Undefined when that is something else. */
  recognise(record: JobRecord, existing: Project | SimpleQuestion): Promise<Partial<JobRecord> | undefined>;
  /** @param prices of each order */
  toQuote(orders: readonly Needed[], prices: readonly number[]): Quote;
  toJob(orders: readonly FinishedOrder<Needed>[], quote: Quote): Job;
  /** The error of a job of which some orders have failed. @param count of all orders */
  toError(job: Job, failures: readonly FailedOrder[], count: number): Error;
  /** @param finished the orders that are placed so far */
  report(language: string, finished: readonly FinishedOrder<Needed>[]): void;
}

/** One call for a job: a table of texts, or a document. */
export class JobRun<
  Needed extends NeededOrder,
  Plan extends JobLayout<Needed>,
  Quote extends { readonly points: number },
  Job,
> {
  readonly #requester: Requester;
  readonly #options: JobOptions;
  readonly #memory: JobMemory;
  readonly #front: JobFront<Needed, Plan, Quote, Job>;
  readonly #limit = new Semaphore(MAX_CONCURRENT_ORDERS);
  /** The price of each order that was not placed, by its key. */
  readonly #prices = new Map<string, number>();
  /** What this call has placed or found, by the order's key. */
  readonly #outcomes = new Map<string, OrderOutcome>();
  readonly #failures = new Map<string, FailedOrder>();

  constructor(
    requester: Requester,
    options: JobOptions,
    memory: JobMemory,
    front: JobFront<Needed, Plan, Quote, Job>,
  ) {
    this.#requester = requester;
    this.#options = options;
    this.#memory = memory;
    this.#front = front;
  }

  async quote(): Promise<Quote> {
    return this.#quote((await this.#front.layOut('order', this.#failures)).orders);
  }

  /** The job as the store knows it. */
  async read(): Promise<Job> {
    const { orders } = await this.#front.layOut('read', this.#failures);
    const known = orders.filter(({ record }) => record.state !== 'new');
    const { signal } = this.#options;
    await allOrNone(known, [signal], async ({ record }, abort) => {
      if (record.id !== undefined && this.#placedOrder(record) === undefined) await this.#read(record, abort);
    });
    const prices = known.map(({ record }) => this.#placedOrder(record)?.points ?? 0);
    return this.#front.toJob(this.#finished(known), this.#front.toQuote(known, prices));
  }

  async order(): Promise<Job> {
    for (;;) {
      const plan = await this.#front.layOut('order', this.#failures);
      const { orders } = plan;
      const quote = await this.#quote(orders);
      this.#checkPrice(quote);
      if (!(await this.#front.write(plan, this.#fail))) continue;
      for (const language of this.#options.to) this.#report(language, orders);
      const work = orders.map(({ record }) => this.#limit.run(() => this.#place(record, orders)));
      const arePlanned = await Promise.all(work);
      this.#options.signal?.throwIfAborted();
      if (arePlanned.includes(false)) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_PAUSE));
        continue;
      }
      const job = this.#front.toJob(this.#finished(orders), quote);
      if (this.#failures.size === 0) return job;
      throw this.#front.toError(job, [...this.#failures.values()], orders.length);
    }
  }

  async #quote(orders: readonly Needed[]): Promise<Quote> {
    const { signal } = this.#options;
    try {
      const prices = await allOrNone(orders, [signal], ({ record }, abort) => this.#readPrice(record, abort));
      return this.#front.toQuote(orders, prices);
    } catch (error) {
      throw await explainRefusal(this.#requester, this.#options, error);
    }
  }

  async #readPrice(record: JobRecord, signal: AbortSignal): Promise<number> {
    const { key, order, points } = record;
    const known = this.#placedOrder(record)?.points ?? points ?? this.#prices.get(key);
    if (known !== undefined) return known;
    if (order === undefined) return (await this.#read(record, signal)).points;
    const options = { ...toCallOptions(this.#options), signal };
    const price = await this.#limit.run(() => askPrice(this.#requester, order, options));
    this.#prices.set(key, price);
    return price;
  }

  /** Reads an order that is placed under an id of which the store knows nothing more. */
  async #read(record: JobRecord, signal?: AbortSignal): Promise<KnownOrder> {
    const { id = 0 } = record;
    const options = { ...toCallOptions(this.#options), ...(signal && { signal }) };
    const order = await this.#limit.run(() => readPlacedOrder(this.#requester, { ...record, id }, options));
    this.#outcomes.set(record.key, { order, placed: false, duplicates: [] });
    await this.#remember(record, order);
    return order;
  }

  #checkPrice(quote: Quote): void {
    const { maxPoints } = this.#options;
    if (maxPoints === undefined || quote.points <= maxPoints) return;
    const path = ORDER_PATHS[this.#front.kind];
    throw new BudgetError(quote.points, { quote, maxPoints, request: { method: 'POST', path } });
  }

  /** Places an order that is not placed. If it fails, it keeps back what it holds, and nothing else. False when it was withdrawn. */
  async #place(record: JobRecord, all: readonly Needed[]): Promise<boolean> {
    const { order, language, key, placed } = record;
    const isKnown = placed !== undefined && !this.#memory.endsWithProcess;
    const isDone = isKnown || this.#outcomes.has(key) || this.#failures.has(key);
    if (isDone || order === undefined || this.#options.signal?.aborted === true) return true;
    try {
      const { outcome, found } = await this.#placeOrAdopt(record, order);
      this.#outcomes.set(key, outcome);
      this.#report(language, all);
      await this.#remember({ ...record, ...found }, outcome.order);
    } catch (error) {
      // It could not be read again, but it was placed.
      if (placed !== undefined && isRequesterError(error) && error.outcome === 'done') return true;
      const isConflict = error instanceof OrderConflictError;
      if (isConflict && (await this.#memory.readOrder(record)).state === 'withdrawn') return false;
      this.#fail(record, error);
    }
    return true;
  }

  async #placeOrAdopt(record: JobRecord, order: NonNullable<JobRecord['order']>) {
    const options = toOrderOptions(this.#options);
    try {
      return { outcome: await placeJobOrder(this.#requester, record, order, options) };
    } catch (error) {
      // The reason of an abort can be the conflict of another order.
      options.signal?.throwIfAborted();
      const existing = conflictingOrder(error, order);
      const found = existing && (await this.#front.recognise(record, existing));
      if (existing === undefined || found === undefined) throw error;
      const placed = await toPlacedOrder(this.#requester, record, existing, options);
      await this.#memory.adopt(record, placed.id);
      return { outcome: { order: placed, placed: false, duplicates: [] }, found };
    }
  }

  async #remember(record: JobRecord, order: KnownOrder): Promise<void> {
    await this.#memory.remember(record, order).catch(() => {
      // The record of the order itself is there. The next call reads the order by its id.
      this.#memory.warn('the store failed; the record of an order of a job was not updated', record.key);
    });
  }

  readonly #fail = ({ key, language }: JobRecord, error: unknown): void => {
    this.#failures.set(key, { language, key, error });
  };

  #report(language: string, all: readonly Needed[]): void {
    this.#front.report(language, this.#finished(all));
  }

  #placedOrder({ key, placed }: JobRecord): KnownOrder | undefined {
    return this.#outcomes.get(key)?.order ?? placed;
  }

  /** The orders that are placed. */
  #finished(orders: readonly Needed[]): FinishedOrder<Needed>[] {
    return orders.flatMap((needed) => {
      const order = this.#placedOrder(needed.record);
      if (order === undefined) return [];
      const { placed = false, duplicates = [] } = this.#outcomes.get(needed.record.key) ?? {};
      return [{ ...needed, order, placed, duplicates }];
    });
  }
}
