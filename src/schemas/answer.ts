import * as z from 'zod/mini';

/** @see requester-api-v1, Resources and fields */
export const AnswerSchema = z.looseObject({
  success: z.boolean(),
  message: z.string(),
});

/** @see requester-api-v1, Limits */
export const PageSchema = z.extend(AnswerSchema, {
  page: z.int(),
  per_page: z.int(),
  total_pages: z.int(),
  total_count: z.int(),
});
