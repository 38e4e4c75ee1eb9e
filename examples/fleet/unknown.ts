import type { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import type { OutcomeUnknownError } from 'translation-requester';
import { redisJournal } from 'translation-requester/redis';
import type { Order, Queues } from './queues.ts';

/** Where orders are listed that were sent and of which nothing else is known: a hash by the id of the job. */
export const UNKNOWN = 'fleet:unknown';

/** An order that a person has to look for at the service. */
export interface UnknownOrder {
  readonly account: string;
  readonly key: string;
  readonly journalKey: string;
  /** The attempt that was sent. A decision frees this one and no newer one. */
  readonly claim?: string | undefined;
  /** When it was sent, in milliseconds since 1970. */
  readonly at?: number | undefined;
  readonly reason: string;
}

/** Lists an order for a person to look for. */
export async function list(redis: Redis, job: Job<Order>, error: OutcomeUnknownError): Promise<void> {
  const { journalKey, message: reason } = error;
  const sent = await redisJournal(redis).inspect?.(journalKey);
  const { account, key } = job.data;
  const open: UnknownOrder = { account, key, journalKey, claim: sent?.claim, at: sent?.at, reason };
  await redis.hset(UNKNOWN, job.id ?? '', JSON.stringify(open));
}

export async function unknownOrders(
  redis: Redis,
): Promise<readonly (UnknownOrder & { readonly job: string })[]> {
  const found = Object.entries(await redis.hgetall(UNKNOWN));
  return found.map(([job, text]) => ({ job, ...JSON.parse(text) }));
}

/**
 * What a person has found: the order was not placed, and may be sent again, or it was, under this id. Returns false when
 * the order is not among the unknown ones.
 */
export async function decide(
  redis: Redis,
  { orders }: Queues,
  { job, placed }: { readonly job: string; readonly placed: number | false },
): Promise<boolean> {
  const text = await redis.hget(UNKNOWN, job);
  // Of two decisions at once, one counts. Should this process die now, the order is listed again.
  if (text === null || (await redis.hdel(UNKNOWN, job)) === 0) return false;
  // Only `list` writes there.
  const { journalKey, claim } = JSON.parse(text) as UnknownOrder;
  const journal = redisJournal(redis);
  await (placed === false ? journal.failed(journalKey, claim) : journal.placed(journalKey, placed));
  const waiting = await orders.getJob(job);
  if (await waiting?.isDelayed()) await waiting?.promote();
  return true;
}
