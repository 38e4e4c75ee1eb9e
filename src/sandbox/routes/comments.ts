import type { CommentRecord, QuestionRecord } from '../base/records.js';
import { commentType } from '../base/statuses.js';
import type { RouteCall, Routes } from '../http/call.js';
import { keepListed, requireReadable } from '../http/lag.js';
import { slicePage } from '../http/paging.js';
import { created, invalid, ok } from '../http/reply.js';
import { touch } from '../orders/project-lifecycle.js';
import { showCompanions } from '../views/project-views.js';
import { showComment, type View } from '../views/views.js';
import { requireOwnQuestion } from './questions.js';

const COMMENTS_PATH = '/api/v1/questions/:question_id/comments';

export const commentRoutes: Routes = {
  [`GET ${COMMENTS_PATH}`](call) {
    const question = requireOwnQuestion(call);
    const { paging, items } = slicePage(call.request.query, keepListed(call.state, question.comments));
    const comments = items.map((comment) => showComment(comment, question.id, call.view));
    return ok('Comments are found.', { ...showCompanions(question, call.view), ...paging, comments });
  },
  [`POST ${COMMENTS_PATH}`]: postComment,
  [`GET ${COMMENTS_PATH}/:id`](call) {
    const question = requireOwnQuestion(call);
    return answerWithComment('The comment is found.', question, requireComment(question, call), call.view);
  },
  [`PUT ${COMMENTS_PATH}/:id`]: updateComment,
  [`DELETE ${COMMENTS_PATH}/:id`]: deleteComment,
};

function answerWithComment(
  message: string,
  question: QuestionRecord,
  comment: CommentRecord,
  view: View,
): Response {
  return ok(message, { ...showCompanions(question, view), comment: showComment(comment, question.id, view) });
}

function requireComment(question: QuestionRecord, { state, id }: RouteCall): CommentRecord {
  const wanted = id('id');
  return requireReadable(
    state,
    question.comments.find((comment) => comment.id === wanted),
  );
}

/** Finds a comment that the requester can change or remove: only their own. */
function requireOwnComment(question: QuestionRecord, call: RouteCall): CommentRecord {
  const comment = requireComment(question, call);
  if (comment.user !== call.account.user || comment.typeId !== commentType.written) {
    throw invalid({ comment: "can't be changed" });
  }
  return comment;
}

/** Adds a comment by the requester. @throws Refusal with 422 when it is blank */
export function writeComment(
  { state, account, fields }: RouteCall,
  comments: CommentRecord[],
): CommentRecord {
  const body = fields.readRequiredText('body');
  fields.check();
  const now = state.clock.now();
  const comment = {
    id: state.nextId(),
    typeId: commentType.written,
    user: account.user,
    createdAt: now,
    updatedAt: now,
    body,
  };
  comments.push(comment);
  return comment;
}

function postComment(call: RouteCall): Response {
  const question = requireOwnQuestion(call);
  const comment = writeComment(call, question.comments);
  touch(question, comment.updatedAt);
  const view = { ...call.view, exact: true };
  const location = `${view.origin}/api/v1/questions/${question.id}/comments/${comment.id}`;
  return created('The comment is created.', location, {
    ...showCompanions(question, view),
    comment: showComment(comment, question.id, view),
  });
}

function updateComment(call: RouteCall): Response {
  const question = requireOwnQuestion(call);
  const comment = requireOwnComment(question, call);
  const body = call.fields.readRequiredText('body');
  call.fields.check();
  comment.body = body;
  comment.updatedAt = call.state.clock.now();
  touch(question, comment.updatedAt);
  return answerWithComment('The comment is updated.', question, comment, call.view);
}

function deleteComment(call: RouteCall): Response {
  const question = requireOwnQuestion(call);
  const comment = requireOwnComment(question, call);
  question.comments.splice(question.comments.indexOf(comment), 1);
  touch(question, call.state.clock.now());
  return answerWithComment('The comment is deleted.', question, comment, call.view);
}
