import type { Cluster, Redis } from 'ioredis';
import type { createClient, createClientPool, RedisClientType } from 'redis';
import { expectTypeOf, test } from 'vitest';
import type { Store } from '../../src/index.js';
import type { RedisClient, redisStore } from '../../src/redis.js';

test('the clients of ioredis fit', () => {
  expectTypeOf<Redis>().toExtend<RedisClient>();
  expectTypeOf<Cluster>().toExtend<RedisClient>();
});

test('the clients of node-redis fit', () => {
  expectTypeOf<ReturnType<typeof createClient>>().toExtend<RedisClient>();
  expectTypeOf<RedisClientType>().toExtend<RedisClient>();
  expectTypeOf<ReturnType<typeof createClientPool>>().toExtend<RedisClient>();
});

test('nothing else fits', () => {
  expectTypeOf<string>().not.toExtend<RedisClient>();
  expectTypeOf<{ get(key: string): Promise<string> }>().not.toExtend<RedisClient>();
});

test('what is made of them fits the library', () => {
  expectTypeOf<ReturnType<typeof redisStore>>().toExtend<Store>();
  expectTypeOf<Parameters<typeof redisStore>[1]>().not.toBeAny();
});
