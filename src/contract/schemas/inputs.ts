import * as z from 'zod/mini';
import { onFirstUse } from './on-first-use.js';
import {
  customFieldSchema,
  extensible,
  flagSchema,
  idSchema,
  languageIdSchema,
  nonEmpty,
  only,
  pageSizeSchema,
  reasonSchema,
  textSchema,
} from './rules.js';

// What every request of a project order can carry.
const options = onFirstUse(() => ({
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  escape_text: z.optional(flagSchema()),
  double_check: z.optional(flagSchema()),
  custom_field: z.optional(customFieldSchema()),
  individual: z.optional(flagSchema()),
}));

/** What no order takes as its own or in `extra`. */
const reserved = ['access_token', 'extra'];

// A known field of any type of question is none of the unknown ones.
const questionFields = onFirstUse(() => [
  ...reserved,
  'type',
  'body',
  'source_id',
  ...Object.keys(options()),
]);

/** Whether a text has a source too is left open. @see docs/service.md, Projects */
export const projectOrderTextSchema = onFirstUse(() =>
  extensible(
    { type: z.literal('string'), body: textSchema(), source_id: z.optional(idSchema()), ...options() },
    questionFields(),
  ),
);

/** @see docs/service.md, Projects */
export const projectOrderHtmlSchema = onFirstUse(() =>
  extensible({ type: z.literal('text_html'), body: textSchema(), ...options() }, questionFields()),
);

/** A file has a source and no body; which of the two types it goes by is left open. @see docs/service.md, Projects */
export const projectOrderFileSchema = onFirstUse(() =>
  extensible(
    {
      type: z.literal(['file', 'string']),
      source_id: idSchema(),
      body: z.optional(z.literal(null)),
      ...options(),
    },
    questionFields(),
  ),
);

/** @see docs/service.md, Projects */
export const projectOrderQuestionSchema = onFirstUse(() =>
  z.union([projectOrderTextSchema(), projectOrderHtmlSchema(), projectOrderFileSchema()]),
);

/** @see docs/service.md, Projects */
export const projectOrderSchema = onFirstUse(() =>
  extensible(
    {
      organization_id: z.optional(idSchema()),
      language_id: languageIdSchema(),
      translated_language_id: languageIdSchema(),
      individual: z.optional(flagSchema()),
      translator_list_ids: z.optional(z.array(idSchema())),
      questions: nonEmpty(projectOrderQuestionSchema()),
    },
    reserved,
  ),
);

/** @see docs/service.md, Simple questions */
export const simpleQuestionOrderBodySchema = onFirstUse(() => only({ body: textSchema() }));

/** @see docs/service.md, Simple questions */
export const simpleQuestionOrderSchema = onFirstUse(() =>
  extensible(
    {
      organization_id: z.optional(idSchema()),
      language_id: languageIdSchema(),
      translated_language_id: languageIdSchema(),
      description: z.optional(z.string()),
      published_scope: z.optional(z.literal([0, 2])),
      escape_text: z.optional(flagSchema()),
      text_format: z.optional(z.literal([0, 1])),
      custom_field: z.optional(customFieldSchema()),
      question_bodies: nonEmpty(simpleQuestionOrderBodySchema()),
      native: z.optional(flagSchema()),
    },
    reserved,
  ),
);

/** @see docs/service.md, Account and organizations */
export const organizationInputSchema = onFirstUse(() =>
  only({
    name: textSchema(),
    description: z.optional(z.string()),
  }),
);

/** A blank text is the service's to refuse. @see docs/service.md, Comments on a question */
export const commentInputSchema = onFirstUse(() => only({ body: z.string() }));

/** @see docs/service.md, Simple translations */
export const rejectionSchema = onFirstUse(() => only({ reason: reasonSchema() }));

const paging = onFirstUse(() => ({ page: z.optional(idSchema()), per_page: z.optional(pageSizeSchema()) }));

/** @see docs/service.md, Limits */
export const pageQuerySchema = onFirstUse(() => only(paging()));

/** @see docs/service.md, Application events */
export const eventPageQuerySchema = onFirstUse(() =>
  only({
    ...paging(),
    order: z.optional(z.literal(['id_desc', 'id_asc'])),
    since: z.optional(z.int()),
  }),
);

/** A project order that was checked, its flags in the service's form. */
export type CheckedProjectOrder = z.output<ReturnType<typeof projectOrderSchema>>;

/** A simple question order that was checked, its flags in the service's form. */
export type CheckedSimpleOrder = z.output<ReturnType<typeof simpleQuestionOrderSchema>>;
