export type { RedisClient } from './stores/redis-client.js';
export type { RedisStoreOptions } from './stores/redis-store.js';
export { redisStore } from './stores/redis-store.js';
export type { Store } from './stores/store.js';
