import {
  cancelledQuestionAnswerSchema,
  questionAnswerSchema,
  questionPageSchema,
} from '../contract/answers.js';
import { pageQuerySchema } from '../contract/inputs.js';
import { isFinished, QuestionStatus } from '../contract/statuses.js';
import type {
  CancelledQuestionAnswer,
  Question,
  QuestionAnswer,
  QuestionDetail,
  QuestionListItem,
  QuestionPage,
} from '../contract/types.js';
import { inputValidator, validator } from '../contract/validator.js';
import { fieldsOf } from '../core/errors/from-answer.js';
import { type Path, path } from '../core/http/address.js';
import type { Call } from '../core/http/call.js';
import type { Http } from '../core/http/http.js';
import type { Operation } from '../core/http/operation.js';
import type { CallOptions } from '../core/http/settings.js';
import type { Listing, ListOptions } from '../core/paging/listing.js';
import type { Page, PageQuery } from '../core/paging/page.js';
import { type ListOperation, listing, type Verdict } from '../core/paging/read-page.js';
import { ListingPoller } from '../following/listing-poller.js';
import type { WaitOptions } from '../following/wait-options.js';
import { cancelAndSettle } from '../ordering/settle.js';
import { hasStatus, readForWait, sharedWaits } from './waits.js';

const validate = validator(questionAnswerSchema);
const validateCancelled = validator(cancelledQuestionAnswerSchema);
const validatePage = validator(questionPageSchema);
const checkQuery = inputValidator(pageQuerySchema);

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
    return listQuestions(this.#http, query, options);
  }

  /**
   * Reads one question with a summary of its translation.
   *
   * @throws NotFoundError when this account has none with that id
   * @see docs/service.md, Questions
   */
  get(id: number, options?: CallOptions): Call<QuestionDetail, QuestionAnswer> {
    return this.#http.call(getOperation(id), options);
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
      const read = await this.#http.request(getOperation(id), look);
      return read.data.status === QuestionStatus.Cancelled ? read : undefined;
    };
    return cancelAndSettle(this.#http, cancelOperation(id), readCancelled, options);
  }

  /**
   * Waits until a question is finished: completed, cancelled or expired. Many waits share the listing's pages.
   *
   * @returns the question as it was seen, by itself or in the listing; read it for what that leaves out
   * @throws TimeoutError at the deadline; NotFoundError when there is no such question
   * @see docs/service.md, Project question statuses
   */
  wait(id: number, options?: WaitOptions<Question>): Promise<Question> {
    return waits(this.#http).wait(id, options);
  }
}

const pathOf = (id: number): Path => path`/api/v1/questions/${{ id }}`;

const waits = sharedWaits<Question>((http) => {
  const poller = new ListingPoller<Question>(
    (signal, page, prefetch) => questionPages(http, { signal, page, prefetch }),
    isFinished,
    async (id, signal) => {
      const item = await readForWait(http, getOperation(id), hasStatus, signal);
      return { item, finished: isFinished(item) };
    },
  );
  return (waiting, signal) => poller.poll(waiting, signal);
}, pathOf);

interface QuestionPagesOptions {
  readonly signal: AbortSignal;
  readonly page?: number;
  readonly prefetch?: number | undefined;
  /** @default passes on what shows its ids and its status */
  readonly judge?: QuestionList['judge'];
}

/** The questions page by page, newest first as far as the service keeps that order. */
export function questionPages(
  http: Http,
  { signal, page = 1, prefetch, judge = judgeQuestion }: QuestionPagesOptions,
): AsyncGenerator<Page<QuestionListItem, QuestionPage>> {
  return listQuestions(http, { page }, { signal, prefetch }, judge).pages();
}

/** A question of an unexpected shape can be waited for as long as it shows which one it is, and its status. */
function judgeQuestion(item: unknown): Verdict {
  const { id, project_id, status } = fieldsOf(item);
  return [id, project_id, status].every(Number.isInteger) ? 'pass on' : 'leave out';
}

/** The account's questions, of all its projects. */
function listQuestions(
  http: Http,
  query?: PageQuery,
  options?: ListOptions,
  judge?: QuestionList['judge'],
): Listing<QuestionListItem, QuestionPage> {
  return listing(
    http,
    {
      judge,
      list: 'questions',
      path: path`/api/v1/my/questions`,
      checkQuery,
      validate: validatePage,
      items: (body: QuestionPage) => body.questions,
      key: ({ id }) => id,
    },
    query,
    options,
  );
}

export function cancelOperation(id: number): Operation<CancelledQuestionAnswer, Question> {
  return {
    method: 'PUT',
    path: path`/api/v1/questions/${{ id }}/cancel`,
    validate: validateCancelled,
    data: (answer) => answer.question,
  };
}

function getOperation(id: number): Operation<QuestionAnswer, QuestionDetail> {
  return {
    method: 'GET',
    path: pathOf(id),
    validate,
    data: (answer) => answer.question,
  };
}
