import type {
  BodyRecord,
  CommentRecord,
  QuestionRecord,
  SimpleQuestionRecord,
  SimpleTranslationRecord,
} from '../base/records.js';
import { questionStatusText, simpleStatusText } from '../base/statuses.js';
import { isOpen as isQuestionOpen } from '../orders/project-lifecycle.js';
import { isOpen as isSimpleQuestionOpen } from '../orders/simple-lifecycle.js';
import type { State } from '../world/state.js';
import type { PlacedOrder } from '../world/stored-state.js';
import { summaryOf } from './order-summaries.js';

/** Longer texts are cut here: the service shows them whole. */
const MAX_TEXT = 2_000;
/** Texts and comments of one order that are shown at once. */
const MAX_PARTS = 100;

/** How much of an order is shown. */
interface Extent {
  /** How many of its texts are left out at the beginning. */
  readonly offset: number;
  readonly rejected: readonly SimpleTranslationRecord[];
}

/** An order as it is now. Without an extent, its texts are left out. */
export function viewOrder(state: State, order: PlacedOrder, extent?: Extent) {
  const project = order.kind === 'project' ? state.projects.get(order.id) : undefined;
  const simple = order.kind === 'simple' ? state.findSimpleQuestion(order.id) : undefined;
  const pair = project?.pair ?? simple?.terms.pair;
  return {
    ...order,
    languageId: pair?.source.id ?? '',
    translatedLanguageId: pair?.target.id ?? '',
    ...summaryOf(project, simple),
    questions: (extent && project && shownOf(project.questions, extent).map(viewQuestion)) ?? [],
    simple: extent === undefined || simple === undefined ? null : viewSimpleQuestion(simple, extent),
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

function shownOf<T>(all: readonly T[], { offset }: Extent): readonly T[] {
  return all.slice(offset, offset + MAX_PARTS);
}

function viewSimpleQuestion(question: SimpleQuestionRecord, extent: Extent) {
  const { id, status, progressRate, expiresAt, draftId, bodies } = question;
  return {
    id,
    status,
    statusText: draftId === null ? simpleStatusText(status) : 'Cancelled',
    open: isSimpleQuestionOpen(question),
    progress: progressRate,
    expiresAt,
    bodies: shownOf(bodies, extent).map((body) => viewBody(body, extent.rejected)),
  };
}

/** Translations that no longer count. */
export function rejectedIn(state: State): SimpleTranslationRecord[] {
  return [...state.translations.values()].filter(({ rejected }) => rejected);
}

function viewBody({ id, text, translations }: BodyRecord, rejected: Extent['rejected']) {
  return {
    id,
    text: cut(text.body),
    points: text.point,
    translations: translations.slice(-MAX_PARTS).map((one) => ({
      id: one.id,
      text: cut(one.text),
      comments: viewComments(one.comments),
    })),
    rejected: rejected
      .filter(({ bodyId }) => bodyId === id)
      .slice(-MAX_PARTS)
      .map((one) => ({ id: one.id, text: cut(one.text), reason: cut(one.reason ?? '') })),
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
