export type { FailedOrder } from './texts/errors.js';
export { IncompleteJobError } from './texts/errors.js';
export type { JobOrder, JobPiece, JobQuote, JobText, LanguageQuote, TextsJob } from './texts/job.js';
export type {
  OrderLimits,
  OrderProgress,
  OrderTerms,
  OrderTextsOptions,
  Protect,
  QuoteTextsOptions,
  SourceText,
  SourceTexts,
  TextsOrder,
} from './texts/options.js';
export type { CollectProgress, CollectTextsOptions, TextIssue, TextResult } from './texts/results.js';
// In the next steps:
//   orderTexts(requester: Requester, options: OrderTextsOptions): Promise<TextsJob>
//   quoteTexts(requester: Requester, options: OrderTextsOptions): Promise<JobQuote>   (orders nothing; for dry runs)
//   collectTexts(requester: Requester, job: TextsJob, options?: CollectTextsOptions): AsyncGenerator<TextResult>
