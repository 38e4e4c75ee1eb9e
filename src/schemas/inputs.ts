import * as z from 'zod/mini';
import {
  CustomFieldSchema,
  FlagSchema,
  IdSchema,
  LanguageIdSchema,
  nonEmpty,
  PageSizeSchema,
  ReasonSchema,
  TextSchema,
} from './rules.js';

// What every request of a project order can carry.
const options = {
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  escape_text: z.optional(FlagSchema),
  double_check: z.optional(FlagSchema),
  custom_field: z.optional(CustomFieldSchema),
  individual: z.optional(FlagSchema),
};

/** @see docs/service.md, Projects */
export const ProjectOrderTextSchema = z.strictObject({
  type: z.literal('string'),
  body: TextSchema,
  ...options,
});

/** @see docs/service.md, Projects */
export const ProjectOrderHtmlSchema = z.strictObject({
  type: z.literal('text_html'),
  body: TextSchema,
  ...options,
});

/** A file has a source and no body of its own. @see docs/service.md, Projects */
export const ProjectOrderFileSchema = z.strictObject({
  type: z.literal('file'),
  source_id: IdSchema,
  body: z.optional(z.null()),
  ...options,
});

/** @see docs/service.md, Projects */
export const ProjectOrderQuestionSchema = z.discriminatedUnion('type', [
  ProjectOrderTextSchema,
  ProjectOrderHtmlSchema,
  ProjectOrderFileSchema,
]);

/** @see docs/service.md, Projects */
export const ProjectOrderSchema = z.strictObject({
  organization_id: z.optional(IdSchema),
  language_id: LanguageIdSchema,
  translated_language_id: LanguageIdSchema,
  individual: z.optional(FlagSchema),
  translator_list_ids: z.optional(z.array(IdSchema)),
  questions: nonEmpty(ProjectOrderQuestionSchema),
});

/** @see docs/service.md, Simple questions */
export const SimpleQuestionOrderBodySchema = z.strictObject({ body: TextSchema });

/** @see docs/service.md, Simple questions */
export const SimpleQuestionOrderSchema = z.strictObject({
  organization_id: z.optional(IdSchema),
  language_id: LanguageIdSchema,
  translated_language_id: LanguageIdSchema,
  description: z.optional(z.string()),
  published_scope: z.optional(z.literal([0, 2])),
  escape_text: z.optional(FlagSchema),
  text_format: z.optional(z.literal([0, 1])),
  custom_field: z.optional(CustomFieldSchema),
  question_bodies: nonEmpty(SimpleQuestionOrderBodySchema),
  native: z.optional(FlagSchema),
});

/** @see docs/service.md, Account and organizations */
export const OrganizationInputSchema = z.strictObject({
  name: TextSchema,
  description: z.optional(z.string()),
});

/** @see docs/service.md, Comments on a question */
export const CommentInputSchema = z.strictObject({ body: TextSchema });

/** @see docs/service.md, Simple translations */
export const RejectionSchema = z.strictObject({ reason: ReasonSchema });

/** @see docs/service.md, Limits */
export const PageQuerySchema = z.strictObject({
  page: z.optional(IdSchema),
  per_page: z.optional(PageSizeSchema),
});

/** @see docs/service.md, Application events */
export const EventPageQuerySchema = z.extend(PageQuerySchema, {
  order: z.optional(z.enum(['id_desc', 'id_asc'])),
  since: z.optional(z.int()),
});

/** A project order that was checked, its flags in the service's form. */
export type CheckedProjectOrder = z.output<typeof ProjectOrderSchema>;

/** A simple question order that was checked, its flags in the service's form. */
export type CheckedSimpleOrder = z.output<typeof SimpleQuestionOrderSchema>;
