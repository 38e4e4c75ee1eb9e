export { checkTranslation } from './localise/checks/check-translation.js';
export type { FoundPlaceholders } from './localise/checks/find-placeholders.js';
export { findPlaceholders } from './localise/checks/find-placeholders.js';
export type { Protect } from './localise/checks/placeholders/protect.js';
export { pseudoTranslation } from './localise/checks/pseudo.js';
export type { SourceText, SourceTexts } from './localise/checks/source-text.js';
export type { TextIssue } from './localise/checks/text-issue.js';
export type { CollectingOptions } from './localise/jobs/engine/collect.js';
export type { FailedOrder, JobError, JobErrorFacts } from './localise/jobs/engine/job-error.js';
export type { PlacingOptions } from './localise/jobs/engine/options.js';
export type {
  CollectTextsOptions,
  TextResult,
} from './localise/jobs/texts/collect-texts.js';
export { collectTexts } from './localise/jobs/texts/collect-texts.js';
export type {
  JobOrder,
  JobPiece,
  JobQuote,
  JobText,
  LanguageQuote,
  TextsJob,
} from './localise/jobs/texts/job.js';
export { IncompleteJobError } from './localise/jobs/texts/job.js';
export type {
  OrderLimits,
  OrderProgress,
  OrderTerms,
  OrderTextsOptions,
  TextsOrder,
} from './localise/jobs/texts/options.js';
export { orderTexts, quoteTexts, readJob } from './localise/jobs/texts/order-texts.js';
export type { JoinedParagraphs, TranslatedParagraph } from './localise/jobs/texts/pieces/paragraphs.js';
export { joinParagraphs } from './localise/jobs/texts/pieces/paragraphs.js';
export type { TextComment, TextComments } from './localise/jobs/texts/read-comments.js';
export { readComments } from './localise/jobs/texts/read-comments.js';
export type { CommentedText, RejectedText, TextPlace } from './localise/jobs/texts/send-back.js';
export { commentOnText, rejectText } from './localise/jobs/texts/send-back.js';
