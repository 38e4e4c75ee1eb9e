import * as z from 'zod/mini';
import { answerSchema, pageSchema } from './answer.js';
import { extended } from './extended.js';
import { languageSchema } from './language.js';
import { onFirstUse } from './on-first-use.js';
import { organizationSchema } from './organization.js';
import { revisionSummarySchema } from './revision-summary.js';
import { userSchema } from './user.js';
import { fileTypeSchema, questionStatusSchema, timestampSchema } from './values.js';

/** @see docs/service.md, Question */
export const questionSchema = onFirstUse(() =>
  z.looseObject({
    id: z.int(),
    project_id: z.int(),
    question_source_id: z.int(),
    user_id: z.int(),
    title: z.string(),
    letter_count: z.int(),
    language_id: z.string(),
    translated_language_id: z.string(),
    status: questionStatusSchema(),
    status_text: z.string(),
    total_point: z.int(),
    created_at: timestampSchema(),
    updated_at: timestampSchema(),
    custom_field: z.nullable(z.string()),
    description: z.string(),
    ended_at: z.nullable(timestampSchema()),
    grab_expires_at: z.nullable(timestampSchema()),
    translated_at: z.nullable(timestampSchema()),
    individual: z.boolean(),
    double_check: z.boolean(),
    escape_text: z.boolean(),
    url: z.string(),
    html_url: z.string(),
    cancelable: z.boolean(),
    organization_id: z.int(),
    file_type: fileTypeSchema(),
  }),
);

/** A question in the result of a check. @see docs/service.md, Question */
export const questionQuoteSchema = onFirstUse(() =>
  z.looseObject({
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
  }),
);

/** A question as a single read gives it. @see docs/service.md, Questions */
export const questionDetailSchema = onFirstUse(() =>
  extended(questionSchema(), {
    user: userSchema(),
    language: languageSchema(),
    translated_language: languageSchema(),
    translation: revisionSummarySchema(),
  }),
);

/** A question as the listing gives it. @see docs/service.md, Account and organizations */
export const questionListItemSchema = onFirstUse(() =>
  extended(questionSchema(), {
    organization: organizationSchema(),
    language: languageSchema(),
    translated_language: languageSchema(),
  }),
);

/** @see docs/service.md, Questions */
export const questionAnswerSchema = onFirstUse(() =>
  extended(answerSchema(), { question: questionDetailSchema() }),
);

/** No embedded objects are promised after a cancellation. @see docs/service.md, Questions */
export const cancelledQuestionAnswerSchema = onFirstUse(() =>
  extended(answerSchema(), { question: questionSchema() }),
);

/** @see docs/service.md, Account and organizations */
export const questionPageSchema = onFirstUse(() =>
  extended(pageSchema(), { questions: z.array(questionListItemSchema()) }),
);
