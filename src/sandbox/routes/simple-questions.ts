import type {
  LanguagePairRecord,
  SimpleQuestionRecord,
  SimpleQuestionTerms,
  SimpleText,
} from '../base/records.js';
import type { RouteCall, Routes } from '../http/call.js';
import type { RequestFields } from '../http/fields.js';
import { requireReadable } from '../http/lag.js';
import { created, invalid, ok } from '../http/reply.js';
import { type CountOptions, countLetters, priceBody } from '../orders/pricing.js';
import {
  cancelSimpleQuestion,
  draftQuestion,
  isSimpleQuestionCancelable,
  placeSimpleQuestion,
  type SimpleOrder,
} from '../orders/simple-lifecycle.js';
import {
  showDraft,
  showSimpleQuestion,
  showSimpleQuestionDetail,
  showSimpleQuote,
} from '../views/simple-views.js';
import { ensurePayable, MAX_CUSTOM_FIELD, readLanguagePair, readOrganization } from './order-terms.js';

const SIMPLE_QUESTIONS_PATH = '/api/v1/simple/questions';

export const simpleQuestionRoutes: Routes = {
  [`POST ${SIMPLE_QUESTIONS_PATH}`]: orderSimpleQuestion,
  // A check shows the price, and does not look at the balance.
  [`POST ${SIMPLE_QUESTIONS_PATH}/check`](call) {
    const quote = draftQuestion(call.state, readSimpleOrder(call), 0);
    return ok('The request is valid.', { question: showSimpleQuote(quote, call.view) });
  },
  [`GET ${SIMPLE_QUESTIONS_PATH}/:question_id`](call) {
    const question = showSimpleQuestionDetail(requireOwnSimpleQuestion(call), call.view);
    return ok('The request is found.', { question });
  },
  [`PUT ${SIMPLE_QUESTIONS_PATH}/:question_id/cancel`]: cancelOwnSimpleQuestion,
};

function requireOwnSimpleQuestion({ state, account, id }: RouteCall): SimpleQuestionRecord {
  const question = state.findSimpleQuestion(id('question_id'));
  return requireReadable(state, question?.account === account ? question : undefined);
}

function orderSimpleQuestion(call: RouteCall): Response {
  const read = readSimpleOrder(call);
  ensurePayable(read.organization, read.terms.totalPoint);
  const question = placeSimpleQuestion(call.state, read);
  const shown = showSimpleQuestion(question, { ...call.view, exact: true });
  return created('The request is found.', shown.url, { question: shown });
}

function cancelOwnSimpleQuestion(call: RouteCall): Response {
  const question = requireOwnSimpleQuestion(call);
  if (!isSimpleQuestionCancelable(question)) throw invalid({ question: "can't be cancelled" });
  const shown = showDraft(cancelSimpleQuestion(call.state, question), call.view);
  return ok('The request is cancelled.', { question: shown }, { location: shown.url });
}

const MAX_BODIES = 1000;
const PUBLISHED_SCOPES = [0, 2] as const;
const TEXT_FORMATS = [0, 1] as const;
const HTML = 1;

/** Reads the order of a simple question, or of its check. @throws Refusal with 422 when it is not valid */
function readSimpleOrder(call: RouteCall): SimpleOrder {
  const { fields, account, application } = call;
  const organization = readOrganization(fields, account);
  const publishedScope = fields.readChoice('published_scope', PUBLISHED_SCOPES);
  const pair = readLanguagePair(call);
  const terms = readTerms(fields, pair);
  fields.check();
  // What is missing has failed the check already.
  if (organization === undefined || terms === undefined) throw invalid({});
  return { account, application, organization, publishedScope, terms };
}

function readTerms(
  fields: RequestFields,
  pair: LanguagePairRecord | undefined,
): SimpleQuestionTerms | undefined {
  const description = fields.readText('description');
  const customField = fields.readText('custom_field', MAX_CUSTOM_FIELD);
  const textFormat = fields.readChoice('text_format', TEXT_FORMATS);
  const escapeText = fields.readFlag('escape_text');
  const native = fields.readFlag('native');
  const reading = { html: textFormat === HTML, escape: escapeText };
  const bodies = fields
    .readEntries('question_bodies', MAX_BODIES)
    .map((entry) => readBodyTerms(entry, reading));
  if (pair === undefined) return undefined;
  const texts: SimpleText[] = bodies.map((body) => ({
    ...body,
    point: priceBody(body.letterCount, pair, native),
  }));
  const sum = (count: (text: SimpleText) => number) => texts.reduce((total, text) => total + count(text), 0);
  return {
    pair,
    description,
    customField,
    escapeText,
    textFormat,
    native,
    texts,
    letterCount: sum((text) => text.letterCount),
    totalPoint: sum((text) => text.point),
  };
}

function readBodyTerms(entry: RequestFields, reading: CountOptions): Omit<SimpleText, 'point'> {
  const body = entry.readRequiredText('body');
  const letterCount = countLetters(body, reading);
  if (body !== '' && letterCount === 0) entry.fail('body', "can't be blank");
  return { body, letterCount };
}
