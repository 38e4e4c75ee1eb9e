import { checkArgument, type Inspected } from '../../base/checked.js';
import {
  rejectionAnswerSchema,
  simpleTranslationAnswerSchema,
  simpleTranslationCommentsSchema,
} from '../contract/answers.js';
import { type Rejection, rejectionSchema } from '../contract/inputs.js';
import { makeInspector } from '../contract/inspector.js';
import type {
  OpenAnswer,
  RejectionAnswer,
  SimpleTranslation,
  SimpleTranslationAnswer,
  SimpleTranslationComments,
} from '../contract/types.js';
import { makeValidator } from '../contract/validator.js';
import { path } from '../core/http/address.js';
import type { Call } from '../core/http/call.js';
import type { Http } from '../core/http/http.js';
import type { CallOptions } from '../core/http/settings.js';

const inspectSimpleTranslation = makeInspector(simpleTranslationAnswerSchema);
const inspectRejection = makeInspector(rejectionAnswerSchema);
const checkRejection = makeValidator(rejectionSchema);

/** Translations of the bodies of simple questions. */
export class SimpleTranslations {
  /** Comments on translations. The service leaves their shapes open. */
  readonly comments: SimpleComments;
  readonly #http: Http;

  /** @internal */
  constructor(http: Http) {
    this.#http = http;
    this.comments = new SimpleComments(http);
  }

  /**
   * Reads one translation; the whole answer also has its question, body and organization.
   *
   * @throws NotFoundError when this account has none with that id
   * @see docs/service.md, Simple translations
   */
  get(id: number, options?: CallOptions): Call<SimpleTranslation, SimpleTranslationAnswer> {
    const data = (answer: SimpleTranslationAnswer): SimpleTranslation => answer.translation;
    return this.#http.call(
      {
        name: 'simple.translations.get',
        method: 'GET',
        path: path`/api/v1/simple/translations/${{ id }}`,
        inspect: inspectSimpleTranslation,
        data,
      },
      options,
    );
  }

  /**
   * Rejects a translation.
   *
   * @param rejection.reason at least 16 characters, for the translator
   * @throws InputError when the reason is too short
   * @see docs/service.md, Simple translations
   */
  reject(id: number, rejection: Rejection, options?: CallOptions): Call<SimpleTranslation, RejectionAnswer> {
    const json = checkArgument('rejection', checkRejection, rejection);
    const data = (answer: RejectionAnswer): SimpleTranslation => answer.translation;
    return this.#http.call(
      {
        name: 'simple.translations.reject',
        method: 'PUT',
        path: path`/api/v1/simple/translations/${{ id }}/reject`,
        json,
        inspect: inspectRejection,
        data,
      },
      options,
    );
  }
}

const inspectComments = makeInspector(simpleTranslationCommentsSchema);
// The service leaves the shapes of these answers open, so any JSON is accepted.
const acceptAny = (answer: unknown): Inspected<OpenAnswer> => ({
  value: answer as OpenAnswer,
  mismatches: [],
});
const whole = (answer: OpenAnswer): OpenAnswer => answer;

/**
 * Comments on simple translations. The service leaves the shapes of these answers open, so they are returned as they
 * come, without validation. Check a value before you use it. What the service takes as a new comment is left open, too, so
 * `requester.request()` writes one.
 *
 * @see docs/cookbook.md, Call what has no method here
 */
export class SimpleComments {
  readonly #http: Http;

  /** @internal */
  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Reads the comments on a translation, with the translation, its question and its text. Not a paged listing; the
   * service does not say what `comments` looks like when there are any.
   *
   * @see docs/service.md, Simple translations
   */
  list(
    translationId: number,
    options?: CallOptions,
  ): Call<SimpleTranslationComments, SimpleTranslationComments> {
    return this.#http.call(
      {
        name: 'simple.translations.comments.list',
        method: 'GET',
        path: path`/api/v1/simple/translations/${{ translationId }}/comments`,
        inspect: inspectComments,
        data: (answer) => answer,
      },
      options,
    );
  }

  /**
   * Reads one comment.
   *
   * @see docs/service.md, Simple translations
   */
  get(translationId: number, id: number, options?: CallOptions): Call<OpenAnswer, OpenAnswer> {
    const comment = path`/api/v1/simple/translations/${{ translationId }}/comments/${{ id }}`;
    return this.#http.call(
      {
        name: 'simple.translations.comments.get',
        method: 'GET',
        path: comment,
        inspect: acceptAny,
        data: whole,
      },
      options,
    );
  }
}
