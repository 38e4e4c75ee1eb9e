import { toFields } from '../../../base/kinds.js';
import { isRequesterError, type Outcome, type RequesterError } from './errors.js';

/** What came back after an attempt. */
interface Reply {
  /** Whether there was never a connection. @default false */
  readonly neverConnected?: boolean;
  /** The status of the answer; undefined when no answer came. */
  readonly status?: number | undefined;
  /** The answer as JSON; undefined when it is not JSON, or was cut short. */
  readonly answer?: unknown;
  /** Whether the answer is what the call promises. @default false */
  readonly isPromised?: boolean;
}

/**
 * Says what is known after an attempt of a write: the one rule by which writes are repeated, or are not. An answer that is
 * not the service's own is the word of something in between, which can't know what the service did.
 *
 * @see docs/when-an-order-is-unclear.md, Whose word it is
 */
export function judgeWrite({ neverConnected, status = 0, answer, isPromised }: Reply): Outcome {
  if (neverConnected) return 'not_sent';
  const { success, message } = toFields(answer);
  if (isUnparsed(status, answer)) return 'rejected';
  const isOwn = isPromised || (typeof success === 'boolean' && typeof message === 'string');
  if (!isOwn) return 'unknown';
  if (status >= 200 && status < 300) return success === false ? 'unknown' : 'done';
  // 408 says that the service gave up waiting, and not whether it had begun.
  const isRefusal = status >= 400 && status < 500 && status !== 408;
  return isRefusal && success === false ? 'rejected' : 'unknown';
}

/** Whether the service could not parse a body. Of its refusals, only this one has no `success`: its words decide. */
export function isUnparsed(status: number, answer: unknown): boolean {
  return status === 403 && toFields(answer).message === 'Problems parsing JSON';
}

/** Whether a write with this outcome can be sent again without being done twice. */
export function isUndone(outcome: Outcome): boolean {
  return outcome === 'not_sent' || outcome === 'rejected';
}

/** Whether an error means that a write may have been carried out. Errors from elsewhere do not count. */
export function mayHaveBeenDone(error: unknown): error is RequesterError {
  return isRequesterError(error) && !isUndone(error.outcome);
}
