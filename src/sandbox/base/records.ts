// What the sandbox stores. Times are in milliseconds since 1970.

import type { FileStatus, QuestionStatus, SimpleStatus } from './statuses.js';

/** A record that is written after it was made. */
export type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

export interface LanguageRecord {
  readonly id: string;
  readonly name: string;
}

export interface LanguagePairRecord {
  readonly source: LanguageRecord;
  readonly target: LanguageRecord;
  readonly point: number;
  readonly extraPoint: number;
  readonly extraLetter: number;
}

export interface UserRecord {
  readonly id: number;
  readonly login: string;
  readonly locale: string;
  readonly createdAt: number;
  readonly translator: boolean;
}

export interface OrganizationRecord {
  readonly id: number;
  readonly owner: UserRecord;
  readonly name: string;
  readonly description: string | null;
  readonly isDefault: boolean;
  readonly createdAt: number;
  updatedAt: number;
  /** The balance. It decreases when an order is completed. */
  point: number;
  /** The part of the balance that can be spent. It decreases when an order is placed. */
  availablePoint: number;
}

export interface ApplicationRecord {
  readonly id: number;
  readonly clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** The other addresses that a sign-in may return to. */
  otherRedirectUris: readonly string[];
  callbackUrl: string;
}

export interface AccountRecord {
  readonly user: UserRecord;
  readonly email: string;
  accessToken: string;
  readonly application: ApplicationRecord;
  readonly organizations: OrganizationRecord[];
  /** Oldest first. */
  readonly questions: QuestionRecord[];
}

export interface ProjectRecord {
  readonly id: number;
  readonly account: AccountRecord;
  /** The application that ordered it. Missing in snapshots of earlier versions, where it is the account's own. */
  readonly application?: ApplicationRecord;
  readonly organization: OrganizationRecord;
  readonly pair: LanguagePairRecord;
  readonly individual: boolean;
  readonly createdAt: number;
  updatedAt: number;
  readonly questions: readonly QuestionRecord[];
}

/** What an order says about one question, and the price. */
export interface QuestionTerms {
  readonly title: string;
  readonly description: string;
  readonly customField: string | null;
  readonly individual: boolean;
  readonly doubleCheck: boolean;
  readonly escapeText: boolean;
  readonly fileType: string;
  readonly letterCount: number;
  readonly totalPoint: number;
  /** Null for a text: its source is created with the order. */
  readonly file: FileRecord | null;
  readonly originals: readonly string[];
}

export interface QuestionRecord {
  readonly id: number;
  readonly sourceId: number;
  readonly project: ProjectRecord;
  readonly terms: QuestionTerms;
  readonly createdAt: number;
  updatedAt: number;
  status: QuestionStatus;
  endedAt: number | null;
  grabExpiresAt: number | null;
  translatedAt: number | null;
  readonly revisions: RevisionRecord[];
  readonly comments: CommentRecord[];
}

interface ParagraphRecord {
  readonly id: number;
  readonly paragraphId: number;
  readonly original: string;
  readonly translated: string;
}

export interface RevisionRecord {
  readonly number: number;
  readonly translator: UserRecord;
  readonly submittedAt: number;
  readonly paragraphs: readonly ParagraphRecord[];
}

export interface CommentRecord {
  readonly id: number;
  readonly typeId: number;
  readonly user: UserRecord;
  readonly createdAt: number;
  updatedAt: number;
  body: string;
}

export interface FileRecord {
  readonly id: number;
  readonly user: UserRecord;
  readonly name: string;
  readonly fileType: string;
  readonly createdAt: number;
  updatedAt: number;
  status: FileStatus;
  /** Null until the analysis is finished, and when it failed. */
  content: FileContent | null;
  /** The result of the analysis, and when it is shown. */
  readonly analysis: FileAnalysis;
}

interface FileAnalysis {
  readonly dueAt: number;
  readonly status: FileStatus;
  readonly content: FileContent | null;
}

export interface FileContent {
  readonly charset: string;
  readonly letterCount: number;
  readonly paragraphs: readonly string[];
  /** The slides of a presentation, and the pages of a text document that says where they end. */
  readonly pages?: number;
  /** The bytes of an office file in base64, in which its translation is written. Missing in snapshots of earlier versions. */
  readonly original?: string;
}

export interface SimpleQuestionRecord {
  readonly id: number;
  readonly account: AccountRecord;
  /** The application that ordered it. Missing in snapshots of earlier versions, where it is the account's own. */
  readonly application?: ApplicationRecord;
  readonly organization: OrganizationRecord;
  readonly terms: SimpleQuestionTerms;
  readonly parentId: number | null;
  readonly publishedScope: number;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly publishedAt: number | null;
  updatedAt: number;
  translatedAt: number | null;
  status: SimpleStatus;
  listing: boolean;
  draftId: number | null;
  translationsCount: number;
  progressRate: number;
  readonly bodies: readonly BodyRecord[];
}

export interface SimpleQuestionTerms {
  readonly pair: LanguagePairRecord;
  readonly description: string | null;
  readonly customField: string | null;
  readonly escapeText: boolean;
  readonly textFormat: number;
  readonly native: boolean;
  readonly texts: readonly SimpleText[];
  readonly letterCount: number;
  readonly totalPoint: number;
}

export interface SimpleText {
  readonly body: string;
  readonly letterCount: number;
  readonly point: number;
}

export interface BodyRecord {
  readonly id: number;
  readonly questionId: number;
  readonly order: number;
  readonly text: SimpleText;
  readonly createdAt: number;
  updatedAt: number;
  translatedAt: number | null;
  translations: SimpleTranslationRecord[];
}

export interface SimpleTranslationRecord {
  readonly id: number;
  readonly questionId: number;
  readonly bodyId: number;
  readonly text: string;
  readonly translator: UserRecord;
  readonly createdAt: number;
  updatedAt: number;
  rejected: boolean;
  /** Why it was rejected. */
  reason?: string;
  readonly comments: CommentRecord[];
}

/** The type of an event, with the records that it shows. */
export type EventSubject =
  | {
      readonly type: 'simple_question.created' | 'simple_question.finished' | 'simple_question.expired';
      readonly question: SimpleQuestionRecord;
    }
  | {
      readonly type: 'simple_question.submitted_translation';
      readonly question: SimpleQuestionRecord;
      readonly translation: SimpleTranslationRecord;
    }
  /** `project.created`, or the type that `projectEvents` says. */
  | { readonly type: string; readonly project: ProjectRecord };

export interface EventRecord {
  readonly at: number;
  readonly actor: UserRecord;
  readonly account: AccountRecord;
  readonly organization: OrganizationRecord;
  readonly subject: EventSubject;
}

/** An event with its id. */
export interface NumberedEvent {
  readonly id: number;
  readonly retryCount: number;
  readonly event: EventRecord;
}

/** The application whose order the event is about. A made-up event belongs to the account's own. */
export function findApplication({ account, subject }: EventRecord): ApplicationRecord {
  const order = 'project' in subject ? subject.project : subject.question;
  return order.application ?? account.application;
}
