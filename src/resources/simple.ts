import { argument, type Checked } from '../base/checked.js';
import {
  simpleQuestionAnswerSchema,
  simpleQuestionDetailAnswerSchema,
  simpleQuestionDraftAnswerSchema,
  simpleQuestionQuoteAnswerSchema,
} from '../contract/answers.js';
import { foundSimpleQuestionSchema } from '../contract/found-orders.js';
import type { SimpleQuestionOrderInput } from '../contract/inputs.js';
import { type CheckedSimpleOrder, simpleQuestionOrderSchema } from '../contract/inputs.js';
import { isFinished, SimpleQuestionStatus } from '../contract/statuses.js';
import type {
  ApplicationEvent,
  SimpleQuestion,
  SimpleQuestionAnswer,
  SimpleQuestionDetail,
  SimpleQuestionDetailAnswer,
  SimpleQuestionDraft,
  SimpleQuestionDraftAnswer,
  SimpleQuestionQuote,
  SimpleQuestionQuoteAnswer,
} from '../contract/types.js';
import { inputValidator, validator } from '../contract/validator.js';
import { fieldsOf } from '../core/errors/from-answer.js';
import { type Path, path } from '../core/http/address.js';
import { type Call, callOf } from '../core/http/call.js';
import type { Http } from '../core/http/http.js';
import type { Operation } from '../core/http/operation.js';
import type { CallOptions } from '../core/http/settings.js';
import type { Verdict } from '../core/paging/read-page.js';
import { EventPoller, sweepPause, type WatchedQuestion } from '../following/event-poller.js';
import type { WaitOptions } from '../following/wait-options.js';
import type { OrderContext } from '../ordering/context.js';
import type { OrderOptions } from '../ordering/options.js';
import { type ListedOrder, OrderFinder } from '../ordering/order-finder.js';
import { type OrderKind, orderCalls, type Placement } from '../ordering/order-kind.js';
import { placeOrder } from '../ordering/place.js';
import { isSameSimpleQuestion } from '../ordering/same-order.js';
import { cancelAndSettle } from '../ordering/settle.js';
import { eventPageReader, listEvents } from './events.js';
import { SimpleTranslations } from './simple-translations.js';
import { hasStatus, readForWait, sharedWaits } from './waits.js';

/** Simple questions and their translations. @see docs/service.md, What the service does */
export class Simple {
  readonly questions: SimpleQuestions;
  readonly translations: SimpleTranslations;

  /** @internal */
  constructor(http: Http, context: OrderContext) {
    this.questions = new SimpleQuestions(http, context);
    this.translations = new SimpleTranslations(http);
  }
}

const validate = validator(simpleQuestionAnswerSchema);
const validateDetail = validator(simpleQuestionDetailAnswerSchema);
const validateQuote = validator(simpleQuestionQuoteAnswerSchema);
const validateDraft = validator(simpleQuestionDraftAnswerSchema);
const validateFound = validator(foundSimpleQuestionSchema);
const checkOrder = inputValidator(simpleQuestionOrderSchema);

/** Simple questions: lists of texts, each translated on its own. */
export class SimpleQuestions {
  readonly #http: Http;
  readonly #context: OrderContext;
  readonly #kind: SimpleKind;

  /** @internal */
  constructor(http: Http, context: OrderContext) {
    this.#http = http;
    this.#context = context;
    this.#kind = simpleKind(http);
  }

  /**
   * Asks what an order would be and cost; nothing is created.
   *
   * @throws InputError when the order is wrong in itself; ValidationError when the service refuses it
   * @see docs/service.md, Simple questions
   */
  check(
    order: SimpleQuestionOrderInput,
    options?: CallOptions,
  ): Call<SimpleQuestionQuote, SimpleQuestionQuoteAnswer> {
    return this.#http.call(checkOperation(argument('order', checkOrder, order)), options);
  }

  /**
   * Places an order. It spends points, so it is repeated only where it provably was not carried out.
   *
   * With `once`, `custom_field` is the order's key: an order that has it already is returned (`withResponse()`
   * then has `placed: false`), and an unknown outcome is looked into: docs/paid-orders.md has the conditions. With
   * `maxPoints`, the service is asked for the price first.
   *
   * @throws InputError when the order is wrong in itself; ValidationError when the service refuses it;
   *   BudgetError when it costs more than allowed; OrderConflictError when a different order has the key;
   *   OutcomeUnknownError when `once` could not find out in time; JournalError when the journal fails
   * @see docs/service.md, Simple questions
   */
  create(
    order: SimpleQuestionOrderInput,
    options?: OrderOptions,
  ): Call<SimpleQuestion, SimpleQuestionAnswer, Placement> {
    const checked = argument('order', checkOrder, order);
    return callOf(placeOrder(this.#kind, checked, options, this.#context));
  }

  /**
   * Reads a simple question with its bodies and their translations.
   *
   * @throws NotFoundError when there is none with that id, or not for this account
   * @see docs/service.md, Simple questions
   */
  get(id: number, options?: CallOptions): Call<SimpleQuestionDetail, SimpleQuestionDetailAnswer> {
    return this.#http.call(getOperation(id), options);
  }

  /**
   * Reads the translations of a simple question, by source text: for each body that has one, the newest. One request.
   *
   * @throws NotFoundError when there is none with that id, or not for this account
   * @see docs/service.md, Simple questions
   */
  async texts(id: number, options?: CallOptions): Promise<Map<string, string>> {
    const { question_bodies } = await this.get(id, options);
    const texts = new Map<string, string>();
    for (const { body, translations } of question_bodies) {
      const newest = translations.sort((one, other) => other.id - one.id)[0];
      if (newest) texts.set(body, newest.body);
    }
    return texts;
  }

  /**
   * Cancels a simple question that is still `cancelable`: it becomes a draft and its points come back. When the
   * outcome is unknown the question is read, and found to be a draft it is the answer.
   *
   * @returns the draft: `id` is null, `draft_question_id` is set
   * @throws ApiError when it can't be cancelled any more; NotFoundError when there is none with that id
   * @see docs/service.md, Simple questions
   */
  cancel(id: number, options?: CallOptions): Call<SimpleQuestionDraft, SimpleQuestionDraftAnswer> {
    const readCancelled = async (look: CallOptions) => {
      const read = await this.#http.request(getOperation(id), look);
      const draft = draftOf(read.data);
      return draft && { ...read, data: draft, body: { ...read.body, question: draft } };
    };
    return cancelAndSettle(this.#http, cancelOperation(id), readCancelled, options);
  }

  /**
   * Waits until a simple question is finished: completed, expired or cancelled. Many waits share the event log.
   *
   * @returns the question as it was seen, by itself or in its newest event, with its bodies and translations
   * @throws TimeoutError at the deadline; NotFoundError when there is no such question
   * @see docs/service.md, Simple question statuses
   */
  wait(id: number, options?: WaitOptions<WatchedQuestion>): Promise<WatchedQuestion> {
    return waits(this.#http).wait(id, options);
  }
}

const pathOf = (id: number): Path => path`/api/v1/simple/questions/${{ id }}`;

const waits = sharedWaits<WatchedQuestion>(
  (http) => {
    const rounds = new EventPoller(
      (signal) => eventPageReader(http, signal),
      async (id, signal) => {
        const item = await readForWait(http, getOperation(id), hasStatus, signal);
        return { item, finished: isFinished(item) };
      },
    );
    return (waiting, signal) => rounds.poll(waiting, signal);
  },
  pathOf,
  sweepPause,
);

function checkOperation(
  json: Checked<CheckedSimpleOrder>,
): Operation<SimpleQuestionQuoteAnswer, SimpleQuestionQuote> {
  return {
    method: 'POST',
    path: path`/api/v1/simple/questions/check`,
    json,
    validate: validateQuote,
    data: (answer) => answer.question,
    isRead: true,
  };
}

function createOperation(json: Checked<CheckedSimpleOrder>): Operation<SimpleQuestionAnswer, SimpleQuestion> {
  return {
    method: 'POST',
    path: path`/api/v1/simple/questions`,
    json,
    creates: 'question',
    validate,
    data: (answer) => answer.question,
  };
}

function cancelOperation(id: number): Operation<SimpleQuestionDraftAnswer, SimpleQuestionDraft> {
  return {
    method: 'PUT',
    path: path`/api/v1/simple/questions/${{ id }}/cancel`,
    validate: validateDraft,
    data: (answer) => answer.question,
  };
}

function getOperation(id: number): Operation<SimpleQuestionDetailAnswer, SimpleQuestionDetail> {
  return {
    method: 'GET',
    path: pathOf(id),
    validate: validateDetail,
    data: (answer) => answer.question,
  };
}

/** Reads an order that a search has found. An answer that has what the search needs is enough. */
function getOrderOperation(id: number): Operation<SimpleQuestionAnswer, SimpleQuestion> {
  return {
    method: 'GET',
    path: pathOf(id),
    validate,
    data: (answer) => answer.question,
    isUsable: (answer) => 'value' in validateFound(answer),
  };
}

type SimpleKind = OrderKind<CheckedSimpleOrder, SimpleQuestion, SimpleQuestionAnswer, SimpleQuestionQuote>;

/** What ordering needs to know of simple questions: they are searched for among the `created` events. */
function simpleKind(http: Http): SimpleKind {
  return {
    ...orderCalls(http, { create: createOperation, check: checkOperation, get: getOrderOperation }),
    name: 'simple',
    request: { method: 'POST', path: '/api/v1/simple/questions' },
    keyPath: 'order.custom_field',
    finder: new OrderFinder(
      (signal) => listedOrders(http, signal),
      () => http.serviceTime(),
    ),
    keyOf: (order) => order.custom_field,
    // Only a draft has no id, and a draft is no order.
    idOf: (question) => question.id ?? 0,
    cancel: ({ id }, options) => http.request(cancelOperation(id ?? 0), options),
    priceOf: (priced) => priced.total_point,
    createdAt: ({ created_at }) => Date.parse(created_at ?? ''),
    hasKey: (question, key) => question.custom_field === key,
    isSame: async (order, question) => isSameSimpleQuestion(order, question),
  };
}

async function* listedOrders(http: Http, signal: AbortSignal): AsyncGenerator<ListedOrder[]> {
  const listing = listEvents(http, {}, { signal }, { judge });
  for await (const { items } of listing.pages()) yield items.map(entryOf);
}

/** Fails the search at an event that does not show its order: it could be about the order that is searched for. */
function judge(item: unknown): Verdict {
  const { id, type, created_at, question } = fieldsOf(item);
  if (!Number.isInteger(id) || typeof type !== 'string' || typeof created_at !== 'string') return 'fail';
  if (type !== 'simple_question.created') return 'pass on';
  const { id: order, custom_field } = fieldsOf(question);
  const showsOrder = Number.isInteger(order) && (custom_field === null || typeof custom_field === 'string');
  return showsOrder ? 'pass on' : 'fail';
}

function entryOf(event: ApplicationEvent): ListedOrder {
  const created = event.type === 'simple_question.created' ? event.question : undefined;
  return {
    id: event.id,
    createdAt: Date.parse(event.created_at),
    key: created?.custom_field ?? null,
    orderId: created?.id ?? 0,
  };
}

/**
 * The draft that a simple question became when it was cancelled, as the answer to the cancellation shows it. The service
 * does not promise what else a cancelled question shows. Undefined for a question that is not cancelled.
 */
export function draftOf(question: SimpleQuestion): SimpleQuestionDraft | undefined {
  const { draft_question_id, cancelable, status } = question;
  if (draft_question_id === null || cancelable || status !== SimpleQuestionStatus.Pending) return undefined;
  return {
    ...question,
    ...{ id: null, draft_question_id, status: 0, published_scope: 0, published_at: null, expires_at: null },
  };
}
