export type { Begun, OpenOrder, OpenOrders, OrderJournal } from './stores/journal.js';
export type { RedisClient } from './stores/redis-client.js';
export type { RedisOptions } from './stores/redis-journal.js';
export { redisJournal } from './stores/redis-journal.js';
export type { RedisStoreOptions } from './stores/redis-store.js';
export { redisStore } from './stores/redis-store.js';
export type { Store } from './stores/store.js';
