import type { Inspect } from '../../base/checked.js';
import { languagePairsAnswerSchema } from '../contract/answers.js';
import { makeInspector } from '../contract/inspector.js';
import type { LanguagePair, LanguagePairsAnswer } from '../contract/types.js';
import { path } from '../core/http/address.js';
import type { Call } from '../core/http/call.js';
import type { Http } from '../core/http/http.js';
import type { CallOptions } from '../core/http/settings.js';
import { separateItems } from '../core/paging/check-page.js';

const inspectLanguages = makeInspector(languagePairsAnswerSchema);

const LIST = 'language_pairs';

/** The language pairs that can be ordered. */
export class Languages {
  readonly #http: Http;

  /** @internal */
  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Every pair of a source and a target language, in one answer. A pair that can't be used is left out, with a warning.
   *
   * @see docs/service.md, Language pair
   */
  list(options?: CallOptions): Call<LanguagePair[], LanguagePairsAnswer> {
    const isKept = this.#http.settings.onUnexpectedShape !== 'throw';
    let unusable: ReadonlySet<number | undefined> = new Set();
    const inspectApart: Inspect<LanguagePairsAnswer> = (answer, uses) => {
      const { value, mismatches, itemMismatches } = separateItems(inspectLanguages(answer, uses), LIST);
      unusable = new Set(itemMismatches.map(({ index }) => index));
      return {
        value,
        mismatches: [...mismatches, ...itemMismatches.map((mismatch) => ({ ...mismatch, refuses: false }))],
      };
    };
    const data = ({ [LIST]: pairs }: LanguagePairsAnswer): LanguagePair[] =>
      isKept ? pairs : pairs.filter((_, index) => !unusable.has(index));
    const operation = {
      name: 'languages.list',
      method: 'GET',
      path: path`/api/v1/languages`,
      inspect: inspectApart,
      data,
    } as const;
    return this.#http.call(operation, options);
  }
}
