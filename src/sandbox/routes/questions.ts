import type { QuestionRecord } from '../base/records.js';
import type { RouteCall, Routes } from '../http/call.js';
import { countListed, requireReadable } from '../http/lag.js';
import { selectPage } from '../http/paging.js';
import { invalid, ok, requireFound } from '../http/reply.js';
import { cancelQuestion, isQuestionCancelable } from '../orders/project-lifecycle.js';
import { showQuestion, showQuestionDetail, showQuestionListItem } from '../views/project-views.js';

export const questionRoutes: Routes = {
  'GET /api/v1/my/questions': answerQuestions,
  'GET /api/v1/questions/:question_id': (call) =>
    ok('The request is found.', { question: showQuestionDetail(requireOwnQuestion(call), call.view) }),
  'PUT /api/v1/questions/:question_id/cancel': cancelOwnQuestion,
};

/** The caller's question that the path names. @throws Refusal with 404 when there is none */
export function requireOwnQuestion({ state, account, id }: RouteCall): QuestionRecord {
  const question = state.questions.get(id('question_id'));
  return requireReadable(state, question?.project.account === account ? question : undefined);
}

/** Newest first. */
function answerQuestions({ state, account: { questions }, request, view }: RouteCall): Response {
  const count = countListed(state, questions.length, (position) => questions[position]?.createdAt ?? 0);
  const listNewest = (position: number) => requireFound(questions[count - 1 - position]);
  const { paging, items } = selectPage(request.query, count, listNewest);
  return ok('Requests are found.', {
    ...paging,
    questions: items.map((question) => showQuestionListItem(question, view)),
  });
}

function cancelOwnQuestion(call: RouteCall): Response {
  const question = requireOwnQuestion(call);
  if (!isQuestionCancelable(question)) throw invalid({ question: "can't be cancelled" });
  cancelQuestion(call.state, question);
  return ok('The request is cancelled.', { question: showQuestion(question, call.view) });
}
