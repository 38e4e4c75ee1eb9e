import { isRequesterError, OutcomeUnknownError } from '../../../src/index.ts';
import type { CallTag, Ending } from '../judge/calls.ts';
import { type OrderPlan, SETTLE, type Step } from '../plan.ts';
import type { World } from '../world.ts';
import type { Life } from './process.ts';

interface Result {
  readonly id?: number | undefined;
  readonly words: string;
  /** There was nothing to ask for. */
  readonly isIdle?: boolean;
}

/** Makes a call, and has its end judged. */
export async function makeCall(
  { judge, time, story }: World,
  life: Life,
  tag: Pick<CallTag, 'name' | 'does' | 'order' | 'settle' | 'step' | 'maxPoints'>,
  work: (call: CallTag) => Promise<Result>,
): Promise<Ending> {
  const call: CallTag = { ...tag, life, began: time.now, effects: [], open: 0, requests: 0, steps: 0 };
  judge.calls.push(call);
  story.tell(life.name, `begins ${call.name}: ${call.does} "${call.order.key}"`);
  const ending = await life.run(
    () =>
      work(call).then(
        ({ id, words, isIdle }): Ending => ({
          at: time.now,
          words,
          outcome: isIdle ? undefined : 'done',
          id,
        }),
        (error: unknown) => describeEnding(error, time.now),
      ),
    call,
  );
  if (life.pausedSince(call.began)) call.wasPaused = true;
  call.ending = ending;
  story.tell(life.name, `ends ${call.name}: ${ending.words}`);
  judge.ended(call);
  return ending;
}

function describeEnding(error: unknown, at: number): Ending {
  if (!isRequesterError(error))
    return { at, words: `rejects with ${String(error)}`, outcome: undefined, error };
  const id = error instanceof OutcomeUnknownError ? error.id : undefined;
  return {
    at,
    words: `rejects with ${error.name} (${error.outcome}): ${error.message}`,
    outcome: error.outcome,
    id,
    error,
  };
}

/** Places an order with `once`, as every caller does. */
export async function orderOnce(
  { requester }: Life,
  order: OrderPlan,
  options: {
    readonly maxPoints?: number | undefined;
    readonly signal?: AbortSignal;
    readonly settle?: number | undefined;
  },
): Promise<Result> {
  const given = { ...options, once: true, settle: options.settle ?? SETTLE } as const;
  const { data, placed } = await place(requester, order, given).withResponse();
  return { id: data.id ?? 0, words: `${placed ? 'placed' : 'found'} ${data.id}` };
}

export async function orderPlainly(
  { requester }: Life,
  order: OrderPlan,
  signal: AbortSignal,
): Promise<Result> {
  const { id } = await place(requester, order, { signal });
  return { id: id ?? 0, words: `placed ${id}` };
}

/** The questions of a project. Its key is that of the first. */
export const makeQuestions = ({ key, text, more = [] }: OrderPlan) =>
  [text, ...more].map((body, index) => ({
    type: 'string' as const,
    body,
    custom_field: index === 0 ? key : `${key}/${index + 1}`,
  }));

/** What an order asks for, a line for each text. */
export const joinTexts = ({ kind, text, more = [] }: OrderPlan): string =>
  kind === 'simple' ? text : [text, ...more].join('\n');

function place({ projects, simple }: Life['requester'], order: OrderPlan, options: object) {
  const { kind, key, target } = order;
  const languages = { language_id: 'en', translated_language_id: target };
  return kind === 'simple'
    ? simple.questions.create(
        { ...languages, custom_field: key, question_bodies: [{ body: order.text }] },
        options,
      )
    : projects.create({ ...languages, questions: makeQuestions(order) }, options);
}

/** A signal that aborts when the step says so. */
export function makeSignal({ time }: World, { abortAfter }: Step, call: CallTag): AbortSignal {
  const controller = new AbortController();
  if (Number.isFinite(abortAfter)) {
    setTimeout(() => {
      if (call.ending !== undefined) return;
      call.aborted = time.now;
      controller.abort();
    }, abortAfter);
  }
  return controller.signal;
}
