export { collectDocuments } from './documents/collect-documents.js';
export { IncompleteDocumentError } from './documents/errors.js';
export type {
  DocumentJob,
  DocumentJobOrder,
  DocumentLanguageQuote,
  DocumentQuote,
} from './documents/job.js';
export type { DocumentProgress, DocumentTerms, OrderDocumentOptions } from './documents/options.js';
export { orderDocument, quoteDocument } from './documents/order-document.js';
export type {
  CollectDocumentsOptions,
  DocumentDownload,
  DocumentIssue,
  DocumentResult,
  DocumentStatus,
} from './documents/results.js';
export type { CollectingOptions } from './jobs/collecting.js';
export type { FailedOrder, JobError } from './jobs/job-error.js';
export type { PlacingOptions } from './jobs/placing.js';
