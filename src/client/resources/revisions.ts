import { toFields } from '../../base/kinds.js';
import { copyOwn } from '../../base/options.js';
import { revisionAnswerSchema, revisionPageSchema } from '../contract/answers.js';
import { pageQuerySchema } from '../contract/inputs.js';
import { makeInspector } from '../contract/inspector.js';
import type { Revision, RevisionAnswer, RevisionPage, RevisionSummary } from '../contract/types.js';
import { makeValidator } from '../contract/validator.js';
import { type Path, path } from '../core/http/address.js';
import type { Call } from '../core/http/call.js';
import { DOWNLOAD_OPTIONS, type DownloadOptions, downloadFile } from '../core/http/download.js';
import type { Http } from '../core/http/http.js';
import type { Operation } from '../core/http/operation.js';
import type { CallOptions } from '../core/http/settings.js';
import type { Listing, ListOptions } from '../core/paging/listing.js';
import type { PageQuery } from '../core/paging/page.js';
import { makeListing } from '../core/paging/read-page.js';

const inspectRevision = makeInspector(revisionAnswerSchema);
const inspectRevisionPage = makeInspector(revisionPageSchema);
const checkRevisionQuery = makeValidator(pageQuerySchema);

/** Revisions of the translation of a question. */
export class Revisions {
  readonly #http: Http;

  /** @internal */
  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Lists the revisions, without their texts.
   *
   * @throws InputError when `page` or `per_page` is out of range; NotFoundError when there is no such question
   * @see docs/service.md, Revisions
   */
  list(questionId: number, query?: PageQuery, options?: ListOptions): Listing<RevisionSummary, RevisionPage> {
    return makeListing(
      this.#http,
      {
        name: 'revisions.list',
        path: path`/api/v1/questions/${{ questionId }}/revisions`,
        checkQuery: checkRevisionQuery,
        inspect: inspectRevisionPage,
        list: 'translation_revisions',
        key: (revision) => revision.revision_number,
      },
      query,
      options,
    );
  }

  /**
   * Reads one revision with its paragraphs.
   *
   * @param n the revision's number. The service shows 0 where there is none yet
   * @throws NotFoundError when there is no such revision; if this client has just read it, only after 30 s
   * @see docs/service.md, Revisions
   */
  get(questionId: number, n: number, options?: CallOptions): Call<Revision, RevisionAnswer> {
    return this.#http.call(makeGetRevision(this.#http, questionId, n), options);
  }

  /**
   * Reads the newest revision with its paragraphs.
   *
   * @throws NotFoundError when there is no such question, or no revision yet; if a wait of this client has just seen a
   *   translation, only after 30 s
   * @see docs/service.md, Revisions
   */
  latest(questionId: number, options?: CallOptions): Call<Revision, RevisionAnswer> {
    return this.#http.call(makeLatest(this.#http, questionId), options);
  }

  /**
   * Downloads a revision's file. Resolves when the answer begins; its body streams, and the signal ends it. A body that
   * stands still for `idleTimeout` fails with a TimeoutError, and its connection is closed.
   * The access token is sent only to the service's own origin. A `download_url` in plain http from a service with https, or
   * one on this machine, is not read, unless `downloadOrigins` has its origin.
   *
   * @param n the revision's number, from 1
   * @throws ApiError when the revision has no file; UnexpectedAnswerError when its address is not read; NotFoundError when
   *   there is no such revision
   * @see docs/service.md, Revisions
   */
  async download(questionId: number, n: number, options?: DownloadOptions): Promise<Response> {
    const forFile = copyOwn(options);
    const reading = { ...makeGetRevision(this.#http, questionId, n), optionRules: DOWNLOAD_OPTIONS };
    const revision = await this.#http.call(reading, options);
    const plan = {
      name: 'revisions.download',
      path: path`/api/v1/questions/${{ questionId }}/revisions/${{ n }}/file`,
      unconfirmedUntil: reading.unconfirmedUntil,
    };
    return downloadFile(this.#http, plan, revision.download_url, forFile);
  }
}

const makeGetRevision = (http: Http, questionId: number, n: number): Operation<RevisionAnswer, Revision> =>
  makeRead(
    http,
    'revisions.get',
    questionId,
    n,
    path`/api/v1/questions/${{ questionId }}/revisions/${{ n }}`,
  );

export function makeLatest(http: Http, questionId: number): Operation<RevisionAnswer, Revision> {
  const latest = path`/api/v1/questions/${{ questionId }}/revisions/latest`;
  return makeRead(http, 'revisions.latest', questionId, 'latest', latest);
}

function makeRead(
  { recentlySeen }: Http,
  name: string,
  questionId: number,
  n: number | 'latest',
  path: Path,
): Operation<RevisionAnswer, Revision> {
  return {
    name,
    method: 'GET',
    path,
    inspect: inspectRevision,
    unconfirmedUntil: recentlySeen.getUnconfirmedUntil(questionId, n),
    data: ({ translation }) => {
      recentlySeen.noteRevision(questionId, toFields(translation).revision_number);
      return translation;
    },
  };
}
