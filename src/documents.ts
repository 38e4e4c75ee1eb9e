export type { CollectingOptions } from './localise/jobs/collecting.js';
export { collectDocuments } from './localise/jobs/documents/collect-documents.js';
export { IncompleteDocumentError } from './localise/jobs/documents/errors.js';
export type {
  DocumentJob,
  DocumentJobOrder,
  DocumentLanguageQuote,
  DocumentQuote,
} from './localise/jobs/documents/job.js';
export type {
  DocumentProgress,
  DocumentTerms,
  OrderDocumentOptions,
} from './localise/jobs/documents/options.js';
export { orderDocument, quoteDocument } from './localise/jobs/documents/order-document.js';
export type {
  CollectDocumentsOptions,
  DocumentDownload,
  DocumentIssue,
  DocumentResult,
  DocumentStatus,
} from './localise/jobs/documents/results.js';
export type { FailedOrder, JobError } from './localise/jobs/job-error.js';
export type { PlacingOptions } from './localise/jobs/placing.js';
