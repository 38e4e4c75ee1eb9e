import type { CheckedSimpleOrder } from '../contract/schemas/inputs.js';
import { SimpleQuestionStatus } from '../contract/schemas/statuses.js';
import type {
  ApplicationEvent,
  SimpleQuestion,
  SimpleQuestionAnswer,
  SimpleQuestionDraft,
  SimpleQuestionQuote,
} from '../contract/types.js';
import { fieldsOf } from '../core/errors/from-answer.js';
import type { Http } from '../core/http/http.js';
import type { Verdict } from '../core/paging/read-page.js';
import type { OrderKind } from '../ordering/order-kind.js';
import { type LogEntry, OrderLog } from '../ordering/searching/order-log.js';
import { isSameSimpleQuestion } from '../ordering/searching/same-order.js';
import { listEvents } from './events.js';

type SimpleKind = OrderKind<CheckedSimpleOrder, SimpleQuestion, SimpleQuestionAnswer, SimpleQuestionQuote>;

/** What ordering needs to know of simple questions: they are looked for among the `created` events. */
export function simpleKind(
  http: Http,
  calls: Pick<SimpleKind, 'place' | 'quote' | 'read' | 'cancel'>,
): SimpleKind {
  return {
    ...calls,
    name: 'simple',
    request: { method: 'POST', path: '/api/v1/simple/questions' },
    keyPath: 'order.custom_field',
    log: new OrderLog(
      (signal) => entries(http, signal),
      () => http.clock.now,
    ),
    keyOf: (order) => order.custom_field,
    // Only a draft has no id, and a draft is no order.
    idOf: (question) => question.id ?? 0,
    priceOf: (priced) => priced.total_point,
    createdAt: ({ created_at }) => Date.parse(created_at ?? ''),
    hasKey: (question, key) => question.custom_field === key,
    isSame: async (order, question) => isSameSimpleQuestion(order, question),
  };
}

async function* entries(http: Http, signal: AbortSignal): AsyncGenerator<LogEntry[]> {
  const listing = listEvents(http, {}, { signal }, { judge });
  for await (const { items } of listing.pages()) yield items.map(entryOf);
}

/** An event that does not show which order it is about could be about the one looked for: the search fails then. */
function judge(item: unknown): Verdict {
  const { id, type, created_at, question } = fieldsOf(item);
  if (!Number.isInteger(id) || typeof type !== 'string' || typeof created_at !== 'string') return 'fail';
  if (type !== 'simple_question.created') return 'pass on';
  const { id: order, custom_field } = fieldsOf(question);
  const showsOrder = Number.isInteger(order) && (custom_field === null || typeof custom_field === 'string');
  return showsOrder ? 'pass on' : 'fail';
}

function entryOf(event: ApplicationEvent): LogEntry {
  const created = event.type === 'simple_question.created' ? event.question : undefined;
  return {
    id: event.id,
    at: Date.parse(event.created_at),
    key: created?.custom_field ?? null,
    order: created?.id ?? 0,
  };
}

/**
 * The draft that a cancelled simple question became, in the form of the cancellation's own answer. What else the
 * question itself shows after that is not specified.
 */
export function draftOf(question: SimpleQuestion): SimpleQuestionDraft | undefined {
  const { draft_question_id, cancelable, status } = question;
  if (draft_question_id === null || cancelable || status !== SimpleQuestionStatus.Pending) return undefined;
  return {
    ...question,
    ...{ id: null, draft_question_id, status: 0, published_scope: 0, published_at: null, expires_at: null },
  };
}
