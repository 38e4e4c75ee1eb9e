import { isFinished, NotFoundError, type Question, QuestionStatus, type Requester } from '../../../index.js';
import { DEFAULT_SETTLE, Deadline, DeadlineExpired, pause } from '../../../internals.js';
import { allOrNone } from './all-or-none.js';
import type { CollectingOptions } from './options.js';

/** The pauses after a 404 that is not believed yet, in milliseconds. They double. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5_000;

/** What reading an order needs. */
export interface Reading<Item> {
  /** Ends the reading. */
  readonly signal: AbortSignal;
  /** Passes on what was read; resolves when the caller's loop has asked for it. So no order is read far ahead of the loop. */
  readonly pass: (item: Item) => Promise<void>;
}

/** Reads all orders at once, and yields what they pass on, as it comes. A failure ends them all. */
export async function* collectOrders<Order, Item>(
  orders: readonly Order[],
  caller: AbortSignal | undefined,
  read: (order: Order, reading: Reading<Item>) => Promise<void>,
): AsyncGenerator<Item, void, undefined> {
  const end = new AbortController();
  const { readable, writable } = new TransformStream<Item>();
  const [reader, writer] = [readable.getReader(), writable.getWriter()];
  const pass = (item: Item): Promise<void> => writer.write(item);
  const work = allOrNone(orders, [caller, end.signal], (order, signal) => read(order, { signal, pass })).then(
    () => writer.close(),
    (error: unknown) => writer.abort(error),
  );
  try {
    for (;;) {
      const { done, value } = await reader.read();
      // The reason of an abort can be a NotFoundError, which says nothing of these orders.
      caller?.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    end.abort();
    await reader.cancel().catch(() => undefined);
    await work.catch(() => undefined);
  }
}

/** How what was placed is read. */
export interface Waiting extends CollectingOptions {
  readonly signal: AbortSignal;
  readonly ready?: 'translated' | 'finished' | undefined;
}

/**
 * Reads what must be there, since it was placed: a copy of the data that is behind answers 404 for a while. So a 404 is not
 * believed before `timeout` has passed since the first one, or the default of `settle` without it.
 *
 * @throws NotFoundError when it is still not there
 */
export async function readPlaced<Result>(
  read: () => Promise<Result>,
  { signal, timeout = DEFAULT_SETTLE }: Pick<Waiting, 'signal' | 'timeout'>,
): Promise<Result> {
  let deadline: Deadline | undefined;
  try {
    for (let ms = FIRST_PAUSE; ; ms = Math.min(2 * ms, LONGEST_PAUSE)) {
      try {
        return await read();
      } catch (error) {
        // Its reason can be a NotFoundError, which says nothing of this order.
        signal.throwIfAborted();
        if (!(error instanceof NotFoundError)) throw error;
        deadline ??= new Deadline(timeout, signal);
        await pause(ms, deadline).catch((reason: unknown) => {
          throw reason instanceof DeadlineExpired ? error : reason;
        });
      }
    }
  } finally {
    deadline?.dispose();
  }
}

/** A question of a project. */
export interface ProjectQuestion {
  readonly id: number;
  readonly project: number;
  /** Undefined when the project does not show it, as in a copy of the data that is behind. */
  readonly status?: Question['status'] | undefined;
}

/** Waits until a question is ready, and resolves to its status. With `wait: false`, undefined when it is not ready now. */
export async function waitForQuestion(
  requester: Requester,
  { id, project, status: shown }: ProjectQuestion,
  { ready = 'translated', wait = true, ...options }: Waiting,
): Promise<Question['status'] | undefined> {
  const { signal } = options;
  const read = () => readPlaced(() => requester.questions.get(id, { signal }), options);
  const status = shown ?? (wait ? undefined : (await read()).status);
  if (status !== undefined) {
    const isTranslated = status === QuestionStatus.Feedback && ready === 'translated';
    if (isTranslated || isFinished({ status, project_id: project })) return status;
    if (!wait) return undefined;
  }
  const question = await readPlaced(
    () => requester.questions.wait(id, { until: ready, ...options }),
    options,
  );
  return question.status;
}

/** Whether a question has a translation, and whether that may change; undefined when it has none. */
export function describeTranslation(status: Question['status']): { readonly mayChange: boolean } | undefined {
  if (status === QuestionStatus.Feedback) return { mayChange: true };
  return status === QuestionStatus.Completed ? { mayChange: false } : undefined;
}
