import * as z from 'zod/mini';
import { answerSchema } from './answer.js';
import { extended } from './extended.js';
import { onFirstUse } from './on-first-use.js';
import { fileStatusSchema, fileTypeSchema, timestampSchema } from './values.js';

/** @see docs/service.md, File */
export const questionSourceSchema = onFirstUse(() =>
  z.looseObject({
    id: z.int(),
    status: fileStatusSchema(),
    user_id: z.int(),
    file_type: z.nullable(fileTypeSchema()),
    letter_count: z.nullable(z.int()),
    charset: z.nullable(z.string()),
    created_at: timestampSchema(),
    updated_at: timestampSchema(),
  }),
);

/** @see docs/service.md, Files */
export const questionSourceAnswerSchema = onFirstUse(() =>
  extended(answerSchema(), { question_source: questionSourceSchema() }),
);
