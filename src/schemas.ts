export { AccountSchema } from './schemas/account.js';
export { AnswerSchema, PageSchema } from './schemas/answer.js';
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
} from './schemas/application-event.js';
export { CommentAnswerSchema, CommentPageSchema, CommentSchema } from './schemas/comment.js';
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
} from './schemas/inputs.js';
export { LanguagePairSchema, LanguagePairsAnswerSchema, LanguageSchema } from './schemas/language.js';
export {
  OrganizationAnswerSchema,
  OrganizationPageSchema,
  OrganizationSchema,
} from './schemas/organization.js';
export {
  ProjectAnswerSchema,
  ProjectQuoteAnswerSchema,
  ProjectQuoteSchema,
  ProjectSchema,
} from './schemas/project.js';
export {
  CancelledQuestionAnswerSchema,
  QuestionAnswerSchema,
  QuestionDetailSchema,
  QuestionListItemSchema,
  QuestionPageSchema,
  QuestionQuoteSchema,
  QuestionSchema,
} from './schemas/question.js';
export { QuestionBodySchema, TranslatedQuestionBodySchema } from './schemas/question-body.js';
export { QuestionSourceAnswerSchema, QuestionSourceSchema } from './schemas/question-source.js';
export {
  ParagraphSchema,
  RevisionAnswerSchema,
  RevisionPageSchema,
  RevisionSchema,
} from './schemas/revision.js';
export { RevisionSummarySchema } from './schemas/revision-summary.js';
export { CustomFieldSchema, IdSchema } from './schemas/rules.js';
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
} from './schemas/simple-question.js';
export {
  SimpleTranslationDetailSchema,
  SimpleTranslationSchema,
  SubmittedTranslationSchema,
} from './schemas/simple-translation.js';
export {
  RejectionAnswerSchema,
  SimpleTranslationAnswerSchema,
  SimpleTranslationCommentsSchema,
} from './schemas/simple-translation-answer.js';
export { TokenAnswerSchema, TokenFailureSchema } from './schemas/token.js';
export {
  GradedTranslatorSchema,
  SimpleTranslatorSchema,
  TranslatorUserSchema,
  UserSchema,
} from './schemas/user.js';
export { TimestampSchema } from './schemas/values.js';
