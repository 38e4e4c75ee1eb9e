import * as z from 'zod/mini';
import { AnswerSchema } from './answer.js';
import { extended } from './extended.js';
import { FileStatusSchema, FileTypeSchema, TimestampSchema } from './values.js';

/** @see docs/service.md, File */
export const QuestionSourceSchema = z.looseObject({
  id: z.int(),
  status: FileStatusSchema,
  user_id: z.int(),
  file_type: z.nullable(FileTypeSchema),
  letter_count: z.nullable(z.int()),
  charset: z.nullable(z.string()),
  created_at: TimestampSchema,
  updated_at: TimestampSchema,
});

/** @see docs/service.md, Files */
export const QuestionSourceAnswerSchema = extended(AnswerSchema, { question_source: QuestionSourceSchema });
