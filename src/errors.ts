import type {
  ApiError,
  AuthenticationError,
  MalformedRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ValidationError,
} from './client/core/errors/api-errors.js';
import {
  type ConnectionError,
  type InputError,
  isRequesterError as isErrorOfOurs,
  type RedirectError,
  type ServerError,
  type TimeoutError,
  type UnexpectedAnswerError,
} from './client/core/errors/errors.js';
import type {
  CheckpointConflictError,
  CheckpointError,
  FileAnalysisError,
} from './client/following/errors.js';
import type { BudgetError, OrderConflictError, OutcomeUnknownError } from './client/ordering/errors.js';
import type { StoreError } from './client/stores/store-error.js';

/** Every error that a client throws. Its `name` says which one it is, so a test of the name narrows it. */
export type AnyRequesterError =
  | (ApiError & { readonly name: 'ApiError' })
  | AuthenticationError
  | BudgetError
  | CheckpointConflictError
  | CheckpointError
  | ConnectionError
  | FileAnalysisError
  | InputError
  | MalformedRequestError
  | NotFoundError
  | OrderConflictError
  | OutcomeUnknownError
  | PermissionError
  | RateLimitError
  | RedirectError
  | ServerError
  | StoreError
  | TimeoutError
  | UnexpectedAnswerError
  | ValidationError;

/**
 * Whether a caught value is an error of this package, whichever copy or module format it comes from.
 *
 * @example
 * if (isRequesterError(error) && error.name === 'ValidationError') show(error.errors);
 */
export function isRequesterError(error: unknown): error is AnyRequesterError {
  return isErrorOfOurs(error);
}
