import * as z from 'zod/mini';
import { AnswerSchema, PageSchema } from './answer.js';
import { extended } from './extended.js';
import type { ProjectSchema } from './project.js';
import {
  ClosedSimpleQuestionSchema,
  CreatedSimpleQuestionSchema,
  SimpleQuestionSnapshotSchema,
} from './simple-question.js';
import { SubmittedTranslationSchema } from './simple-translation.js';
import { TimestampSchema, unpinned } from './values.js';

const common = {
  id: z.int(),
  action_user_id: z.int(),
  application_id: z.int(),
  organization_id: z.int(),
  action_organization_id: z.int(),
  created_at: TimestampSchema,
  retry_count: z.int(),
};

/** @see docs/service.md, Events */
export const SimpleQuestionCreatedEventSchema = z.looseObject({
  type: z.literal('simple_question.created'),
  ...common,
  question: CreatedSimpleQuestionSchema,
});

/** @see docs/service.md, Events */
export const SimpleQuestionSubmittedTranslationEventSchema = z.looseObject({
  type: z.literal('simple_question.submitted_translation'),
  ...common,
  question: SimpleQuestionSnapshotSchema,
  translation: SubmittedTranslationSchema,
});

/** @see docs/service.md, Events */
export const SimpleQuestionFinishedEventSchema = z.looseObject({
  type: z.literal('simple_question.finished'),
  ...common,
  question: ClosedSimpleQuestionSchema,
});

/** @see docs/service.md, Events */
export const SimpleQuestionExpiredEventSchema = z.looseObject({
  type: z.literal('simple_question.expired'),
  ...common,
  question: ClosedSimpleQuestionSchema,
});

/** The payload has been seen and is not promised, so nothing of it is checked. @see docs/service.md, Events */
export const ProjectCreatedEventSchema = z.looseObject({
  type: z.literal('project.created'),
  ...common,
  project: unpinned<z.output<typeof ProjectSchema>>(),
});

const known = [
  SimpleQuestionCreatedEventSchema,
  SimpleQuestionSubmittedTranslationEventSchema,
  SimpleQuestionFinishedEventSchema,
  SimpleQuestionExpiredEventSchema,
  ProjectCreatedEventSchema,
] as const;

const knownTypes: ReadonlySet<string> = new Set(known.flatMap(({ shape }) => shape.type.def.values));

/** Any string but the known types; a literal for the compiler, which narrows a union by literals alone. */
type OtherEventType = '(not a known type)' & { readonly excluded: true };

/** @see docs/service.md, Events */
// The mark is for the compiler alone: any string that is not a known type passes.
export const OtherEventTypeSchema = z
  .string()
  // Aborting makes this branch lose to the known one, whose issues then say what is wrong with the payload.
  .check(
    z.refine((type) => !knownTypes.has(type), { abort: true }),
  ) as unknown as z.ZodMiniType<OtherEventType>;

/** An event of a type that is not known: its payload comes as it is. @see docs/service.md, Events */
export const OtherEventSchema = z.looseObject({ type: OtherEventTypeSchema, ...common });

/** @see docs/service.md, Events */
export const KnownEventSchema = z.union(known);

/** @see docs/service.md, Events */
export const ApplicationEventSchema = z.union([...known, OtherEventSchema]);

/** @see docs/service.md, Application events */
export const EventAnswerSchema = extended(AnswerSchema, { event: ApplicationEventSchema });

/** @see docs/service.md, Application events */
export const EventPageSchema = extended(PageSchema, { events: z.array(ApplicationEventSchema) });
