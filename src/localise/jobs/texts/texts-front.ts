import { ignoreErrors } from '../../../base/options.js';
import { InputError, OutcomeUnknownError, type Requester } from '../../../index.js';
import { internals } from '../../../internals.js';
import { JobMemory, type JobRecord } from '../engine/memory.js';
import { addUp, sumPrices } from '../engine/quote.js';
import { type FinishedOrder, type JobFront, JobRun } from '../engine/run.js';
import type { FailedOrder } from '../job-error.js';
import { copyJob, toCallOptions, toOrderOptions } from '../placing.js';
import { IncompleteJobError } from './errors.js';
import { checkTexts } from './input.js';
import type { JobOrder, JobQuote, TextsJob } from './job.js';
import { type HeldOrder, type JobNeeds, layOut, type TextsLayout } from './layout.js';
import type { OrderTextsOptions } from './options.js';
import { packer, planTexts, type TextsPlan } from './pieces/plan.js';
import { Table } from './table.js';

const BRING_BACK_STORE = {
  code: 'bring-back-store',
  text: 'Give the client the store of earlier runs, one that outlives the process; or use a new name, and pass the translations that you have as known.',
} as const;

/** Begins a call for a table of texts. */
export function runTexts(
  requester: Requester,
  given: OrderTextsOptions,
): JobRun<HeldOrder, TextsLayout, JobQuote, TextsJob> {
  const limits = checkTexts(given);
  const options = copyJob(given);
  const { using = 'simple', description } = options;
  const plan = planTexts(options, limits);
  const pack = packer({ pieces: plan.pieces, using, limits, description });
  const memory = new JobMemory(requester, 'table', toCallOptions(options));
  return new JobRun(requester, options, memory, new TextsFront(requester, memory, options, plan, pack));
}

class TextsFront implements JobFront<HeldOrder, TextsLayout, JobQuote, TextsJob> {
  readonly kind: 'simple' | 'project';
  readonly #requester: Requester;
  readonly #memory: JobMemory;
  readonly #options: OrderTextsOptions;
  readonly #plan: TextsPlan;
  readonly #needs: JobNeeds;
  readonly #table: Table;
  /** The keys of the job's orders that the service has, when the store knows nothing of the table. */
  #atService: ReadonlySet<string> = new Set();

  constructor(
    requester: Requester,
    memory: JobMemory,
    options: OrderTextsOptions,
    plan: TextsPlan,
    pack: JobNeeds['pack'],
  ) {
    this.kind = options.using ?? 'simple';
    this.#requester = requester;
    this.#memory = memory;
    this.#options = options;
    this.#plan = plan;
    const { pieces, indexes, needed } = plan;
    this.#needs = { order: options, pieces, indexes, needed, pack };
    this.#table = new Table(memory, options);
  }

  async layOut(use: 'order' | 'read', kept: { has(key: string): boolean }): Promise<TextsLayout> {
    if (this.#plan.needed.every(({ length }) => length === 0)) return { orders: [], stale: [] };
    const records = await this.#table.readAll();
    const layout = await layOut(this.#table, this.#needs, records, kept);
    if (records.length === 0 && use === 'order') await this.#searchAtService(layout);
    return layout;
  }

  /**
   * The store knows nothing of the table: it is new, or the store is. In that case the same texts have the same keys, and
   * `once` finds their orders. Orders with other keys hold texts that can't be told from here.
   */
  async #searchAtService({ orders }: TextsLayout): Promise<void> {
    const { to } = this.#options;
    const { lookback, signal } = toOrderOptions(this.#options);
    if (lookback === 0 || this.#atService.size > 0) return;
    const { orderRecords } = internals(this.#requester);
    const found = await orderRecords.findKeys(this.kind, this.#table.prefix, lookback, signal);
    const own = found.filter((key) => to.includes(this.#table.parseLanguage(key) ?? ''));
    // Other processes may have ordered meanwhile: they have written their orders before.
    const known = new Set([...orders.map(({ record }) => record.key), ...(await this.#table.readKeys())]);
    const stranger = own.find((key) => !known.has(key));
    if (stranger !== undefined) {
      const message = `has orders at the service that hold other texts than these, such as ${JSON.stringify(stranger)}, and what was remembered of them is lost`;
      throw new InputError([{ path: 'options.name', message }], undefined, BRING_BACK_STORE);
    }
    this.#atService = new Set(own);
  }

  /**
   * Writes the new orders into the store. False when what the store has must be read again: an order was withdrawn, or
   * another process has added some. Whoever adds an order reads the others before sending it, so of two processes that add
   * the same text at the same time at least one sees both orders, and withdraws one.
   */
  async write(
    { orders, stale }: TextsLayout,
    fail: (record: JobRecord, error: unknown) => void,
  ): Promise<boolean> {
    await Promise.all(
      stale.map((record) =>
        this.#memory.withdraw(record, toOrderOptions(this.#options)).catch((error: unknown) => {
          if (!(error instanceof OutcomeUnknownError)) throw error;
          fail(record, error);
        }),
      ),
    );
    if (stale.length > 0) return false;
    const added = orders.filter(({ record }) => record.state === 'new');
    const areNew = await Promise.all(added.map(({ record }) => this.#table.add(record)));
    return !areNew.includes(false) && (added.length === 0 || (await this.#table.isAllKnown()));
  }

  /** An order that the service has with other instructions or terms is used as it is: its key says which texts it holds. */
  async recognise(): Promise<object> {
    return {};
  }

  toQuote(orders: readonly HeldOrder[], prices: readonly number[]): JobQuote {
    const isPlaced = ({ state, key }: JobRecord) => state === 'placed' || this.#atService.has(key);
    const { languages, ...sums } = sumPrices(this.#options.to, orders, prices, isPlaced);
    return {
      ...sums,
      languages: languages.map(({ language, ...price }, index) => {
        return { language, texts: this.#plan.needed[index]?.length ?? 0, ...price };
      }),
    };
  }

  toJob(orders: readonly FinishedOrder<HeldOrder>[], quote: JobQuote): TextsJob {
    const { name, from, to, html } = this.#options;
    const { texts, pieces } = this.#plan;
    const job = { version: 1, name, from, to: [...to], using: this.kind, ...(html && { html }) } as const;
    return { ...job, quote, orders: orders.map(toJobOrder), texts, pieces };
  }

  toError(job: TextsJob, failures: readonly FailedOrder[], count: number): Error {
    return new IncompleteJobError(job, failures, count);
  }

  report(language: string, finished: readonly FinishedOrder<HeldOrder>[]): void {
    const { onProgress, to } = this.#options;
    if (onProgress === undefined) return;
    const own = finished.filter(({ record }) => record.language === language);
    const done = addUp(own.map(({ pieces }) => pieces.filter((piece) => piece >= 0).length));
    const total = this.#plan.needed[to.indexOf(language)]?.length ?? 0;
    const points = addUp(own.map(({ order }) => order.points));
    ignoreErrors(() => onProgress({ language, done, total, points }));
  }
}

function toJobOrder({ record, order, placed, duplicates, pieces }: FinishedOrder<HeldOrder>): JobOrder {
  const { language, kind, key } = record;
  return { language, kind, key, ...order, placed, duplicates, pieces };
}
