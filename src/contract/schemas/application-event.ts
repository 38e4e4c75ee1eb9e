import * as z from 'zod/mini';
import { answerSchema, pageSchema } from './answer.js';
import { extended } from './extended.js';
import { onFirstUse } from './on-first-use.js';
import type { projectSchema } from './project.js';
import {
  closedSimpleQuestionSchema,
  createdSimpleQuestionSchema,
  simpleQuestionSnapshotSchema,
} from './simple-question.js';
import { submittedTranslationSchema } from './simple-translation.js';
import { timestampSchema, unpinned } from './values.js';

const common = onFirstUse(() => ({
  id: z.int(),
  action_user_id: z.int(),
  application_id: z.int(),
  organization_id: z.int(),
  action_organization_id: z.int(),
  created_at: timestampSchema(),
  retry_count: z.int(),
}));

/** @see docs/service.md, Events */
export const simpleQuestionCreatedEventSchema = onFirstUse(() =>
  z.looseObject({
    type: z.literal('simple_question.created'),
    ...common(),
    question: createdSimpleQuestionSchema(),
  }),
);

/** @see docs/service.md, Events */
export const simpleQuestionSubmittedTranslationEventSchema = onFirstUse(() =>
  z.looseObject({
    type: z.literal('simple_question.submitted_translation'),
    ...common(),
    question: simpleQuestionSnapshotSchema(),
    translation: submittedTranslationSchema(),
  }),
);

/** @see docs/service.md, Events */
export const simpleQuestionFinishedEventSchema = onFirstUse(() =>
  z.looseObject({
    type: z.literal('simple_question.finished'),
    ...common(),
    question: closedSimpleQuestionSchema(),
  }),
);

/** @see docs/service.md, Events */
export const simpleQuestionExpiredEventSchema = onFirstUse(() =>
  z.looseObject({
    type: z.literal('simple_question.expired'),
    ...common(),
    question: closedSimpleQuestionSchema(),
  }),
);

/** The payload has been seen and is not promised, so nothing of it is checked. @see docs/service.md, Events */
export const projectCreatedEventSchema = onFirstUse(() =>
  z.looseObject({
    type: z.literal('project.created'),
    ...common(),
    project: unpinned<z.output<ReturnType<typeof projectSchema>>>(),
  }),
);

const known = onFirstUse(
  () =>
    [
      simpleQuestionCreatedEventSchema(),
      simpleQuestionSubmittedTranslationEventSchema(),
      simpleQuestionFinishedEventSchema(),
      simpleQuestionExpiredEventSchema(),
      projectCreatedEventSchema(),
    ] as const,
);

const knownTypes = onFirstUse(
  (): ReadonlySet<string> => new Set(known().flatMap(({ shape }) => shape.type.def.values)),
);

/** Any string but the known types; a literal for the compiler, which narrows a union by literals alone. */
type OtherEventType = '(not a known type)' & { readonly excluded: true };

/** @see docs/service.md, Events */
// The mark is for the compiler alone: any string that is not a known type passes.
export const otherEventTypeSchema = onFirstUse(
  () =>
    z.string().check(({ value, issues }) => {
      // The issue makes this branch lose to the known one, whose issues then say what is wrong with the payload.
      if (knownTypes().has(value)) issues.push({ code: 'custom', input: value });
    }) as unknown as z.ZodMiniType<OtherEventType>,
);

/** An event of a type that is not known: its payload comes as it is. @see docs/service.md, Events */
export const otherEventSchema = onFirstUse(() =>
  z.looseObject({ type: otherEventTypeSchema(), ...common() }),
);

/** @see docs/service.md, Events */
export const knownEventSchema = onFirstUse(() => z.union(known()));

/** @see docs/service.md, Events */
export const applicationEventSchema = onFirstUse(() => z.union([...known(), otherEventSchema()]));

/** @see docs/service.md, Application events */
export const eventAnswerSchema = onFirstUse(() =>
  extended(answerSchema(), { event: applicationEventSchema() }),
);

/** @see docs/service.md, Application events */
export const eventPageSchema = onFirstUse(() =>
  extended(pageSchema(), { events: z.array(applicationEventSchema()) }),
);
