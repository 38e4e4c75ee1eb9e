import * as z from 'zod/mini';
import { answerSchema, pageSchema } from './answer.js';
import { extended } from './extended.js';
import { onFirstUse } from './on-first-use.js';
import { organizationSchema } from './organization.js';
import { questionSchema } from './question.js';
import { revisionSummarySchema } from './revision-summary.js';
import { timestampSchema } from './values.js';

/** @see docs/service.md, Revision detail */
export const paragraphSchema = onFirstUse(() =>
  z.looseObject({
    id: z.int(),
    paragraph_id: z.int(),
    section_id: z.int(),
    display_order: z.int(),
    original_text: z.string(),
    translated_text: z.string(),
    updated_by: z.int(),
    updated_at: timestampSchema(),
    revision_number: z.int(),
  }),
);

/** @see docs/service.md, Revision detail */
export const revisionSchema = onFirstUse(() =>
  extended(revisionSummarySchema(), { paragraphs: z.array(paragraphSchema()) }),
);

/** A single revision can come with the paging fields of a listing. @see docs/service.md, Revisions */
export const revisionAnswerSchema = onFirstUse(() =>
  extended(answerSchema(), {
    page: z.exactOptional(z.int()),
    per_page: z.exactOptional(z.int()),
    total_pages: z.exactOptional(z.int()),
    total_count: z.exactOptional(z.int()),
    organization: organizationSchema(),
    question: questionSchema(),
    translation: revisionSchema(),
  }),
);

/** @see docs/service.md, Revisions */
export const revisionPageSchema = onFirstUse(() =>
  extended(pageSchema(), {
    organization: organizationSchema(),
    question: questionSchema(),
    translation_revisions: z.array(revisionSummarySchema()),
  }),
);
