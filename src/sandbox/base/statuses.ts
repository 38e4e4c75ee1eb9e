import type {
  KnownFileStatus,
  KnownQuestionStatus,
  KnownSimpleQuestionStatus,
} from '../../client/contract/known-statuses.js';

// Every list of statuses in the sandbox is a Record over these types, so that the compiler names it when the contract gets one.
export type QuestionStatus = KnownQuestionStatus;
/** Without 2 and 7, which belong to a retired kind. */
export type SimpleStatus = Exclude<KnownSimpleQuestionStatus, 2 | 7>;
export type FileStatus = KnownFileStatus;

/** Statuses of a project's questions. @see docs/service.md, Project question statuses */
export const questionStatus = {
  pending: 0,
  listing: 1,
  translating: 2,
  cancelled: 3,
  completed: 4,
  expired: 5,
  feedback: 6,
} as const satisfies Record<string, QuestionStatus>;

/** Statuses of simple questions. @see docs/service.md, Simple question statuses */
export const simpleStatus = {
  pending: 0,
  inProgress: 1,
  completed: 4,
  allExpired: 5,
  translated: 8,
  someExpired: 9,
} as const satisfies Record<string, SimpleStatus>;

/** Statuses of files. @see docs/service.md, File */
export const fileStatus = {
  counting: 1,
  counted: 2,
  empty: 96,
  systemError: 97,
  brokenEncoding: 98,
  unsupported: 99,
} as const satisfies Record<string, FileStatus>;

/** Types of comments. The service leaves all but `written` open: those it writes itself, with an empty body. */
export const commentType = { written: 1, taken: 10, submitted: 13, completed: 14 } as const;

const questionTexts = {
  [questionStatus.pending]: 'pending',
  [questionStatus.listing]: 'listing',
  [questionStatus.translating]: 'translating',
  [questionStatus.cancelled]: 'cancelled',
  [questionStatus.completed]: 'completed',
  [questionStatus.expired]: 'expired',
  [questionStatus.feedback]: 'feedback',
} as const satisfies Record<QuestionStatus, string>;

const simpleTexts = {
  [simpleStatus.pending]: 'Pending',
  [simpleStatus.inProgress]: 'In Progress',
  [simpleStatus.completed]: 'Completed',
  [simpleStatus.allExpired]: 'All Expired',
  [simpleStatus.translated]: 'Translated',
  [simpleStatus.someExpired]: 'Some Expired',
} as const satisfies Record<SimpleStatus, string>;

export type QuestionStatusText = (typeof questionTexts)[QuestionStatus];
export type SimpleStatusText = (typeof simpleTexts)[SimpleStatus];

/** The status text of a project question, in lower case. */
export function describeStatus(status: QuestionStatus): QuestionStatusText {
  return questionTexts[status];
}

/** The status text of a simple question, capitalised. */
export function describeSimpleStatus(status: SimpleStatus): SimpleStatusText {
  return simpleTexts[status];
}
