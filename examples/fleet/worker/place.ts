import { DelayedError, type Job, UnrecoverableError } from 'bullmq';
import type { Redis } from 'ioredis';
import { isRequesterError, OutcomeUnknownError, RateLimitError, type Requester } from 'translation-requester';
import type { Counts } from '../counts.ts';
import type { Order } from '../queues.ts';
import type { Results } from '../results.ts';
import { settings } from '../settings.ts';
import { list, UNKNOWN } from '../unknown.ts';

/** A person has to look at these: the same order would fail in the same way again. */
const FINAL = new Set(['InputError', 'ValidationError', 'BudgetError', 'OrderConflictError']);
/** Milliseconds until an order whose outcome is unknown is looked for again. */
const UNKNOWN_PAUSE = 30_000;

/** What placing needs. */
export interface Placing {
  readonly getClient: (account: string) => Requester;
  readonly results: Results;
  readonly counts: Counts;
  readonly redis: Redis;
}

/** Places the order of a job once, however often the job runs and wherever its last process was killed. */
export async function place(
  job: Job<Order>,
  token: string | undefined,
  { getClient, results, counts, redis }: Placing,
): Promise<void> {
  const { account, key, from, to, text } = job.data;
  const order = {
    language_id: from,
    translated_language_id: to,
    custom_field: key,
    question_bodies: [{ body: text }],
  };
  try {
    const { data, placed } = await getClient(account)
      .simple.questions.create(order, { once: true, lookback: 0, settle: settings.settle })
      .withResponse();
    await results.placed({ account, key, question: data.id });
    counts.add('orders', placed ? 'placed' : 'found');
  } catch (error) {
    counts.add('orders', isRequesterError(error) ? error.name : 'Error');
    if (error instanceof OutcomeUnknownError) {
      await list(redis, job, error);
      return later(job, token, UNKNOWN_PAUSE);
    }
    if (error instanceof RateLimitError) return later(job, token, error.retryAfter ?? 1_000);
    if (isRequesterError(error) && FINAL.has(error.name)) {
      throw new UnrecoverableError(`${error.name}: ${error.message}`);
    }
    throw error;
  }
  if (job.attemptsStarted > 1) await redis.hdel(UNKNOWN, job.id ?? '');
}

/** Gives the job back for a while. The jitter keeps those that wait for the same moment apart. */
export async function later(job: Job, token: string | undefined, ms: number): Promise<never> {
  await job.moveToDelayed(Date.now() + ms * (1 + Math.random() / 2), token);
  throw new DelayedError();
}
