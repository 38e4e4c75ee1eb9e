export type { RedisClient } from './client/stores/redis-client.js';
export type { RedisStoreOptions } from './client/stores/redis-store.js';
export { redisStore } from './client/stores/redis-store.js';
export type { Store } from './client/stores/store.js';
