// An order as a step of an engine that runs a step again when it has no result of it. README.md has it in three engines.
import { isRequesterError, type Requester } from 'translation-requester';

const PERMANENT = [
  'InputError',
  'BudgetError',
  'OrderConflictError',
  'ValidationError',
  'AuthenticationError',
  'PermissionError',
];

/** Whether another attempt of the step would fail like this one. */
export const isPermanent = (error: unknown) => isRequesterError(error) && PERMANENT.includes(error.name);

/** The step: whoever runs it again with the same key gets the same order. */
export async function placeOrder(requester: Requester, key: string, body: string, signal?: AbortSignal) {
  const order = {
    language_id: 'en',
    translated_language_id: 'de',
    question_bodies: [{ body }],
    custom_field: key,
  };
  const { id } = await requester.simple.questions.create(order, {
    once: true,
    maxPoints: 500,
    timeout: 90_000,
    signal,
  });
  return id;
}

/** Tells the workflows whose orders have ended. Run it by a schedule of the engine, as one step. */
export async function tellFinished(
  requester: Requester,
  tell: (key: string, question: number) => Promise<void>,
) {
  const types = ['simple_question.finished', 'simple_question.expired'] as const;
  const stream = requester.events.follow({
    from: 'beginning',
    checkpoint: 'workflows',
    until: 'caught-up',
    types,
  });
  for await (const { question } of stream) await tell(question.custom_field ?? '', question.id);
}
