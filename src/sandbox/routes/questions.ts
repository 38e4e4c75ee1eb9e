import type { Hono } from 'hono';
import type { QuestionRecord } from '../base/records.js';
import { authenticated, type Call, type Env } from '../http/call.js';
import { findable, listedCount } from '../http/lag.js';
import { readPage } from '../http/paging.js';
import { existing, invalid, ok } from '../http/reply.js';
import { cancelQuestion, isCancelable } from '../orders/project-lifecycle.js';
import { showQuestion, showQuestionDetail, showQuestionListItem } from '../views/project-views.js';

export function addQuestionRoutes(app: Hono<Env>): void {
  app.get('/api/v1/my/questions', authenticated(listQuestions));
  app.get(
    '/api/v1/questions/:question_id',
    authenticated((call) =>
      ok('The request is found.', { question: showQuestionDetail(ownQuestion(call), call.view) }),
    ),
  );
  app.put('/api/v1/questions/:question_id/cancel', authenticated(cancel));
}

/** The caller's question that the path names. @throws Refusal with 404 when there is none */
export function ownQuestion({ state, account, id }: Call): QuestionRecord {
  const question = state.questions.get(id('question_id'));
  return findable(state, question?.project.account === account ? question : undefined);
}

/** Newest first. */
function listQuestions({ state, account: { questions }, request, view }: Call): Response {
  const count = listedCount(state, questions.length, (position) => questions[position]?.createdAt ?? 0);
  const newest = (position: number) => existing(questions[count - 1 - position]);
  const { paging, items } = readPage(request.query, count, newest);
  return ok('Requests are found.', {
    ...paging,
    questions: items.map((question) => showQuestionListItem(question, view)),
  });
}

function cancel(call: Call): Response {
  const question = ownQuestion(call);
  if (!isCancelable(question)) throw invalid({ question: "can't be cancelled" });
  cancelQuestion(call.state, question);
  return ok('The request is cancelled.', { question: showQuestion(question, call.view) });
}
