export { fileFromPath } from './client/stores/file-from-path.js';
export { fileStore } from './client/stores/file-store.js';
export type { SqliteDatabase, SqliteStoreOptions } from './client/stores/sqlite-store.js';
export { sqliteStore } from './client/stores/sqlite-store.js';
export type { Store } from './client/stores/store.js';
