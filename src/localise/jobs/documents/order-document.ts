import { computeDigest } from '../../../base/given-file.js';
import { parseJson, readFields } from '../../../base/kinds.js';
import { copyOwn, ignoreErrors } from '../../../base/options.js';
import {
  FileAnalysisError,
  FileStatus,
  type Project,
  type ProjectOrderInput,
  type QuestionSource,
  type Requester,
  type SimpleQuestion,
} from '../../../index.js';
import { internals, makeConflictError, pickCallOptions } from '../../../internals.js';
import { JobMemory, type JobRecord, type OrderName } from '../engine/memory.js';
import { addUp, sumPrices } from '../engine/quote.js';
import {
  type FinishedOrder,
  type JobAdapter,
  type JobLayout,
  JobRun,
  type NeededOrder,
} from '../engine/run.js';
import { type CheckedDocument, checkDocument, orderKey } from './input.js';
import { type DocumentJob, type DocumentQuote, IncompleteDocumentError } from './job.js';
import type { DocumentProgress, OrderDocumentOptions } from './options.js';

/**
 * Orders the translations of a document into several languages, within `maxPoints`: uploads it once, waits for its analysis,
 * and places one order for each language. Call again with the same `key` and document after a stop, or with more languages:
 * only what is missing is uploaded and ordered. docs/documents.md has the conditions.
 *
 * @throws InputError when the input is wrong, or a language pair is not offered; OrderConflictError when another document was
 *   ordered with the key; FileAnalysisError when the service can't read the document; BudgetError when it costs more than
 *   `maxPoints`; IncompleteDocumentError, with the `job`, when a language fails
 * @see docs/service.md, Files
 */
export async function orderDocument(
  requester: Requester,
  options: OrderDocumentOptions,
): Promise<DocumentJob> {
  return runDocument(requester, options, (run) => run.order());
}

/**
 * Says what `orderDocument` with the same input would cost, and with a `budget` of the client what that leaves: `affordable`
 * and `budgetLeft`. It orders nothing. The service knows the price of a file only when
 * it has it, so the document is uploaded, which costs nothing; `orderDocument` then uploads it no more.
 *
 * @throws InputError, OrderConflictError and FileAnalysisError as `orderDocument`; every error of `check`
 * @see docs/service.md, Files
 */
export async function quoteDocument(
  requester: Requester,
  options: OrderDocumentOptions,
): Promise<DocumentQuote> {
  return runDocument(requester, options, (run) => run.quote());
}

const ORDERING = { method: 'POST', path: '/api/v1/projects', address: '/api/v1/projects' } as const;

/** Milliseconds for an upload of any size, and bytes for each further second. */
const UPLOAD_TIME = 60_000;
const SLOWEST_UPLOAD_RATE = 256 * 1024;

/** Milliseconds between two looks at the analysis of a file, at first. */
const ANALYSIS_INTERVAL = 1_000;

function runDocument<Result>(
  requester: Requester,
  given: OrderDocumentOptions,
  use: (run: JobRun<DocumentQuote, DocumentJob>) => Promise<Result>,
): Promise<Result> {
  const checked = checkDocument(given);
  return internals(requester).http.asOneAccount(pickCallOptions(checked), (call) => {
    const options = copyOwn({ ...checked, signal: call.signal });
    const memory = new JobMemory(requester, 'document', call);
    return use(new JobRun(requester, options, memory, new DocumentAdapter(requester, memory, options)));
  });
}

/** A document: a table with one text, which is a file. Its orders are named by its key, so they need not be written before. */
class DocumentAdapter implements JobAdapter<DocumentQuote, DocumentJob> {
  readonly kind = 'project';
  readonly IncompleteError = IncompleteDocumentError;
  readonly #requester: Requester;
  readonly #memory: JobMemory;
  readonly #options: CheckedDocument;
  #uploaded: QuestionSource | undefined;

  constructor(requester: Requester, memory: JobMemory, options: CheckedDocument) {
    this.#requester = requester;
    this.#memory = memory;
    this.#options = options;
  }

  async layOut(): Promise<JobLayout> {
    const { file, signal, to, from } = this.#options;
    const digest = await computeDigest(file, signal);
    const known = await Promise.all(to.map((language) => this.#read(language)));
    refuseOtherDocument(known, { digest, from });
    if (known.some(({ source }) => source === undefined)) this.#uploaded ??= await this.#upload(digest);
    const orders = known.map((record): NeededOrder => {
      const source = record.source ?? this.#uploaded?.id ?? 0;
      const order = this.#buildOrder(record, source);
      return { record: { ...record, holds: [digest], from, source, order }, pieces: [0] };
    });
    return { orders, stale: [] };
  }

  async readKeys(): Promise<readonly string[]> {
    return this.#options.to.map((language) => orderKey(this.#options.key, language));
  }

  async #read(language: string): Promise<JobRecord> {
    const name: OrderName = { key: orderKey(this.#options.key, language), language, kind: this.kind };
    const record = await this.#memory.read(name.key, language);
    if (record === undefined) return this.#memory.readOrder(name);
    // A person may have freed the key, after the service was reset: it then knows nothing of the file.
    if (record.state === 'unsent') return { ...name, state: 'unsent', holds: [], text: record.text };
    // What was sent may name any file of the account, if somebody else has written it: it is looked for, and never sent again.
    return record.state === 'unknown' ? { ...record, isOnlySearched: true } : record;
  }

  /** The document at the service, analysed. It is uploaded again only after an analysis that failed by the service's fault. */
  async #upload(digest: string): Promise<QuestionSource> {
    const { key, signal, filename } = this.#options;
    for (let turn = 1; ; turn += 1) {
      // Before anything is ordered, a document can be corrected. So each content has a key of its own.
      const { id, isEarlier } = await this.#uploadOnce([key, digest, turn, filename].join('/'));
      try {
        return await this.#requester.files.wait(id, {
          signal,
          interval: ANALYSIS_INTERVAL,
          onProgress: ({ status }) => this.#report({ stage: 'analysis', status }),
        });
      } catch (error) {
        const mayPass = error instanceof FileAnalysisError && error.file.status === FileStatus.SystemError;
        if (!mayPass || !isEarlier) throw error;
      }
    }
  }

  async #uploadOnce(key: string) {
    const { file, filename, timeout, attemptTimeout } = this.#options;
    const time = timeout ?? UPLOAD_TIME + (file.size / SLOWEST_UPLOAD_RATE) * 1_000;
    let isEarlier = true;
    const { id } = await this.#requester.files.upload(file, {
      ...pickCallOptions(this.#options),
      filename,
      key,
      timeout: time,
      attemptTimeout: attemptTimeout ?? time,
      onProgress: (progress) => {
        isEarlier = false;
        this.#report({ stage: 'upload', ...progress });
      },
    });
    return { id, isEarlier };
  }

  #buildOrder({ language, key }: JobRecord, source: number): ProjectOrderInput {
    const { from, description, terms: { double_check, ...terms } = {} } = this.#options;
    return {
      ...terms,
      language_id: from,
      translated_language_id: language,
      questions: [{ type: 'file', source_id: source, custom_field: key, description, double_check }],
    };
  }

  /**
   * An order of the same document is used as it is, also with other instructions or terms. After a restart without a store, the
   * same document is another file. It counts as the same if both are of one kind, and the service counts as many letters in
   * both, unless the store says otherwise.
   */
  async recognise(
    { holds: [digest], source, key }: JobRecord,
    existing: Project | SimpleQuestion,
  ): Promise<{ readonly source: number } | undefined> {
    if (!('questions' in existing)) return undefined;
    const { questions } = existing;
    const question = questions.find(({ custom_field }) => custom_field === key) ?? questions[0];
    const earlier = question?.question_source_id;
    if (question === undefined || typeof earlier !== 'number') return undefined;
    const uploaded = this.#uploaded;
    const isSame =
      earlier === source ||
      (uploaded !== undefined &&
        question.letter_count === uploaded.letter_count &&
        question.file_type === uploaded.file_type &&
        !(await this.#isOther(earlier, digest)));
    return isSame ? { source: earlier } : undefined;
  }

  /** Whether a file was uploaded for another document with the same key. False for a file that the store does not know. */
  async #isOther(source: number, digest: string | undefined): Promise<boolean> {
    const texts = await this.#memory.readAll('file', `${this.#options.key}/`);
    const files = texts.map((text) => readFields(parseJson(text)));
    return files.some((file) => file.id === source && file.digest !== digest);
  }

  toQuote(orders: readonly NeededOrder[], prices: readonly number[]): DocumentQuote {
    const { languages, ...sums } = sumPrices(this.#options.to, orders, prices);
    return {
      ...sums,
      languages: languages.map(({ language, points, placed }) => ({ language, points, placed })),
    };
  }

  toJob(orders: readonly FinishedOrder[], quote: DocumentQuote): DocumentJob {
    const { key, from, to, filename } = this.#options;
    return {
      version: 1,
      key,
      from,
      to,
      filename,
      quote,
      orders: orders.map(({ record, order: { id, points, questions: [question = 0] = [] }, ...outcome }) => {
        const { placed, duplicates } = outcome;
        return { language: record.language, id, question, key: record.key, points, placed, duplicates };
      }),
    };
  }

  report(language: string, finished: readonly FinishedOrder[]): void {
    if (!finished.some(({ record }) => record.language === language)) return;
    const points = addUp(finished.map(({ order }) => order.points));
    const total = this.#options.to.length;
    this.#report({ stage: 'order', language, done: finished.length, total, points });
  }

  #report(progress: DocumentProgress): void {
    ignoreErrors(() => this.#options.onProgress?.(progress));
  }
}

/** @throws OrderConflictError when another document was ordered with the key */
function refuseOtherDocument(
  known: readonly JobRecord[],
  asked: { readonly digest: string; readonly from: string },
): void {
  for (const { key, from, holds } of known.map((record) => copyOwn(record))) {
    const differences = [
      { path: 'options.file', asked: asked.digest, existing: holds[0] },
      { path: 'options.from', asked: asked.from, existing: from },
    ].filter(({ asked, existing }) => existing !== undefined && existing !== asked);
    if (differences.length === 0) continue;
    const what = `another document was ordered with the key ${JSON.stringify(key)} already`;
    throw makeConflictError(undefined, ORDERING, differences, what);
  }
}
