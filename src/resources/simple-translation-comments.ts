import type { Checked } from '../base/checked.js';
import { kindOf } from '../base/kinds.js';
import { simpleTranslationCommentsSchema } from '../contract/schemas/simple-translation-answer.js';
import { validator } from '../contract/schemas/validator.js';
import type { OpenAnswer, SimpleTranslationComments } from '../contract/types.js';
import { path } from '../core/http/address.js';
import type { Call } from '../core/http/call.js';
import type { Http } from '../core/http/http.js';
import type { CallOptions } from '../core/http/settings.js';

const validateList = validator(simpleTranslationCommentsSchema);
// The service leaves the shape of these answers open, so the only check is that they are JSON.
const validate = (answer: unknown): Checked<OpenAnswer> => ({ value: answer as OpenAnswer });
const data = (answer: OpenAnswer): OpenAnswer => answer;

function checkBody(body: unknown): Checked<object> {
  const wrong = (rule: string): Checked<object> => ({ issues: [{ path: 'body', message: rule }] });
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return wrong(`must be an object; got ${kindOf(body)}`);
  }
  try {
    JSON.stringify(body);
  } catch {
    return wrong('must be what JSON can carry: without bigints and circles');
  }
  return { value: body };
}

/**
 * Comments on simple translations. The service leaves the shapes of these answers open, so they are returned as they
 * come, without validation. Check a value before you use it.
 */
export class SimpleTranslationCommentsResource {
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
        method: 'GET',
        path: path`/api/v1/simple/translations/${{ translationId }}/comments`,
        validate: validateList,
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
    const place = path`/api/v1/simple/translations/${{ translationId }}/comments/${{ id }}`;
    return this.#http.call({ method: 'GET', path: place, validate, data }, options);
  }

  /**
   * Writes a comment. The service leaves open what it expects in the body, and what `id` means here.
   *
   * @see docs/service.md, Simple translations
   */
  create(
    translationId: number,
    id: number,
    body: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Call<OpenAnswer, OpenAnswer> {
    const place = path`/api/v1/simple/translations/${{ translationId }}/comments/${{ id }}`;
    return this.#http.call({ method: 'POST', path: place, json: checkBody(body), validate, data }, options);
  }
}
