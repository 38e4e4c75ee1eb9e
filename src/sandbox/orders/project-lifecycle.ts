import { HOUR, MINUTE } from '../base/clock.js';
import type {
  AccountRecord,
  ApplicationRecord,
  LanguagePairRecord,
  OrganizationRecord,
  ProjectRecord,
  QuestionRecord,
  QuestionTerms,
  RevisionRecord,
  UserRecord,
} from '../base/records.js';
import { commentType, type QuestionStatus, questionStatus } from '../base/statuses.js';
import { changeBalance } from '../world/accounts.js';
import type { State } from '../world/state.js';

/** Milliseconds from the order until the question is listed for translators. */
const QUESTION_LISTED_AFTER = 5 * MINUTE;
/** How long a translator may work on a question after taking it. */
const GRAB_TIME = 24 * HOUR;
/** How long the requester has for feedback. @see docs/service.md, Project question statuses */
const FEEDBACK_TIME = 24 * HOUR;
const QUESTION_EXPIRES_AFTER = 7 * 24 * HOUR;

/** What can happen to a question in a status. */
interface Moves {
  /** Whether the requester can cancel it. */
  readonly cancel: boolean;
  /** Whether a translator can take it. */
  readonly take: boolean;
  /** What a revision does: completes it, gives the requester time for feedback, or only replaces the one before. */
  readonly revision: 'completes' | 'awaits feedback' | 'replaces' | 'refused';
}

/** @see docs/service.md, Project question statuses */
const MOVES: Readonly<Record<QuestionStatus, Moves>> = {
  [questionStatus.pending]: { cancel: true, take: true, revision: 'completes' },
  [questionStatus.listing]: { cancel: true, take: true, revision: 'awaits feedback' },
  [questionStatus.translating]: { cancel: false, take: false, revision: 'awaits feedback' },
  [questionStatus.feedback]: { cancel: false, take: false, revision: 'replaces' },
  [questionStatus.completed]: { cancel: false, take: false, revision: 'replaces' },
  [questionStatus.cancelled]: { cancel: false, take: false, revision: 'refused' },
  [questionStatus.expired]: { cancel: false, take: false, revision: 'refused' },
};

/** A checked order. */
export interface ProjectOrder {
  readonly account: AccountRecord;
  readonly application?: ApplicationRecord;
  readonly organization: OrganizationRecord;
  readonly pair: LanguagePairRecord;
  readonly individual: boolean;
  readonly terms: readonly QuestionTerms[];
}

export function sumPoints(terms: readonly QuestionTerms[]): number {
  return terms.reduce((sum, term) => sum + term.totalPoint, 0);
}

/** Places an order that has been checked and can be paid. */
export function placeProject(state: State, { terms, ...order }: ProjectOrder): ProjectRecord {
  const now = state.clock.now();
  const questions: QuestionRecord[] = [];
  const project: ProjectRecord = { ...order, id: state.nextId(), createdAt: now, updatedAt: now, questions };
  for (const term of terms) questions.push(createQuestion(state, project, term, now));
  order.account.questions.push(...questions);
  state.projects.set(project.id, project);
  const points = sumPoints(terms);
  changeBalance(order.organization, now, { availablePoint: -points });
  writeProjectEvent(state, project, order.account.user, 'project.created');
  state.addOrder({ kind: 'project', id: project.id, key: terms[0]?.customField ?? null, points, at: now });
  return project;
}

/** Writes an event with a copy of the project as it is now. @see docs/service.md, Event deliveries */
function writeProjectEvent(state: State, project: ProjectRecord, actor: UserRecord, type: string): void {
  const { account, organization } = project;
  const questions = project.questions.map((question) => ({ ...question }));
  const copy = { ...project, organization: { ...organization }, questions };
  const subject = { type, project: copy };
  state.getEventLog(account).write({ at: state.clock.now(), actor, account, organization, subject });
}

function createQuestion(
  state: State,
  project: ProjectRecord,
  terms: QuestionTerms,
  now: number,
): QuestionRecord {
  const question: QuestionRecord = {
    id: state.nextId(),
    sourceId: terms.file?.id ?? state.nextId(),
    project,
    terms,
    createdAt: now,
    updatedAt: now,
    status: questionStatus.pending,
    endedAt: null,
    grabExpiresAt: null,
    translatedAt: null,
    revisions: [],
    comments: [],
  };
  state.questions.set(question.id, question);
  scheduleQuestion(state, question);
  return question;
}

/** Schedules the timed changes of the question that its status allows. */
export function scheduleQuestion(state: State, question: QuestionRecord): void {
  const { createdAt, translatedAt } = question;
  state.clock.schedule(createdAt + QUESTION_LISTED_AFTER, () => {
    if (question.status === questionStatus.pending) setStatus(state, question, questionStatus.listing);
  });
  state.clock.schedule(createdAt + QUESTION_EXPIRES_AFTER, () => {
    if (awaitsTranslation(question)) endQuestion(state, question, questionStatus.expired);
  });
  if (question.grabExpiresAt !== null) scheduleReturn(state, question, question.grabExpiresAt);
  if (question.status === questionStatus.feedback && translatedAt !== null)
    scheduleCompletion(state, question, translatedAt);
}

/** When the question expires, unless it is translated. */
export function findExpiry({ createdAt }: QuestionRecord): number {
  return createdAt + QUESTION_EXPIRES_AFTER;
}

/** Whether the question waits for a translation. */
export function awaitsTranslation({ status }: QuestionRecord): boolean {
  const { revision } = MOVES[status];
  return revision === 'completes' || revision === 'awaits feedback';
}

/** Whether the requester can still cancel the question. */
export function isQuestionCancelable({ status }: QuestionRecord): boolean {
  return MOVES[status].cancel;
}

/** Whether a translator can take the question: nobody works on it yet. */
export function isTakeable({ status }: QuestionRecord): boolean {
  return MOVES[status].take;
}

export function cancelQuestion(state: State, question: QuestionRecord): void {
  endQuestion(state, question, questionStatus.cancelled);
}

/** Lets a translator take the question, for `GRAB_TIME` at most. */
export function takeQuestion(state: State, question: QuestionRecord, translator: UserRecord): void {
  if (!isTakeable(question))
    throw new Error(`Question ${question.id} cannot be taken in status ${question.status}.`);
  const expiresAt = state.clock.now() + GRAB_TIME;
  question.grabExpiresAt = expiresAt;
  setStatus(state, question, questionStatus.translating, translator);
  addComment(state, question, translator, commentType.taken);
  scheduleReturn(state, question, expiresAt);
}

/** Schedules the end of `GRAB_TIME`. If there is no translation by then, the question is listed again. */
function scheduleReturn(state: State, question: QuestionRecord, expiresAt: number): void {
  state.clock.schedule(expiresAt, () => {
    if (question.status !== questionStatus.translating || question.grabExpiresAt !== expiresAt) return;
    question.grabExpiresAt = null;
    setStatus(state, question, questionStatus.listing);
  });
}

/**
 * Submits a translation. It completes a pending question at once; a listed or taken question waits for feedback first.
 * @see docs/service.md, Project question statuses
 */
export function submitRevision(
  state: State,
  question: QuestionRecord,
  paragraphs: readonly string[],
  translator: UserRecord,
): RevisionRecord {
  const { revision: effect } = MOVES[question.status];
  if (effect === 'refused')
    throw new Error(`Question ${question.id} cannot be translated in status ${question.status}.`);
  const revision = writeRevision(state, question, paragraphs, translator);
  question.revisions.push(revision);
  touch(question, revision.submittedAt);
  if (effect === 'replaces') {
    writeChangeEvent(state, question, translator);
    return revision;
  }
  question.translatedAt = revision.submittedAt;
  question.grabExpiresAt = null;
  addComment(state, question, translator, commentType.submitted);
  if (effect === 'completes') completeQuestion(state, question);
  else {
    setStatus(state, question, questionStatus.feedback, translator);
    scheduleCompletion(state, question, revision.submittedAt);
  }
  return revision;
}

function scheduleCompletion(state: State, question: QuestionRecord, translatedAt: number): void {
  state.clock.schedule(translatedAt + FEEDBACK_TIME, () => endFeedback(state, question));
}

/** Completes the question if it waits for feedback. */
export function endFeedback(state: State, question: QuestionRecord): void {
  if (question.status === questionStatus.feedback) completeQuestion(state, question);
}

function completeQuestion(state: State, question: QuestionRecord): void {
  addComment(state, question, question.project.account.user, commentType.completed);
  endQuestion(state, question, questionStatus.completed);
}

/** Ends the question. If it is completed, its reserved points are spent; otherwise they are given back. */
function endQuestion(state: State, question: QuestionRecord, status: QuestionStatus): void {
  const { organization } = question.project;
  const points = question.terms.totalPoint;
  const now = state.clock.now();
  const isCompleted = status === questionStatus.completed;
  changeBalance(organization, now, isCompleted ? { point: -points } : { availablePoint: points });
  question.endedAt = now;
  question.grabExpiresAt = null;
  setStatus(state, question, status);
}

function setStatus(state: State, question: QuestionRecord, status: QuestionStatus, actor?: UserRecord): void {
  question.status = status;
  touch(question, state.clock.now());
  writeChangeEvent(state, question, actor);
}

/** Writes the event about a change, if the conditions ask for one. @see docs/service.md, Events */
function writeChangeEvent(state: State, { project }: QuestionRecord, actor = project.account.user): void {
  const { projectEvents } = state.conditions;
  if (projectEvents !== undefined) writeProjectEvent(state, project, actor, projectEvents);
}

/** Sets the update time of the question and its project. */
export function touch(question: QuestionRecord, now: number): void {
  question.updatedAt = now;
  question.project.updatedAt = now;
}

function addComment(state: State, question: QuestionRecord, user: UserRecord, typeId: number): void {
  const now = state.clock.now();
  question.comments.push({ id: state.nextId(), typeId, user, createdAt: now, updatedAt: now, body: '' });
}

function writeRevision(
  state: State,
  question: QuestionRecord,
  paragraphs: readonly string[],
  translator: UserRecord,
): RevisionRecord {
  const { originals } = question.terms;
  const count = Math.max(originals.length, paragraphs.length);
  const previous = question.revisions.at(-1)?.paragraphs;
  return {
    number: question.revisions.length + 1,
    translator,
    submittedAt: state.clock.now(),
    paragraphs: Array.from({ length: count }, (_, index) => ({
      id: state.nextId(),
      paragraphId: previous?.[index]?.paragraphId ?? state.nextId(),
      original: originals[index] ?? '',
      translated: paragraphs[index] ?? '',
    })),
  };
}
