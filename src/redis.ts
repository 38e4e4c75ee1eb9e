export type { Checkpoint, SharedCheckpoint } from './stores/checkpoint.js';
export type { Begun, OpenOrder, OpenOrders, OrderJournal } from './stores/journal.js';
export type {
  RedisCheckpointOptions,
  RedisClient,
  RedisOptions,
  RedisSeenOptions,
  RedisStoreOptions,
} from './stores/redis-store.js';
export { redisCheckpoint, redisJournal, redisSeen, redisStore } from './stores/redis-store.js';
export type { Seen, SeenOptions, WholeSeen } from './stores/seen.js';
export type { Store } from './stores/store.js';
