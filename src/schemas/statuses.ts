type Open<Known extends Readonly<Record<string, number>>> = Known[keyof Known] | (number & {});

/**
 * The statuses of a project's question; others can come.
 *
 * @see docs/service.md, Project question statuses
 */
export const QuestionStatus = Object.freeze({
  Pending: 0,
  Listing: 1,
  Translating: 2,
  Cancelled: 3,
  Completed: 4,
  /** No translator completed it in time, so it was cancelled. */
  Expired: 5,
  /** Translated; becomes Completed by itself 24 hours after the submission. */
  Feedback: 6,
} as const);

/** The status of a project's question; others than the known ones can come. */
export type QuestionStatus = Open<typeof QuestionStatus>;

/**
 * The statuses of a simple question; others can come.
 *
 * @see docs/service.md, Simple question statuses
 */
export const SimpleQuestionStatus = Object.freeze({
  Pending: 0,
  InProgress: 1,
  /** Of a retired premium kind. */
  Translating: 2,
  /** Every body has a translation and the request is closed. */
  Completed: 4,
  /** No body was translated in time. */
  AllExpired: 5,
  /** Of a retired premium kind: not translated by anyone. */
  NotTranslated: 7,
  /** Still open. */
  Translated: 8,
  /** Some bodies were not translated in time. */
  SomeExpired: 9,
} as const);

/** The status of a simple question; others than the known ones can come. */
export type SimpleQuestionStatus = Open<typeof SimpleQuestionStatus>;

/**
 * The statuses of an uploaded file; others can come.
 *
 * @see docs/service.md, File moves
 */
export const FileStatus = Object.freeze({
  /** The service is counting its characters. */
  Analysing: 1,
  /** Counted, and ready to be ordered. */
  Ready: 2,
  /** No characters were found. */
  Empty: 96,
  /** The service failed to analyse it. */
  SystemError: 97,
  /** Its character encoding is broken or could not be told. */
  BadEncoding: 98,
  /** Not a file that the service can read. */
  Unsupported: 99,
} as const);

/** The status of an uploaded file; others than the known ones can come. */
export type FileStatus = Open<typeof FileStatus>;

const FINISHED: ReadonlySet<number> = new Set([
  QuestionStatus.Cancelled,
  QuestionStatus.Completed,
  QuestionStatus.Expired,
  SimpleQuestionStatus.NotTranslated,
  SimpleQuestionStatus.SomeExpired,
]);

/**
 * Whether nothing more will happen to a question or a simple question by itself: completed, cancelled or
 * expired. A status that is not known is not finished. The two kinds share their numbers where both use them.
 */
export function isFinished(question: {
  readonly status: number;
  readonly cancelable: boolean;
  readonly draft_question_id?: number | null;
}): boolean {
  const { status, cancelable, draft_question_id } = question;
  // A cancelled simple question is a draft in status 0.
  const drafted = typeof draft_question_id === 'number' && status === SimpleQuestionStatus.Pending;
  return FINISHED.has(status) || (drafted && !cancelable);
}
