import type { Http } from '../core/http/http.js';
import type { OrderContext } from '../ordering/context.js';
import { SimpleQuestions } from './simple-questions.js';
import { SimpleTranslations } from './simple-translations.js';

/** Simple questions and their translations. @see docs/service.md, What the service does */
export class Simple {
  readonly questions: SimpleQuestions;
  readonly translations: SimpleTranslations;

  /** @internal */
  constructor(http: Http, context: OrderContext) {
    this.questions = new SimpleQuestions(http, context);
    this.translations = new SimpleTranslations(http);
  }
}
