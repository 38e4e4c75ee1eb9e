export type {
  CollectDocumentsOptions,
  DocumentDownload,
  DocumentIssue,
  DocumentResult,
} from './localise/jobs/documents/collect-documents.js';
export { collectDocuments } from './localise/jobs/documents/collect-documents.js';
export type {
  DocumentJob,
  DocumentJobOrder,
  DocumentLanguageQuote,
  DocumentQuote,
} from './localise/jobs/documents/job.js';
export { IncompleteDocumentError } from './localise/jobs/documents/job.js';
export type {
  DocumentProgress,
  DocumentTerms,
  OrderDocumentOptions,
} from './localise/jobs/documents/options.js';
export { orderDocument, quoteDocument } from './localise/jobs/documents/order-document.js';
export type { CollectingOptions } from './localise/jobs/engine/collect.js';
export type { FailedOrder, JobError, JobErrorFacts } from './localise/jobs/engine/job-error.js';
export type { PlacingOptions } from './localise/jobs/engine/options.js';
