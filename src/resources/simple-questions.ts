import { argument, type Checked } from '../base/checked.js';
import { foundSimpleQuestionSchema } from '../contract/schemas/found-order.js';
import { type CheckedSimpleOrder, simpleQuestionOrderSchema } from '../contract/schemas/inputs.js';
import {
  simpleQuestionAnswerSchema,
  simpleQuestionDetailAnswerSchema,
  simpleQuestionDraftAnswerSchema,
  simpleQuestionQuoteAnswerSchema,
} from '../contract/schemas/simple-question.js';
import { isFinished } from '../contract/schemas/statuses.js';
import { inputValidator, validator } from '../contract/schemas/validator.js';
import type {
  SimpleQuestion,
  SimpleQuestionAnswer,
  SimpleQuestionDetail,
  SimpleQuestionDetailAnswer,
  SimpleQuestionDraft,
  SimpleQuestionDraftAnswer,
  SimpleQuestionOrderInput,
  SimpleQuestionQuote,
  SimpleQuestionQuoteAnswer,
} from '../contract/types.js';
import { type Path, path } from '../core/http/address.js';
import { type Call, callOf } from '../core/http/call.js';
import type { Http } from '../core/http/http.js';
import type { Operation } from '../core/http/operation.js';
import type { CallOptions } from '../core/http/settings.js';
import { LogRound, sweepPause, type WatchedQuestion } from '../following/log-round.js';
import type { WaitOptions } from '../following/wait-options.js';
import { cancelAndSettle } from '../ordering/cancel.js';
import type { OrderContext } from '../ordering/context.js';
import type { OrderOptions } from '../ordering/options.js';
import type { OrderKind, Placement } from '../ordering/order-kind.js';
import { placeOrder } from '../ordering/place.js';
import { eventPageReader } from './events.js';
import { orderCalls } from './order-calls.js';
import { draftOf, simpleKind } from './simple-orders.js';
import { hasStatus, readForWait, sharedWaits } from './waits.js';

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
  readonly #kind: OrderKind<CheckedSimpleOrder, SimpleQuestion, SimpleQuestionAnswer, SimpleQuestionQuote>;

  /** @internal */
  constructor(http: Http, context: OrderContext) {
    this.#http = http;
    this.#context = context;
    this.#kind = simpleKind(http, {
      ...orderCalls(http, { placing: createOperation, checking: checkOperation, reading: getOrderOperation }),
      // Only a draft has no id.
      cancel: ({ id }, options) => http.request(cancelOperation(id ?? 0), options),
    });
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
    const rounds = new LogRound(
      (signal) => eventPageReader(http, signal),
      async (id, signal) => {
        const item = await readForWait(http, getOperation(id), hasStatus, signal);
        return { item, finished: isFinished(item) };
      },
    );
    return (waiting, signal) => rounds.look(waiting, signal);
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

/** Of an order that is found again, no more is needed than what finding it uses. */
function getOrderOperation(id: number): Operation<SimpleQuestionAnswer, SimpleQuestion> {
  return {
    method: 'GET',
    path: pathOf(id),
    validate,
    data: (answer) => answer.question,
    isUsable: (answer) => 'value' in validateFound(answer),
  };
}
