// What callers give: what an order must be, and other input. The contract says what is sent.
import * as z from 'zod/mini';
import {
  customFieldSchema,
  extensible,
  flagSchema,
  idSchema,
  nonEmpty,
  pageSizeSchema,
  reasonSchema,
  textSchema,
} from './rules.js';
import type { ApplicationEvent, KnownEvent, OtherEvent } from './types.js';
import { integer, onFirstUse } from './values.js';

/** 0 or 1, as a number, a text or a boolean. It is sent as a number. @see docs/service.md, Projects */
export type FlagInput = 0 | 1 | '0' | '1' | boolean;

/** What every order, and every other new thing, can carry. */
interface Extensible {
  /**
   * Fields of the service that this client does not know, sent beside its own. A field that it does know is refused
   * here. @default none
   */
  extra?: Readonly<Record<string, unknown>> | undefined;
}

/** What every request of a project order can carry. @see docs/service.md, Projects */
interface ProjectOrderOptions extends Extensible {
  /** The title. @default the beginning of the text, or the name of the file */
  title?: string | null | undefined;
  /** Supplementary instructions for translators. @default none */
  description?: string | undefined;
  /** Leaves text inside triple braces untranslated. @default the service's own */
  escape_text?: FlagInput | undefined;
  /** The double-check option. @default the service's own */
  double_check?: FlagInput | undefined;
  /** A text of the caller's own, at most 255 characters; with `once` it is the key of the order. @default none */
  custom_field?: string | undefined;
  /** The premium option. @default the service's own */
  individual?: FlagInput | undefined;
}

/** A text to be translated. @see docs/service.md, Projects */
export interface ProjectOrderTextInput extends ProjectOrderOptions {
  type: 'string';
  /** The text, not empty. */
  body: string;
  /** The service's documents leave open whether a text can have a source. @default none */
  source_id?: number | undefined;
}

/** An HTML text to be translated. @see docs/service.md, Projects */
export interface ProjectOrderHtmlInput extends ProjectOrderOptions {
  type: 'text_html';
  /** The HTML text, not empty. */
  body: string;
}

/** An uploaded file to be translated. @see docs/service.md, Projects */
export interface ProjectOrderFileInput extends ProjectOrderOptions {
  /** The service's example has `'file'`; a part of its documents has `'string'`. */
  type: 'file' | 'string';
  /** The id of the uploaded file. */
  source_id: number;
  /** A file has no text. @default absent */
  body?: null | undefined;
}

/** One request of a project order; its `type` decides what it carries. @see docs/service.md, Projects */
export type ProjectOrderQuestionInput = ProjectOrderTextInput | ProjectOrderHtmlInput | ProjectOrderFileInput;

/** An order of a project. @see docs/service.md, Projects */
export interface ProjectOrderInput extends Extensible {
  /** The organization that pays. @default the service's own; published examples leave it out */
  organization_id?: number | undefined;
  /** The source language. */
  language_id: string;
  /** The target language. */
  translated_language_id: string;
  /** The premium option. @default the service's own */
  individual?: FlagInput | undefined;
  /** Only translators in these lists may take the request; effective with `individual`. @default everyone */
  translator_list_ids?: readonly number[] | undefined;
  /** What is to be translated, at least one. */
  questions: readonly ProjectOrderQuestionInput[];
}

/**
 * One request of an order in a variable without `as const`: the compiler knows its type as a `string` alone, so what it carries is
 * checked when the call is made. A literal has to be the type of a request.
 */
export interface WidenedProjectOrderQuestionInput<Type extends string> extends ProjectOrderOptions {
  /** `'string'`, `'text_html'` or `'file'`. */
  type: string extends Type ? Type : never;
  /** The text, not empty; none for a file. */
  body?: string | null | undefined;
  /** The id of the uploaded file. */
  source_id?: number | undefined;
}

/** An order of a project in a variable without `as const`. @see docs/service.md, Projects */
export interface WidenedProjectOrderInput<Type extends string> extends Omit<ProjectOrderInput, 'questions'> {
  /** What is to be translated, at least one. */
  questions: readonly WidenedProjectOrderQuestionInput<Type>[];
}

/** An order of a simple question. @see docs/service.md, Simple questions */
export interface SimpleQuestionOrderInput extends Extensible {
  /** The organization that pays. @default the service's own */
  organization_id?: number | undefined;
  /** The source language. */
  language_id: string;
  /** The target language. */
  translated_language_id: string;
  /** Extra instructions for translators. @default none */
  description?: string | undefined;
  /** 0 = public, 2 = private. @default the service's own */
  published_scope?: 0 | 2 | undefined;
  /** Leaves text inside triple braces untranslated. @default the service's own */
  escape_text?: FlagInput | undefined;
  /** 0 = text, 1 = HTML. @default 0 */
  text_format?: 0 | 1 | undefined;
  /** A text of the caller's own, at most 255 characters; with `once` it is the key of the order. @default none */
  custom_field?: string | undefined;
  /** The texts, at least one, none of them empty. */
  question_bodies: readonly { body: string }[];
  /** What it means is left open by the service. @default the service's own */
  native?: FlagInput | undefined;
}

/** A new organization. @see docs/service.md, Account and organizations */
export interface OrganizationInput extends Extensible {
  /** The name. The service has been seen to refuse an organization without one. @default none */
  name?: string | undefined;
  /** What it is for. @default none */
  description?: string | undefined;
}

/** The text of a comment. @see docs/service.md, Comments on a question */
export interface CommentInput extends Extensible {
  /** The text. Whether it may be blank is for the service to say. */
  body: string;
}

/** Why a simple translation is rejected. @see docs/service.md, Simple translations */
export interface Rejection extends Extensible {
  /** For the translator, at least 16 characters. */
  reason: string;
}

/** Which page of the events listing. @see docs/service.md, Application events */
export interface EventPageQuery {
  /** The page, from 1. @default 1 */
  page?: number | undefined;
  /** Entries per page, 1 to 100. @default 30 */
  per_page?: number | undefined;
  /** Newest first or oldest first. @default 'id_desc' */
  order?: 'id_desc' | 'id_asc' | undefined;
  /** Only events after this point. Whether the service takes it as an id or as a time is unknown. @default absent */
  since?: number | undefined;
}

/** The type of an event; others than the known ones can come. @see docs/service.md, Events */
export type EventType = KnownEvent['type'] | (string & {});

/** The events of some types: `EventOf<'simple_question.finished'>`. @see docs/service.md, Events */
export type EventOf<Type extends EventType> = Type extends KnownEvent['type']
  ? Extract<KnownEvent, { readonly type: Type }>
  : string extends Type
    ? ApplicationEvent
    : OtherEvent;

// What every request of a project order can carry.
const options = onFirstUse(() => ({
  title: z.optional(z.nullable(z.string())),
  description: z.optional(z.string()),
  escape_text: z.optional(flagSchema()),
  double_check: z.optional(flagSchema()),
  custom_field: z.optional(customFieldSchema()),
  individual: z.optional(flagSchema()),
}));

/** Names that `extra` can't have, in any order. */
const reserved = ['access_token', 'extra'];

// Fields that one type of question has are known for all types.
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
      language_id: textSchema(),
      translated_language_id: textSchema(),
      individual: z.optional(flagSchema()),
      translator_list_ids: z.optional(z.array(idSchema())),
      questions: nonEmpty(projectOrderQuestionSchema()),
    },
    reserved,
  ),
);

/** @see docs/service.md, Simple questions */
export const simpleQuestionOrderBodySchema = onFirstUse(() => z.strictObject({ body: textSchema() }));

/** @see docs/service.md, Simple questions */
export const simpleQuestionOrderSchema = onFirstUse(() =>
  extensible(
    {
      organization_id: z.optional(idSchema()),
      language_id: textSchema(),
      translated_language_id: textSchema(),
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

/** Whether it needs a name is for the service to say. @see docs/service.md, Account and organizations */
export const organizationInputSchema = onFirstUse(() =>
  extensible({ name: z.optional(z.string()), description: z.optional(z.string()) }, reserved),
);

/** A blank text is the service's to refuse. @see docs/service.md, Comments on a question */
export const commentInputSchema = onFirstUse(() => extensible({ body: z.string() }, reserved));

/** @see docs/service.md, Simple translations */
export const rejectionSchema = onFirstUse(() => extensible({ reason: reasonSchema() }, reserved));

const paging = onFirstUse(() => ({ page: z.optional(idSchema()), per_page: z.optional(pageSizeSchema()) }));

/** @see docs/service.md, Limits */
export const pageQuerySchema = onFirstUse(() => z.strictObject(paging()));

/** @see docs/service.md, Application events */
export const eventPageQuerySchema = onFirstUse(() =>
  z.strictObject({
    ...paging(),
    order: z.optional(z.literal(['id_desc', 'id_asc'])),
    since: z.optional(integer()),
  }),
);

/** A project order that was checked, its flags in the service's form. */
export type CheckedProjectOrder = z.output<ReturnType<typeof projectOrderSchema>>;

/** A simple question order that was checked, its flags in the service's form. */
export type CheckedSimpleOrder = z.output<ReturnType<typeof simpleQuestionOrderSchema>>;
