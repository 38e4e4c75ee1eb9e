import * as z from 'zod/mini';
import { AnswerSchema, PageSchema } from './answer.js';
import { extended } from './extended.js';
import { OrganizationSchema } from './organization.js';
import { QuestionSchema } from './question.js';
import { RevisionSummarySchema } from './revision-summary.js';
import { TimestampSchema } from './values.js';

/** @see docs/service.md, Revision detail */
export const ParagraphSchema = z.looseObject({
  id: z.int(),
  paragraph_id: z.int(),
  section_id: z.int(),
  display_order: z.int(),
  original_text: z.string(),
  translated_text: z.string(),
  updated_by: z.int(),
  updated_at: TimestampSchema,
  revision_number: z.int(),
});

/** @see docs/service.md, Revision detail */
export const RevisionSchema = extended(RevisionSummarySchema, { paragraphs: z.array(ParagraphSchema) });

/** A single revision can come with the paging fields of a listing. @see docs/service.md, Revisions */
export const RevisionAnswerSchema = extended(AnswerSchema, {
  page: z.exactOptional(z.int()),
  per_page: z.exactOptional(z.int()),
  total_pages: z.exactOptional(z.int()),
  total_count: z.exactOptional(z.int()),
  organization: OrganizationSchema,
  question: QuestionSchema,
  translation: RevisionSchema,
});

/** @see docs/service.md, Revisions */
export const RevisionPageSchema = extended(PageSchema, {
  organization: OrganizationSchema,
  question: QuestionSchema,
  translation_revisions: z.array(RevisionSummarySchema),
});
