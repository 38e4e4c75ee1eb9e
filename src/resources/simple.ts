import type { Http } from '../core/http/http.js';
import type { Purse } from '../ordering/place.js';
import { SimpleQuestions } from './simple-questions.js';
import { SimpleTranslations } from './simple-translations.js';

/** Simple questions and their translations. @see docs/service.md, What the service does */
export class Simple {
  readonly questions: SimpleQuestions;
  readonly translations: SimpleTranslations;

  /** @internal */
  constructor(http: Http, purse: Purse) {
    this.questions = new SimpleQuestions(http, purse);
    this.translations = new SimpleTranslations(http);
  }
}
