import type { BodyRecord, CommentRecord, QuestionRecord, SimpleQuestionRecord } from '../base/records.js';
import { questionStatusText, simpleStatusText } from '../base/statuses.js';
import { isOpen as isQuestionOpen } from '../orders/project-lifecycle.js';
import { isOpen as isSimpleQuestionOpen } from '../orders/simple-lifecycle.js';
import type { State } from '../world/state.js';
import type { PlacedOrder } from '../world/stored-state.js';

/** Longer texts are cut here: the service shows them whole. */
const MAX_TEXT = 2_000;
/** Further texts and comments of one order are left out here. */
const MAX_PARTS = 100;

/** An order as it is now. */
export function viewOrder(state: State, order: PlacedOrder) {
  const project = order.kind === 'project' ? state.projects.get(order.id) : undefined;
  const simple = order.kind === 'simple' ? state.findSimpleQuestion(order.id) : undefined;
  const pair = project?.pair ?? simple?.terms.pair;
  return {
    ...order,
    languageId: pair?.source.id ?? '',
    translatedLanguageId: pair?.target.id ?? '',
    questions: project?.questions.slice(0, MAX_PARTS).map(viewQuestion) ?? [],
    simple: simple === undefined ? null : viewSimpleQuestion(simple),
  };
}

function viewQuestion(question: QuestionRecord) {
  const { id, status, terms, createdAt, grabExpiresAt, revisions, comments } = question;
  const texts = terms.originals.slice(0, MAX_PARTS).map(cut);
  const translated = revisions.at(-1)?.paragraphs.slice(0, MAX_PARTS) ?? [];
  return {
    id,
    title: cut(terms.title),
    status,
    statusText: questionStatusText(status),
    open: isQuestionOpen(question),
    points: terms.totalPoint,
    createdAt,
    takenUntil: grabExpiresAt,
    texts,
    translation: translated.map((paragraph) => cut(paragraph.translated)),
    comments: viewComments(comments),
  };
}

function viewSimpleQuestion(question: SimpleQuestionRecord) {
  const { id, status, progressRate, expiresAt, draftId, bodies } = question;
  return {
    id,
    status,
    statusText: draftId === null ? simpleStatusText(status) : 'Cancelled',
    open: isSimpleQuestionOpen(question),
    progress: progressRate,
    expiresAt,
    bodies: bodies.slice(0, MAX_PARTS).map(viewBody),
  };
}

function viewBody({ id, text, translations }: BodyRecord) {
  return {
    id,
    text: cut(text.body),
    points: text.point,
    translations: translations.map((one) => ({
      id: one.id,
      text: cut(one.text),
      comments: viewComments(one.comments),
    })),
  };
}

function viewComments(comments: readonly CommentRecord[]) {
  const written = comments.filter(({ body }) => body !== '').slice(-MAX_PARTS);
  return written.map(({ id, user, createdAt, body }) => ({
    id,
    by: user.login,
    at: createdAt,
    body: cut(body),
  }));
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
