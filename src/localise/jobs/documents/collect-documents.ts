import { isFields, isWhole } from '../../../base/kinds.js';
import { copyOwn } from '../../../base/options.js';
import { ApiError, NotFoundError, type Question, type Requester } from '../../../index.js';
import { combineSignals, endWithCaller, Leavable, readPlaced } from '../../../internals.js';
import {
  type CollectingOptions,
  type CollectWait,
  checkCollecting,
  collectOrders,
  readNewestRevision,
  waitForQuestion,
} from '../engine/collect.js';
import { type AskedOrder, explainMismatch, MismatchError } from '../engine/mismatch.js';
import { nameFiles } from './file-names.js';
import { orderKey } from './input.js';
import type { DocumentJob, DocumentJobOrder } from './job.js';

/** Why a document has no translation. */
export interface DocumentIssue {
  /**
   * - `untranslated`: nobody translated it: its order expired or was cancelled.
   * - `missing`: the service does not show the order, or has no file of its translation.
   * - `other-order`: the job names an order of something else.
   */
  readonly kind: 'untranslated' | 'missing' | 'other-order';
  /** The issue in words. */
  readonly message: string;
}

/** An answer with a file, which streams. */
export interface DocumentDownload extends Response {
  readonly body: NonNullable<Response['body']>;
}

/** A translated document. */
export interface DocumentResult {
  /** The language of the translation. */
  readonly language: string;
  /**
   * A name for its file: `menu.docx` becomes `menu.ja.docx`. No two languages have the same, it is never a path, and nothing in
   * it comes from the service.
   */
  readonly filename: string;
  /**
   * The answer with the file. Read its `body`, or cancel it (`await download.body.cancel()`): until then it keeps a connection
   * open, for at most 120 s without progress. Null when there will be no translation, see `issues`.
   */
  readonly download: DocumentDownload | null;
  /** True for up to 24 hours, while its translator may submit it again. Collect again later to see what has become of it. */
  readonly mayChange?: true;
  /** Why `download` is null; absent when it is not. */
  readonly issues?: readonly DocumentIssue[];
}

/** Options of `collectDocuments`. Its `signal` also ends the downloads that are being read. */
export type CollectDocumentsOptions = CollectingOptions;

const UNTRANSLATED_DOCUMENT: DocumentIssue = {
  kind: 'untranslated',
  message: 'Nobody translated this document: its order expired or was cancelled.',
};
const MISSING_DOCUMENT: DocumentIssue = {
  kind: 'missing',
  message: 'The service does not show the order of this document, or has no file of its translation.',
};

type Translation = Omit<DocumentResult, 'language' | 'filename'>;

interface ReadyOrder extends Pick<DocumentResult, 'language' | 'filename'> {
  /** @param signal ends the download, also when it has been given */
  readonly read: (signal: AbortSignal) => Promise<Translation>;
}

/**
 * Yields the translated documents of a job, each as soon as it is ready. A download begins when the loop asks for it, and takes
 * the same memory whatever its size. All it needs is the job, as returned or parsed from JSON: it can be called again at any
 * time, in any process, and then yields every document again. A language that fails keeps back no other: its error is thrown
 * when the others are through. Leaving it ends its requests, also by `return()` while nothing is ready, and no download that
 * it has given.
 *
 * @throws InputError when the job or an option is wrong; TimeoutError when an order is not ready within `timeout`; every error
 *   of `revisions.download`
 */
export function collectDocuments(
  requester: Requester,
  job: DocumentJob,
  options: CollectDocumentsOptions = {},
): AsyncGenerator<DocumentResult, void, undefined> {
  return new Leavable((left) => readDocuments(requester, job, options, left));
}

async function* readDocuments(
  requester: Requester,
  job: DocumentJob,
  given: CollectDocumentsOptions,
  left: AbortSignal,
): AsyncGenerator<DocumentResult, void, undefined> {
  const options = checkCollecting(isDocumentJob(job), 'orderDocument', given);
  const names = nameFiles(
    job.filename,
    job.orders.map(({ language }) => language),
  );
  const orders = job.orders.map((order, index) => ({ ...order, filename: names[index] ?? '' }));
  const failures: { readonly error: unknown }[] = [];
  const keep = (error: unknown): void => void failures.push({ error });
  const { signal: caller } = options;
  const ends = combineSignals([caller, left]);
  const ready = collectOrders<(typeof orders)[number], ReadyOrder>(
    orders,
    ends,
    async ({ filename, ...order }, { signal, pass }) => {
      const { language } = order;
      const asked = { from: job.from, language, key: orderKey(job.key, language) };
      const own = copyOwn({ ...options, signal });
      const read = await readWhenReady(requester, { ...order, asked }, own).catch(keep);
      if (read) await pass({ language, filename, read });
    },
  );
  for await (const { read, ...named } of ready) {
    // The signal that `endWithCaller` gives stays as it is afterwards: leaving the loop ends no download that it has given.
    const result = await endWithCaller(ends, (begins) => read(combineSignals([caller, begins])).catch(keep));
    if (result) yield { ...named, ...result };
  }
  const [failure] = failures;
  if (failure !== undefined) throw failure.error;
}

function isDocumentJob(job: unknown): boolean {
  const { version, filename, orders }: Partial<Record<keyof DocumentJob, unknown>> = isFields(job) ? job : {};
  const isNamed = version === 1 && typeof filename === 'string';
  return isNamed && Array.isArray(orders) && orders.every(isDocumentOrder);
}

const isDocumentOrder = (order: unknown): boolean =>
  isFields(order) && typeof order.language === 'string' && isWhole(order.question, 1);

/** Waits until an order is ready. Undefined when it is not, with `wait: false`. */
async function readWhenReady(
  requester: Requester,
  {
    id: project,
    question: id,
    asked,
  }: Pick<DocumentJobOrder, 'id' | 'question'> & { readonly asked: AskedOrder },
  options: CollectWait,
): Promise<ReadyOrder['read'] | undefined> {
  try {
    // Only its key shows which document it belongs to.
    const check = (question: Question) =>
      explainMismatch({ key: asked.key, id: project }, asked, question, () => false);
    const ready = await waitForQuestion(requester, { id, project, check }, options);
    if (ready === undefined) return undefined;
    // Its status is not read again: a lagging replica could answer.
    if (!ready.hasTranslation) return async () => none(UNTRANSLATED_DOCUMENT);
    return (signal) =>
      downloadTranslation(requester, id, { ...options, signal }).then(
        (download) => ({ download, ...(ready.mayChange && { mayChange: true }) }),
        toMissing,
      );
  } catch (error) {
    const issue =
      error instanceof MismatchError
        ? none({ kind: 'other-order', message: error.message })
        : toMissing(error);
    return async () => issue;
  }
}

async function downloadTranslation(
  requester: Requester,
  question: number,
  options: CollectWait,
): Promise<DocumentDownload> {
  const { signal } = options;
  const { revision_number } = await readNewestRevision(requester, question, options);
  // The revision was just seen, so its file is there, though a lagging replica may not have it yet.
  const download = async () => requester.revisions.download(question, revision_number, { signal });
  return withBody(await readPlaced(download, { signal }));
}

/** @throws the error, unless the service does not show the order, or has no file */
function toMissing(error: unknown): Translation {
  const isNoFile = error instanceof ApiError && error.status === undefined;
  if (error instanceof NotFoundError || isNoFile) return none(MISSING_DOCUMENT);
  throw error;
}

const none = (issue: DocumentIssue): Translation => ({ download: null, issues: [issue] });

/** A response without a body, as an empty file can have, gets an empty one. */
function withBody(response: Response): DocumentDownload {
  const { body, status, statusText, headers } = response;
  const whole = body === null ? new Response(new Blob([]), { status, statusText, headers }) : response;
  return whole as DocumentDownload; // it has a body, as just seen
}
