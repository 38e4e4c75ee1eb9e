// Not published: what the wings beside the client may use of it, beyond its public interface. What the index exports as well is
// here so that a server's bundle need not hold the whole client.

export { findQuestionStage, findSimpleStage } from './client/contract/statuses.js';
export { InputError, isRequesterError, RequesterError, TimeoutError } from './client/core/errors/errors.js';
export { type BodyText, readBody } from './client/core/http/answer.js';
export {
  Deadline,
  DeadlineExpired,
  endWithCaller,
  pause,
  withDeadline,
} from './client/core/http/deadline.js';
export { CALL_OPTIONS, pickCallOptions } from './client/core/http/settings.js';
export { computeDoubt, DEFAULT_SETTLE, markSeen, nameRevision } from './client/core/http/sightings.js';
export { Wake } from './client/following/wake.js';
export { findInternals, type Internals, internals } from './client/internals.js';
export type { GuardedStore } from './client/stores/guarded-store.js';
export { memoryStore } from './client/stores/memory-store.js';
export { change, isLeaseOver, readTime } from './client/stores/store.js';
