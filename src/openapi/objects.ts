// The public names of the contract's types: an editor shows `Project`, not a path into a generated file.
import type { components } from './types.js';

export type {
  EventPageQuery,
  FlagInput,
  ProjectOrderFileInput,
  ProjectOrderHtmlInput,
  ProjectOrderInput,
  ProjectOrderQuestionInput,
  ProjectOrderTextInput,
  SimpleQuestionOrderInput,
} from './inputs.js';

/** Every schema of the contract by its name. */
export type Schemas = components['schemas'];

// An interface can extend a named type only.
type Schema<Name extends keyof Schemas> = Schemas[Name];

/** An organization (also called a group); it holds a balance of points. @see docs/service.md, Organization */
export interface Organization extends Schema<'Organization'> {}

/** A user as embedded in other objects. @see docs/service.md, User */
export interface User extends Schema<'User'> {}

/** A translator as embedded in other objects. @see docs/service.md, User */
export interface TranslatorUser extends Schema<'TranslatorUser'> {}

/** A translator as embedded in a simple translation. @see docs/service.md, User */
export interface SimpleTranslator extends Schema<'SimpleTranslator'> {}

/** The account of the access token, with the `success` and `message` of its answer. @see docs/service.md, Account */
export interface Account extends Schema<'Account'> {}

/** A language. @see docs/service.md, Language */
export interface Language extends Schema<'Language'> {}

/** A source and a target language that can be ordered together. @see docs/service.md, Language pair */
export interface LanguagePair extends Schema<'LanguagePair'> {}

/** An uploaded file. @see docs/service.md, File */
export interface QuestionSource extends Schema<'QuestionSource'> {}

/** An order of one or more questions. @see docs/service.md, Project */
export interface Project extends Schema<'Project'> {}

/** What a project would be and cost. @see docs/service.md, Project */
export interface ProjectQuote extends Schema<'ProjectQuote'> {}

/** One translation request of a project. @see docs/service.md, Question */
export interface Question extends Schema<'Question'> {}

/** What a question would be and cost. @see docs/service.md, Question */
export interface QuestionQuote extends Schema<'QuestionQuote'> {}

/** A question as a single read gives it. @see docs/service.md, Question */
export interface QuestionDetail extends Schema<'QuestionDetail'> {}

/** A question as the listing of the account gives it. @see docs/service.md, Account and organizations */
export interface QuestionListItem extends Schema<'QuestionListItem'> {}

/** A revision of a translation, without its text. @see docs/service.md, Revision summary */
export interface RevisionSummary extends Schema<'RevisionSummary'> {}

/** A revision of a translation with its paragraphs. @see docs/service.md, Revision detail */
export interface Revision extends Schema<'Revision'> {}

/** One paragraph of a revision. @see docs/service.md, Revision detail */
export interface Paragraph extends Schema<'Paragraph'> {}

/** A comment on a question. @see docs/service.md, Comment */
export interface Comment extends Schema<'Comment'> {}

/** A request for the translation of a list of texts. @see docs/service.md, Simple question */
export interface SimpleQuestion extends Schema<'SimpleQuestion'> {}

/** What a simple question would be and cost. @see docs/service.md, Simple question */
export interface SimpleQuestionQuote extends Schema<'SimpleQuestionQuote'> {}

/** What a cancelled simple question became. @see docs/service.md, Simple question moves */
export interface SimpleQuestionDraft extends Schema<'SimpleQuestionDraft'> {}

/** A simple question inside an event, or beside a simple translation. @see docs/service.md, Events */
export interface SimpleQuestionSnapshot extends Schema<'SimpleQuestionSnapshot'> {}

/** One text of a simple question. @see docs/service.md, Question body */
export interface QuestionBody extends Schema<'QuestionBody'> {}

/** A translation of one text of a simple question. @see docs/service.md, Simple translation */
export interface SimpleTranslation extends Schema<'SimpleTranslation'> {}

/** The record of something that happened to an order. @see docs/service.md, Events */
export interface ApplicationEvent extends Schema<'ApplicationEvent'> {}

/** What every answer but the language pairs has. @see docs/service.md, Resources and fields */
export interface Answer extends Schema<'Answer'> {}

/** What every page of a listing has. @see docs/service.md, Limits */
export interface Paging extends Schema<'Paging'> {}

/** An answer whose shape is left open by the service. @see docs/service.md, Simple translations */
export interface OpenAnswer extends Schema<'OpenAnswer'> {}

/** An answer with an organization. @see docs/service.md, Account and organizations */
export interface OrganizationAnswer extends Schema<'OrganizationAnswer'> {}

/** A page of organizations. @see docs/service.md, Account and organizations */
export interface OrganizationPage extends Schema<'OrganizationPage'> {}

/** Every language pair. @see docs/service.md, Account and organizations */
export interface LanguagePairsAnswer extends Schema<'LanguagePairsAnswer'> {}

/** An answer with an uploaded file. @see docs/service.md, Files */
export interface QuestionSourceAnswer extends Schema<'QuestionSourceAnswer'> {}

/** An answer with a project. @see docs/service.md, Projects */
export interface ProjectAnswer extends Schema<'ProjectAnswer'> {}

/** The answer to a project check. @see docs/service.md, Projects */
export interface ProjectQuoteAnswer extends Schema<'ProjectQuoteAnswer'> {}

/** An answer with one question. @see docs/service.md, Questions */
export interface QuestionAnswer extends Schema<'QuestionAnswer'> {}

/** The answer to a cancellation. @see docs/service.md, Questions */
export interface CancelledQuestionAnswer extends Schema<'CancelledQuestionAnswer'> {}

/** A page of questions. @see docs/service.md, Account and organizations */
export interface QuestionPage extends Schema<'QuestionPage'> {}

/** An answer with a comment, its question and its organization. @see docs/service.md, Comments on a question */
export interface CommentAnswer extends Schema<'CommentAnswer'> {}

/** A page of comments with their question and its organization. @see docs/service.md, Comments on a question */
export interface CommentPage extends Schema<'CommentPage'> {}

/** An answer with a revision, its question and its organization. @see docs/service.md, Revisions */
export interface RevisionAnswer extends Schema<'RevisionAnswer'> {}

/** A page of revisions with their question and its organization. @see docs/service.md, Revisions */
export interface RevisionPage extends Schema<'RevisionPage'> {}

/** An answer with a simple question. @see docs/service.md, Simple questions */
export interface SimpleQuestionAnswer extends Schema<'SimpleQuestionAnswer'> {}

/** The answer to a check of a simple question. @see docs/service.md, Simple questions */
export interface SimpleQuestionQuoteAnswer extends Schema<'SimpleQuestionQuoteAnswer'> {}

/** The answer to a cancellation of a simple question. @see docs/service.md, Simple questions */
export interface SimpleQuestionDraftAnswer extends Schema<'SimpleQuestionDraftAnswer'> {}

/** An answer with a simple translation, its question, body and organization. @see docs/service.md, Simple translations */
export interface SimpleTranslationAnswer extends Schema<'SimpleTranslationAnswer'> {}

/** The answer to a rejection. @see docs/service.md, Simple translations */
export interface RejectionAnswer extends Schema<'RejectionAnswer'> {}

/** The comments on a simple translation; nothing of their shape is promised. @see docs/service.md, Simple translations */
export interface SimpleTranslationComments extends Schema<'SimpleTranslationComments'> {}

/** An answer with an event. @see docs/service.md, Application events */
export interface EventAnswer extends Schema<'EventAnswer'> {}

/** A page of events. @see docs/service.md, Application events */
export interface EventPage extends Schema<'EventPage'> {}

/** An access token. @see docs/service.md, Authentication */
export interface TokenAnswer extends Schema<'TokenAnswer'> {}

/** The error body of the token endpoint. @see docs/service.md, Authentication */
export interface TokenFailure extends Schema<'TokenFailure'> {}

/** The body of a 401. @see docs/service.md, Errors */
export interface AuthenticationFailure extends Schema<'AuthenticationFailure'> {}

/** The body of the 403 for a request that is not JSON. @see docs/service.md, Errors */
export interface MalformedRequestFailure extends Schema<'MalformedRequestFailure'> {}

/** The body of a 404. @see docs/service.md, Errors */
export interface NotFoundFailure extends Schema<'NotFoundFailure'> {}

/** The body of a 422. @see docs/service.md, Errors */
export interface ValidationFailure extends Schema<'ValidationFailure'> {}

/** An order of a project, as it is sent. @see docs/service.md, Projects */
export interface ProjectOrder extends Schema<'ProjectOrder'> {}

/** One request of a project order; its `type` decides what it carries. @see docs/service.md, Projects */
export type ProjectOrderQuestion = Schemas['ProjectOrderQuestion'];

/** A text in a project order. @see docs/service.md, Projects */
export interface ProjectOrderText extends Schema<'ProjectOrderText'> {}

/** An HTML text in a project order. @see docs/service.md, Projects */
export interface ProjectOrderHtml extends Schema<'ProjectOrderHtml'> {}

/** An uploaded file in a project order. @see docs/service.md, Projects */
export interface ProjectOrderFile extends Schema<'ProjectOrderFile'> {}

/** An order of a simple question, as it is sent. @see docs/service.md, Simple questions */
export interface SimpleQuestionOrder extends Schema<'SimpleQuestionOrder'> {}

/** One text of a simple question order. @see docs/service.md, Simple questions */
export interface SimpleQuestionOrderBody extends Schema<'SimpleQuestionOrderBody'> {}

/** A new organization. @see docs/service.md, Account and organizations */
export interface OrganizationInput extends Schema<'OrganizationInput'> {}

/** The text of a comment. @see docs/service.md, Comments on a question */
export interface CommentInput extends Schema<'CommentInput'> {}

/** Why a simple translation is rejected. @see docs/service.md, Simple translations */
export interface Rejection extends Schema<'Rejection'> {}

/** The exchange of an authorization code. @see docs/service.md, Authentication */
export interface TokenRequest extends Schema<'TokenRequest'> {}

/** 0 or 1. @see docs/service.md, Organization */
export type Flag = Schemas['Flag'];

/** The type of a file or text; others than the known ones can come. @see docs/service.md, Question */
export type FileType = Schemas['FileType'];

/** Who sees a simple question; others than the known ones can come. @see docs/service.md, Simple question */
export type PublishedScope = Schemas['PublishedScope'];

/** Text or HTML; others than the known ones can come. @see docs/service.md, Simple question */
export type TextFormat = Schemas['TextFormat'];

/** The type of a comment; others than the known ones can come. @see docs/service.md, Comment */
export type CommentType = Schemas['CommentType'];

/** The type of an event; others than the known ones can come. @see docs/service.md, Events */
export type EventType = Schemas['EventType'];

/** The ordering of the events listing. @see docs/service.md, Application events */
export type EventOrder = Schemas['EventOrder'];
