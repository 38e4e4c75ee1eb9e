import * as z from 'zod/mini';
import { extended } from './extended.js';
import { SimpleTranslationSchema } from './simple-translation.js';
import { TimestampSchema } from './values.js';

/** @see docs/service.md, Question body */
export const QuestionBodySchema = z.looseObject({
  id: z.int(),
  question_id: z.int(),
  display_order: z.int(),
  body: z.string(),
  translated_at: z.nullable(TimestampSchema),
  letter_count: z.int(),
  translations_count: z.int(),
  created_at: TimestampSchema,
  updated_at: TimestampSchema,
  translations: z.exactOptional(z.array(SimpleTranslationSchema)),
});

/** @see docs/service.md, Question body */
export const TranslatedQuestionBodySchema = extended(QuestionBodySchema, {
  translations: z.array(SimpleTranslationSchema),
});
