// Generated from requester-v1.yaml by scripts/generate.ts. Do not edit.

/**
 * 0 = no, 1 = yes.
 * @see docs/service.md, Organization
 */
export type Flag = 0 | 1;

/**
 * Values seen are listed; others can come.
 * @see docs/service.md, Question
 */
export type FileType = 'pptx' | 'html_text' | 'string' | (string & {});

/**
 * 0 = public, 2 = private.
 * @see docs/service.md, Simple question
 */
export type PublishedScope = 0 | 2 | (number & {});

/**
 * 0 = text, 1 = HTML.
 * @see docs/service.md, Simple question
 */
export type TextFormat = 0 | 1 | (number & {});

/**
 * The service does not say what this number means. Seen: 1 is a comment by a requester; 10, 13 and 14 come with an
 * empty body.
 * @see docs/service.md, Comment
 */
export type CommentType = 1 | 10 | 13 | 14 | (number & {});

/**
 * A type of an event that is none of the known ones. Compare it as a string: `const type: string = event.type`.
 * @see docs/service.md, Events
 */
export type OtherEventType = '(not a known type)' & {
    readonly excluded: true;
};

/**
 * An organization (also called a group); it holds a balance of points.
 * @see docs/service.md, Organization
 */
export interface Organization {
    id: number;
    name: string;
    /** The service does not say what this number means. */
    plan_id?: number;
    /** The owner. */
    user_id: number;
    /** 1 = the owner's default organization. */
    default: Flag;
    description: string | null;
    /** ISO 8601 with milliseconds and a numeric offset. */
    created_at: string;
    /** ISO 8601 with milliseconds and a numeric offset. */
    updated_at: string;
    /** The address of the organization in the API. */
    url?: string;
    /** The address of the organization on the web. */
    html_url?: string;
    /** A balance. Seen: the total of the organization. */
    point: number;
    /** A balance. Seen: what the caller can spend. */
    available_point: number;
    /** Seen in some answers. */
    available_plan_id?: number | null;
    /** Seen in some answers. */
    user?: User;
}

/**
 * A user as embedded in other objects.
 * @see docs/service.md, User
 */
export interface User {
    id: number;
    login: string;
    /** ISO 8601 with milliseconds and a numeric offset. */
    created_at: string;
    /** ISO 8601 with milliseconds and a numeric offset. */
    updated_at: string;
    locale?: string;
    picture_url?: string;
    /** True: a translator account; false: a requester account. */
    translator: boolean;
}

/**
 * A translator as embedded in other objects.
 * @see docs/service.md, User
 */
export interface TranslatorUser extends User {
    /** Seen: null. The service does not say what else can come. */
    native_language?: unknown;
    /** ISO 8601 with milliseconds and a numeric offset. */
    last_accessed_at?: string;
    /** The service does not say what the codes mean. */
    online_status?: number;
    online_status_text?: string;
}

/**
 * A translator as embedded in a simple translation inside another object; the grade can be missing.
 * @see docs/service.md, User
 */
export interface SimpleTranslator extends TranslatorUser {
    grade_text?: string;
    rate?: number;
}

/**
 * A translator as the answer about one simple translation shows it, with the grade.
 * @see docs/service.md, User
 */
export interface GradedTranslator extends TranslatorUser {
    grade_text?: string;
    rate?: number;
}

/**
 * The account, its fields beside `success` and `message`.
 * @see docs/service.md, Account
 */
export interface Account extends Answer, User {
    email: string;
    default_organization_id: number;
    default_organization?: Organization;
}

/**
 * A language.
 * @see docs/service.md, Language
 */
export interface Language {
    /** The language code. */
    id: string;
    localized_name: string;
}

/**
 * A pair of languages that can be ordered; both can be the same. The service does not say what `point`,
 * `extra_point` and `extra_letter` mean, nor their units.
 * @see docs/service.md, Language pair
 */
export interface LanguagePair {
    /** The source language. */
    language_id: string;
    /** The target language. */
    translated_language_id: string;
    language?: Language;
    translated_language?: Language;
    point: number;
    extra_point: number;
    extra_letter: number;
}

/**
 * An uploaded file.
 * @see docs/service.md, File
 */
export interface QuestionSource {
    id: number;
    /**
     * 1 right after the upload, 2 after analysis. Seen: 96 no characters found, 97 system error, 98 undetectable or
     * broken character encoding, 99 unsupported file. Others can come.
     */
    status: 1 | 2 | 96 | 97 | 98 | 99 | (number & {});
    user_id: number;
    /** Null until analysed. */
    file_type: FileType | null;
    /** Null until analysed. */
    letter_count: number | null;
    /** Null until analysed. Seen: the detected encoding. */
    charset: string | null;
    /** ISO 8601 with milliseconds and a numeric offset. */
    created_at: string;
    /** ISO 8601 with milliseconds and a numeric offset. */
    updated_at: string;
}

/**
 * An order of one or more questions.
 * @see docs/service.md, Project
 */
export interface Project {
    id: number;
    organization_id: number;
    user_id: number;
    /** Seen: the sum of `total_point` of the questions. */
    point: number;
    /** ISO 8601 with milliseconds and a numeric offset. */
    created_at: string;
    /** ISO 8601 with milliseconds and a numeric offset. */
    updated_at: string;
    language_id: string;
    translated_language_id: string;
    individual: boolean;
    url?: string;
    html_url?: string;
    question_count: number;
    organization?: Organization;
    questions: Question[];
    language?: Language;
    translated_language?: Language;
}

/**
 * The result of a check; it has no id, timestamps or addresses.
 * @see docs/service.md, Project
 */
export interface ProjectQuote {
    organization_id: number;
    user_id: number;
    /** What the project would cost. */
    point: number;
    language_id: string;
    translated_language_id: string;
    individual: boolean;
    question_count: number;
    organization?: Organization;
    questions: QuestionQuote[];
    language?: Language;
    translated_language?: Language;
}

/**
 * One translation request of a project.
 * @see docs/service.md, Question
 */
export interface Question {
    id: number;
    project_id: number;
    /** The uploaded or created source. */
    question_source_id: number;
    user_id: number;
    title: string;
    letter_count: number;
    language_id: string;
    translated_language_id: string;
    /**
     * Seen: 0 pending, 1 listing, 2 translating, 3 cancelled, 4 completed, 5 expired, 6 feedback (becomes 4 by itself
     * 24 hours after the submission). Others can come.
     */
    status: 0 | 1 | 2 | 3 | 4 | 5 | 6 | (number & {});
    /** Lower-case: pending, cancelled, completed. */
    status_text?: string;
    total_point: number;
    /** ISO 8601 with milliseconds and a numeric offset. */
    created_at: string;
    /** ISO 8601 with milliseconds and a numeric offset. */
    updated_at: string;
    /** The text that the order gave, or null. */
    custom_field: string | null;
    /** An empty string when there is none. */
    description: string;
    /** ISO 8601 with milliseconds and a numeric offset, or null. */
    ended_at: string | null;
    /** ISO 8601 with milliseconds and a numeric offset, or null. */
    grab_expires_at: string | null;
    /** ISO 8601 with milliseconds and a numeric offset, or null. */
    translated_at: string | null;
    individual: boolean;
    double_check: boolean;
    escape_text: boolean;
    url?: string;
    html_url?: string;
    cancelable: boolean;
    organization_id: number;
    file_type: FileType;
}

/**
 * A question in the result of a check.
 * @see docs/service.md, Question
 */
export interface QuestionQuote {
    user_id: number;
    title: string;
    letter_count: number;
    language_id: string;
    translated_language_id: string;
    /** What the question would cost. */
    total_point: number;
    /** The text that the order gave, or null. */
    custom_field: string | null;
    description: string;
    individual: boolean;
    escape_text: boolean;
    organization_id: number;
}

/**
 * A question as a single read gives it.
 * @see docs/service.md, Question
 */
export interface QuestionDetail extends Question {
    user?: User;
    language?: Language;
    translated_language?: Language;
    translation: RevisionSummary;
}

/**
 * A question as the listing of the account gives it.
 * @see docs/service.md, Account and organizations
 */
export interface QuestionListItem extends Question {
    organization?: Organization;
    language?: Language;
    translated_language?: Language;
}

/**
 * A revision of a translation, without its text.
 * @see docs/service.md, Revision summary
 */
export interface RevisionSummary {
    /** 0 when no revision exists. */
    revision_number: number;
    submitted: boolean;
    download_url: string | null;
    downloadable: boolean;
    /** ISO 8601 with milliseconds and a numeric offset, or null. */
    submitted_at: string | null;
    user_id: number | null;
    url?: string | null;
    html_url?: string | null;
}

/**
 * A revision of a translation with its paragraphs.
 * @see docs/service.md, Revision detail
 */
export interface Revision extends RevisionSummary {
    paragraphs: Paragraph[];
}

/**
 * One paragraph of a revision.
 * @see docs/service.md, Revision detail
 */
export interface Paragraph {
    id: number;
    paragraph_id: number;
    section_id: number;
    display_order: number;
    original_text: string;
    translated_text: string;
    updated_by: number;
    /** ISO 8601 with milliseconds and a numeric offset. */
    updated_at: string;
    revision_number: number;
}

/**
 * A comment on a question.
 * @see docs/service.md, Comment
 */
export interface Comment {
    id: number;
    question_id: number;
    type_id?: CommentType;
    body: string;
    user_id: number;
    /** ISO 8601 with milliseconds and a numeric offset. */
    created_at: string;
    /** ISO 8601 with milliseconds and a numeric offset. */
    updated_at: string;
    user?: User;
}

/**
 * The fields that a simple question has wherever it appears, the id and the state aside.
 * @see docs/service.md, Simple question
 */
export interface SimpleQuestionBase {
    description: string | null;
    user_id: number;
    parent_id: number | null;
    /** The service does not say what this number means. */
    type_id?: number;
    /** ISO 8601 with milliseconds and a numeric offset, or null. */
    translated_at: string | null;
    views_count?: number;
    letter_count: number;
    language_id: string;
    translated_language_id: string;
    /** Capitalised: Pending, In Progress, Completed, Translated, Some Expired. */
    status_text?: string;
    tag_text?: string | null;
    first_body: string;
    native: boolean;
    translations_count: number;
    working_translations_count: number;
    individual: boolean;
    /** Percent. */
    progress_rate?: number;
    organization_id: number;
    escape_text: boolean;
    text_format: TextFormat;
    /** The text that the order gave, or null. */
    custom_field: string | null;
    cancelable: boolean;
    /** The name of the field includes the question mark. */
    'listing?'?: boolean;
    total_point: number;
    url?: string;
    html_url?: string;
    user?: User;
    language?: Language;
    translated_language?: Language;
}

/**
 * The fields that a simple question has wherever it appears, once it has been ordered.
 * @see docs/service.md, Simple question
 */
export interface SimpleQuestionState extends SimpleQuestionBase {
    id: number;
    published_scope: PublishedScope;
    /** ISO 8601 with milliseconds and a numeric offset, or null. */
    expires_at: string | null;
    /** ISO 8601 with milliseconds and a numeric offset, or null. */
    published_at: string | null;
    /** ISO 8601 with milliseconds and a numeric offset, or null. */
    created_at: string | null;
    /** ISO 8601 with milliseconds and a numeric offset, or null. */
    updated_at: string | null;
    /**
     * Seen: 0 Pending, 1 In Progress, 4 Completed, 5 all expired, 8 Translated, 9 Some Expired; 2 and 7 belong to a
     * retired kind. Others can come.
     */
    status: 0 | 1 | 2 | 4 | 5 | 7 | 8 | 9 | (number & {});
    draft_question_id: number | null;
}

/**
 * A request for the translation of a list of texts.
 * @see docs/service.md, Simple question
 */
export interface SimpleQuestion extends SimpleQuestionState {
    question_bodies: QuestionBody[];
    organization?: Organization;
}

/**
 * A simple question as a single read gives it, with the translations of its texts.
 * @see docs/service.md, Simple question
 */
export interface SimpleQuestionDetail extends SimpleQuestionState {
    question_bodies: TranslatedQuestionBody[];
    organization?: Organization;
}

/**
 * The result of a check; it has no id, no creation time and no bodies.
 * @see docs/service.md, Simple question
 */
export interface SimpleQuestionQuote extends SimpleQuestionBase {
    id?: null;
    published_scope: PublishedScope;
    /** ISO 8601 with milliseconds and a numeric offset, or null. */
    expires_at: string | null;
    /** ISO 8601 with milliseconds and a numeric offset, or null. */
    published_at: string | null;
    created_at?: null;
    updated_at?: null;
    /**
     * Seen: 0 Pending, 1 In Progress, 4 Completed, 5 all expired, 8 Translated, 9 Some Expired; 2 and 7 belong to a
     * retired kind. Others can come.
     */
    status: 0 | 1 | 2 | 4 | 5 | 7 | 8 | 9 | (number & {});
    /** What the question would cost. */
    total_point: number;
    draft_question_id: number | null;
    organization?: Organization;
}

/**
 * What a cancelled simple question became.
 * @see docs/service.md, Simple question moves
 */
export interface SimpleQuestionDraft extends SimpleQuestionBase {
    id?: null;
    published_scope: 0;
    expires_at?: null;
    published_at?: null;
    /** ISO 8601 with milliseconds and a numeric offset, or null. */
    created_at: string | null;
    /** ISO 8601 with milliseconds and a numeric offset, or null. */
    updated_at: string | null;
    status: 0;
    /** The id of the draft. */
    draft_question_id: number;
    question_bodies: QuestionBody[];
    organization?: Organization;
}

/**
 * A simple question as it was at the time of an event. It has no organization, and its texts are not always
 * included.
 * @see docs/service.md, Events
 */
export interface SimpleQuestionSnapshot extends SimpleQuestionState {
    question_bodies?: QuestionBody[];
}

/**
 * A simple question as the event of its creation shows it, with its texts.
 * @see docs/service.md, Events
 */
export interface CreatedSimpleQuestion extends SimpleQuestionState {
    question_bodies: QuestionBody[];
}

/**
 * A simple question as the event of its end shows it, with its texts and their translations.
 * @see docs/service.md, Events
 */
export interface ClosedSimpleQuestion extends SimpleQuestionState {
    question_bodies: TranslatedQuestionBody[];
}

/**
 * A simple question beside one of its translations, with its texts and its organization.
 * @see docs/service.md, Simple translations
 */
export interface CompanionSimpleQuestion extends SimpleQuestionState {
    question_bodies?: QuestionBody[];
    organization?: Organization;
}

/**
 * One text of a simple question.
 * @see docs/service.md, Question body
 */
export interface QuestionBody {
    id: number;
    question_id: number;
    /** Starts at 1. */
    display_order: number;
    body: string;
    /** ISO 8601 with milliseconds and a numeric offset, or null. */
    translated_at: string | null;
    letter_count: number;
    translations_count: number;
    /** ISO 8601 with milliseconds and a numeric offset. */
    created_at: string;
    /** ISO 8601 with milliseconds and a numeric offset. */
    updated_at: string;
    /** When included; an empty list when there are none. */
    translations?: SimpleTranslation[];
}

/**
 * One text of a simple question with its translations.
 * @see docs/service.md, Question body
 */
export interface TranslatedQuestionBody extends QuestionBody {
    /** An empty list when there are none. */
    translations?: SimpleTranslation[];
}

/**
 * A translation of one text of a simple question.
 * @see docs/service.md, Simple translation
 */
export interface SimpleTranslation {
    id: number;
    question_id: number;
    question_body_id: number;
    body: string;
    /** ISO 8601 with milliseconds and a numeric offset. */
    created_at: string;
    /** ISO 8601 with milliseconds and a numeric offset. */
    updated_at: string;
    user_id: number;
    trainee?: boolean;
    /** ISO 8601 with milliseconds and a numeric offset. */
    posted_at: string;
    comments_count?: number;
    /** The translator, in some answers. */
    user?: SimpleTranslator;
}

/**
 * A simple translation as the event of its submission shows it, with its translator.
 * @see docs/service.md, Events
 */
export interface SubmittedTranslation extends SimpleTranslation {
    /** The translator. */
    user?: SimpleTranslator;
}

/**
 * A simple translation as a single read gives it, with its translator and the grade.
 * @see docs/service.md, Simple translation
 */
export interface SimpleTranslationDetail extends SimpleTranslation {
    /** The translator. */
    user?: GradedTranslator;
}

/**
 * The record of something that happened to an order; its `type` decides what it carries. Seen: this object is
 * POSTed to the notification address of the application.
 * @see docs/service.md, Events
 */
export type ApplicationEvent = KnownEvent | OtherEvent;

/**
 * An event of a type that this contract knows; its `type` decides what it carries.
 * @see docs/service.md, Events
 */
export type KnownEvent = SimpleQuestionCreatedEvent | SimpleQuestionSubmittedTranslationEvent | SimpleQuestionFinishedEvent | SimpleQuestionExpiredEvent | ProjectCreatedEvent;

/**
 * A simple question was ordered.
 * @see docs/service.md, Events
 */
export interface SimpleQuestionCreatedEvent extends EventBase {
    type: 'simple_question.created';
    /** The question as it was then, with its texts. */
    question: CreatedSimpleQuestion;
}

/**
 * A translator submitted a translation.
 * @see docs/service.md, Events
 */
export interface SimpleQuestionSubmittedTranslationEvent extends EventBase {
    type: 'simple_question.submitted_translation';
    /** The question as it was then; its texts are not included. */
    question: SimpleQuestionSnapshot;
    /** What was submitted, with its translator. */
    translation: SubmittedTranslation;
}

/**
 * Every text of a simple question is translated, and the question is closed.
 * @see docs/service.md, Events
 */
export interface SimpleQuestionFinishedEvent extends EventBase {
    type: 'simple_question.finished';
    /** The question as it was then, with its texts and their translations. */
    question: ClosedSimpleQuestion;
}

/**
 * A simple question expired before all of its texts were translated.
 * @see docs/service.md, Events
 */
export interface SimpleQuestionExpiredEvent extends EventBase {
    type: 'simple_question.expired';
    /** The question as it was then, with its texts and the translations that came in time. */
    question: ClosedSimpleQuestion;
}

/**
 * A project was ordered. Seen: the service promises no events about projects.
 * @see docs/service.md, Events
 */
export interface ProjectCreatedEvent extends EventBase {
    type: 'project.created';
    /** Seen: the project with its questions. */
    project?: Project;
}

/**
 * An event of any other type. The service does not say which other types there are, nor what they carry, so
 * every further field is passed on as it comes.
 * @see docs/service.md, Events
 */
export interface OtherEvent extends EventBase {
    type: OtherEventType;
    [name: string]: unknown;
}

/**
 * What every event has.
 * @see docs/service.md, Events
 */
export interface EventBase {
    id: number;
    action_user_id: number;
    application_id: number;
    organization_id: number;
    action_organization_id: number;
    /** ISO 8601 with milliseconds and a numeric offset. */
    created_at: string;
    /** The service does not say what this number means. Seen: how often the delivery was repeated. */
    retry_count?: number;
}

/**
 * What every answer but the language pairs has.
 * @see docs/service.md, Resources and fields
 */
export interface Answer {
    success?: boolean;
    /** Not a stable text. */
    message?: string;
}

/**
 * What every page of a listing has.
 * @see docs/service.md, Limits
 */
export interface Paging {
    page: number;
    per_page: number;
    total_pages: number;
    total_count: number;
}

/**
 * An answer of unknown fields.
 * @see docs/service.md, Simple translations
 */
export interface OpenAnswer {
    [name: string]: unknown;
}

/**
 * An answer with an organization.
 * @see docs/service.md, Account and organizations
 */
export interface OrganizationAnswer extends Answer {
    organization: Organization;
}

/**
 * A page of organizations.
 * @see docs/service.md, Account and organizations
 */
export interface OrganizationPage extends Answer, Paging {
    organizations: Organization[];
}

/**
 * Every language pair.
 * @see docs/service.md, Account and organizations
 */
export interface LanguagePairsAnswer {
    language_pairs: LanguagePair[];
}

/**
 * An answer with an uploaded file.
 * @see docs/service.md, Files
 */
export interface QuestionSourceAnswer extends Answer {
    question_source: QuestionSource;
}

/**
 * An answer with a project.
 * @see docs/service.md, Projects
 */
export interface ProjectAnswer extends Answer {
    project: Project;
}

/**
 * The answer to a project check.
 * @see docs/service.md, Projects
 */
export interface ProjectQuoteAnswer extends Answer {
    project: ProjectQuote;
}

/**
 * An answer with one question.
 * @see docs/service.md, Questions
 */
export interface QuestionAnswer extends Answer {
    question: QuestionDetail;
}

/**
 * The answer to a cancellation.
 * @see docs/service.md, Questions
 */
export interface CancelledQuestionAnswer extends Answer {
    question: Question;
}

/**
 * A page of questions.
 * @see docs/service.md, Account and organizations
 */
export interface QuestionPage extends Answer, Paging {
    questions: QuestionListItem[];
}

/**
 * An answer with a comment, its question and its organization.
 * @see docs/service.md, Comments on a question
 */
export interface CommentAnswer extends Answer {
    organization?: Organization;
    question?: Question;
    comment: Comment;
}

/**
 * A page of comments with their question and its organization.
 * @see docs/service.md, Comments on a question
 */
export interface CommentPage extends Answer, Paging {
    organization?: Organization;
    question?: Question;
    comments: Comment[];
}

/**
 * A page of revisions with their question and its organization.
 * @see docs/service.md, Revisions
 */
export interface RevisionPage extends Answer, Paging {
    organization?: Organization;
    question?: Question;
    translation_revisions: RevisionSummary[];
}

/**
 * An answer with a revision, its question, its organization and the fields of a page.
 * @see docs/service.md, Revisions
 */
export interface RevisionAnswer extends Answer {
    page?: number;
    per_page?: number;
    total_pages?: number;
    total_count?: number;
    organization?: Organization;
    question?: Question;
    translation: Revision;
}

/**
 * An answer with a simple question.
 * @see docs/service.md, Simple questions
 */
export interface SimpleQuestionAnswer extends Answer {
    question: SimpleQuestion;
}

/**
 * An answer with a simple question and the translations of its texts.
 * @see docs/service.md, Simple questions
 */
export interface SimpleQuestionDetailAnswer extends Answer {
    question: SimpleQuestionDetail;
}

/**
 * The answer to a check of a simple question.
 * @see docs/service.md, Simple questions
 */
export interface SimpleQuestionQuoteAnswer extends Answer {
    question: SimpleQuestionQuote;
}

/**
 * The answer to a cancellation of a simple question.
 * @see docs/service.md, Simple questions
 */
export interface SimpleQuestionDraftAnswer extends Answer {
    question: SimpleQuestionDraft;
}

/**
 * An answer with a simple translation, its question, body and organization.
 * @see docs/service.md, Simple translations
 */
export interface SimpleTranslationAnswer extends Answer {
    translation: SimpleTranslationDetail;
    question?: CompanionSimpleQuestion;
    question_body?: QuestionBody;
    organization?: Organization;
}

/**
 * The answer to a rejection. It promises no translator.
 * @see docs/service.md, Simple translations
 */
export interface RejectionAnswer extends Answer {
    reason?: string;
    translation: SimpleTranslation;
    question?: CompanionSimpleQuestion;
    question_body?: QuestionBody;
    organization?: Organization;
}

/**
 * The comments on a simple translation, with the translation, its question and its text.
 * @see docs/service.md, Simple translations
 */
export interface SimpleTranslationComments extends Answer {
    translation?: SimpleTranslation;
    question?: CompanionSimpleQuestion;
    question_body?: QuestionBody;
    /** The service does not say what it looks like with comments in it. */
    comments?: {
        [name: string]: unknown;
    };
}

/**
 * An answer with an event.
 * @see docs/service.md, Application events
 */
export interface EventAnswer extends Answer {
    event: ApplicationEvent;
}

/**
 * A page of events.
 * @see docs/service.md, Application events
 */
export interface EventPage extends Answer, Paging {
    events: ApplicationEvent[];
}

/**
 * An access token. The fields that OAuth 2.0 lets a service leave out are not required here.
 * @see docs/service.md, Authentication
 */
export interface TokenAnswer {
    /** 64 characters. */
    access_token: string;
    /** `bearer`. */
    token_type: string;
    /** Null: the token does not expire. */
    expires_in?: number | null;
    /** Null: none is issued. */
    refresh_token?: string | null;
    /** An empty string. */
    scope?: string | null;
}
