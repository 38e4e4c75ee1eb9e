import * as z from 'zod/mini';
import { AnswerSchema } from './answer.js';
import { extended } from './extended.js';
import { OrganizationSchema } from './organization.js';
import { QuestionBodySchema } from './question-body.js';
import { SimpleQuestionSchema } from './simple-question.js';
import { SimpleTranslationDetailSchema, SimpleTranslationSchema } from './simple-translation.js';
import { unpinned } from './values.js';

/** @see docs/service.md, Simple translations */
export const SimpleTranslationAnswerSchema = extended(AnswerSchema, {
  translation: SimpleTranslationDetailSchema,
  question: SimpleQuestionSchema,
  question_body: QuestionBodySchema,
  organization: OrganizationSchema,
});

/** The comments themselves are open: their shape is not known. @see docs/service.md, Simple translations */
export const SimpleTranslationCommentsSchema = extended(AnswerSchema, {
  translation: SimpleTranslationSchema,
  question: SimpleQuestionSchema,
  question_body: QuestionBodySchema,
  comments: unpinned<unknown>(),
});

/** @see docs/service.md, Simple translations */
export const RejectionAnswerSchema = extended(SimpleTranslationAnswerSchema, { reason: z.string() });
