import { type Path, path } from '../core/http/address.js';
import type { Call } from '../core/http/call.js';
import type { Http } from '../core/http/http.js';
import type { CallOptions } from '../core/http/settings.js';
import { type Checked, describeKind } from '../core/http/validate.js';
import type { OpenAnswer } from '../openapi/objects.js';

// Nothing of the answer is shown by the specification, so nothing of it is checked but that it is JSON.
const validate = (answer: unknown): Checked<OpenAnswer> => ({ value: answer as OpenAnswer });
const data = (answer: OpenAnswer): OpenAnswer => answer;

function checkBody(body: unknown): Checked<object> {
  const wrong = (rule: string): Checked<object> => ({ issues: [{ path: 'body', message: rule }] });
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return wrong(`must be an object; got ${describeKind(body)}`);
  }
  try {
    JSON.stringify(body);
  } catch {
    return wrong('must be what JSON can carry: without bigints and circles');
  }
  return { value: body };
}

/**
 * Comments on simple translations: the part of the interface whose shapes the specification does not show.
 * Answers are passed on as they come, unvalidated; look before you rely on them.
 */
export class SimpleTranslationComments {
  readonly #http: Http;

  /** @internal */
  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Reads the comments on a translation. Not a paged listing.
   *
   * @see docs/service.md, Simple translations
   */
  list(translationId: number, options?: CallOptions): Call<OpenAnswer, OpenAnswer> {
    return this.#read(path`/api/v1/simple/translations/${{ translationId }}/comments`, options);
  }

  /**
   * Reads one comment.
   *
   * @see docs/service.md, Simple translations
   */
  get(translationId: number, id: number, options?: CallOptions): Call<OpenAnswer, OpenAnswer> {
    return this.#read(path`/api/v1/simple/translations/${{ translationId }}/comments/${{ id }}`, options);
  }

  /**
   * Writes a comment. What the service expects in the body, and what `id` means here, is not shown.
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

  #read(place: Path, options: CallOptions | undefined): Call<OpenAnswer, OpenAnswer> {
    return this.#http.call({ method: 'GET', path: place, validate, data }, options);
  }
}
