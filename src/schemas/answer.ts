import * as z from 'zod/mini';
import { extended } from './extended.js';

/** @see docs/service.md, Resources and fields */
export const AnswerSchema = z.looseObject({
  success: z.boolean(),
  message: z.string(),
});

/** @see docs/service.md, Limits */
export const PageSchema = extended(AnswerSchema, {
  page: z.int(),
  per_page: z.int(),
  total_pages: z.int(),
  total_count: z.int(),
});
