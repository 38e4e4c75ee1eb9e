import * as z from 'zod/mini';
import { onFirstUse } from './on-first-use.js';
import { timestampSchema } from './values.js';

/** @see docs/service.md, Revision summary */
export const revisionSummarySchema = onFirstUse(() =>
  z.looseObject({
    revision_number: z.int(),
    submitted: z.boolean(),
    download_url: z.nullable(z.string()),
    downloadable: z.boolean(),
    submitted_at: z.nullable(timestampSchema()),
    user_id: z.nullable(z.int()),
    url: z.nullable(z.string()),
    html_url: z.nullable(z.string()),
  }),
);
