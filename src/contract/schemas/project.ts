import * as z from 'zod/mini';
import { answerSchema } from './answer.js';
import { extended } from './extended.js';
import { languageSchema } from './language.js';
import { onFirstUse } from './on-first-use.js';
import { organizationSchema } from './organization.js';
import { questionQuoteSchema, questionSchema } from './question.js';
import { timestampSchema } from './values.js';

const common = onFirstUse(() => ({
  organization_id: z.int(),
  user_id: z.int(),
  point: z.int(),
  language_id: z.string(),
  translated_language_id: z.string(),
  individual: z.boolean(),
  question_count: z.int(),
  organization: organizationSchema(),
  language: languageSchema(),
  translated_language: languageSchema(),
}));

/** @see docs/service.md, Project */
export const projectSchema = onFirstUse(() =>
  z.looseObject({
    ...common(),
    id: z.int(),
    created_at: timestampSchema(),
    updated_at: timestampSchema(),
    url: z.string(),
    html_url: z.string(),
    questions: z.array(questionSchema()),
  }),
);

/** The result of a check: no id, timestamps or addresses. @see docs/service.md, Project */
export const projectQuoteSchema = onFirstUse(() =>
  z.looseObject({ ...common(), questions: z.array(questionQuoteSchema()) }),
);

/** @see docs/service.md, Projects */
export const projectAnswerSchema = onFirstUse(() => extended(answerSchema(), { project: projectSchema() }));

/** @see docs/service.md, Projects */
export const projectQuoteAnswerSchema = onFirstUse(() =>
  extended(answerSchema(), { project: projectQuoteSchema() }),
);
