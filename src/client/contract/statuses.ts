import type { KnownFileStatus, KnownQuestionStatus, KnownSimpleQuestionStatus } from './known-statuses.js';

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
} as const satisfies Record<string, KnownQuestionStatus>);

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
} as const satisfies Record<string, KnownSimpleQuestionStatus>);

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
  /** Its character encoding is broken or could not be detected. */
  BadEncoding: 98,
  /** Not a file that the service can read. */
  Unsupported: 99,
} as const satisfies Record<string, KnownFileStatus>);

/** The status of an uploaded file; others than the known ones can come. */
export type FileStatus = Open<typeof FileStatus>;

/**
 * How far the work on a question is. `translated`: its translation is there, and may still change. `ended`: over, without a
 * translation of everything.
 */
type QuestionStage = 'open' | 'translated' | 'completed' | 'ended';

// `satisfies`, so that the compiler names these tables when the contract gets a status. Any other number has no stage.
const QUESTION_STAGES: Readonly<Record<number, QuestionStage>> = {
  [QuestionStatus.Pending]: 'open',
  [QuestionStatus.Listing]: 'open',
  [QuestionStatus.Translating]: 'open',
  [QuestionStatus.Cancelled]: 'ended',
  [QuestionStatus.Completed]: 'completed',
  [QuestionStatus.Expired]: 'ended',
  [QuestionStatus.Feedback]: 'translated',
} satisfies Record<KnownQuestionStatus, QuestionStage>;

const SIMPLE_STAGES: Readonly<Record<number, QuestionStage>> = {
  [SimpleQuestionStatus.Pending]: 'open',
  [SimpleQuestionStatus.InProgress]: 'open',
  [SimpleQuestionStatus.Translating]: 'open',
  [SimpleQuestionStatus.Completed]: 'completed',
  [SimpleQuestionStatus.AllExpired]: 'ended',
  [SimpleQuestionStatus.NotTranslated]: 'ended',
  [SimpleQuestionStatus.Translated]: 'translated',
  [SimpleQuestionStatus.SomeExpired]: 'ended',
} satisfies Record<KnownSimpleQuestionStatus, QuestionStage>;

/** Whether the analysis of a file is over. */
const ANALYSED: Readonly<Record<number, boolean>> = {
  [FileStatus.Analysing]: false,
  [FileStatus.Ready]: true,
  [FileStatus.Empty]: true,
  [FileStatus.SystemError]: true,
  [FileStatus.BadEncoding]: true,
  [FileStatus.Unsupported]: true,
} satisfies Record<KnownFileStatus, boolean>;

/** The stage of a project's question; undefined for a status that is not known. */
export function findQuestionStage(status: number): QuestionStage | undefined {
  return QUESTION_STAGES[status];
}

/** The stage of a simple question, by its status alone; undefined for a status that is not known. */
export function findSimpleStage(status: number): QuestionStage | undefined {
  return SIMPLE_STAGES[status];
}

/** Whether the analysis of a file is over. A status that is not known does not end it. */
export function isAnalysed({ status }: { readonly status: number }): boolean {
  return ANALYSED[status] === true;
}

const isOver = (stage: QuestionStage | undefined): boolean => stage === 'completed' || stage === 'ended';

/** What `isFinished` reads of a project's question. */
interface AnyQuestion {
  readonly status: number;
  readonly project_id: number;
}

/** What `isFinished` reads of a simple question. */
interface AnySimpleState {
  readonly status: number;
  readonly cancelable: boolean;
  readonly draft_question_id: number | null;
}

/** Fields that every simple question has, and no question of a project. */
const SIMPLE_FIELDS = ['draft_question_id', 'first_body', 'question_bodies'];

/** A cancelled simple question is a draft in status 0. */
export function isDraft<Simple extends Partial<AnySimpleState>>(
  question: Simple,
): question is Simple & { readonly draft_question_id: number } {
  const { status, cancelable, draft_question_id } = question;
  return typeof draft_question_id === 'number' && status === SimpleQuestionStatus.Pending && !cancelable;
}

/**
 * Whether nothing more will happen to a question or a simple question by itself: completed, cancelled or expired.
 * A status that is not known for its kind is not finished: 9 means "some expired" for a simple question, and
 * nothing known for a project's.
 *
 * @see docs/service.md, Project question statuses
 * @see docs/service.md, Simple question statuses
 */
export function isFinished(question: AnyQuestion | AnySimpleState): boolean {
  const { status } = question;
  const isProjects = 'project_id' in question && typeof question.project_id === 'number';
  const isSimple = SIMPLE_FIELDS.some((name) => name in question);
  // Where the fields don't say which kind it is, only what both kinds call finished is finished.
  const isOpenQuestion = !isOver(QUESTION_STAGES[status]) && (isProjects || !isSimple);
  const isOpenSimple = !isOver(SIMPLE_STAGES[status]) && (isSimple || !isProjects);
  return (!isOpenQuestion && !isOpenSimple) || (isSimple && !isProjects && isDraft(question));
}
