import { languagePairsAnswerSchema } from '../contract/answers.js';
import { inspector } from '../contract/inspector.js';
import type { LanguagePair, LanguagePairsAnswer } from '../contract/types.js';
import { path } from '../core/http/address.js';
import type { Call } from '../core/http/call.js';
import type { Http } from '../core/http/http.js';
import type { CallOptions } from '../core/http/settings.js';

const inspect = inspector(languagePairsAnswerSchema);

/** The language pairs that can be ordered. */
export class Languages {
  readonly #http: Http;

  /** @internal */
  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Every pair of a source and a target language, in one answer.
   *
   * @see docs/service.md, Language pair
   */
  list(options?: CallOptions): Call<LanguagePair[], LanguagePairsAnswer> {
    const data = (answer: LanguagePairsAnswer): LanguagePair[] => answer.language_pairs;
    return this.#http.call({ method: 'GET', path: path`/api/v1/languages`, inspect, data }, options);
  }
}
