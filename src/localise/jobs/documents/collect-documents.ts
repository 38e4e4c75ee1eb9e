import { isFields, isWhole } from '../../../base/kinds.js';
import { ignoreErrors } from '../../../base/options.js';
import * as rules from '../../../base/rules.js';
import {
  ApiError,
  InputError,
  isFinished,
  NotFoundError,
  QuestionStatus,
  type Requester,
} from '../../../index.js';
import { COLLECTING_RULES } from '../collecting.js';
import { jobIssues } from '../rules.js';
import { fileNames } from './file-names.js';
import type { DocumentJob, DocumentJobOrder } from './job.js';
import type { CollectDocumentsOptions, DocumentDownload, DocumentIssue, DocumentResult } from './results.js';

const UNTRANSLATED: DocumentIssue = {
  kind: 'untranslated',
  message: 'Nobody translated this document: its order expired or was cancelled.',
};
const MISSING: DocumentIssue = {
  kind: 'missing',
  message: 'The service does not show the order of this document, or has no file of its translation.',
};

/**
 * Yields the translated documents of a job, each as soon as it is ready. A download begins when the loop asks for it, and takes
 * the same memory whatever its size. All it needs is the job, as returned or parsed from JSON: it can be called again at any
 * time, in any process, and then yields every document again. A language that fails keeps back no other: its error is thrown
 * when the others are through.
 *
 * @throws InputError when the job or an option is wrong; TimeoutError when an order is not ready within `timeout`; every error
 *   of `revisions.download`
 */
export async function* collectDocuments(
  requester: Requester,
  job: DocumentJob,
  options: CollectDocumentsOptions = {},
): AsyncGenerator<DocumentResult, void, undefined> {
  checkCollecting(job, options);
  const names = fileNames(
    job.filename,
    job.orders.map(({ language }) => language),
  );
  const end = new AbortController();
  const signal = AbortSignal.any([end.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const collector = new Collector(requester, options, signal);
  const waiting = new Map(
    job.orders.map((order, index) => [index, collector.ready(order).then((ended) => ({ index, ...ended }))]),
  );
  const failures: unknown[] = [];
  try {
    while (waiting.size > 0) {
      const { index, result: read, error } = await Promise.race(waiting.values());
      waiting.delete(index);
      options.signal?.throwIfAborted();
      const [order, filename = ''] = [job.orders[index], names[index]];
      if (error !== undefined) failures.push(error);
      else if (read !== undefined && order !== undefined) {
        const result = await read().catch((failure: unknown) => void failures.push(failure));
        options.signal?.throwIfAborted();
        if (result !== undefined) yield { language: order.language, filename, ...result };
      }
    }
  } finally {
    end.abort();
  }
  if (failures.length > 0) throw failures[0];
}

function checkCollecting(job: DocumentJob, options: CollectDocumentsOptions): void {
  const { version, filename, orders }: Partial<Record<keyof DocumentJob, unknown>> = isFields(job) ? job : {};
  const isNamed = version === 1 && typeof filename === 'string';
  const issues = [
    ...rules.object<CollectDocumentsOptions>(COLLECTING_RULES).check(options, 'options', {}),
    ...jobIssues(isNamed && Array.isArray(orders) && orders.every(isOrder), 'orderDocument'),
  ];
  if (issues.length > 0) throw new InputError(issues);
}

const isOrder = (order: unknown): boolean =>
  isFields(order) && typeof order.language === 'string' && isWhole(order.question, 1);

/** How the waiting for an order has ended. Without a result, it is not ready. */
interface Ended {
  readonly result?: () => Promise<Omit<DocumentResult, 'language' | 'filename'>>;
  readonly error?: unknown;
}

class Collector {
  readonly #requester: Requester;
  readonly #options: CollectDocumentsOptions;
  /** Ends the waits and reads, and not the downloads that the caller has. */
  readonly #signal: AbortSignal;

  constructor(requester: Requester, options: CollectDocumentsOptions, signal: AbortSignal) {
    this.#requester = requester;
    this.#options = options;
    this.#signal = signal;
  }

  /** Waits until an order is ready. Never rejects. */
  async ready({ question, language }: DocumentJobOrder): Promise<Ended> {
    const { ready: until = 'translated', wait = true, timeout, interval, maxInterval } = this.#options;
    try {
      if (wait) {
        const onProgress = ({ status }: { readonly status: number }) => this.#report(language, status);
        const given = { until, timeout, interval, maxInterval, signal: this.#signal, onProgress };
        const { status } = await this.#requester.questions.wait(question, given);
        return { result: () => this.#result(question, status) };
      }
      const read = await this.#requester.questions.get(question, { signal: this.#signal });
      const isTranslated = read.status === QuestionStatus.Feedback && until === 'translated';
      return isTranslated || isFinished(read) ? { result: () => this.#result(question, read.status) } : {};
    } catch (error) {
      return error instanceof NotFoundError ? { result: async () => none(MISSING) } : { error };
    }
  }

  /** @param status not read again: a copy of the data that is behind could answer. */
  async #result(question: number, status: number): ReturnType<NonNullable<Ended['result']>> {
    const mayChange = status === QuestionStatus.Feedback;
    if (status !== QuestionStatus.Completed && !mayChange) return none(UNTRANSLATED);
    try {
      const { revisions } = this.#requester;
      const { revision_number } = await revisions.latest(question, { signal: this.#signal });
      const { signal } = this.#options;
      const response = await revisions.download(question, revision_number, { signal });
      return { download: withBody(response), ...(mayChange && { mayChange }) };
    } catch (error) {
      const isNoFile = error instanceof ApiError && error.status === undefined;
      if (error instanceof NotFoundError || isNoFile) return none(MISSING);
      throw error;
    }
  }

  #report(language: string, status: number): void {
    ignoreErrors(() => this.#options.onProgress?.({ language, status }));
  }
}

const none = (issue: DocumentIssue) => ({ download: null, issues: [issue] });

/** A response without a body, as an empty file can have, gets an empty one. */
function withBody(response: Response): DocumentDownload {
  const { body, status, statusText, headers } = response;
  const whole = body === null ? new Response(new Blob([]), { status, statusText, headers }) : response;
  return whole as DocumentDownload; // it has a body, as just seen
}
