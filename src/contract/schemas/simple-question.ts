import * as z from 'zod/mini';
import { answerSchema } from './answer.js';
import { extended } from './extended.js';
import { languageSchema } from './language.js';
import { onFirstUse } from './on-first-use.js';
import { organizationSchema } from './organization.js';
import { questionBodySchema, translatedQuestionBodySchema } from './question-body.js';
import { userSchema } from './user.js';
import {
  publishedScopeSchema,
  simpleQuestionStatusSchema,
  textFormatSchema,
  timestampSchema,
} from './values.js';

const common = onFirstUse(() => ({
  description: z.nullable(z.string()),
  user_id: z.int(),
  parent_id: z.nullable(z.int()),
  type_id: z.int(),
  translated_at: z.nullable(timestampSchema()),
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
  text_format: textFormatSchema(),
  custom_field: z.nullable(z.string()),
  cancelable: z.boolean(),
  'listing?': z.boolean(),
  total_point: z.int(),
  url: z.string(),
  html_url: z.string(),
  user: userSchema(),
  language: languageSchema(),
  translated_language: languageSchema(),
}));

const published = onFirstUse(() => ({
  published_scope: publishedScopeSchema(),
  expires_at: z.nullable(timestampSchema()),
  published_at: z.nullable(timestampSchema()),
  status: simpleQuestionStatusSchema(),
  draft_question_id: z.nullable(z.int()),
}));

const stamped = onFirstUse(() => ({
  created_at: z.nullable(timestampSchema()),
  updated_at: z.nullable(timestampSchema()),
}));

const state = onFirstUse(() => ({ id: z.int(), ...common(), ...published(), ...stamped() }));

/** @see docs/service.md, Simple question */
export const simpleQuestionSchema = onFirstUse(() =>
  z.looseObject({
    ...state(),
    question_bodies: z.array(questionBodySchema()),
    organization: organizationSchema(),
  }),
);

/** As a single read gives it. @see docs/service.md, Simple questions */
export const simpleQuestionDetailSchema = onFirstUse(() =>
  z.looseObject({
    ...state(),
    question_bodies: z.array(translatedQuestionBodySchema()),
    organization: organizationSchema(),
  }),
);

/** The result of a check. @see docs/service.md, Simple questions */
export const simpleQuestionQuoteSchema = onFirstUse(() =>
  z.looseObject({
    id: z.literal(null),
    ...common(),
    ...published(),
    created_at: z.literal(null),
    updated_at: z.literal(null),
    organization: organizationSchema(),
  }),
);

/** What a cancelled simple question became. @see docs/service.md, Simple question moves */
export const simpleQuestionDraftSchema = onFirstUse(() =>
  z.looseObject({
    id: z.literal(null),
    ...common(),
    published_scope: z.literal(0),
    expires_at: z.literal(null),
    published_at: z.literal(null),
    status: z.literal(0),
    draft_question_id: z.int(),
    ...stamped(),
    question_bodies: z.exactOptional(z.array(questionBodySchema())),
    organization: organizationSchema(),
  }),
);

/** A simple question inside an event. @see docs/service.md, Events */
export const simpleQuestionSnapshotSchema = onFirstUse(() =>
  z.looseObject({
    ...state(),
    question_bodies: z.exactOptional(z.array(questionBodySchema())),
  }),
);

/** As the event of its creation shows it. @see docs/service.md, Events */
export const createdSimpleQuestionSchema = onFirstUse(() =>
  z.looseObject({
    ...state(),
    question_bodies: z.array(questionBodySchema()),
  }),
);

/** As the event of its end shows it. @see docs/service.md, Events */
export const closedSimpleQuestionSchema = onFirstUse(() =>
  z.looseObject({
    ...state(),
    question_bodies: z.array(translatedQuestionBodySchema()),
  }),
);

/** @see docs/service.md, Simple questions */
export const simpleQuestionAnswerSchema = onFirstUse(() =>
  extended(answerSchema(), { question: simpleQuestionSchema() }),
);

/** @see docs/service.md, Simple questions */
export const simpleQuestionDetailAnswerSchema = onFirstUse(() =>
  extended(answerSchema(), {
    question: simpleQuestionDetailSchema(),
  }),
);

/** @see docs/service.md, Simple questions */
export const simpleQuestionQuoteAnswerSchema = onFirstUse(() =>
  extended(answerSchema(), {
    question: simpleQuestionQuoteSchema(),
  }),
);

/** @see docs/service.md, Simple questions */
export const simpleQuestionDraftAnswerSchema = onFirstUse(() =>
  extended(answerSchema(), {
    question: simpleQuestionDraftSchema(),
  }),
);
