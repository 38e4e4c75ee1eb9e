import * as z from 'zod/mini';
import { extended } from './extended.js';
import { onFirstUse } from './on-first-use.js';
import { simpleTranslationSchema } from './simple-translation.js';
import { timestampSchema } from './values.js';

/** @see docs/service.md, Question body */
export const questionBodySchema = onFirstUse(() =>
  z.looseObject({
    id: z.int(),
    question_id: z.int(),
    display_order: z.int(),
    body: z.string(),
    translated_at: z.nullable(timestampSchema()),
    letter_count: z.int(),
    translations_count: z.int(),
    created_at: timestampSchema(),
    updated_at: timestampSchema(),
    translations: z.exactOptional(z.array(simpleTranslationSchema())),
  }),
);

/** @see docs/service.md, Question body */
export const translatedQuestionBodySchema = onFirstUse(() =>
  extended(questionBodySchema(), {
    translations: z.array(simpleTranslationSchema()),
  }),
);
