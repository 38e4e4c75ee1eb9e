// Every schema, made at its first use. What users see of them is in the entry `schemas`, by the names of the contract.
export { accountSchema } from './account.js';
export { answerSchema, pageSchema } from './answer.js';
export {
  applicationEventSchema,
  eventAnswerSchema,
  eventPageSchema,
  knownEventSchema,
  otherEventSchema,
  otherEventTypeSchema,
  projectCreatedEventSchema,
  simpleQuestionCreatedEventSchema,
  simpleQuestionExpiredEventSchema,
  simpleQuestionFinishedEventSchema,
  simpleQuestionSubmittedTranslationEventSchema,
} from './application-event.js';
export { commentAnswerSchema, commentPageSchema, commentSchema } from './comment.js';
export {
  commentInputSchema,
  eventPageQuerySchema,
  organizationInputSchema,
  pageQuerySchema,
  projectOrderFileSchema,
  projectOrderHtmlSchema,
  projectOrderQuestionSchema,
  projectOrderSchema,
  projectOrderTextSchema,
  rejectionSchema,
  simpleQuestionOrderBodySchema,
  simpleQuestionOrderSchema,
} from './inputs.js';
export { languagePairSchema, languagePairsAnswerSchema, languageSchema } from './language.js';
export {
  organizationAnswerSchema,
  organizationPageSchema,
  organizationSchema,
} from './organization.js';
export {
  projectAnswerSchema,
  projectQuoteAnswerSchema,
  projectQuoteSchema,
  projectSchema,
} from './project.js';
export {
  cancelledQuestionAnswerSchema,
  questionAnswerSchema,
  questionDetailSchema,
  questionListItemSchema,
  questionPageSchema,
  questionQuoteSchema,
  questionSchema,
} from './question.js';
export { questionBodySchema, translatedQuestionBodySchema } from './question-body.js';
export { questionSourceAnswerSchema, questionSourceSchema } from './question-source.js';
export {
  paragraphSchema,
  revisionAnswerSchema,
  revisionPageSchema,
  revisionSchema,
} from './revision.js';
export { revisionSummarySchema } from './revision-summary.js';
export { customFieldSchema, idSchema } from './rules.js';
export {
  closedSimpleQuestionSchema,
  createdSimpleQuestionSchema,
  simpleQuestionAnswerSchema,
  simpleQuestionDetailAnswerSchema,
  simpleQuestionDetailSchema,
  simpleQuestionDraftAnswerSchema,
  simpleQuestionDraftSchema,
  simpleQuestionQuoteAnswerSchema,
  simpleQuestionQuoteSchema,
  simpleQuestionSchema,
  simpleQuestionSnapshotSchema,
} from './simple-question.js';
export {
  simpleTranslationDetailSchema,
  simpleTranslationSchema,
  submittedTranslationSchema,
} from './simple-translation.js';
export {
  rejectionAnswerSchema,
  simpleTranslationAnswerSchema,
  simpleTranslationCommentsSchema,
} from './simple-translation-answer.js';
export { tokenAnswerSchema, tokenFailureSchema } from './token.js';
export {
  gradedTranslatorSchema,
  simpleTranslatorSchema,
  translatorUserSchema,
  userSchema,
} from './user.js';
export { timestampSchema } from './values.js';
