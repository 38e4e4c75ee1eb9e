import type * as z from 'zod/mini';
import type {
  ProjectOrderFileInput,
  ProjectOrderHtmlInput,
  ProjectOrderInput,
  ProjectOrderQuestionInput,
  ProjectOrderTextInput,
  SimpleQuestionOrderInput,
} from './openapi/inputs.js';
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
} from './openapi/objects.js';
import * as all from './schemas/all.js';

export { EventPageQuerySchema, OrganizationInputSchema, PageQuerySchema, PageSchema } from './schemas/all.js';

/** A schema of zod/mini for what the contract calls by that name. */
export type Schema<Output> = z.ZodMiniType<Output, unknown>;

export const AccountSchema: Schema<Account> = all.AccountSchema;
export const AnswerSchema: Schema<Answer> = all.AnswerSchema;
export const ApplicationEventSchema: Schema<ApplicationEvent> = all.ApplicationEventSchema;
export const EventAnswerSchema: Schema<EventAnswer> = all.EventAnswerSchema;
export const EventPageSchema: Schema<EventPage> = all.EventPageSchema;
export const KnownEventSchema: Schema<KnownEvent> = all.KnownEventSchema;
export const OtherEventSchema: Schema<OtherEvent> = all.OtherEventSchema;
export const OtherEventTypeSchema: Schema<OtherEventType> = all.OtherEventTypeSchema;
export const ProjectCreatedEventSchema: Schema<ProjectCreatedEvent> = all.ProjectCreatedEventSchema;
export const SimpleQuestionCreatedEventSchema: Schema<SimpleQuestionCreatedEvent> =
  all.SimpleQuestionCreatedEventSchema;
export const SimpleQuestionExpiredEventSchema: Schema<SimpleQuestionExpiredEvent> =
  all.SimpleQuestionExpiredEventSchema;
export const SimpleQuestionFinishedEventSchema: Schema<SimpleQuestionFinishedEvent> =
  all.SimpleQuestionFinishedEventSchema;
export const SimpleQuestionSubmittedTranslationEventSchema: Schema<SimpleQuestionSubmittedTranslationEvent> =
  all.SimpleQuestionSubmittedTranslationEventSchema;
export const CommentAnswerSchema: Schema<CommentAnswer> = all.CommentAnswerSchema;
export const CommentPageSchema: Schema<CommentPage> = all.CommentPageSchema;
export const CommentSchema: Schema<Comment> = all.CommentSchema;
export const CommentInputSchema: Schema<CommentInput> = all.CommentInputSchema;
export const ProjectOrderFileSchema: Schema<ProjectOrderFileInput> = all.ProjectOrderFileSchema;
export const ProjectOrderHtmlSchema: Schema<ProjectOrderHtmlInput> = all.ProjectOrderHtmlSchema;
export const ProjectOrderQuestionSchema: Schema<ProjectOrderQuestionInput> = all.ProjectOrderQuestionSchema;
export const ProjectOrderSchema: Schema<ProjectOrderInput> = all.ProjectOrderSchema;
export const ProjectOrderTextSchema: Schema<ProjectOrderTextInput> = all.ProjectOrderTextSchema;
export const RejectionSchema: Schema<Rejection> = all.RejectionSchema;
export const SimpleQuestionOrderBodySchema: Schema<SimpleQuestionOrderBody> =
  all.SimpleQuestionOrderBodySchema;
export const SimpleQuestionOrderSchema: Schema<SimpleQuestionOrderInput> = all.SimpleQuestionOrderSchema;
export const LanguagePairSchema: Schema<LanguagePair> = all.LanguagePairSchema;
export const LanguagePairsAnswerSchema: Schema<LanguagePairsAnswer> = all.LanguagePairsAnswerSchema;
export const LanguageSchema: Schema<Language> = all.LanguageSchema;
export const OrganizationAnswerSchema: Schema<OrganizationAnswer> = all.OrganizationAnswerSchema;
export const OrganizationPageSchema: Schema<OrganizationPage> = all.OrganizationPageSchema;
export const OrganizationSchema: Schema<Organization> = all.OrganizationSchema;
export const ProjectAnswerSchema: Schema<ProjectAnswer> = all.ProjectAnswerSchema;
export const ProjectQuoteAnswerSchema: Schema<ProjectQuoteAnswer> = all.ProjectQuoteAnswerSchema;
export const ProjectQuoteSchema: Schema<ProjectQuote> = all.ProjectQuoteSchema;
export const ProjectSchema: Schema<Project> = all.ProjectSchema;
export const CancelledQuestionAnswerSchema: Schema<CancelledQuestionAnswer> =
  all.CancelledQuestionAnswerSchema;
export const QuestionAnswerSchema: Schema<QuestionAnswer> = all.QuestionAnswerSchema;
export const QuestionDetailSchema: Schema<QuestionDetail> = all.QuestionDetailSchema;
export const QuestionListItemSchema: Schema<QuestionListItem> = all.QuestionListItemSchema;
export const QuestionPageSchema: Schema<QuestionPage> = all.QuestionPageSchema;
export const QuestionQuoteSchema: Schema<QuestionQuote> = all.QuestionQuoteSchema;
export const QuestionSchema: Schema<Question> = all.QuestionSchema;
export const QuestionBodySchema: Schema<QuestionBody> = all.QuestionBodySchema;
export const TranslatedQuestionBodySchema: Schema<TranslatedQuestionBody> = all.TranslatedQuestionBodySchema;
export const QuestionSourceAnswerSchema: Schema<QuestionSourceAnswer> = all.QuestionSourceAnswerSchema;
export const QuestionSourceSchema: Schema<QuestionSource> = all.QuestionSourceSchema;
export const ParagraphSchema: Schema<Paragraph> = all.ParagraphSchema;
export const RevisionAnswerSchema: Schema<RevisionAnswer> = all.RevisionAnswerSchema;
export const RevisionPageSchema: Schema<RevisionPage> = all.RevisionPageSchema;
export const RevisionSchema: Schema<Revision> = all.RevisionSchema;
export const RevisionSummarySchema: Schema<RevisionSummary> = all.RevisionSummarySchema;
export const CustomFieldSchema: Schema<string> = all.CustomFieldSchema;
export const IdSchema: Schema<number> = all.IdSchema;
export const ClosedSimpleQuestionSchema: Schema<ClosedSimpleQuestion> = all.ClosedSimpleQuestionSchema;
export const CreatedSimpleQuestionSchema: Schema<CreatedSimpleQuestion> = all.CreatedSimpleQuestionSchema;
export const SimpleQuestionAnswerSchema: Schema<SimpleQuestionAnswer> = all.SimpleQuestionAnswerSchema;
export const SimpleQuestionDetailAnswerSchema: Schema<SimpleQuestionDetailAnswer> =
  all.SimpleQuestionDetailAnswerSchema;
export const SimpleQuestionDetailSchema: Schema<SimpleQuestionDetail> = all.SimpleQuestionDetailSchema;
export const SimpleQuestionDraftAnswerSchema: Schema<SimpleQuestionDraftAnswer> =
  all.SimpleQuestionDraftAnswerSchema;
export const SimpleQuestionDraftSchema: Schema<SimpleQuestionDraft> = all.SimpleQuestionDraftSchema;
export const SimpleQuestionQuoteAnswerSchema: Schema<SimpleQuestionQuoteAnswer> =
  all.SimpleQuestionQuoteAnswerSchema;
export const SimpleQuestionQuoteSchema: Schema<SimpleQuestionQuote> = all.SimpleQuestionQuoteSchema;
export const SimpleQuestionSchema: Schema<SimpleQuestion> = all.SimpleQuestionSchema;
export const SimpleQuestionSnapshotSchema: Schema<SimpleQuestionSnapshot> = all.SimpleQuestionSnapshotSchema;
export const SimpleTranslationDetailSchema: Schema<SimpleTranslationDetail> =
  all.SimpleTranslationDetailSchema;
export const SimpleTranslationSchema: Schema<SimpleTranslation> = all.SimpleTranslationSchema;
export const SubmittedTranslationSchema: Schema<SubmittedTranslation> = all.SubmittedTranslationSchema;
export const RejectionAnswerSchema: Schema<RejectionAnswer> = all.RejectionAnswerSchema;
export const SimpleTranslationAnswerSchema: Schema<SimpleTranslationAnswer> =
  all.SimpleTranslationAnswerSchema;
export const SimpleTranslationCommentsSchema: Schema<SimpleTranslationComments> =
  all.SimpleTranslationCommentsSchema;
export const TokenAnswerSchema: Schema<TokenAnswer> = all.TokenAnswerSchema;
export const TokenFailureSchema: Schema<TokenFailure> = all.TokenFailureSchema;
export const GradedTranslatorSchema: Schema<GradedTranslator> = all.GradedTranslatorSchema;
export const SimpleTranslatorSchema: Schema<SimpleTranslator> = all.SimpleTranslatorSchema;
export const TranslatorUserSchema: Schema<TranslatorUser> = all.TranslatorUserSchema;
export const UserSchema: Schema<User> = all.UserSchema;
export const TimestampSchema: Schema<string> = all.TimestampSchema;
