import * as z from 'zod/mini';
import {
  CustomFieldSchema,
  extensible,
  FlagSchema,
  IdSchema,
  LanguageIdSchema,
  nonEmpty,
  only,
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

/** What no order takes as its own or in `extra`. */
const reserved = ['access_token', 'extra'];

// A known field of any type of question is none of the unknown ones.
const questionFields = [...reserved, 'type', 'body', 'source_id', ...Object.keys(options)];

/** Whether a text has a source too is left open. @see docs/service.md, Projects */
export const ProjectOrderTextSchema = extensible(
  { type: z.literal('string'), body: TextSchema, source_id: z.optional(IdSchema), ...options },
  questionFields,
);

/** @see docs/service.md, Projects */
export const ProjectOrderHtmlSchema = extensible(
  { type: z.literal('text_html'), body: TextSchema, ...options },
  questionFields,
);

/** A file has a source and no body; which of the two types it goes by is left open. @see docs/service.md, Projects */
export const ProjectOrderFileSchema = extensible(
  { type: z.literal(['file', 'string']), source_id: IdSchema, body: z.optional(z.literal(null)), ...options },
  questionFields,
);

/** @see docs/service.md, Projects */
export const ProjectOrderQuestionSchema = z.union([
  ProjectOrderTextSchema,
  ProjectOrderHtmlSchema,
  ProjectOrderFileSchema,
]);

/** @see docs/service.md, Projects */
export const ProjectOrderSchema = extensible(
  {
    organization_id: z.optional(IdSchema),
    language_id: LanguageIdSchema,
    translated_language_id: LanguageIdSchema,
    individual: z.optional(FlagSchema),
    translator_list_ids: z.optional(z.array(IdSchema)),
    questions: nonEmpty(ProjectOrderQuestionSchema),
  },
  reserved,
);

/** @see docs/service.md, Simple questions */
export const SimpleQuestionOrderBodySchema = only({ body: TextSchema });

/** @see docs/service.md, Simple questions */
export const SimpleQuestionOrderSchema = extensible(
  {
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
  },
  reserved,
);

/** @see docs/service.md, Account and organizations */
export const OrganizationInputSchema = only({
  name: TextSchema,
  description: z.optional(z.string()),
});

/** A blank text is the service's to refuse. @see docs/service.md, Comments on a question */
export const CommentInputSchema = only({ body: z.string() });

/** @see docs/service.md, Simple translations */
export const RejectionSchema = only({ reason: ReasonSchema });

const paging = { page: z.optional(IdSchema), per_page: z.optional(PageSizeSchema) };

/** @see docs/service.md, Limits */
export const PageQuerySchema = only(paging);

/** @see docs/service.md, Application events */
export const EventPageQuerySchema = only({
  ...paging,
  order: z.optional(z.literal(['id_desc', 'id_asc'])),
  since: z.optional(z.int()),
});

/** A project order that was checked, its flags in the service's form. */
export type CheckedProjectOrder = z.output<typeof ProjectOrderSchema>;

/** A simple question order that was checked, its flags in the service's form. */
export type CheckedSimpleOrder = z.output<typeof SimpleQuestionOrderSchema>;
