export type { Call, WithResponse } from './client/core/http/call.js';
export { fakeCall } from './client/core/http/call.js';
export type { CheckStoreOptions } from './client/stores/check-store.js';
export { checkStore } from './client/stores/check-store.js';
export type { Store } from './client/stores/store.js';
