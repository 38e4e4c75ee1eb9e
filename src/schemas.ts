import type * as z from 'zod/mini';
import type {
  ProjectOrderFileInput,
  ProjectOrderHtmlInput,
  ProjectOrderInput,
  ProjectOrderQuestionInput,
  ProjectOrderTextInput,
  SimpleQuestionOrderInput,
} from './contract/inputs.js';
import * as all from './contract/schemas/all.js';
import type {
  Account,
  Answer,
  ApplicationEvent,
  CancelledQuestionAnswer,
  ClosedSimpleQuestion,
  Comment,
  CommentAnswer,
  CommentInput,
  CommentPage,
  CreatedSimpleQuestion,
  EventAnswer,
  EventPage,
  GradedTranslator,
  KnownEvent,
  Language,
  LanguagePair,
  LanguagePairsAnswer,
  Organization,
  OrganizationAnswer,
  OrganizationPage,
  OtherEvent,
  OtherEventType,
  Paragraph,
  Project,
  ProjectAnswer,
  ProjectCreatedEvent,
  ProjectQuote,
  ProjectQuoteAnswer,
  Question,
  QuestionAnswer,
  QuestionBody,
  QuestionDetail,
  QuestionListItem,
  QuestionPage,
  QuestionQuote,
  QuestionSource,
  QuestionSourceAnswer,
  Rejection,
  RejectionAnswer,
  Revision,
  RevisionAnswer,
  RevisionPage,
  RevisionSummary,
  SimpleQuestion,
  SimpleQuestionAnswer,
  SimpleQuestionCreatedEvent,
  SimpleQuestionDetail,
  SimpleQuestionDetailAnswer,
  SimpleQuestionDraft,
  SimpleQuestionDraftAnswer,
  SimpleQuestionExpiredEvent,
  SimpleQuestionFinishedEvent,
  SimpleQuestionOrderBody,
  SimpleQuestionQuote,
  SimpleQuestionQuoteAnswer,
  SimpleQuestionSnapshot,
  SimpleQuestionSubmittedTranslationEvent,
  SimpleTranslation,
  SimpleTranslationAnswer,
  SimpleTranslationComments,
  SimpleTranslationDetail,
  SimpleTranslator,
  SubmittedTranslation,
  TokenAnswer,
  TokenFailure,
  TranslatedQuestionBody,
  TranslatorUser,
  User,
} from './contract/types.js';

/** A schema of zod/mini for what the contract calls by that name. */
export type Schema<Output> = z.ZodMiniType<Output, unknown>;

export const EventPageQuerySchema = all.eventPageQuerySchema();
export const OrganizationInputSchema = all.organizationInputSchema();
export const PageQuerySchema = all.pageQuerySchema();
export const PageSchema = all.pageSchema();
export const AccountSchema: Schema<Account> = all.accountSchema();
export const AnswerSchema: Schema<Answer> = all.answerSchema();
export const ApplicationEventSchema: Schema<ApplicationEvent> = all.applicationEventSchema();
export const EventAnswerSchema: Schema<EventAnswer> = all.eventAnswerSchema();
export const EventPageSchema: Schema<EventPage> = all.eventPageSchema();
export const KnownEventSchema: Schema<KnownEvent> = all.knownEventSchema();
export const OtherEventSchema: Schema<OtherEvent> = all.otherEventSchema();
export const OtherEventTypeSchema: Schema<OtherEventType> = all.otherEventTypeSchema();
export const ProjectCreatedEventSchema: Schema<ProjectCreatedEvent> = all.projectCreatedEventSchema();
export const SimpleQuestionCreatedEventSchema: Schema<SimpleQuestionCreatedEvent> =
  all.simpleQuestionCreatedEventSchema();
export const SimpleQuestionExpiredEventSchema: Schema<SimpleQuestionExpiredEvent> =
  all.simpleQuestionExpiredEventSchema();
export const SimpleQuestionFinishedEventSchema: Schema<SimpleQuestionFinishedEvent> =
  all.simpleQuestionFinishedEventSchema();
export const SimpleQuestionSubmittedTranslationEventSchema: Schema<SimpleQuestionSubmittedTranslationEvent> =
  all.simpleQuestionSubmittedTranslationEventSchema();
export const CommentAnswerSchema: Schema<CommentAnswer> = all.commentAnswerSchema();
export const CommentPageSchema: Schema<CommentPage> = all.commentPageSchema();
export const CommentSchema: Schema<Comment> = all.commentSchema();
export const CommentInputSchema: Schema<CommentInput> = all.commentInputSchema();
export const ProjectOrderFileSchema: Schema<ProjectOrderFileInput> = all.projectOrderFileSchema();
export const ProjectOrderHtmlSchema: Schema<ProjectOrderHtmlInput> = all.projectOrderHtmlSchema();
export const ProjectOrderQuestionSchema: Schema<ProjectOrderQuestionInput> = all.projectOrderQuestionSchema();
export const ProjectOrderSchema: Schema<ProjectOrderInput> = all.projectOrderSchema();
export const ProjectOrderTextSchema: Schema<ProjectOrderTextInput> = all.projectOrderTextSchema();
export const RejectionSchema: Schema<Rejection> = all.rejectionSchema();
export const SimpleQuestionOrderBodySchema: Schema<SimpleQuestionOrderBody> =
  all.simpleQuestionOrderBodySchema();
export const SimpleQuestionOrderSchema: Schema<SimpleQuestionOrderInput> = all.simpleQuestionOrderSchema();
export const LanguagePairSchema: Schema<LanguagePair> = all.languagePairSchema();
export const LanguagePairsAnswerSchema: Schema<LanguagePairsAnswer> = all.languagePairsAnswerSchema();
export const LanguageSchema: Schema<Language> = all.languageSchema();
export const OrganizationAnswerSchema: Schema<OrganizationAnswer> = all.organizationAnswerSchema();
export const OrganizationPageSchema: Schema<OrganizationPage> = all.organizationPageSchema();
export const OrganizationSchema: Schema<Organization> = all.organizationSchema();
export const ProjectAnswerSchema: Schema<ProjectAnswer> = all.projectAnswerSchema();
export const ProjectQuoteAnswerSchema: Schema<ProjectQuoteAnswer> = all.projectQuoteAnswerSchema();
export const ProjectQuoteSchema: Schema<ProjectQuote> = all.projectQuoteSchema();
export const ProjectSchema: Schema<Project> = all.projectSchema();
export const CancelledQuestionAnswerSchema: Schema<CancelledQuestionAnswer> =
  all.cancelledQuestionAnswerSchema();
export const QuestionAnswerSchema: Schema<QuestionAnswer> = all.questionAnswerSchema();
export const QuestionDetailSchema: Schema<QuestionDetail> = all.questionDetailSchema();
export const QuestionListItemSchema: Schema<QuestionListItem> = all.questionListItemSchema();
export const QuestionPageSchema: Schema<QuestionPage> = all.questionPageSchema();
export const QuestionQuoteSchema: Schema<QuestionQuote> = all.questionQuoteSchema();
export const QuestionSchema: Schema<Question> = all.questionSchema();
export const QuestionBodySchema: Schema<QuestionBody> = all.questionBodySchema();
export const TranslatedQuestionBodySchema: Schema<TranslatedQuestionBody> =
  all.translatedQuestionBodySchema();
export const QuestionSourceAnswerSchema: Schema<QuestionSourceAnswer> = all.questionSourceAnswerSchema();
export const QuestionSourceSchema: Schema<QuestionSource> = all.questionSourceSchema();
export const ParagraphSchema: Schema<Paragraph> = all.paragraphSchema();
export const RevisionAnswerSchema: Schema<RevisionAnswer> = all.revisionAnswerSchema();
export const RevisionPageSchema: Schema<RevisionPage> = all.revisionPageSchema();
export const RevisionSchema: Schema<Revision> = all.revisionSchema();
export const RevisionSummarySchema: Schema<RevisionSummary> = all.revisionSummarySchema();
export const CustomFieldSchema: Schema<string> = all.customFieldSchema();
export const IdSchema: Schema<number> = all.idSchema();
export const ClosedSimpleQuestionSchema: Schema<ClosedSimpleQuestion> = all.closedSimpleQuestionSchema();
export const CreatedSimpleQuestionSchema: Schema<CreatedSimpleQuestion> = all.createdSimpleQuestionSchema();
export const SimpleQuestionAnswerSchema: Schema<SimpleQuestionAnswer> = all.simpleQuestionAnswerSchema();
export const SimpleQuestionDetailAnswerSchema: Schema<SimpleQuestionDetailAnswer> =
  all.simpleQuestionDetailAnswerSchema();
export const SimpleQuestionDetailSchema: Schema<SimpleQuestionDetail> = all.simpleQuestionDetailSchema();
export const SimpleQuestionDraftAnswerSchema: Schema<SimpleQuestionDraftAnswer> =
  all.simpleQuestionDraftAnswerSchema();
export const SimpleQuestionDraftSchema: Schema<SimpleQuestionDraft> = all.simpleQuestionDraftSchema();
export const SimpleQuestionQuoteAnswerSchema: Schema<SimpleQuestionQuoteAnswer> =
  all.simpleQuestionQuoteAnswerSchema();
export const SimpleQuestionQuoteSchema: Schema<SimpleQuestionQuote> = all.simpleQuestionQuoteSchema();
export const SimpleQuestionSchema: Schema<SimpleQuestion> = all.simpleQuestionSchema();
export const SimpleQuestionSnapshotSchema: Schema<SimpleQuestionSnapshot> =
  all.simpleQuestionSnapshotSchema();
export const SimpleTranslationDetailSchema: Schema<SimpleTranslationDetail> =
  all.simpleTranslationDetailSchema();
export const SimpleTranslationSchema: Schema<SimpleTranslation> = all.simpleTranslationSchema();
export const SubmittedTranslationSchema: Schema<SubmittedTranslation> = all.submittedTranslationSchema();
export const RejectionAnswerSchema: Schema<RejectionAnswer> = all.rejectionAnswerSchema();
export const SimpleTranslationAnswerSchema: Schema<SimpleTranslationAnswer> =
  all.simpleTranslationAnswerSchema();
export const SimpleTranslationCommentsSchema: Schema<SimpleTranslationComments> =
  all.simpleTranslationCommentsSchema();
export const TokenAnswerSchema: Schema<TokenAnswer> = all.tokenAnswerSchema();
export const TokenFailureSchema: Schema<TokenFailure> = all.tokenFailureSchema();
export const GradedTranslatorSchema: Schema<GradedTranslator> = all.gradedTranslatorSchema();
export const SimpleTranslatorSchema: Schema<SimpleTranslator> = all.simpleTranslatorSchema();
export const TranslatorUserSchema: Schema<TranslatorUser> = all.translatorUserSchema();
export const UserSchema: Schema<User> = all.userSchema();
export const TimestampSchema: Schema<string> = all.timestampSchema();
