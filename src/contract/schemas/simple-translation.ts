import * as z from 'zod/mini';
import { extended } from './extended.js';
import { onFirstUse } from './on-first-use.js';
import { gradedTranslatorSchema, simpleTranslatorSchema } from './user.js';
import { timestampSchema } from './values.js';

/** @see docs/service.md, Simple translation */
export const simpleTranslationSchema = onFirstUse(() =>
  z.looseObject({
    id: z.int(),
    question_id: z.int(),
    question_body_id: z.int(),
    body: z.string(),
    created_at: timestampSchema(),
    updated_at: timestampSchema(),
    user_id: z.int(),
    trainee: z.boolean(),
    posted_at: timestampSchema(),
    comments_count: z.int(),
    user: z.exactOptional(simpleTranslatorSchema()),
  }),
);

/** As the event of its submission shows it. @see docs/service.md, Events */
export const submittedTranslationSchema = onFirstUse(() =>
  extended(simpleTranslationSchema(), { user: simpleTranslatorSchema() }),
);

/** As a single read gives it. @see docs/service.md, Simple translations */
export const simpleTranslationDetailSchema = onFirstUse(() =>
  extended(simpleTranslationSchema(), {
    user: gradedTranslatorSchema(),
  }),
);
