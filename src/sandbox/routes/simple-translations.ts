import type { BodyRecord, SimpleQuestionRecord, SimpleTranslationRecord } from '../base/records.js';
import type { RouteCall, Routes } from '../http/call.js';
import { created, invalid, ok, requireFound } from '../http/reply.js';
import { isRejectable, rejectTranslation } from '../orders/simple-lifecycle.js';
import { showBody, showSimpleQuestion, showTranslation } from '../views/simple-views.js';
import { showComment, showOrganization, type View } from '../views/views.js';
import { writeComment } from './comments.js';

const SIMPLE_TRANSLATION_PATH = '/api/v1/simple/translations/:translation_id';
/** @see docs/service.md, Limits */
const MIN_REASON = 16;

/** A translation, with its body and question. */
interface FoundTranslation {
  readonly translation: SimpleTranslationRecord;
  readonly body: BodyRecord;
  readonly question: SimpleQuestionRecord;
}

export const simpleTranslationRoutes: Routes = {
  [`GET ${SIMPLE_TRANSLATION_PATH}`](call) {
    const found = findTranslation(call);
    return ok('The translation is found.', {
      ...showFound(found, call.view),
      ...showPayer(found, call.view),
    });
  },
  [`PUT ${SIMPLE_TRANSLATION_PATH}/reject`]: rejectOwnTranslation,
  [`GET ${SIMPLE_TRANSLATION_PATH}/comments`]: answerComments,
  [`GET ${SIMPLE_TRANSLATION_PATH}/comments/:id`]: readComment,
  [`POST ${SIMPLE_TRANSLATION_PATH}/comments/:id`]: postTranslationComment,
};

function findTranslation({ state, account, id }: RouteCall): FoundTranslation {
  const translation = requireFound(state.translations.get(id('translation_id')));
  const body = requireFound(state.bodies.get(translation.bodyId));
  const question = state.findSimpleQuestion(translation.questionId);
  return { translation, body, question: requireFound(question?.account === account ? question : undefined) };
}

function showFound({ translation, body, question }: FoundTranslation, view: View) {
  return {
    translation: showTranslation(translation, view),
    question: showSimpleQuestion(question, view),
    question_body: showBody(body, view),
  };
}

function showPayer({ question }: FoundTranslation, view: View) {
  return { organization: showOrganization(question.organization, view) };
}

function rejectOwnTranslation(call: RouteCall): Response {
  const { state, fields, view } = call;
  const found = findTranslation(call);
  const reason = fields.readRequiredText('reason');
  fields.check();
  if ([...reason.trim()].length < MIN_REASON) {
    throw invalid({ reason: `is too short (minimum is ${MIN_REASON} characters)` });
  }
  if (found.translation.rejected || !isRejectable(found.question, state.clock.now())) {
    throw invalid({ translation: "can't be rejected" });
  }
  rejectTranslation(state, found.question, found.translation, reason);
  return ok('The translation is rejected.', { reason, ...showFound(found, view), ...showPayer(found, view) });
}

/** Shows the comments as an object, by id. The service leaves its shape open. */
function answerComments(call: RouteCall): Response {
  const found = findTranslation(call);
  const { comments, questionId } = found.translation;
  const shown = comments.map((comment) => [comment.id, showComment(comment, questionId, call.view)] as const);
  return ok('Comments are found.', { ...showFound(found, call.view), comments: Object.fromEntries(shown) });
}

function readComment(call: RouteCall): Response {
  const found = findTranslation(call);
  const wanted = call.id('id');
  const comment = requireFound(found.translation.comments.find((comment) => comment.id === wanted));
  const shown = showComment(comment, found.translation.questionId, call.view);
  return ok('The comment is found.', { ...showFound(found, call.view), comment: shown });
}

/** Any number is accepted as the id in this path, since the service leaves its meaning open. The comment gets an own id. */
function postTranslationComment(call: RouteCall): Response {
  call.id('id');
  const found = findTranslation(call);
  const comment = writeComment(call, found.translation.comments);
  found.translation.updatedAt = comment.updatedAt;
  const view = { ...call.view, exact: true };
  const location = `${view.origin}/api/v1/simple/translations/${found.translation.id}/comments/${comment.id}`;
  const shown = showComment(comment, found.translation.questionId, view);
  return created('The comment is created.', location, { ...showFound(found, view), comment: shown });
}
