import * as z from 'zod/mini';
import { AnswerSchema } from './answer.js';
import { OrganizationSchema } from './organization.js';
import { QuestionBodySchema } from './question-body.js';
import { SimpleQuestionSnapshotSchema } from './simple-question.js';
import { SimpleTranslationSchema } from './simple-translation.js';

/** @see docs/service.md, Simple translations */
export const SimpleTranslationAnswerSchema = z.extend(AnswerSchema, {
  translation: SimpleTranslationSchema,
  question: SimpleQuestionSnapshotSchema,
  question_body: QuestionBodySchema,
  organization: OrganizationSchema,
});

/** @see docs/service.md, Simple translations */
export const RejectionAnswerSchema = z.extend(SimpleTranslationAnswerSchema, { reason: z.string() });
