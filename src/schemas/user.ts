import * as z from 'zod/mini';
import { extended } from './extended.js';
import { TimestampSchema } from './values.js';

/** @see docs/service.md, User */
export const UserSchema = z.looseObject({
  id: z.int(),
  login: z.string(),
  created_at: TimestampSchema,
  updated_at: TimestampSchema,
  locale: z.string(),
  picture_url: z.string(),
  translator: z.boolean(),
});

/** @see docs/service.md, User */
export const TranslatorUserSchema = extended(UserSchema, {
  native_language: z.unknown(),
  last_accessed_at: TimestampSchema,
  online_status: z.int(),
  online_status_text: z.string(),
});

/** A translator inside an object that does not promise the grade. @see docs/service.md, User */
export const SimpleTranslatorSchema = extended(TranslatorUserSchema, {
  grade_text: z.exactOptional(z.string()),
  rate: z.exactOptional(z.int()),
});

/** A translator as the answer about one simple translation shows it. @see docs/service.md, User */
export const GradedTranslatorSchema = extended(TranslatorUserSchema, {
  grade_text: z.string(),
  rate: z.int(),
});
