// Every schema as it is. What users see of them is in the entry `schemas`, by the names of the contract.
export { AccountSchema } from './account.js';
export { AnswerSchema, PageSchema } from './answer.js';
export {
  ApplicationEventSchema,
  EventAnswerSchema,
  EventPageSchema,
  KnownEventSchema,
  OtherEventSchema,
  OtherEventTypeSchema,
  ProjectCreatedEventSchema,
  SimpleQuestionCreatedEventSchema,
  SimpleQuestionExpiredEventSchema,
  SimpleQuestionFinishedEventSchema,
  SimpleQuestionSubmittedTranslationEventSchema,
} from './application-event.js';
export { CommentAnswerSchema, CommentPageSchema, CommentSchema } from './comment.js';
export {
  CommentInputSchema,
  EventPageQuerySchema,
  OrganizationInputSchema,
  PageQuerySchema,
  ProjectOrderFileSchema,
  ProjectOrderHtmlSchema,
  ProjectOrderQuestionSchema,
  ProjectOrderSchema,
  ProjectOrderTextSchema,
  RejectionSchema,
  SimpleQuestionOrderBodySchema,
  SimpleQuestionOrderSchema,
} from './inputs.js';
export { LanguagePairSchema, LanguagePairsAnswerSchema, LanguageSchema } from './language.js';
export {
  OrganizationAnswerSchema,
  OrganizationPageSchema,
  OrganizationSchema,
} from './organization.js';
export {
  ProjectAnswerSchema,
  ProjectQuoteAnswerSchema,
  ProjectQuoteSchema,
  ProjectSchema,
} from './project.js';
export {
  CancelledQuestionAnswerSchema,
  QuestionAnswerSchema,
  QuestionDetailSchema,
  QuestionListItemSchema,
  QuestionPageSchema,
  QuestionQuoteSchema,
  QuestionSchema,
} from './question.js';
export { QuestionBodySchema, TranslatedQuestionBodySchema } from './question-body.js';
export { QuestionSourceAnswerSchema, QuestionSourceSchema } from './question-source.js';
export {
  ParagraphSchema,
  RevisionAnswerSchema,
  RevisionPageSchema,
  RevisionSchema,
} from './revision.js';
export { RevisionSummarySchema } from './revision-summary.js';
export { CustomFieldSchema, IdSchema } from './rules.js';
export {
  ClosedSimpleQuestionSchema,
  CreatedSimpleQuestionSchema,
  SimpleQuestionAnswerSchema,
  SimpleQuestionDetailAnswerSchema,
  SimpleQuestionDetailSchema,
  SimpleQuestionDraftAnswerSchema,
  SimpleQuestionDraftSchema,
  SimpleQuestionQuoteAnswerSchema,
  SimpleQuestionQuoteSchema,
  SimpleQuestionSchema,
  SimpleQuestionSnapshotSchema,
} from './simple-question.js';
export {
  SimpleTranslationDetailSchema,
  SimpleTranslationSchema,
  SubmittedTranslationSchema,
} from './simple-translation.js';
export {
  RejectionAnswerSchema,
  SimpleTranslationAnswerSchema,
  SimpleTranslationCommentsSchema,
} from './simple-translation-answer.js';
export { TokenAnswerSchema, TokenFailureSchema } from './token.js';
export {
  GradedTranslatorSchema,
  SimpleTranslatorSchema,
  TranslatorUserSchema,
  UserSchema,
} from './user.js';
export { TimestampSchema } from './values.js';
