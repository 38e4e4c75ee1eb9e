import * as z from 'zod/mini';
import { AnswerSchema } from './answer.js';
import { extended } from './extended.js';
import { LanguageSchema } from './language.js';
import { OrganizationSchema } from './organization.js';
import { QuestionBodySchema, TranslatedQuestionBodySchema } from './question-body.js';
import { UserSchema } from './user.js';
import {
  PublishedScopeSchema,
  SimpleQuestionStatusSchema,
  TextFormatSchema,
  TimestampSchema,
} from './values.js';

const common = {
  description: z.nullable(z.string()),
  user_id: z.int(),
  parent_id: z.nullable(z.int()),
  type_id: z.int(),
  translated_at: z.nullable(TimestampSchema),
  views_count: z.int(),
  letter_count: z.int(),
  language_id: z.string(),
  translated_language_id: z.string(),
  status_text: z.string(),
  tag_text: z.nullable(z.string()),
  first_body: z.string(),
  native: z.boolean(),
  translations_count: z.int(),
  working_translations_count: z.int(),
  individual: z.boolean(),
  progress_rate: z.int(),
  organization_id: z.int(),
  escape_text: z.boolean(),
  text_format: TextFormatSchema,
  custom_field: z.nullable(z.string()),
  cancelable: z.boolean(),
  'listing?': z.boolean(),
  total_point: z.int(),
  url: z.string(),
  html_url: z.string(),
  user: UserSchema,
  language: LanguageSchema,
  translated_language: LanguageSchema,
};

const published = {
  published_scope: PublishedScopeSchema,
  expires_at: z.nullable(TimestampSchema),
  published_at: z.nullable(TimestampSchema),
  status: SimpleQuestionStatusSchema,
  draft_question_id: z.nullable(z.int()),
};

const stamped = {
  created_at: z.nullable(TimestampSchema),
  updated_at: z.nullable(TimestampSchema),
};

const state = { id: z.int(), ...common, ...published, ...stamped };

/** @see docs/service.md, Simple question */
export const SimpleQuestionSchema = z.looseObject({
  ...state,
  question_bodies: z.array(QuestionBodySchema),
  organization: OrganizationSchema,
});

/** As a single read gives it. @see docs/service.md, Simple questions */
export const SimpleQuestionDetailSchema = z.looseObject({
  ...state,
  question_bodies: z.array(TranslatedQuestionBodySchema),
  organization: OrganizationSchema,
});

/** The result of a check. @see docs/service.md, Simple questions */
export const SimpleQuestionQuoteSchema = z.looseObject({
  id: z.literal(null),
  ...common,
  ...published,
  created_at: z.literal(null),
  updated_at: z.literal(null),
  organization: OrganizationSchema,
});

/** What a cancelled simple question became. @see docs/service.md, Simple question moves */
export const SimpleQuestionDraftSchema = z.looseObject({
  id: z.literal(null),
  ...common,
  published_scope: z.literal(0),
  expires_at: z.literal(null),
  published_at: z.literal(null),
  status: z.literal(0),
  draft_question_id: z.int(),
  ...stamped,
  question_bodies: z.exactOptional(z.array(QuestionBodySchema)),
  organization: OrganizationSchema,
});

/** A simple question inside an event. @see docs/service.md, Events */
export const SimpleQuestionSnapshotSchema = z.looseObject({
  ...state,
  question_bodies: z.exactOptional(z.array(QuestionBodySchema)),
});

/** As the event of its creation shows it. @see docs/service.md, Events */
export const CreatedSimpleQuestionSchema = z.looseObject({
  ...state,
  question_bodies: z.array(QuestionBodySchema),
});

/** As the event of its end shows it. @see docs/service.md, Events */
export const ClosedSimpleQuestionSchema = z.looseObject({
  ...state,
  question_bodies: z.array(TranslatedQuestionBodySchema),
});

/** @see docs/service.md, Simple questions */
export const SimpleQuestionAnswerSchema = extended(AnswerSchema, { question: SimpleQuestionSchema });

/** @see docs/service.md, Simple questions */
export const SimpleQuestionDetailAnswerSchema = extended(AnswerSchema, {
  question: SimpleQuestionDetailSchema,
});

/** @see docs/service.md, Simple questions */
export const SimpleQuestionQuoteAnswerSchema = extended(AnswerSchema, {
  question: SimpleQuestionQuoteSchema,
});

/** @see docs/service.md, Simple questions */
export const SimpleQuestionDraftAnswerSchema = extended(AnswerSchema, {
  question: SimpleQuestionDraftSchema,
});
