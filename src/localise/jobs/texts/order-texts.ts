import { copyOwn, ignoreErrors } from '../../../base/options.js';
import { InputError, type Requester } from '../../../index.js';
import { internals, pickCallOptions } from '../../../internals.js';
import { JobMemory, type JobRecord, type OrderName } from '../engine/memory.js';
import { describeBadRecord } from '../engine/mismatch.js';
import { copyJob, toOrderOptions } from '../engine/options.js';
import { addUp, countPieces, sumPrices } from '../engine/quote.js';
import {
  type FinishedOrder,
  type JobAdapter,
  type JobLayout,
  JobRun,
  type KeptOrders,
  type NeededOrder,
} from '../engine/run.js';
import { checkTexts } from './input.js';
import { IncompleteJobError, type JobQuote, type TextsJob } from './job.js';
import { checkRecords, fingerprintOrder, layOut } from './layout.js';
import type { OrderTextsOptions } from './options.js';
import { type Limits, makePacker, planTexts, type TextsPlan } from './pieces/plan.js';

/**
 * Orders the translations of a table of texts, within the limits and `maxPoints`. The client's store remembers which order
 * holds which text, before anything is sent. So call again with the same `name` after a stop, or with other texts: only
 * what is new is ordered. docs/texts.md has the conditions.
 *
 * @throws InputError when the input is wrong, or a language pair is not offered, or the service has orders of this name that
 *   the store does not know; BudgetError when the job costs more than `maxPoints`; IncompleteJobError, with the `job`, when
 *   an order fails
 */
export async function orderTexts(requester: Requester, options: OrderTextsOptions): Promise<TextsJob> {
  return runTexts(requester, options, (run) => run.order());
}

/**
 * Says what `orderTexts` with the same input would cost, and with a `budget` of the client what that leaves: `affordable` and
 * `budgetLeft`. It reads the store and asks `check`, so it orders nothing.
 *
 * @throws InputError as `orderTexts`; every error of `check`
 */
export async function quoteTexts(requester: Requester, options: OrderTextsOptions): Promise<JobQuote> {
  return runTexts(requester, options, (run) => run.quote());
}

/**
 * The job as the client's store knows it: with the orders that earlier calls have placed for these texts. Nothing is ordered.
 *
 * @throws InputError when the input is wrong
 */
export async function readJob(requester: Requester, options: OrderTextsOptions): Promise<TextsJob> {
  return runTexts(requester, options, (run) => run.read());
}

function runTexts<Result>(
  requester: Requester,
  given: OrderTextsOptions,
  use: (run: JobRun<JobQuote, TextsJob>) => Promise<Result>,
): Promise<Result> {
  const limits = checkTexts(given);
  const copied = copyJob(given);
  return internals(requester).http.asOneAccount(pickCallOptions(copied), (call) => {
    const options = copyOwn({ ...copied, signal: call.signal });
    const memory = new JobMemory(requester, 'table', call);
    return use(new JobRun(requester, options, memory, new TextsAdapter(memory, options, limits)));
  });
}

const BRING_BACK_STORE = {
  code: 'bring-back-store',
  text: 'Give the client the store of earlier runs, one that outlives the process; or use a new name, and pass the translations that you have as known.',
} as const;

/** The end of an order's key after the name and the language of the texts: another language and a fingerprint. */
const KEY_ENDING = /^([^/]+)\/[0-9a-z]{28}$/;
/** The end of the key of an order of any job: both languages and a fingerprint. */
const KEY_LANGUAGES = /\/([^/]+)\/([^/]+)\/[0-9a-z]{28}$/;

/**
 * A table of texts. Each of its orders is written before it is sent, and named by the texts that it holds. A text belongs to
 * one order at a time. It can be taken out of an order only by withdrawing the whole order, in the same compare-and-swap that
 * sending needs: so a text is never in two orders that are sent.
 */
class TextsAdapter implements JobAdapter<JobQuote, TextsJob> {
  readonly kind: 'simple' | 'project';
  readonly IncompleteError = IncompleteJobError;
  readonly #memory: JobMemory;
  readonly #options: OrderTextsOptions;
  readonly #plan: TextsPlan;
  readonly #pack: ReturnType<typeof makePacker>;
  /** The beginning of the keys of its orders. */
  readonly #prefix: string;
  /** The orders whose records say that they were withdrawn, by key. */
  readonly #withdrawn = new Map<string, OrderName>();
  /** The keys of the job's orders that the service has, when the store knows nothing of the table. */
  #atService: ReadonlySet<string> = new Set();

  constructor(memory: JobMemory, options: OrderTextsOptions, limits: Limits) {
    const { name, from, using = 'simple' } = options;
    this.kind = using;
    this.#memory = memory;
    this.#options = options;
    this.#plan = planTexts(options, limits);
    this.#pack = makePacker(this.#plan.pieces, options, limits);
    this.#prefix = `${name}/${from}/`;
  }

  async layOut(use: 'order' | 'read', kept: KeptOrders): Promise<JobLayout> {
    if (this.#plan.needed.every(({ length }) => length === 0)) return { orders: [], stale: [] };
    const keys = await this.readKeys();
    const found = await Promise.all(
      keys.map((key) => this.#memory.read(key, this.#parseLanguage(key) ?? '')),
    );
    const needs = { ...this.#plan, order: this.#options, pack: this.#pack, nameOrder: this.#nameOrder };
    const known = found.filter((record) => record !== undefined);
    const records = checkRecords(known, needs);
    const own = await layOut(needs, records, kept);
    const isAnyNew = own.orders.some(({ record }) => record.state === 'new');
    const others = isAnyNew ? checkRecords(await this.#readReused(use), needs) : [];
    const reused = others.filter(({ state }) => state !== 'mismatched');
    const layout = reused.length === 0 ? own : await layOut(needs, [...records, ...reused], kept);
    if (use === 'read') return layout;
    const placed = await this.#findPlaced(known);
    const isLeft = ({ key }: JobRecord): boolean => !placed.some((record) => record.key === key);
    if (placed.length > 0) return layOut(needs, [...records.filter(isLeft), ...placed, ...reused], kept);
    if (records.length === 0) await this.#searchAtService(layout);
    return layout;
  }

  /**
   * The orders of other jobs that are placed, and have texts of this one. A record of theirs that can't be read may be of such an
   * order, so nothing is ordered beside it; what this job has is collected all the same.
   */
  async #readReused(use: 'order' | 'read'): Promise<readonly JobRecord[]> {
    const { reuse, from, to } = this.#options;
    if (reuse === undefined) return [];
    const keys = await this.#memory.keys(reuse);
    const isWanted = (held: string): boolean => this.#plan.indexes.has(held);
    const found = await Promise.all(
      keys.map((key) => {
        const [, ownFrom, language = ''] = KEY_LANGUAGES.exec(key) ?? [];
        const isOther = ownFrom === from && to.includes(language) && !key.startsWith(this.#prefix);
        if (!isOther) return undefined;
        return this.#memory.readHolding(key, language, isWanted).catch((error: unknown) => {
          if (use === 'order') throw error;
        });
      }),
    );
    return found.flatMap((record) =>
      record?.state === 'placed' && record.placed
        ? [{ ...record, order: undefined, isReused: true as const }]
        : [],
    );
  }

  /**
   * The orders that the service has, though their records say that they were withdrawn before anybody sent them. Under another
   * name, they would be placed again.
   */
  async #findPlaced(records: readonly JobRecord[]): Promise<readonly JobRecord[]> {
    const { lookback } = toOrderOptions(this.#options);
    for (const record of records) if (record.state === 'withdrawn') this.#withdrawn.set(record.key, record);
    if (lookback === 0 || this.#withdrawn.size === 0) return [];
    const kinds = new Set([...this.#withdrawn.values()].map(({ kind }) => kind));
    const found = await Promise.all(
      [...kinds].map((kind) => this.#memory.findKeys(kind, this.#prefix, lookback)),
    );
    const keys = new Set(found.flat());
    return [...this.#withdrawn.values()]
      .filter(({ key }) => keys.has(key))
      .map((name) => {
        const mismatch = describeBadRecord(
          name.key,
          'it says that nobody has sent the order, and the service has it',
        );
        return { ...name, holds: [], state: 'mismatched', text: undefined, mismatch, isUnknown: false };
      });
  }

  async readKeys(): Promise<readonly string[]> {
    const keys = await this.#memory.keys(this.#prefix);
    return keys.filter((key) => this.#parseLanguage(key) !== undefined);
  }

  /** The language of an order, from its key; undefined when it is of another table. */
  #parseLanguage(key: string): string | undefined {
    return key.startsWith(this.#prefix) ? KEY_ENDING.exec(key.slice(this.#prefix.length))?.[1] : undefined;
  }

  /** Names a new order: the same in every process, unless such an order was withdrawn before. */
  readonly #nameOrder = async (language: string, holds: readonly string[]): Promise<OrderName> => {
    const { kind } = this;
    for (let again = 0; ; again += 1) {
      const name = fingerprintOrder({ kind, language }, holds, again);
      const order = { kind, language, key: `${this.#prefix}${language}/${name}` };
      if ((await this.#memory.readOrder(order)).state !== 'withdrawn') return order;
      this.#withdrawn.set(order.key, order);
    }
  };

  /**
   * The store knows nothing of the table: it is new, or the store is. In that case the same texts have the same keys, and
   * `once` finds their orders. What orders with other keys hold can't be known here.
   */
  async #searchAtService({ orders }: JobLayout): Promise<void> {
    const { lookback } = toOrderOptions(this.#options);
    if (lookback === 0 || this.#atService.size > 0) return;
    const found = await this.#memory.findKeys(this.kind, this.#prefix, lookback);
    const own = found.filter((key) => this.#options.to.includes(this.#parseLanguage(key) ?? ''));
    // Other processes may have ordered meanwhile: they have written their orders before.
    const known = new Set([...orders.map(({ record }) => record.key), ...(await this.readKeys())]);
    const stranger = own.find((key) => !known.has(key));
    if (stranger !== undefined) {
      const message = `has orders at the service that hold other texts than these, such as ${JSON.stringify(stranger)}, and what was remembered of them is lost`;
      throw new InputError([{ path: 'options.name', message }], { advice: BRING_BACK_STORE });
    }
    this.#atService = new Set(own);
  }

  /** An order that the service has with other instructions or terms is used as it is: its key says which texts it holds. */
  async recognise(): Promise<object> {
    return {};
  }

  toQuote(orders: readonly NeededOrder[], prices: readonly number[]): JobQuote {
    const isPlaced = ({ state, key }: JobRecord) => state === 'placed' || this.#atService.has(key);
    const { languages, ...sums } = sumPrices(this.#options.to, orders, prices, isPlaced);
    return {
      ...sums,
      languages: languages.map(({ language, ...price }, index) => {
        return { language, texts: this.#plan.needed[index]?.length ?? 0, ...price };
      }),
    };
  }

  toJob(orders: readonly FinishedOrder[], quote: JobQuote): TextsJob {
    const { name, from, to, html } = this.#options;
    const { texts, pieces } = this.#plan;
    return {
      version: 1,
      name,
      from,
      to: [...to],
      using: this.kind,
      ...(html && { html }),
      quote,
      orders: orders.map(({ record, order, placed, duplicates, pieces }) => {
        const { language, kind, key } = record;
        const named = { language, kind, key, ...order, placed, duplicates, pieces };
        return record.state === 'mismatched' ? { ...named, mismatch: record.mismatch } : named;
      }),
      texts,
      pieces,
    };
  }

  report(language: string, finished: readonly FinishedOrder[]): void {
    const { onProgress, to } = this.#options;
    if (onProgress === undefined) return;
    const own = finished.filter(({ record }) => record.language === language);
    const done = countPieces(own);
    const total = this.#plan.needed[to.indexOf(language)]?.length ?? 0;
    const points = addUp(own.map(({ order }) => order.points));
    ignoreErrors(() => onProgress({ language, done, total, points }));
  }
}
