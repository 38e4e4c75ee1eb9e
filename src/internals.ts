// Not published: what the wings beside the client may use of it, beyond its public interface.
export { type ContractOperation, OPERATIONS, type OperationName } from './client/contract/operations.js';
export { redactor, spellingsOf } from './client/core/errors/redact.js';
export type { Path } from './client/core/http/address.js';
export { type BodyText, readBody } from './client/core/http/answer.js';
export { Deadline, DeadlineExpired, pause } from './client/core/http/deadline.js';
export { checkFileAddress, streamResponse } from './client/core/http/download.js';
export type { Http } from './client/core/http/http.js';
export type { RequestPlan } from './client/core/http/operation.js';
export { HTTP_OPTIONS } from './client/core/http/settings.js';
export { findInternals, type Internals, internals } from './client/internals.js';
export { DEFAULT_SETTLE } from './client/ordering/options.js';
export { change, isLeaseOver, readTime } from './client/stores/store.js';
