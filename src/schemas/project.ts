import * as z from 'zod/mini';
import { AnswerSchema } from './answer.js';
import { extended } from './extended.js';
import { LanguageSchema } from './language.js';
import { OrganizationSchema } from './organization.js';
import { QuestionQuoteSchema, QuestionSchema } from './question.js';
import { TimestampSchema } from './values.js';

const common = {
  organization_id: z.int(),
  user_id: z.int(),
  point: z.int(),
  language_id: z.string(),
  translated_language_id: z.string(),
  individual: z.boolean(),
  question_count: z.int(),
  organization: OrganizationSchema,
  language: LanguageSchema,
  translated_language: LanguageSchema,
};

/** @see docs/service.md, Project */
export const ProjectSchema = z.looseObject({
  ...common,
  id: z.int(),
  created_at: TimestampSchema,
  updated_at: TimestampSchema,
  url: z.string(),
  html_url: z.string(),
  questions: z.array(QuestionSchema),
});

/** The result of a check: no id, timestamps or addresses. @see docs/service.md, Project */
export const ProjectQuoteSchema = z.looseObject({ ...common, questions: z.array(QuestionQuoteSchema) });

/** @see docs/service.md, Projects */
export const ProjectAnswerSchema = extended(AnswerSchema, { project: ProjectSchema });

/** @see docs/service.md, Projects */
export const ProjectQuoteAnswerSchema = extended(AnswerSchema, { project: ProjectQuoteSchema });
