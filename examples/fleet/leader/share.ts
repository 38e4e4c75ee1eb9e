import type { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { settings } from '../settings.ts';

const LEADERS = 'fleet:leaders';

/** Notes by Redis's clock that a leader is awake, forgets those that were not for long, and counts the others. */
const COUNT = `
local now = tonumber(redis.call('TIME')[1])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))
return redis.call('ZCARD', KEYS[1])`;

/**
 * How many leaders are awake, this one included. BullMQ's own count takes all that are connected: one that hangs would
 * keep its share for ever.
 */
export async function countLeaders(redis: Redis, name: string): Promise<number> {
  return Number(await redis.eval(COUNT, 1, LEADERS, name, Math.ceil(settings.lock / 1000)));
}

/** This leader ends: the others need not wait until it is forgotten. */
export async function leave(redis: Redis, name: string): Promise<void> {
  await redis.zrem(LEADERS, name);
}

/** What each of the leaders takes, so that all accounts are led. */
export const calculateShare = (accounts: number, leaders: number): number =>
  Math.max(1, Math.ceil(accounts / Math.max(1, leaders)));

/**
 * Takes a share of the accounts: as many jobs at once. What is too much goes back to the queue, and another leader takes
 * it.
 */
export async function takeShare(worker: Worker, led: readonly string[], share: number): Promise<void> {
  const grows = share > worker.concurrency;
  worker.concurrency = share;
  for (const account of led.slice(share)) worker.cancelJob(account, 'another leader takes the account');
  if (!grows) return;
  // A worker with all hands full looks for more only after this.
  await worker.pause(true);
  await worker.resume();
}
