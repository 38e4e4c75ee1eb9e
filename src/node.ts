export { fileFromPath } from './stores/file-from-path.js';
export { fileStore } from './stores/file-store.js';
export type { SqliteDatabase, SqliteStoreOptions } from './stores/sqlite-store.js';
export { sqliteStore } from './stores/sqlite-store.js';
export type { Store } from './stores/store.js';
