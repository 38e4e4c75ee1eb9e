export type { Begun, OpenOrder, OpenOrders, OrderJournal } from './stores/journal.js';
export type { RedisClient } from './stores/redis-client.js';
export type { RedisOptions, RedisSeenOptions } from './stores/redis-journal.js';
export { redisJournal, redisSeen } from './stores/redis-journal.js';
export type { RedisStoreOptions } from './stores/redis-store.js';
export { redisStore } from './stores/redis-store.js';
export type { Seen, SeenOptions, WholeSeen } from './stores/seen.js';
export type { Store } from './stores/store.js';
