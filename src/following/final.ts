import { AuthenticationError, NotFoundError, PermissionError } from '../core/errors/api-errors.js';
import { InputError, isRequesterError, RedirectError } from '../core/errors/errors.js';

const FINAL = [AuthenticationError, PermissionError, NotFoundError, InputError, RedirectError];

/** Whether a failure will not pass by itself. All others are polled through. */
export function isFinal(error: unknown): boolean {
  return !isRequesterError(error) || FINAL.some((Final) => error instanceof Final);
}

/** Milliseconds that the service asked to wait when it refused. */
export function askedToWait(error: unknown): number {
  return (isRequesterError(error) && error.retryAfter) || 0;
}
