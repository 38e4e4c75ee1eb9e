import type { Hono } from 'hono';
import type { SimpleQuestionRecord } from '../base/records.js';
import { authenticated, type Call, type Env } from '../http/call.js';
import { findable } from '../http/lag.js';
import { created, invalid, ok } from '../http/reply.js';
import {
  cancelSimpleQuestion,
  draftQuestion,
  isCancelable,
  placeSimpleQuestion,
} from '../orders/simple-lifecycle.js';
import {
  showDraft,
  showSimpleQuestion,
  showSimpleQuestionDetail,
  showSimpleQuote,
} from '../views/simple-views.js';
import { ensurePayable } from './order-terms.js';
import { readSimpleOrder } from './simple-order.js';

const BASE = '/api/v1/simple/questions';

export function addSimpleQuestionRoutes(app: Hono<Env>): void {
  app.post(BASE, authenticated(order));
  // A check names the price, whether or not it can be paid.
  app.post(
    `${BASE}/check`,
    authenticated((call) => {
      const quote = draftQuestion(call.state, readSimpleOrder(call), 0);
      return ok('The request is valid.', { question: showSimpleQuote(quote, call.view) });
    }),
  );
  app.get(
    `${BASE}/:question_id`,
    authenticated((call) => {
      const question = showSimpleQuestionDetail(ownSimpleQuestion(call), call.view);
      return ok('The request is found.', { question });
    }),
  );
  app.put(`${BASE}/:question_id/cancel`, authenticated(cancel));
}

function ownSimpleQuestion({ state, account, id }: Call): SimpleQuestionRecord {
  const question = state.findSimpleQuestion(id('question_id'));
  return findable(state, question?.account === account ? question : undefined);
}

function order(call: Call): Response {
  const read = readSimpleOrder(call);
  ensurePayable(read.organization, read.terms.totalPoint);
  const question = placeSimpleQuestion(call.state, read);
  const shown = showSimpleQuestion(question, { ...call.view, exact: true });
  return created('The request is found.', shown.url, { question: shown });
}

function cancel(call: Call): Response {
  const question = ownSimpleQuestion(call);
  if (!isCancelable(question)) throw invalid({ question: "can't be cancelled" });
  const shown = showDraft(cancelSimpleQuestion(call.state, question), call.view);
  return ok('The request is cancelled.', { question: shown }, { location: shown.url });
}
