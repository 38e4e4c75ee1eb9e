import { computeDigest } from '../../../base/digest.js';
import { ignoreErrors } from '../../../base/options.js';
import {
  BudgetError,
  type CallOptions,
  FileAnalysisError,
  FileStatus,
  OrderConflictError,
  type QuestionSource,
  type Requester,
} from '../../../index.js';
import { internals } from '../../../internals.js';
import type { FailedOrder } from '../job-error.js';
import { callOptionsOf, copyOf, orderOptionsOf } from '../placing.js';
import { explainRefusal } from '../refusal.js';
import { allOrNone } from '../tasks.js';
import { IncompleteDocumentError } from './errors.js';
import { type CheckedDocument, checkDocument } from './input.js';
import type { DocumentJob, DocumentJobOrder, DocumentQuote } from './job.js';
import { DocumentMemory, type OrderState } from './memory.js';
import type { DocumentProgress, OrderDocumentOptions } from './options.js';
import { type FileOrder, type PricedOrder, placeOrder } from './place.js';

const ORDERING = { method: 'POST', path: '/api/v1/projects' } as const;

/** Milliseconds for an upload of any size, and bytes for each further second. */
const UPLOAD_TIME = 60_000;
const SLOWEST_UPLOAD = 256 * 1024;

/** Milliseconds between two looks at the analysis of a file, at first. */
const ANALYSIS_INTERVAL = 1_000;

/** One call for a document. */
export class DocumentRun {
  readonly #requester: Requester;
  readonly #options: OrderDocumentOptions;
  readonly #document: CheckedDocument;

  constructor(requester: Requester, options: OrderDocumentOptions) {
    this.#document = checkDocument(options);
    this.#requester = requester;
    this.#options = copyOf(options);
  }

  async quote(): Promise<DocumentQuote> {
    return quoteOf((await this.#prepare()).orders);
  }

  async order(): Promise<DocumentJob> {
    const { maxPoints, signal } = this.#options;
    const { orders, digest, memory } = await this.#prepare();
    const quote = quoteOf(orders);
    if (maxPoints !== undefined && quote.points > maxPoints)
      throw new BudgetError(quote.points, { quote, maxPoints, request: ORDERING });
    const placed = new Map<string, DocumentJobOrder>();
    const failures: FailedOrder[] = [];
    const place = async (one: PricedOrder): Promise<void> => {
      const { language, key } = one.state;
      try {
        const options = orderOptionsOf(this.#options);
        const isOther = (file: number): Promise<boolean> => memory.isOther(file, digest);
        const { order, source } = await placeOrder(this.#requester, one, options, isOther);
        placed.set(language, order);
        this.#reportOrder(language, placed);
        await this.#remember(memory, key, { digest, source, points: order.points });
      } catch (error) {
        failures.push({ language, key, error });
      }
    };
    await Promise.all(orders.map(place));
    signal?.throwIfAborted();
    const job = this.#jobOf(quote, placed);
    if (failures.length === 0) return job;
    throw new IncompleteDocumentError(job, failures, orders.length);
  }

  /** Uploads the document if an order needs it, and asks for the prices. */
  async #prepare() {
    const { key, signal, to } = this.#options;
    const digest = await computeDigest(this.#document.file, signal);
    const memory = await DocumentMemory.open(this.#requester, key, this.#callOptions);
    const states = await Promise.all(to.map((language) => memory.stateOf(language)));
    refuseOther(states, digest);
    const isKnown = states.every(({ known }) => known !== undefined);
    const uploaded = isKnown ? undefined : await this.#upload(digest);
    const orders = await this.#priced(states, uploaded);
    return { orders, digest, memory };
  }

  /** The document at the service, analysed. It is uploaded again only after an analysis that failed by the service's fault. */
  async #upload(digest: string): Promise<QuestionSource> {
    const { key, signal } = this.#options;
    const { filename } = this.#document;
    for (let turn = 1; ; turn += 1) {
      // Before anything is ordered, a document can be corrected. So each content has a key of its own.
      const { id, isEarlier } = await this.#uploadOnce([key, digest, turn, filename].join('/'));
      try {
        return await this.#requester.files.wait(id, {
          ...{ signal, interval: ANALYSIS_INTERVAL },
          onProgress: ({ status }) => this.#report({ stage: 'analysis', status }),
        });
      } catch (error) {
        const mayPass = error instanceof FileAnalysisError && error.file.status === FileStatus.SystemError;
        if (!mayPass || !isEarlier) throw error;
      }
    }
  }

  async #uploadOnce(once: string) {
    const { signal, timeout, attemptTimeout, retries } = this.#options;
    const { file, filename } = this.#document;
    const time = timeout ?? UPLOAD_TIME + (file.size / SLOWEST_UPLOAD) * 1_000;
    let isEarlier = true;
    const { id } = await this.#requester.files.upload(file, {
      ...{ filename, once, signal, retries, timeout: time, attemptTimeout: attemptTimeout ?? time },
      onProgress: (progress) => {
        isEarlier = false;
        this.#report({ stage: 'upload', ...progress });
      },
    });
    return { id, isEarlier };
  }

  async #priced(
    states: readonly OrderState[],
    uploaded: QuestionSource | undefined,
  ): Promise<readonly PricedOrder[]> {
    const { signal } = this.#options;
    try {
      return await allOrNone(states, [signal], async (state, abort) => {
        const order = this.#orderOf(state, state.known?.source ?? uploaded?.id ?? 0);
        const points = state.known?.points ?? (await this.#priceOf(order, abort));
        return { state, order, uploaded, points };
      });
    } catch (error) {
      throw await explainRefusal(this.#requester, this.#options, error);
    }
  }

  async #priceOf(order: FileOrder, signal: AbortSignal): Promise<number> {
    return (await this.#requester.projects.check(order, { ...this.#callOptions, signal })).point;
  }

  #orderOf({ language, key }: OrderState, source: number): FileOrder {
    const { from, description, terms: { double_check, ...terms } = {} } = this.#options;
    return {
      ...terms,
      language_id: from,
      translated_language_id: language,
      questions: [{ type: 'file', source_id: source, custom_field: key, description, double_check }],
    };
  }

  async #remember(memory: DocumentMemory, ...order: Parameters<DocumentMemory['add']>): Promise<void> {
    await memory.add(...order).catch(() => {
      // The record of the order itself is there. Without this one, a lost file makes a conflict.
      internals(this.#requester).orderRecords.warn(
        'the store failed; the document of an order was not recorded',
        {
          key: order[0],
        },
      );
    });
  }

  #reportOrder(language: string, placed: ReadonlyMap<string, DocumentJobOrder>): void {
    const points = sum([...placed.values()].map((order) => order.points));
    this.#report({ stage: 'order', language, done: placed.size, total: this.#options.to.length, points });
  }

  #report(progress: DocumentProgress): void {
    ignoreErrors(() => this.#options.onProgress?.(progress));
  }

  #jobOf(quote: DocumentQuote, placed: ReadonlyMap<string, DocumentJobOrder>): DocumentJob {
    const { key, from, to } = this.#options;
    const orders = to.flatMap((language) => placed.get(language) ?? []);
    return { version: 1, key, from, to, filename: this.#document.filename, quote, orders };
  }

  get #callOptions(): CallOptions {
    return callOptionsOf(this.#options);
  }
}

/** @throws OrderConflictError when another document was ordered with the key */
function refuseOther(states: readonly OrderState[], digest: string): void {
  const other = states.find(({ known }) => known !== undefined && known.digest !== digest);
  if (other === undefined) return;
  const differences = [{ path: 'options.file', asked: digest, existing: other.known?.digest }];
  const what = `another document was ordered with the key ${JSON.stringify(other.key)} already`;
  throw new OrderConflictError(undefined, ORDERING, differences, what);
}

function quoteOf(orders: readonly PricedOrder[]): DocumentQuote {
  const languages = orders.map(({ state: { language, state }, points }) => ({
    ...{ language, points, placed: state === 'placed' ? points : 0 },
  }));
  return {
    points: sum(orders.map(({ points }) => points)),
    placed: sum(languages.map(({ placed }) => placed)),
    unknown: orders.filter(({ state: { state } }) => state === 'unknown').length,
    languages,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
