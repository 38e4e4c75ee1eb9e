import type { Issue } from '../../../base/checked.js';
import { copyOwn, type Rules } from '../../../base/options.js';
import * as rules from '../../../base/rules.js';
import { InputError, isFinished, type Question, type Requester, type Revision } from '../../../index.js';
import {
  DEFAULT_SETTLE,
  endWithCaller,
  findQuestionStage,
  internals,
  readPlaced,
} from '../../../internals.js';
import { allOrNone } from './all-or-none.js';
import { MismatchError } from './mismatch.js';

/** How the results of a job are waited for. */
export interface CollectingOptions {
  /**
   * When a text or a document is ready. `translated`: as soon as there is a translation, for the texts of a simple question one
   * for each, even if that may change (`mayChange`). `finished`: when nothing will change by itself, which can be hours later.
   * @default 'translated'
   */
  readonly ready?: 'translated' | 'finished' | undefined;
  /** Whether to wait until all orders are ready. `false` yields only what is ready now. @default true */
  readonly wait?: boolean | undefined;
  /** Ends the loop, which then rejects with the signal's reason. @default none */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds to wait for one order, or one question of a project, before a TimeoutError is thrown. What the service answers
   * with 404 all that time, or for 30 s without a `timeout`, is missing. @default none
   */
  readonly timeout?: number | undefined;
  /** Milliseconds between two polls. @default 5000 */
  readonly interval?: number | undefined;
  /** The longest pause between two polls, in milliseconds. @default 60000 */
  readonly maxInterval?: number | undefined;
}

const COLLECTING_RULES: Rules<CollectingOptions> = {
  ready: rules.choice('translated', 'finished'),
  wait: rules.flag,
  signal: rules.abortSignal,
  timeout: rules.duration,
  interval: rules.period,
  maxInterval: rules.period,
};

/**
 * Checks a job, which may have been parsed from any JSON, and the options for collecting it.
 *
 * @returns a copy of the options
 * @throws InputError when the job or an option is wrong
 */
export function checkCollecting<Options extends CollectingOptions>(
  isJob: boolean,
  orderedBy: string,
  options: Options,
): Options {
  const issues: Issue[] = [...rules.object(COLLECTING_RULES).check(options, 'options', {})];
  if (!isJob)
    issues.push({ path: 'job', message: `must be what ${orderedBy} returned, or the same parsed from JSON` });
  if (issues.length > 0) throw new InputError(issues);
  return copyOwn(options);
}

export interface Reading<Item> {
  /** Ends the reading. */
  readonly signal: AbortSignal;
  /** Passes on what was read; resolves when the caller's loop has asked for it. So no order is read far ahead of the loop. */
  readonly pass: (item: Item) => Promise<void>;
}

/**
 * Reads all orders at once, and yields what they pass on, as it comes. A failure ends them all.
 *
 * @param ends when it aborts, also while nothing has been passed on
 */
export async function* collectOrders<Order, Item>(
  orders: readonly Order[],
  ends: AbortSignal,
  read: (order: Order, reading: Reading<Item>) => Promise<void>,
): AsyncGenerator<Item, void, undefined> {
  const end = new AbortController();
  const { readable, writable } = new TransformStream<Item>();
  const [reader, writer] = [readable.getReader(), writable.getWriter()];
  const pass = (item: Item): Promise<void> => writer.write(item);
  const work = allOrNone(orders, [ends, end.signal], (order, signal) => read(order, { signal, pass })).then(
    () => writer.close(),
    (error: unknown) => writer.abort(error),
  );
  try {
    for (;;) {
      // The reason of an abort can be a NotFoundError, which says nothing of these orders.
      const { done, value } = await endWithCaller(ends, () => reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    end.abort();
    await reader.cancel().catch(() => undefined);
    await work.catch(() => undefined);
  }
}

export type CollectWait = CollectingOptions & Pick<Reading<never>, 'signal'>;

export interface ProjectQuestion {
  readonly id: number;
  readonly project: number;
  /** Says why a question is of another order; undefined when it fits. */
  readonly check: (question: Question) => string | undefined;
  /** Undefined when the project does not show it, as on a lagging replica. */
  readonly status?: Question['status'] | undefined;
}

/** Whether a question that is ready has a translation, and whether that may change. */
export interface ReadyQuestion {
  readonly hasTranslation: boolean;
  readonly mayChange: boolean;
}

/**
 * Waits until a question is ready. With `wait: false`, undefined when it is not ready now.
 *
 * @throws MismatchError when it is of another order
 */
export async function waitForQuestion(
  requester: Requester,
  { id, project, check, status: shown }: ProjectQuestion,
  { ready = 'translated', wait = true, ...options }: CollectWait,
): Promise<ReadyQuestion | undefined> {
  const { signal } = options;
  const read = async () => {
    const question = await readPlaced(() => requester.questions.get(id, { signal }), options);
    return requireMatch(question, check);
  };
  const status = shown ?? (wait ? undefined : (await read()).status);
  if (status !== undefined) {
    const isTranslated = findQuestionStage(status) === 'translated' && ready === 'translated';
    if (isTranslated || isFinished({ status, project_id: project })) return describeReady(status);
    if (!wait) return undefined;
  }
  const question = await readPlaced(
    () => requester.questions.wait(id, { until: ready, ...options }),
    options,
  );
  return describeReady(requireMatch(question, check).status);
}

function requireMatch(question: Question, check: ProjectQuestion['check']): Question {
  const mismatch = check(question);
  if (mismatch !== undefined) throw new MismatchError(mismatch);
  return question;
}

function describeReady(status: Question['status']): ReadyQuestion {
  const stage = findQuestionStage(status);
  const mayChange = stage === 'translated';
  return { hasTranslation: mayChange || stage === 'completed', mayChange };
}

/** Reads the newest revision of a question that has a translation: a 404 is unconfirmed for as long as an order is waited for. */
export async function readNewestRevision(
  requester: Requester,
  question: number,
  { signal, timeout = DEFAULT_SETTLE }: CollectWait,
): Promise<Revision> {
  const { recentlySeen, settings } = internals(requester).http;
  recentlySeen.noteRevision(question, 'latest', timeout);
  return requester.revisions.latest(question, { signal, timeout: Math.max(timeout, settings.timeout) });
}
