import { argument } from '../base/checked.js';
import { rejectionSchema } from '../contract/schemas/inputs.js';
import {
  rejectionAnswerSchema,
  simpleTranslationAnswerSchema,
} from '../contract/schemas/simple-translation-answer.js';
import { inputValidator, validator } from '../contract/schemas/validator.js';
import type {
  Rejection,
  RejectionAnswer,
  SimpleTranslation,
  SimpleTranslationAnswer,
} from '../contract/types.js';
import { path } from '../core/http/address.js';
import type { Call } from '../core/http/call.js';
import type { Http } from '../core/http/http.js';
import type { CallOptions } from '../core/http/settings.js';
import { SimpleTranslationCommentsResource } from './simple-translation-comments.js';

const validate = validator(simpleTranslationAnswerSchema);
const validateRejection = validator(rejectionAnswerSchema);
const checkRejection = inputValidator(rejectionSchema);

/** Translations of the bodies of simple questions. */
export class SimpleTranslations {
  /** Comments on translations. The service leaves their shapes open. */
  readonly comments: SimpleTranslationCommentsResource;
  readonly #http: Http;

  /** @internal */
  constructor(http: Http) {
    this.#http = http;
    this.comments = new SimpleTranslationCommentsResource(http);
  }

  /**
   * Reads one translation; the whole answer also has its question, body and organization.
   *
   * @throws NotFoundError when there is none with that id, or not for this account
   * @see docs/service.md, Simple translations
   */
  get(id: number, options?: CallOptions): Call<SimpleTranslation, SimpleTranslationAnswer> {
    const data = (answer: SimpleTranslationAnswer): SimpleTranslation => answer.translation;
    return this.#http.call(
      { method: 'GET', path: path`/api/v1/simple/translations/${{ id }}`, validate, data },
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
    const json = argument('rejection', checkRejection, rejection);
    const data = (answer: RejectionAnswer): SimpleTranslation => answer.translation;
    return this.#http.call(
      {
        method: 'PUT',
        path: path`/api/v1/simple/translations/${{ id }}/reject`,
        ...{ json, validate: validateRejection, data },
      },
      options,
    );
  }
}
