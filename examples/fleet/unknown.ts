import type { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { InputError, type OutcomeUnknownError, type Requester } from 'translation-requester';
import type { Order, Queues } from './queues.ts';

/** Where orders are listed that were sent and of which nothing else is known: a hash by the id of the job. */
export const UNKNOWN = 'fleet:unknown';

/** An order that a person has to look for at the service. */
export interface UnknownOrder {
  readonly account: string;
  readonly key: string;
  readonly reason: string;
}

/** Lists an order for a person to look for. */
export async function list(
  redis: Redis,
  job: Job<Order>,
  { message: reason }: Pick<OutcomeUnknownError, 'message'>,
): Promise<void> {
  const { account, key } = job.data;
  const open: UnknownOrder = { account, key, reason };
  await redis.hset(UNKNOWN, job.id ?? '', JSON.stringify(open));
}

export async function unknownOrders(
  redis: Redis,
): Promise<readonly (UnknownOrder & { readonly job: string })[]> {
  const found = Object.entries(await redis.hgetall(UNKNOWN));
  return found.map(([job, text]) => ({ job, ...JSON.parse(text) }));
}

/** What a decision needs. */
interface Deciding {
  readonly redis: Redis;
  readonly queues: Queues;
  readonly getClient: (account: string) => Requester;
}

/**
 * What a person has found: the order was not placed, and may be sent again, or it was, under this id. Returns false when
 * the order is not among the unknown ones.
 */
export async function decide(
  { redis, queues, getClient }: Deciding,
  { job, placed }: { readonly job: string; readonly placed: number | false },
): Promise<boolean> {
  const text = await redis.hget(UNKNOWN, job);
  // Of two decisions at once, one counts. Should this process die now, the order is listed again.
  if (text === null || (await redis.hdel(UNKNOWN, job)) === 0) return false;
  // Only `list` writes there.
  const { account, key } = JSON.parse(text) as UnknownOrder;
  const resolution = { id: placed === false ? null : placed, kind: 'simple' } as const;
  await getClient(account)
    .orders.resolve(key, resolution)
    .catch((error: unknown) => {
      // The store knows nothing of the key any more: it is free.
      if (!(error instanceof InputError)) throw error;
    });
  const waiting = await queues.orders.getJob(job);
  if (await waiting?.isDelayed()) await waiting?.promote();
  return true;
}
