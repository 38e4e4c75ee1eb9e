import * as z from 'zod/mini';
import { extended } from './extended.js';
import { GradedTranslatorSchema, SimpleTranslatorSchema } from './user.js';
import { TimestampSchema } from './values.js';

/** @see docs/service.md, Simple translation */
export const SimpleTranslationSchema = z.looseObject({
  id: z.int(),
  question_id: z.int(),
  question_body_id: z.int(),
  body: z.string(),
  created_at: TimestampSchema,
  updated_at: TimestampSchema,
  user_id: z.int(),
  trainee: z.boolean(),
  posted_at: TimestampSchema,
  comments_count: z.int(),
  user: z.exactOptional(SimpleTranslatorSchema),
});

/** As the event of its submission shows it. @see docs/service.md, Events */
export const SubmittedTranslationSchema = extended(SimpleTranslationSchema, { user: SimpleTranslatorSchema });

/** As a single read gives it. @see docs/service.md, Simple translations */
export const SimpleTranslationDetailSchema = extended(SimpleTranslationSchema, {
  user: GradedTranslatorSchema,
});
