// Not published: what the wings beside the client may use of it, beyond its public interface. What the index exports as well is
// here so that a server's bundle need not hold the whole client. A bundler leaves out what a wing does not use.

export { type ContractOperation, OPERATIONS, type OperationName } from './client/contract/operations.js';
export { findQuestionStage, findSimpleStage } from './client/contract/statuses.js';
export {
  describeThrown,
  InputError,
  isRequesterError,
  RequesterError,
  TimeoutError,
  type UsualFacts,
} from './client/core/errors/errors.js';
export { makeSecretMarker } from './client/core/errors/redact.js';
export type { Path } from './client/core/http/address.js';
export { type BodyText, parseDate, readMessageBody } from './client/core/http/answer.js';
export {
  combineSignals,
  Deadline,
  DeadlineExpired,
  endWithCaller,
  pause,
  withDeadline,
} from './client/core/http/deadline.js';
export { checkFileAddress, streamResponse } from './client/core/http/download.js';
export { explainHeaderName, findSecretValues } from './client/core/http/headers.js';
export type { Http } from './client/core/http/http.js';
export { listSecrets, type RequestPlan } from './client/core/http/operation.js';
export { DEFAULT_SETTLE, isStillShown, readPlaced } from './client/core/http/recently-seen.js';
export { CALL_OPTIONS, HTTP_OPTIONS, pickCallOptions } from './client/core/http/settings.js';
export { Leavable } from './client/core/paging/leavable.js';
export { streamFramed } from './client/core/runtime/framed-file.js';
export { Wake } from './client/following/wake.js';
export { findInternals, type Internals, internals } from './client/internals.js';
export { makeBudgetError, makeConflictError } from './client/ordering/errors.js';
export { LONGEST_KEY } from './client/ordering/options.js';
export { OrderRecords } from './client/ordering/order-records.js';
export { compareIdentity, compareOrderContent } from './client/ordering/same-order.js';
export type { GuardedStore } from './client/stores/guarded-store.js';
export { memoryStore } from './client/stores/memory-store.js';
export { change, isLeaseOver, readTime } from './client/stores/store.js';
