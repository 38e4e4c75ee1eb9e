import { HOUR, MINUTE } from '../base/clock.js';
import type {
  AccountRecord,
  ApplicationRecord,
  BodyRecord,
  EventSubject,
  OrganizationRecord,
  SimpleQuestionRecord,
  SimpleQuestionTerms,
  SimpleTranslationRecord,
  UserRecord,
} from '../base/records.js';
import { type SimpleStatus, simpleStatus } from '../base/statuses.js';
import { changeBalance } from '../world/accounts.js';
import type { State } from '../world/state.js';

/** Milliseconds from the order until the question is listed for translators. */
const SIMPLE_LISTED_AFTER = 5 * MINUTE;
const SIMPLE_EXPIRES_AFTER = 24 * HOUR;

/** A checked order. */
export interface SimpleOrder {
  readonly account: AccountRecord;
  readonly application?: ApplicationRecord;
  readonly organization: OrganizationRecord;
  readonly publishedScope: number;
  readonly terms: SimpleQuestionTerms;
}

/** Creates a question without storing it or paying for it: for a check, or as the first step of an order or a draft. */
export function draftQuestion(state: State, order: SimpleOrder, id: number): SimpleQuestionRecord {
  const now = state.clock.now();
  return {
    ...order,
    id,
    parentId: null,
    createdAt: now,
    updatedAt: now,
    expiresAt: null,
    publishedAt: null,
    translatedAt: null,
    status: simpleStatus.pending,
    listing: false,
    draftId: null,
    translationsCount: 0,
    progressRate: 0,
    bodies: [],
  };
}

/** Places an order that has been checked and can be paid. */
export function placeSimpleQuestion(state: State, order: SimpleOrder): SimpleQuestionRecord {
  const now = state.clock.now();
  const id = state.nextId();
  const question: SimpleQuestionRecord = {
    ...draftQuestion(state, order, id),
    publishedAt: now,
    expiresAt: now + SIMPLE_EXPIRES_AFTER,
    bodies: createBodies(state, order.terms, id),
  };
  state.addSimpleQuestion(question);
  changeBalance(order.organization, now, { availablePoint: -order.terms.totalPoint });
  writeSimpleEvent(state, order.account.user, { type: 'simple_question.created', question });
  scheduleSimpleQuestion(state, question);
  const { customField: key, totalPoint: points } = order.terms;
  state.addOrder({ kind: 'simple', id, key, points, at: now });
  return question;
}

/** Schedules the timed changes of the question: its listing and its expiry. */
export function scheduleSimpleQuestion(state: State, question: SimpleQuestionRecord): void {
  const { createdAt } = question;
  state.clock.schedule(createdAt + SIMPLE_LISTED_AFTER, () =>
    listForTranslators(question, state.clock.now()),
  );
  state.clock.schedule(createdAt + SIMPLE_EXPIRES_AFTER, () => expire(state, question));
}

function createBodies(state: State, terms: SimpleQuestionTerms, questionId: number): BodyRecord[] {
  const now = state.clock.now();
  return terms.texts.map((text, index) => ({
    id: state.nextId(),
    questionId,
    order: index + 1,
    text,
    createdAt: now,
    updatedAt: now,
    translatedAt: null,
    translations: [],
  }));
}

/** Whether the requester can still cancel the question: nobody has worked on it yet. */
export function isSimpleQuestionCancelable(question: SimpleQuestionRecord): boolean {
  const { status, listing, translationsCount } = question;
  const isUntouched = status === simpleStatus.pending || (listing && translationsCount === 0);
  return isUntouched && acceptsTranslations(question);
}

/** Whether translations can be submitted in a status. @see docs/service.md, Simple question statuses */
const ACCEPTS_TRANSLATIONS: Readonly<Record<SimpleStatus, boolean>> = {
  [simpleStatus.pending]: true,
  [simpleStatus.inProgress]: true,
  [simpleStatus.translated]: true,
  [simpleStatus.completed]: false,
  [simpleStatus.allExpired]: false,
  [simpleStatus.someExpired]: false,
};

/** Whether translations can be submitted. */
export function acceptsTranslations(question: SimpleQuestionRecord): boolean {
  return question.draftId === null && question.publishedAt !== null && ACCEPTS_TRANSLATIONS[question.status];
}

/** Cancels the question: it becomes a draft, and its points are given back. */
export function cancelSimpleQuestion(state: State, question: SimpleQuestionRecord): SimpleQuestionRecord {
  const id = state.nextId();
  const draft: SimpleQuestionRecord = {
    ...draftQuestion(state, { ...question, publishedScope: 0 }, id),
    parentId: question.id,
    bodies: createBodies(state, question.terms, id),
  };
  state.addSimpleQuestion(draft);
  question.draftId = id;
  question.status = simpleStatus.pending;
  question.listing = false;
  question.updatedAt = state.clock.now();
  changeBalance(question.organization, question.updatedAt, { availablePoint: question.terms.totalPoint });
  return draft;
}

export function submitTranslation(
  state: State,
  question: SimpleQuestionRecord,
  body: BodyRecord,
  work: { readonly text: string; readonly translator: UserRecord },
): SimpleTranslationRecord {
  if (!acceptsTranslations(question))
    throw new Error(`Simple question ${question.id} is closed: nothing can be submitted to it.`);
  const now = state.clock.now();
  const translation: SimpleTranslationRecord = {
    id: state.nextId(),
    questionId: question.id,
    bodyId: body.id,
    ...work,
    createdAt: now,
    updatedAt: now,
    rejected: false,
    comments: [],
  };
  state.translations.set(translation.id, translation);
  body.translations.push(translation);
  body.translatedAt ??= now;
  body.updatedAt = now;
  updateProgress(state, question);
  const actor = work.translator;
  writeSimpleEvent(state, actor, { type: 'simple_question.submitted_translation', question, translation });
  if (listUnfinished(state, question).length === 0) completeSimpleQuestion(state, question, actor);
  return translation;
}

/** Rejects a translation. Its body then waits for another one. A completed question accepts translations again. */
export function rejectTranslation(
  state: State,
  question: SimpleQuestionRecord,
  translation: SimpleTranslationRecord,
  reason: string,
): void {
  const now = state.clock.now();
  translation.rejected = true;
  translation.reason = reason;
  translation.updatedAt = now;
  const body = state.bodies.get(translation.bodyId);
  if (body !== undefined) {
    body.translations = body.translations.filter((kept) => kept !== translation);
    body.translatedAt = body.translations[0]?.createdAt ?? null;
    body.updatedAt = now;
  }
  if (question.status === simpleStatus.completed)
    changeBalance(question.organization, now, { point: question.terms.totalPoint });
  question.translatedAt = null;
  updateProgress(state, question);
}

/** Whether a translation of this question can still be rejected. */
export function isRejectable(question: SimpleQuestionRecord, now: number): boolean {
  const isCompleted = question.status === simpleStatus.completed;
  return (
    (acceptsTranslations(question) || isCompleted) && now < (question.expiresAt ?? Number.POSITIVE_INFINITY)
  );
}

function listForTranslators(question: SimpleQuestionRecord, now: number): void {
  if (question.status !== simpleStatus.pending || question.draftId !== null) return;
  question.status = simpleStatus.inProgress;
  question.listing = true;
  question.updatedAt = now;
}

function expire(state: State, question: SimpleQuestionRecord): void {
  if (!acceptsTranslations(question)) return;
  const missing = question.bodies.filter((body) => body.translations.length === 0);
  // Nothing is missing in status 8, so the end of its time completes it. @see docs/service.md, Simple question statuses
  if (missing.length === 0) {
    completeSimpleQuestion(state, question, question.account.user);
    return;
  }
  const returned = missing.reduce((sum, body) => sum + body.text.point, 0);
  const spent = question.terms.totalPoint - returned;
  changeBalance(question.organization, state.clock.now(), { point: -spent, availablePoint: returned });
  const allMissing = missing.length === question.bodies.length;
  question.status = allMissing ? simpleStatus.allExpired : simpleStatus.someExpired;
  question.listing = false;
  question.updatedAt = state.clock.now();
  // The specification has the event for this status only. @see docs/service.md, Events
  if (!allMissing)
    writeSimpleEvent(state, question.account.user, { type: 'simple_question.expired', question });
}

function completeSimpleQuestion(state: State, question: SimpleQuestionRecord, actor: UserRecord): void {
  question.status = simpleStatus.completed;
  question.progressRate = 100;
  question.updatedAt = state.clock.now();
  question.translatedAt = question.updatedAt;
  question.listing = false;
  changeBalance(question.organization, question.updatedAt, { point: -question.terms.totalPoint });
  writeSimpleEvent(state, actor, { type: 'simple_question.finished', question });
}

/** The bodies that do not have all of their translations yet. */
export function listUnfinished(
  { translationsPerBody }: State,
  { bodies }: SimpleQuestionRecord,
): BodyRecord[] {
  return bodies.filter((body) => body.translations.length < translationsPerBody);
}

/** Updates the progress and status of the question, after a translation was submitted or rejected. */
function updateProgress({ clock, translationsPerBody }: State, question: SimpleQuestionRecord): void {
  const { bodies } = question;
  const counts = bodies.map((body) => body.translations.length);
  const needed = translationsPerBody * bodies.length;
  const done = sum(counts.map((count) => Math.min(count, translationsPerBody)));
  // A question that is not completed shows at most 99 %, also in the event of its last translation.
  question.progressRate = Math.min(99, Math.floor((100 * done) / needed));
  question.translationsCount = sum(counts);
  // @see docs/service.md, Simple question statuses
  question.status = counts.includes(0) ? simpleStatus.inProgress : simpleStatus.translated;
  // With several translations of each body, other translators still see it. @see docs/service.md, Simple question moves
  question.listing = translationsPerBody > 1 && done > 0;
  question.updatedAt = clock.now();
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

type SimpleSubject = Extract<EventSubject, { readonly question: SimpleQuestionRecord }>;

/** Writes an event with a copy of the question as it is now. @see docs/service.md, Event deliveries */
function writeSimpleEvent(state: State, actor: UserRecord, subject: SimpleSubject): void {
  const { account, organization } = subject.question;
  const copy = copySubject(subject);
  state.getEventLog(account).write({ at: state.clock.now(), actor, account, organization, subject: copy });
}

function copySubject(subject: SimpleSubject): SimpleSubject {
  const { question } = subject;
  if (subject.type !== 'simple_question.submitted_translation') {
    const bodies = question.bodies.map((body) => ({
      ...body,
      translations: body.translations.map(copyTranslation),
    }));
    return { ...subject, question: { ...question, bodies } };
  }
  // This event does not show the texts.
  return {
    ...subject,
    question: { ...question, bodies: [] },
    translation: copyTranslation(subject.translation),
  };
}

function copyTranslation(translation: SimpleTranslationRecord): SimpleTranslationRecord {
  return { ...translation, comments: [...translation.comments] };
}
