export type { CollectingOptions } from './jobs/collecting.js';
export type { FailedOrder, JobError } from './jobs/job-error.js';
export type { PlacingOptions } from './jobs/placing.js';
export { checkTranslation } from './texts/checking/check-translation.js';
export type { FoundPlaceholders } from './texts/checking/find-placeholders.js';
export { findPlaceholders } from './texts/checking/find-placeholders.js';
export { collectTexts } from './texts/collecting/collect-texts.js';
export { IncompleteJobError } from './texts/errors.js';
export type { JobOrder, JobPiece, JobQuote, JobText, LanguageQuote, TextsJob } from './texts/job.js';
export type {
  OrderLimits,
  OrderProgress,
  OrderTerms,
  OrderTextsOptions,
  Protect,
  SourceText,
  SourceTexts,
  TextsOrder,
} from './texts/options.js';
export { orderTexts, quoteTexts, readJob } from './texts/order-texts.js';
export type { JoinedParagraphs, TranslatedParagraph } from './texts/pieces/paragraphs.js';
export { joinParagraphs } from './texts/pieces/paragraphs.js';
export { pseudoTranslation } from './texts/pseudo.js';
export type { CollectProgress, CollectTextsOptions, TextIssue, TextResult } from './texts/results.js';
export type { CommentedText, RejectedText, TextPlace } from './texts/send-back.js';
export { commentOnText, rejectText } from './texts/send-back.js';
