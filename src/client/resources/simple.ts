import { type Checked, checkArgument } from '../../base/checked.js';
import { readFields, readPrice, toArray } from '../../base/kinds.js';
import {
  simpleQuestionAnswerSchema,
  simpleQuestionDetailAnswerSchema,
  simpleQuestionDraftAnswerSchema,
  simpleQuestionQuoteAnswerSchema,
} from '../contract/answers.js';
import {
  type CheckedSimpleOrder,
  type SimpleQuestionOrderInput,
  simpleQuestionOrderSchema,
} from '../contract/inputs.js';
import { makeInspector } from '../contract/inspector.js';
import { findSimpleStage, isDraft, isFinished } from '../contract/statuses.js';
import type {
  SimpleQuestion,
  SimpleQuestionAnswer,
  SimpleQuestionDetail,
  SimpleQuestionDetailAnswer,
  SimpleQuestionDraft,
  SimpleQuestionDraftAnswer,
  SimpleQuestionQuote,
  SimpleQuestionQuoteAnswer,
} from '../contract/types.js';
import { makeValidator } from '../contract/validator.js';
import { type Path, path, toRequestFacts } from '../core/http/address.js';
import { type Call, makeCall } from '../core/http/call.js';
import type { Http } from '../core/http/http.js';
import type { Operation } from '../core/http/operation.js';
import type { CallOptions } from '../core/http/settings.js';
import type { ListingSearch } from '../core/paging/listing.js';
import { computeSweepPause, EventPoller, type WatchedQuestion } from '../following/event-poller.js';
import type { Waiting } from '../following/wait.js';
import type { QuestionWaitOptions } from '../following/wait-options.js';
import { type Affordability, quoteWithin } from '../ordering/budget.js';
import type { OrderContext } from '../ordering/context.js';
import type { OrderOptions } from '../ordering/options.js';
import { type ListedOrder, makeFinders } from '../ordering/order-finder.js';
import { makeOrderCalls, type OrderKinds, type Placement, readSecond } from '../ordering/order-kind.js';
import { placeOrder } from '../ordering/place.js';
import { compareSimple } from '../ordering/same-order.js';
import { cancelAndSettle } from '../ordering/settle.js';
import { makeEventListing, makeEventPageReader } from './events.js';
import { SimpleTranslations } from './simple-translations.js';
import { readForWait, shareWaits } from './waits.js';

/** Simple questions and their translations. @see docs/service.md, What the service does */
export class Simple {
  readonly questions: SimpleQuestions;
  readonly translations: SimpleTranslations;

  /** @internal */
  constructor(http: Http, context: OrderContext, kind: OrderKinds['simple']) {
    this.questions = new SimpleQuestions(http, context, kind);
    this.translations = new SimpleTranslations(http);
  }
}

const inspectSimpleQuestion = makeInspector(simpleQuestionAnswerSchema);
const inspectDetail = makeInspector(simpleQuestionDetailAnswerSchema);
const inspectSimpleQuestionQuote = makeInspector(simpleQuestionQuoteAnswerSchema);
const inspectDraft = makeInspector(simpleQuestionDraftAnswerSchema);
const checkSimpleQuestionOrder = makeValidator(simpleQuestionOrderSchema);

/** One text of a simple question, and its translation. */
export interface SimpleQuestionText {
  /** The id of the body. */
  readonly id: number;
  /** The text, as the service keeps it. */
  readonly text: string;
  /** The newest translation; null where there is none yet. */
  readonly translation: string | null;
}

/** Simple questions: lists of texts, each translated on its own. */
export class SimpleQuestions {
  readonly #kind: OrderKinds['simple'];
  readonly #http: Http;
  readonly #context: OrderContext;

  /** @internal */
  constructor(http: Http, context: OrderContext, kind: OrderKinds['simple']) {
    this.#http = http;
    this.#context = context;
    this.#kind = kind;
  }

  /**
   * Asks for the price of an order, and for the order as it would be. Nothing is ordered. With a `budget`, the quote also says
   * what that leaves: `affordable` and `budgetLeft`. The points of the account are for the service to judge.
   *
   * @throws InputError when the order is wrong in itself; ValidationError when the service refuses it; StoreError when the
   *   store of the budget fails
   * @see docs/service.md, Simple questions
   */
  check(
    order: SimpleQuestionOrderInput,
    options?: CallOptions,
  ): Call<SimpleQuestionQuote & Affordability, SimpleQuestionQuoteAnswer> {
    const operation = makeCheckSimpleQuestion(checkArgument('order', checkSimpleQuestionOrder, order));
    return quoteWithin(this.#context.currentBudget, this.#kind.getPrice, options, (call) =>
      this.#http.request(operation, call),
    );
  }

  /**
   * Places an order. It costs points, so it is sent again only if it was provably not carried out.
   *
   * With `once`, `custom_field` is the order's key. If an order with that key exists, it is returned (`withResponse()`
   * then has `placed: false`). If the outcome is unknown, the order is searched for. docs/paid-orders.md has the
   * conditions. With `maxPoints`, the service is asked for the price first.
   *
   * @throws InputError when the order is wrong in itself; ValidationError when the service refuses it;
   *   BudgetError when it costs more than allowed; OrderConflictError when a different order has the key;
   *   OutcomeUnknownError when `once` can't find out whether it was placed; StoreError when the store fails
   * @see docs/service.md, Simple questions
   */
  create(
    order: SimpleQuestionOrderInput,
    options?: OrderOptions,
  ): Call<SimpleQuestion, SimpleQuestionAnswer, Placement> {
    const checked = checkArgument('order', checkSimpleQuestionOrder, order);
    return makeCall(placeOrder(this.#kind, checked, options, this.#context));
  }

  /**
   * Reads a simple question with its bodies and their translations.
   *
   * @throws NotFoundError when this account has none with that id
   * @see docs/service.md, Simple questions
   */
  get(id: number, options?: CallOptions): Call<SimpleQuestionDetail, SimpleQuestionDetailAnswer> {
    return this.#http.call(makeGetSimpleQuestion(id), options);
  }

  /**
   * Reads the newest translation of each body of a simple question, in the order of its bodies. Takes one request.
   *
   * @throws NotFoundError when this account has none with that id
   * @see docs/service.md, Simple questions
   */
  async texts(id: number, options?: CallOptions): Promise<SimpleQuestionText[]> {
    const { question_bodies } = await this.get(id, options);
    const inOrder = toArray(question_bodies).sort((left, right) => left.display_order - right.display_order);
    return inOrder.map(({ id: bodyId, body, translations }) => {
      const [newest] = toArray(translations ?? []).sort((left, right) => right.id - left.id);
      return { id: bodyId, text: body, translation: newest?.body ?? null };
    });
  }

  /**
   * Cancels a simple question that is still `cancelable`: it becomes a draft, and its points come back. If the outcome is
   * unknown, the question is read; if it is a draft by then, the call resolves to that.
   *
   * @returns the draft: `id` is null, `draft_question_id` is set
   * @throws ApiError when it can't be cancelled any more; NotFoundError when there is none with that id
   * @see docs/service.md, Simple questions
   */
  cancel(id: number, options?: CallOptions): Call<SimpleQuestionDraft, SimpleQuestionDraftAnswer> {
    const readCancelled = async (readOptions: CallOptions) => {
      const answer = await this.#http.request(makeGetSimpleQuestion(id), readOptions);
      const draft = readSimpleDraft(answer.data);
      return draft && { ...answer, data: draft, body: { ...answer.body, question: draft } };
    };
    return cancelAndSettle(this.#http, makeCancelSimpleQuestion(id), readCancelled, options);
  }

  /**
   * Waits until a simple question is finished: completed, expired or cancelled. With `until: 'translated'`, also until each
   * body has a translation, which can be hours earlier. Many waits share the event log.
   *
   * @returns the question with its bodies and translations, as read by its id or from its newest event
   * @throws TimeoutError at the deadline; NotFoundError when there is no such question
   * @see docs/service.md, Simple question statuses
   */
  wait(id: number, options?: QuestionWaitOptions<WatchedQuestion>): Waiting<WatchedQuestion> {
    return simpleQuestionWaits(this.#http).wait(id, options);
  }
}

const CREATE_SIMPLE_QUESTION = 'simple.questions.create';
const GET_SIMPLE_QUESTION = 'simple.questions.get';

const buildSimpleQuestionPath = (id: number): Path => path`/api/v1/simple/questions/${{ id }}`;

const simpleQuestionWaits = shareWaits<WatchedQuestion>({
  name: 'simple.questions.wait',
  createPoll: (http) => {
    const poller = new EventPoller(
      (signal) => makeEventPageReader(http, signal),
      readForWait(http, makeGetSimpleQuestion, ['question.status'], isFinished),
    );
    return (waiting, signal) => poller.poll(waiting, signal);
  },
  buildPath: buildSimpleQuestionPath,
  longestPause: computeSweepPause,
  isTranslated: ({ status }) => findSimpleStage(status) === 'translated',
});

function makeCheckSimpleQuestion(
  json: Checked<CheckedSimpleOrder>,
): Operation<SimpleQuestionQuoteAnswer, SimpleQuestionQuote> {
  return {
    name: 'simple.questions.check',
    method: 'POST',
    path: path`/api/v1/simple/questions/check`,
    json,
    inspect: inspectSimpleQuestionQuote,
    data: (answer) => answer.question,
    isRead: true,
  };
}

function makeCreateSimpleQuestion(
  json: Checked<CheckedSimpleOrder>,
): Operation<SimpleQuestionAnswer, SimpleQuestion> {
  return {
    name: CREATE_SIMPLE_QUESTION,
    method: 'POST',
    path: path`/api/v1/simple/questions`,
    json,
    creates: 'question',
    inspect: inspectSimpleQuestion,
    data: (answer) => answer.question,
  };
}

function makeCancelSimpleQuestion(id: number): Operation<SimpleQuestionDraftAnswer, SimpleQuestionDraft> {
  return {
    name: 'simple.questions.cancel',
    method: 'PUT',
    path: path`/api/v1/simple/questions/${{ id }}/cancel`,
    inspect: inspectDraft,
    data: (answer) => answer.question,
  };
}

function makeGetSimpleQuestion(id: number): Operation<SimpleQuestionDetailAnswer, SimpleQuestionDetail> {
  return {
    name: GET_SIMPLE_QUESTION,
    method: 'GET',
    path: buildSimpleQuestionPath(id),
    inspect: inspectDetail,
    data: (answer) => answer.question,
  };
}

/** What `once` uses of a simple question that it finds: its id, its key, and what it compares. */
const FOUND_SIMPLE_QUESTION_FIELDS = [
  'id',
  'custom_field',
  'language_id',
  'translated_language_id',
  'native',
  'organization_id',
  'published_scope',
  'draft_question_id',
  'text_format',
  'description',
  'escape_text',
  'question_bodies[].display_order',
  'question_bodies[].body',
].map((field) => `question.${field}`);

/** Reads an order that a search has found. */
function makeGetSimpleQuestionOrder(id: number): Operation<SimpleQuestionAnswer, SimpleQuestion> {
  return {
    name: GET_SIMPLE_QUESTION,
    method: 'GET',
    path: buildSimpleQuestionPath(id),
    inspect: inspectSimpleQuestion,
    data: (answer) => answer.question,
    uses: FOUND_SIMPLE_QUESTION_FIELDS,
  };
}

/** How simple questions are ordered and searched for: among the `created` events. */
export function createSimpleKind(http: Http): OrderKinds['simple'] {
  return {
    ...makeOrderCalls(http, {
      create: makeCreateSimpleQuestion,
      check: makeCheckSimpleQuestion,
      get: makeGetSimpleQuestionOrder,
      key: ['question.id', 'question.custom_field'],
    }),
    name: 'simple',
    operation: CREATE_SIMPLE_QUESTION,
    request: toRequestFacts('POST', path`/api/v1/simple/questions`),
    keyPath: 'order.custom_field',
    finder: makeFinders(
      (signal, search) => readListedSimpleQuestions(http, signal, search),
      () => http.now(),
    ),
    getKey: (order) => order.custom_field,
    // Only drafts have no id, and a draft is not an order.
    getId: (question) => question.id ?? 0,
    // An answer that was let through can lack the object, too.
    getPrice: (priced) => readPrice(readFields(priced).total_point),
    readKeys: ({ custom_field }) => [custom_field],
    describe: (question) => [
      readSecond(question.created_at),
      question.language_id,
      question.translated_language_id,
      toArray(question.question_bodies).map(({ body }) => body),
    ],
    compare: async (order, question) => compareSimple(order, question),
  };
}

/** What a search uses of an event. Without it, the event could be about the order that is searched for. */
const LISTED_EVENT_FIELDS = [
  'id',
  'type',
  'created_at',
  'question.id@simple_question.created',
  'question.custom_field@simple_question.created',
];

async function* readListedSimpleQuestions(
  http: Http,
  signal: AbortSignal,
  search: ListingSearch,
): AsyncGenerator<readonly ListedOrder[]> {
  const uses = LISTED_EVENT_FIELDS.map((field) => `events[].${field}`);
  for await (const { items } of makeEventListing(http, {}, { signal }, { uses, search }).pages())
    yield items.map((event) => {
      const created = event.type === 'simple_question.created' ? event.question : undefined;
      return {
        id: event.id,
        createdAt: Date.parse(event.created_at),
        key: created?.custom_field ?? null,
        orderId: created?.id ?? 0,
      };
    });
}

/**
 * The draft of a cancelled simple question, with the fields that the answer to the cancellation has. They are set here,
 * since the service does not promise them for a question that is read later. Undefined if it is not cancelled.
 */
export function readSimpleDraft(question: SimpleQuestion): SimpleQuestionDraft | undefined {
  if (!isDraft(question)) return undefined;
  return {
    ...question,
    id: null,
    status: 0,
    published_scope: 0,
    published_at: null,
    expires_at: null,
  };
}
