export { fileFromPath } from './stores/file-from-path.js';
export { fileJournal, fileStore } from './stores/file-store.js';
export type { Begun, OpenOrder, OpenOrders, OrderJournal } from './stores/journal.js';
export type { SqliteDatabase, SqliteStoreOptions } from './stores/sqlite-store.js';
export { sqliteStore } from './stores/sqlite-store.js';
export type { Store } from './stores/store.js';
