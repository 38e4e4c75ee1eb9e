import type { Http } from '../core/http/http.js';
import type { OrderBudget } from '../ordering/place.js';
import { SimpleQuestions } from './simple-questions.js';
import { SimpleTranslations } from './simple-translations.js';

/** Simple questions and their translations. @see docs/service.md, What the service does */
export class Simple {
  readonly questions: SimpleQuestions;
  readonly translations: SimpleTranslations;

  /** @internal */
  constructor(http: Http, budget: OrderBudget) {
    this.questions = new SimpleQuestions(http, budget);
    this.translations = new SimpleTranslations(http);
  }
}
