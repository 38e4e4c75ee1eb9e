import type {
  ClosedSimpleQuestion,
  CreatedSimpleQuestion,
  QuestionBody,
  SimpleQuestion,
  SimpleQuestionDetail,
  SimpleQuestionDraft,
  SimpleQuestionQuote,
  SimpleQuestionSnapshot,
  SimpleTranslationDetail,
  TranslatedQuestionBody,
} from '../../client/contract/types.js';
import type { BodyRecord, SimpleQuestionRecord, SimpleTranslationRecord } from '../base/records.js';
import { describeSimpleStatus } from '../base/statuses.js';
import { isSimpleQuestionCancelable } from '../orders/simple-lifecycle.js';
import {
  type Addressed,
  formatAnswerTime,
  formatTimeOrNull,
  showLanguage,
  showOrganization,
  showSimpleTranslator,
  showUser,
  type View,
} from './views.js';

type Base = Omit<SimpleQuestionSnapshot, 'id' | 'question_bodies' | 'created_at' | 'updated_at'> & Addressed;

/** In the answer to an order, and beside its translations. */
export function showSimpleQuestion(question: SimpleQuestionRecord, view: View): SimpleQuestion & Addressed {
  return {
    ...showCreated(question, view),
    organization: showOrganization(question.organization, view),
  };
}

/** In the answer to a single read. */
export function showSimpleQuestionDetail(question: SimpleQuestionRecord, view: View): SimpleQuestionDetail {
  return {
    ...showClosed(question, view),
    organization: showOrganization(question.organization, view),
  };
}

/** In the event of its creation: with its texts, without its organization. */
export function showCreated(question: SimpleQuestionRecord, view: View): CreatedSimpleQuestion & Addressed {
  return {
    ...showSnapshot(question, view),
    question_bodies: question.bodies.map((body) => showBody(body, view)),
  };
}

/** In the event of its end: with its texts and their translations. */
export function showClosed(question: SimpleQuestionRecord, view: View): ClosedSimpleQuestion {
  return {
    ...showSnapshot(question, view),
    question_bodies: question.bodies.map((body) => showTranslatedBody(body, view)),
  };
}

/** In the event of a translation: without its texts. */
export function showSnapshot(question: SimpleQuestionRecord, view: View): SimpleQuestionSnapshot & Addressed {
  return {
    id: question.id,
    ...showBase(question, view),
    created_at: formatAnswerTime(question.createdAt, view),
    updated_at: formatAnswerTime(question.updatedAt, view),
  };
}

export function showSimpleQuote(question: SimpleQuestionRecord, view: View): SimpleQuestionQuote {
  return {
    ...showBase(question, view),
    id: null,
    url: `${view.origin}/api/v1/simple/questions`,
    html_url: `${view.origin}/simple/questions`,
    created_at: null,
    updated_at: null,
    cancelable: false,
    organization: showOrganization(question.organization, view),
  };
}

/** In the answer to a cancellation, where a draft shows its id as `draft_question_id`. */
export function showDraft(draft: SimpleQuestionRecord, view: View): SimpleQuestionDraft & Addressed {
  return {
    ...showSimpleQuestion(draft, view),
    id: null,
    published_scope: 0,
    expires_at: null,
    published_at: null,
    status: 0,
    draft_question_id: draft.id,
  };
}

function showBase(question: SimpleQuestionRecord, view: View): Base {
  return { ...showSimpleTerms(question, view), ...showProgress(question, view) };
}

function showSimpleTerms(question: SimpleQuestionRecord, view: View) {
  const { id, account, organization, terms } = question;
  return {
    description: terms.description,
    user_id: account.user.id,
    parent_id: question.parentId,
    type_id: 1,
    published_scope: question.publishedScope,
    letter_count: terms.letterCount,
    language_id: terms.pair.source.id,
    translated_language_id: terms.pair.target.id,
    tag_text: null,
    first_body: terms.texts[0]?.body ?? '',
    native: terms.native,
    individual: false,
    organization_id: organization.id,
    escape_text: terms.escapeText,
    text_format: terms.textFormat,
    custom_field: terms.customField,
    total_point: terms.totalPoint,
    url: `${view.origin}/api/v1/simple/questions/${id}`,
    html_url: `${view.origin}/simple/questions/${id}`,
    user: showUser(account.user, view),
    language: showLanguage(terms.pair.source),
    translated_language: showLanguage(terms.pair.target),
  };
}

function showProgress(question: SimpleQuestionRecord, view: View) {
  return {
    expires_at: formatTimeOrNull(question.expiresAt, view),
    published_at: formatTimeOrNull(question.publishedAt, view),
    translated_at: formatTimeOrNull(question.translatedAt, view),
    views_count: 0,
    status: question.status,
    status_text: describeSimpleStatus(question.status),
    draft_question_id: question.draftId,
    translations_count: question.translationsCount,
    working_translations_count: 0,
    progress_rate: question.progressRate,
    cancelable: isSimpleQuestionCancelable(question),
    'listing?': question.listing,
  };
}

export function showBody(body: BodyRecord, view: View): QuestionBody {
  return {
    id: body.id,
    question_id: body.questionId,
    display_order: body.order,
    body: body.text.body,
    translated_at: formatTimeOrNull(body.translatedAt, view),
    letter_count: body.text.letterCount,
    translations_count: body.translations.length,
    created_at: formatAnswerTime(body.createdAt, view),
    updated_at: formatAnswerTime(body.updatedAt, view),
  };
}

function showTranslatedBody(body: BodyRecord, view: View): TranslatedQuestionBody {
  const translations = body.translations.map((translation) => showTranslation(translation, view));
  return { ...showBody(body, view), translations };
}

export function showTranslation(translation: SimpleTranslationRecord, view: View): SimpleTranslationDetail {
  return {
    id: translation.id,
    question_id: translation.questionId,
    question_body_id: translation.bodyId,
    body: translation.text,
    created_at: formatAnswerTime(translation.createdAt, view),
    updated_at: formatAnswerTime(translation.updatedAt, view),
    user_id: translation.translator.id,
    trainee: false,
    posted_at: formatAnswerTime(translation.createdAt, view),
    comments_count: translation.comments.length,
    user: showSimpleTranslator(translation.translator, view),
  };
}
