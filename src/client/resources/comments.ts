import { checkArgument } from '../../base/checked.js';
import { commentAnswerSchema, commentPageSchema } from '../contract/answers.js';
import { type CommentInput, commentInputSchema, pageQuerySchema } from '../contract/inputs.js';
import { makeInspector } from '../contract/inspector.js';
import type { Comment, CommentAnswer, CommentPage } from '../contract/types.js';
import { makeValidator } from '../contract/validator.js';
import { path } from '../core/http/address.js';
import type { Call } from '../core/http/call.js';
import type { Http } from '../core/http/http.js';
import type { CallOptions } from '../core/http/settings.js';
import type { Listing, ListOptions } from '../core/paging/listing.js';
import type { PageQuery } from '../core/paging/page.js';
import { makeListing } from '../core/paging/read-page.js';

const inspectComment = makeInspector(commentAnswerSchema);
const inspectCommentPage = makeInspector(commentPageSchema);
const checkCommentInput = makeValidator(commentInputSchema);
const checkCommentQuery = makeValidator(pageQuerySchema);

const takeComment = (answer: CommentAnswer): Comment => answer.comment;

/** Comments on a question. The whole answer also has the question and its organization. */
export class Comments {
  readonly #http: Http;

  /** @internal */
  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Lists the comments on a question. Some are the service's own: their body is empty.
   *
   * @throws InputError when `page` or `per_page` is out of range; NotFoundError when there is no such question
   * @see docs/service.md, Comments on a question
   */
  list(questionId: number, query?: PageQuery, options?: ListOptions): Listing<Comment, CommentPage> {
    return makeListing(
      this.#http,
      {
        name: 'comments.list',
        path: path`/api/v1/questions/${{ questionId }}/comments`,
        checkQuery: checkCommentQuery,
        inspect: inspectCommentPage,
        list: 'comments',
        key: ({ id }) => id,
      },
      query,
      options,
    );
  }

  /**
   * Reads one comment.
   *
   * @throws NotFoundError when there is no such comment on that question
   * @see docs/service.md, Comments on a question
   */
  get(questionId: number, id: number, options?: CallOptions): Call<Comment, CommentAnswer> {
    return this.#http.call(
      {
        name: 'comments.get',
        method: 'GET',
        path: path`/api/v1/questions/${{ questionId }}/comments/${{ id }}`,
        inspect: inspectComment,
        data: takeComment,
      },
      options,
    );
  }

  /**
   * Writes a comment.
   *
   * @throws InputError when `body` is empty; NotFoundError when there is no such question
   * @see docs/service.md, Comments on a question
   */
  create(questionId: number, input: CommentInput, options?: CallOptions): Call<Comment, CommentAnswer> {
    const json = checkArgument('input', checkCommentInput, input);
    return this.#http.call(
      {
        name: 'comments.create',
        method: 'POST',
        path: path`/api/v1/questions/${{ questionId }}/comments`,
        json,
        creates: 'comment',
        inspect: inspectComment,
        data: takeComment,
      },
      options,
    );
  }

  /**
   * Changes a comment's text.
   *
   * @throws InputError when `body` is empty; NotFoundError when there is no such comment on that question
   * @see docs/service.md, Comments on a question
   */
  update(
    questionId: number,
    id: number,
    input: CommentInput,
    options?: CallOptions,
  ): Call<Comment, CommentAnswer> {
    const json = checkArgument('input', checkCommentInput, input);
    return this.#http.call(
      {
        name: 'comments.update',
        method: 'PUT',
        path: path`/api/v1/questions/${{ questionId }}/comments/${{ id }}`,
        json,
        inspect: inspectComment,
        data: takeComment,
      },
      options,
    );
  }

  /**
   * Removes a comment.
   *
   * @returns the comment that was removed
   * @throws NotFoundError when there is no such comment on that question
   * @see docs/service.md, Comments on a question
   */
  delete(questionId: number, id: number, options?: CallOptions): Call<Comment, CommentAnswer> {
    return this.#http.call(
      {
        name: 'comments.delete',
        method: 'DELETE',
        path: path`/api/v1/questions/${{ questionId }}/comments/${{ id }}`,
        inspect: inspectComment,
        data: takeComment,
      },
      options,
    );
  }
}
