import type { Requester } from '../../../index.js';
import { runDocument } from './document-front.js';
import type { DocumentJob, DocumentQuote } from './job.js';
import type { OrderDocumentOptions } from './options.js';

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
  return runDocument(requester, options).order();
}

/**
 * Says what `orderDocument` with the same input would cost. It orders nothing. The service knows the price of a file only when
 * it has it, so the document is uploaded, which costs nothing; `orderDocument` then uploads it no more.
 *
 * @throws InputError, OrderConflictError and FileAnalysisError as `orderDocument`; every error of `check`
 * @see docs/service.md, Files
 */
export async function quoteDocument(
  requester: Requester,
  options: OrderDocumentOptions,
): Promise<DocumentQuote> {
  return runDocument(requester, options).quote();
}
