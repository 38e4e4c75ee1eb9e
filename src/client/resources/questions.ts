import { copyOwn } from '../../base/options.js';
import {
  cancelledQuestionAnswerSchema,
  questionAnswerSchema,
  questionPageSchema,
} from '../contract/answers.js';
import { pageQuerySchema } from '../contract/inputs.js';
import { makeInspector } from '../contract/inspector.js';
import { findQuestionStage, isFinished, QuestionStatus } from '../contract/statuses.js';
import type {
  CancelledQuestionAnswer,
  Question,
  QuestionAnswer,
  QuestionDetail,
  QuestionListItem,
  QuestionPage,
} from '../contract/types.js';
import { makeValidator } from '../contract/validator.js';
import { path } from '../core/http/address.js';
import type { Call } from '../core/http/call.js';
import type { Http } from '../core/http/http.js';
import type { Operation } from '../core/http/operation.js';
import type { CallOptions } from '../core/http/settings.js';
import type { Listing, ListingSearch, ListOptions } from '../core/paging/listing.js';
import type { Page, PageQuery } from '../core/paging/page.js';
import { type ListOperation, makeListing } from '../core/paging/read-page.js';
import { ListingPoller, QUESTIONS } from '../following/listing-poller.js';
import type { Waiting } from '../following/wait.js';
import type { QuestionWaitOptions } from '../following/wait-options.js';
import { cancelAndSettle } from '../ordering/settle.js';
import { readForWait, shareWaits } from './waits.js';

const inspectQuestion = makeInspector(questionAnswerSchema);
const inspectCancelled = makeInspector(cancelledQuestionAnswerSchema);
const inspectQuestionPage = makeInspector(questionPageSchema);
const checkQuestionQuery = makeValidator(pageQuerySchema);

type QuestionList = ListOperation<QuestionListItem, QuestionPage>;

/** Questions: the translation requests of projects. */
export class Questions {
  readonly #http: Http;

  /** @internal */
  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Lists the account's questions, of all its projects.
   *
   * @throws InputError when `page` or `per_page` is out of range
   * @see docs/service.md, Account and organizations
   */
  list(query?: PageQuery, options?: ListOptions): Listing<QuestionListItem, QuestionPage> {
    return makeQuestionListing(this.#http, query, options);
  }

  /**
   * Reads one question with a summary of its translation.
   *
   * @throws NotFoundError when this account has none with that id
   * @see docs/service.md, Questions
   */
  get(id: number, options?: CallOptions): Call<QuestionDetail, QuestionAnswer> {
    return this.#http.call(makeGetQuestion(id), options);
  }

  /**
   * Cancels a question that is still `cancelable`; its points come back. When the outcome is unknown the
   * question is read, and found cancelled it is the answer.
   *
   * @throws ApiError when it can't be cancelled any more; NotFoundError when there is none with that id
   * @see docs/service.md, Questions
   */
  cancel(id: number, options?: CallOptions): Call<Question, CancelledQuestionAnswer> {
    const readCancelled = async (look: CallOptions) => {
      const read = await this.#http.request(makeGetQuestion(id), look);
      return read.data.status === QuestionStatus.Cancelled ? read : undefined;
    };
    return cancelAndSettle(this.#http, makeCancelQuestion(id), readCancelled, options);
  }

  /**
   * Waits until a question is finished: completed, cancelled or expired. With `until: 'translated'`, also until it is in
   * feedback, up to 24 hours earlier. Many waits share the listing's pages.
   *
   * @returns the question as it was seen, by itself or in the listing; read it for what that leaves out
   * @throws TimeoutError at the deadline; NotFoundError when there is no such question
   * @see docs/service.md, Project question statuses
   */
  wait(id: number, options?: QuestionWaitOptions<Question>): Waiting<Question> {
    return questionWaits(this.#http).wait(id, options);
  }
}

const questionWaits = shareWaits<Question>({
  name: 'questions.wait',
  createPoll: (http) => {
    const poller = new ListingPoller(
      QUESTIONS,
      (signal, page, prefetch) => readQuestionPages(http, { signal, page, prefetch }),
      readForWait(http, makeGetQuestion, ['question.status'], isFinished),
    );
    return (waiting, signal) => poller.poll(waiting, signal);
  },
  buildPath: (id) => makeGetQuestion(id).path,
  isTranslated: ({ status }) => findQuestionStage(status) === 'translated',
});

interface QuestionPagesOptions {
  readonly signal: AbortSignal;
  readonly page?: number;
  readonly prefetch?: number | undefined;
  /** The places that the caller uses of each question. @default what a wait uses; a question without it is left out */
  readonly uses?: readonly string[];
  readonly search?: ListingSearch;
}

/** The questions page by page, newest first as far as the service keeps that order. */
export function readQuestionPages(
  http: Http,
  options: QuestionPagesOptions,
): AsyncGenerator<Page<QuestionListItem, QuestionPage>> {
  const { signal, page = 1, prefetch, uses, search } = copyOwn(options);
  const use = { uses: uses ?? WAITED_FOR, needsEach: uses !== undefined, search };
  return makeQuestionListing(http, { page }, { signal, prefetch }, use).pages();
}

/** What a wait uses of a listed question: which one it is, and its status. */
const WAITED_FOR = ['questions[].id', 'questions[].project_id', 'questions[].status'];

/** The account's questions, of all its projects. */
function makeQuestionListing(
  http: Http,
  query?: PageQuery,
  options?: ListOptions,
  use?: Pick<QuestionList, 'uses' | 'needsEach' | 'search'>,
): Listing<QuestionListItem, QuestionPage> {
  return makeListing(
    http,
    {
      ...use,
      list: 'questions',
      name: 'questions.list',
      path: path`/api/v1/my/questions`,
      checkQuery: checkQuestionQuery,
      inspect: inspectQuestionPage,
      key: ({ id }) => id,
    },
    query,
    options,
  );
}

function makeCancelQuestion(id: number): Operation<CancelledQuestionAnswer, Question> {
  return {
    name: 'questions.cancel',
    method: 'PUT',
    path: path`/api/v1/questions/${{ id }}/cancel`,
    inspect: inspectCancelled,
    data: (answer) => answer.question,
  };
}

function makeGetQuestion(id: number): Operation<QuestionAnswer, QuestionDetail> {
  return {
    name: 'questions.get',
    method: 'GET',
    path: path`/api/v1/questions/${{ id }}`,
    inspect: inspectQuestion,
    data: (answer) => answer.question,
  };
}
