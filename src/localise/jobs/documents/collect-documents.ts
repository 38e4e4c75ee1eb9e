import { isFields, isWhole } from '../../../base/kinds.js';
import { ignoreErrors } from '../../../base/options.js';
import * as rules from '../../../base/rules.js';
import { ApiError, InputError, NotFoundError, type Requester } from '../../../index.js';
import { COLLECTING_RULES } from '../collecting.js';
import { collectOrders, describeTranslation, waitForQuestion } from '../engine/collect.js';
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

/** What there is of a document. */
type Translation = Omit<DocumentResult, 'language' | 'filename'>;

/** An order that is ready, and how its document is read. */
interface ReadyOrder {
  readonly order: DocumentJobOrder;
  readonly read: () => Promise<Translation>;
}

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
  const languages = job.orders.map(({ language }) => language);
  const names = fileNames(job.filename, languages);
  const filenames = new Map(job.orders.map((order, index) => [order, names[index] ?? '']));
  const failures: { readonly error: unknown }[] = [];
  const ready = collectOrders<DocumentJobOrder, ReadyOrder>(
    job.orders,
    options.signal,
    async (order, { signal, pass }) => {
      const read = await readWhenReady(requester, order, options, signal).catch((error: unknown) => {
        failures.push({ error });
      });
      if (read !== undefined) await pass({ order, read });
    },
  );
  for await (const { order, read } of ready) {
    const result = await read().catch((error: unknown) => void failures.push({ error }));
    options.signal?.throwIfAborted();
    const { language } = order;
    if (result !== undefined) yield { language, filename: filenames.get(order) ?? '', ...result };
  }
  const [failure] = failures;
  if (failure !== undefined) throw failure.error;
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

/**
 * Waits until an order is ready. Undefined when it is not, with `wait: false`.
 *
 * @param signal ends the wait, and not a download that the caller has
 */
async function readWhenReady(
  requester: Requester,
  { id: project, question: id, language }: DocumentJobOrder,
  options: CollectDocumentsOptions,
  signal: AbortSignal,
): Promise<ReadyOrder['read'] | undefined> {
  const onProgress = ({ status }: { readonly status: number }): void =>
    ignoreErrors(() => options.onProgress?.({ language, status }));
  try {
    const status = await waitForQuestion(requester, { id, project }, { ...options, signal, onProgress });
    if (status === undefined) return undefined;
    // The status is not read again: a copy of the data that is behind could answer.
    const translation = describeTranslation(status);
    if (translation === undefined) return async () => none(UNTRANSLATED);
    return () => download(requester, id, translation, { wait: signal, whole: options.signal });
  } catch (error) {
    if (error instanceof NotFoundError) return async () => none(MISSING);
    throw error;
  }
}

async function download(
  requester: Requester,
  question: number,
  { mayChange }: { readonly mayChange: boolean },
  signals: { readonly wait: AbortSignal; readonly whole: AbortSignal | undefined },
): Promise<Translation> {
  try {
    const { revisions } = requester;
    const { revision_number } = await revisions.latest(question, { signal: signals.wait });
    const response = await revisions.download(question, revision_number, { signal: signals.whole });
    return { download: withBody(response), ...(mayChange && { mayChange }) };
  } catch (error) {
    const isNoFile = error instanceof ApiError && error.status === undefined;
    if (error instanceof NotFoundError || isNoFile) return none(MISSING);
    throw error;
  }
}

const none = (issue: DocumentIssue) => ({ download: null, issues: [issue] });

/** A response without a body, as an empty file can have, gets an empty one. */
function withBody(response: Response): DocumentDownload {
  const { body, status, statusText, headers } = response;
  const whole = body === null ? new Response(new Blob([]), { status, statusText, headers }) : response;
  return whole as DocumentDownload; // it has a body, as just seen
}
