import * as z from 'zod/mini';
import { AnswerSchema, PageSchema } from './answer.js';
import type { ProjectSchema } from './project.js';
import { SimpleQuestionSnapshotSchema } from './simple-question.js';
import { SimpleTranslationSchema } from './simple-translation.js';
import { TimestampSchema, unpinned } from './values.js';

const promisedTypes = [
  'simple_question.created',
  'simple_question.submitted_translation',
  'simple_question.finished',
  'simple_question.expired',
] as const;

const promised: ReadonlySet<string> = new Set(promisedTypes);

// The type of both branches: an application reads `event.question` after it looked at `event.type`.
const PromisedTypeSchema: z.ZodMiniType<(typeof promisedTypes)[number] | 'project.created' | (string & {})> =
  z.literal(promisedTypes);

const common = {
  id: z.int(),
  action_user_id: z.int(),
  application_id: z.int(),
  organization_id: z.int(),
  action_organization_id: z.int(),
  created_at: TimestampSchema,
  retry_count: z.int(),
};

const PromisedEventSchema = z.looseObject({
  ...common,
  type: PromisedTypeSchema,
  question: z.exactOptional(SimpleQuestionSnapshotSchema),
  translation: z.exactOptional(SimpleTranslationSchema),
  project: unpinned<z.output<typeof ProjectSchema>>(),
});

const OtherEventSchema = z.looseObject({
  ...common,
  // Aborting makes this branch lose to the other one, whose issues then say what is wrong with the payload.
  type: z.string().check(z.refine((type) => !promised.has(type), { abort: true })),
});

/**
 * An event of one of the four promised types has the payloads of the specification. What other types carry is
 * left open, so their payloads are passed on as they are.
 *
 * @see docs/service.md, Events
 */
// The contract knows one event with optional payloads, so the branches share the type of the first.
export const ApplicationEventSchema = z.union([PromisedEventSchema, OtherEventSchema]) as z.ZodMiniType<
  z.output<typeof PromisedEventSchema>
>;

/** @see docs/service.md, Application events */
export const EventAnswerSchema = z.extend(AnswerSchema, { event: ApplicationEventSchema });

/** @see docs/service.md, Application events */
export const EventPageSchema = z.extend(PageSchema, { events: z.array(ApplicationEventSchema) });
