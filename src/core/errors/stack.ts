import { isRequesterError } from './errors.js';

/**
 * Writes the stack of an error of this package anew. Called where a promise that several share reaches one of its
 * callers, so that the stack names that caller; V8 does not follow such promises by itself.
 */
export function nameCaller(error: unknown): void {
  if (isRequesterError(error)) Error.captureStackTrace?.(error, nameCaller);
}
