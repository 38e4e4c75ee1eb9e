import * as z from 'zod/mini';
import { extended } from './extended.js';
import { onFirstUse } from './on-first-use.js';

/** @see docs/service.md, Resources and fields */
export const answerSchema = onFirstUse(() =>
  z.looseObject({
    success: z.boolean(),
    message: z.string(),
  }),
);

/** @see docs/service.md, Limits */
export const pageSchema = onFirstUse(() =>
  extended(answerSchema(), {
    page: z.int(),
    per_page: z.int(),
    total_pages: z.int(),
    total_count: z.int(),
  }),
);
