import { isRequesterError } from './errors.js';

/**
 * Writes the stack of an error of this package anew, so that it names the function that called. Used where several
 * callers share a promise, which V8 does not follow back to each caller.
 */
export function recaptureStack(error: unknown): void {
  if (isRequesterError(error)) Error.captureStackTrace?.(error, recaptureStack);
}
