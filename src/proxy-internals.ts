// Not published: what the proxy may use of the client, beyond `internals.ts`.
export { type ContractOperation, OPERATIONS, type OperationName } from './client/contract/operations.js';
export { makeSecretPatterns } from './client/core/errors/redact.js';
export type { Path } from './client/core/http/address.js';
export { checkFileAddress, streamResponse } from './client/core/http/download.js';
export { getHttpForPages, type Http } from './client/core/http/http.js';
export type { RequestPlan } from './client/core/http/operation.js';
export { HTTP_OPTIONS } from './client/core/http/settings.js';
export { streamFramed } from './client/core/runtime/framed-file.js';
