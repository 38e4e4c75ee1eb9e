import { cutText } from '../../base/texts.js';
import type {
  BodyRecord,
  CommentRecord,
  EventSubject,
  ProjectRecord,
  QuestionRecord,
  SimpleQuestionRecord,
  SimpleQuestionTerms,
  SimpleTranslationRecord,
} from '../base/records.js';
import {
  describeSimpleStatus,
  describeStatus,
  type QuestionStatus,
  type QuestionStatusText,
  questionStatus,
  type SimpleStatusText,
} from '../base/statuses.js';
import { awaitsTranslation, findExpiry, isTakeable } from '../orders/project-lifecycle.js';
import { acceptsTranslations } from '../orders/simple-lifecycle.js';
import type { State } from '../world/state.js';
import type { PlacedOrder } from '../world/stored-state.js';
import { splitDescription } from './description-notes.js';
import { viewDocument } from './document-view.js';

/** Longer texts are cut in these views. The service itself shows them whole. */
const MAX_SHOWN_TEXT = 2_000;
/** The most texts, and the most comments on each, that one answer shows. */
const MAX_SHOWN_PARTS = 100;

/** Which texts of an order are shown. */
interface TextRange {
  /** How many texts are left out at the beginning. */
  readonly offset: number;
  readonly rejected: readonly SimpleTranslationRecord[];
}

/** An order as it is now. Without a range, its texts are left out. */
export function viewOrder(state: State, order: PlacedOrder, range?: TextRange) {
  const { project, simple } = state.findPlaced(order);
  const pair = project?.pair ?? simple?.terms.pair;
  return {
    ...EMPTY_SUMMARY,
    ...order,
    account: (project ?? simple)?.account.user.login ?? '',
    organization: (project ?? simple)?.organization.name ?? '',
    languageId: pair?.source.id ?? '',
    translatedLanguageId: pair?.target.id ?? '',
    ...(project && summarizeProject(project)),
    ...(simple && summarizeSimpleQuestion(simple)),
    questions: (range && project && sliceTexts(project.questions, range).map(viewQuestion)) ?? [],
    simple: range === undefined || simple === undefined ? null : viewSimpleQuestion(state, simple, range),
  };
}

function viewQuestion(question: QuestionRecord) {
  const { id, status, terms, createdAt, grabExpiresAt, revisions, comments } = question;
  const texts = terms.originals.slice(0, MAX_SHOWN_PARTS).map((text) => cutText(text, MAX_SHOWN_TEXT));
  const translated = revisions.at(-1)?.paragraphs.slice(0, MAX_SHOWN_PARTS) ?? [];
  return {
    id,
    title: cutText(terms.title, MAX_SHOWN_TEXT),
    key: terms.customField,
    instructions: cutText(terms.description, MAX_SHOWN_TEXT),
    status,
    statusText: describeStatus(status),
    open: awaitsTranslation(question),
    takeable: isTakeable(question),
    points: terms.totalPoint,
    createdAt,
    takenUntil: grabExpiresAt,
    texts,
    translation: translated.map((paragraph) => cutText(paragraph.translated, MAX_SHOWN_TEXT)),
    comments: viewComments(comments),
    document: viewDocument(question),
  };
}

function sliceTexts<T>(all: readonly T[], { offset }: TextRange): readonly T[] {
  return all.slice(offset, offset + MAX_SHOWN_PARTS);
}

function viewSimpleQuestion(state: State, question: SimpleQuestionRecord, range: TextRange) {
  const { id, status, progressRate, translationsCount, expiresAt, draftId, bodies, terms } = question;
  const { instructions, notes } = splitDescription(terms.description ?? '', bodies.length);
  return {
    id,
    instructions: cutText(instructions, MAX_SHOWN_TEXT),
    status,
    statusText: draftId === null ? describeSimpleStatus(status) : 'Cancelled',
    open: acceptsTranslations(question),
    progress: progressRate,
    translations: translationsCount,
    translationsNeeded: state.translationsPerBody,
    expiresAt,
    bodies: sliceTexts(bodies, range).map((body, index) => {
      const number = range.offset + index + 1;
      const note = cutText(notes.get(number) ?? '', MAX_SHOWN_TEXT);
      return { number, note, ...viewBody(body, range.rejected) };
    }),
  };
}

/** The translations that the requester has rejected. */
export function listRejected(state: State): SimpleTranslationRecord[] {
  return [...state.translations.values()].filter(({ rejected }) => rejected);
}

function viewBody({ id, text, translations }: BodyRecord, rejected: TextRange['rejected']) {
  return {
    id,
    text: cutText(text.body, MAX_SHOWN_TEXT),
    points: text.point,
    translations: translations.slice(-MAX_SHOWN_PARTS).map((translation) => ({
      id: translation.id,
      text: cutText(translation.text, MAX_SHOWN_TEXT),
      comments: viewComments(translation.comments),
    })),
    rejected: rejected
      .filter(({ bodyId }) => bodyId === id)
      .slice(-MAX_SHOWN_PARTS)
      .map((translation) => ({
        id: translation.id,
        text: cutText(translation.text, MAX_SHOWN_TEXT),
        reason: cutText(translation.reason ?? '', MAX_SHOWN_TEXT),
      })),
  };
}

function viewComments(comments: readonly CommentRecord[]) {
  const written = comments.filter(({ body }) => body !== '').slice(-MAX_SHOWN_PARTS);
  return written.map(({ id, user, createdAt, body }) => ({
    id,
    by: user.login,
    at: createdAt,
    body: cutText(body, MAX_SHOWN_TEXT),
  }));
}

/** What the desk says of a status. A cancelled simple question is a draft. Empty for an order that is not kept any more. */
export type StatusText = QuestionStatusText | SimpleStatusText | 'Cancelled' | '';

/** An order in one line. */
export interface OrderSummary {
  /** The beginning of its first title or text. */
  readonly title: string;
  readonly statusText: StatusText;
  /** Whether part of it waits for a translation. */
  readonly open: boolean;
  readonly texts: number;
  readonly translated: number;
  /** When the next open part of it expires; null when nothing is open. */
  readonly expiresAt: number | null;
}

const MAX_TITLE = 80;
/** How many of the newest orders are checked for changes. */
const MAX_WATCHED = 20_000;

/** How far a question is. A project has the status of its least advanced question. */
const PROGRESS: Readonly<Record<QuestionStatus, number>> = {
  [questionStatus.pending]: 0,
  [questionStatus.listing]: 1,
  [questionStatus.translating]: 2,
  [questionStatus.feedback]: 3,
  [questionStatus.completed]: 4,
  [questionStatus.expired]: 5,
  [questionStatus.cancelled]: 6,
};

/** Of an order that is not kept any more. */
const EMPTY_SUMMARY: OrderSummary = {
  title: '',
  statusText: '',
  open: false,
  texts: 0,
  translated: 0,
  expiresAt: null,
};

function summarizeProject({ questions }: ProjectRecord): OrderSummary {
  const [status] = questions.map((question) => question.status).sort((a, b) => PROGRESS[a] - PROGRESS[b]);
  return {
    title: titleProject(questions),
    statusText: describeStatus(status ?? questionStatus.pending),
    open: questions.some(awaitsTranslation),
    texts: questions.length,
    translated: questions.filter(({ revisions }) => revisions.length > 0).length,
    expiresAt: findNextExpiry(questions),
  };
}

/** The order that an event is about. */
export function viewSubject(subject: EventSubject) {
  if ('project' in subject) {
    const { id, questions, pair } = subject.project;
    const key = questions[0]?.terms.customField ?? null;
    return { orderId: id, key, title: titleProject(questions), languageId: pair.source.id };
  }
  const { id, terms } = subject.question;
  return {
    orderId: id,
    key: terms.customField,
    title: titleSimple(terms),
    languageId: terms.pair.source.id,
  };
}

function titleProject([first]: readonly QuestionRecord[]): string {
  return cutText(first?.terms.title ?? '', MAX_TITLE);
}

function titleSimple({ texts }: SimpleQuestionTerms): string {
  return cutText(texts[0]?.body ?? '', MAX_TITLE);
}

function findNextExpiry(questions: readonly QuestionRecord[]): number | null {
  const open = questions.find(awaitsTranslation);
  return open === undefined ? null : findExpiry(open);
}

function summarizeSimpleQuestion(question: SimpleQuestionRecord): OrderSummary {
  const { status, draftId, bodies, terms, expiresAt } = question;
  const open = acceptsTranslations(question);
  return {
    title: titleSimple(terms),
    statusText: draftId === null ? describeSimpleStatus(status) : 'Cancelled',
    open,
    texts: bodies.length,
    translated: bodies.filter(({ translations }) => translations.length > 0).length,
    expiresAt: open ? expiresAt : null,
  };
}

/** A summary of all orders. */
export interface Overview {
  /** Differs after a change of any order, also of one that is not on the page. */
  readonly mark: number;
  readonly open: number;
  /** When the next open order expires; null when none does. */
  readonly nextExpiry: number | null;
}

export function summarizeOrders(state: State): Overview {
  let mark = state.orders.length;
  let open = 0;
  let nextExpiry: number | null = null;
  for (const order of state.orders.slice(-MAX_WATCHED)) {
    const { mark: progress, isOpen, expiresAt } = measureProgress(state, order);
    mark = (mark * 31 + progress) | 0;
    if (!isOpen) continue;
    open += 1;
    if (expiresAt !== null && (nextExpiry === null || expiresAt < nextExpiry)) nextExpiry = expiresAt;
  }
  return { mark, open, nextExpiry };
}

function measureProgress(state: State, order: PlacedOrder) {
  const { project, simple } = state.findPlaced(order);
  if (project !== undefined) {
    const { questions } = project;
    let mark = 0;
    for (const { status, comments, revisions } of questions)
      mark = (mark * 31 + status + 8 * comments.length + 1024 * revisions.length) | 0;
    return { mark, isOpen: questions.some(awaitsTranslation), expiresAt: findNextExpiry(questions) };
  }
  if (simple === undefined) return { mark: 0, isOpen: false, expiresAt: null };
  let mark = simple.status + (simple.draftId ?? 0);
  for (const { translations } of simple.bodies)
    for (const { id, comments } of translations) mark = (mark * 31 + id + comments.length) | 0;
  return { mark, isOpen: acceptsTranslations(simple), expiresAt: simple.expiresAt };
}
