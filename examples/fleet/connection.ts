import { Redis } from 'ioredis';
import { log, told } from './log.ts';
import { settings } from './settings.ts';

/**
 * A connection to Redis. While Redis is away, commands wait for it: an order in the middle of its steps goes on when
 * Redis is back.
 */
export function connect(): Redis {
  const redis = new Redis(settings.redis, { maxRetriesPerRequest: null });
  redis.on('error', (error) => log.warn('Redis can not be reached', told(error)));
  return redis;
}
