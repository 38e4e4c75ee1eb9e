import * as z from 'zod/mini';
import { AnswerSchema, PageSchema } from './answer.js';
import { extended } from './extended.js';
import { LanguageSchema } from './language.js';
import { OrganizationSchema } from './organization.js';
import { RevisionSummarySchema } from './revision-summary.js';
import { UserSchema } from './user.js';
import { FileTypeSchema, QuestionStatusSchema, TimestampSchema } from './values.js';

/** @see docs/service.md, Question */
export const QuestionSchema = z.looseObject({
  id: z.int(),
  project_id: z.int(),
  question_source_id: z.int(),
  user_id: z.int(),
  title: z.string(),
  letter_count: z.int(),
  language_id: z.string(),
  translated_language_id: z.string(),
  status: QuestionStatusSchema,
  status_text: z.string(),
  total_point: z.int(),
  created_at: TimestampSchema,
  updated_at: TimestampSchema,
  custom_field: z.nullable(z.string()),
  description: z.string(),
  ended_at: z.nullable(TimestampSchema),
  grab_expires_at: z.nullable(TimestampSchema),
  translated_at: z.nullable(TimestampSchema),
  individual: z.boolean(),
  double_check: z.boolean(),
  escape_text: z.boolean(),
  url: z.string(),
  html_url: z.string(),
  cancelable: z.boolean(),
  organization_id: z.int(),
  file_type: FileTypeSchema,
});

/** A question in the result of a check. @see docs/service.md, Question */
export const QuestionQuoteSchema = z.looseObject({
  user_id: z.int(),
  title: z.string(),
  letter_count: z.int(),
  language_id: z.string(),
  translated_language_id: z.string(),
  total_point: z.int(),
  custom_field: z.nullable(z.string()),
  description: z.string(),
  individual: z.boolean(),
  escape_text: z.boolean(),
  organization_id: z.int(),
});

/** A question as a single read gives it. @see docs/service.md, Questions */
export const QuestionDetailSchema = extended(QuestionSchema, {
  user: UserSchema,
  language: LanguageSchema,
  translated_language: LanguageSchema,
  translation: RevisionSummarySchema,
});

/** A question as the listing gives it. @see docs/service.md, Account and organizations */
export const QuestionListItemSchema = extended(QuestionSchema, {
  organization: OrganizationSchema,
  language: LanguageSchema,
  translated_language: LanguageSchema,
});

/** @see docs/service.md, Questions */
export const QuestionAnswerSchema = extended(AnswerSchema, { question: QuestionDetailSchema });

/** No embedded objects are promised after a cancellation. @see docs/service.md, Questions */
export const CancelledQuestionAnswerSchema = extended(AnswerSchema, { question: QuestionSchema });

/** @see docs/service.md, Account and organizations */
export const QuestionPageSchema = extended(PageSchema, { questions: z.array(QuestionListItemSchema) });
