import { AuthenticationError, NotFoundError, PermissionError } from '../core/errors/api-errors.js';
import { InputError, isRequesterError, RedirectError } from '../core/errors/errors.js';

const PERMANENT = [AuthenticationError, PermissionError, NotFoundError, InputError, RedirectError];

/** Whether trying again can't help. After any other error, polling continues. */
export function isPermanent(error: unknown): boolean {
  return !isRequesterError(error) || PERMANENT.some((Final) => error instanceof Final);
}

/** Milliseconds to wait from the `Retry-After` of a refusal; 0 when there is none. */
export function readRetryAfter(error: unknown): number {
  return (isRequesterError(error) && error.retryAfter) || 0;
}
