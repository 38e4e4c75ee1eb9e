import { isRequesterError, type RequesterError } from '../core/errors/errors.js';
import { Deadline, Expired, poll, type Rhythm } from '../core/http/deadline.js';

/** Whether a failed write may have been carried out. What is no error of this package tells nothing. */
export function isOpen(error: unknown): error is RequesterError {
  return isRequesterError(error) && error.outcome !== 'not_sent' && error.outcome !== 'rejected';
}

/** Looks until something is found; undefined when nothing was within `ms`. What a look throws ends it. */
export async function lookFor<Found>(
  ms: number,
  rhythm: Rhythm,
  caller: AbortSignal | undefined,
  look: (signal: AbortSignal) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const deadline = new Deadline(ms, caller);
  try {
    return await poll(() => look(deadline.signal), rhythm, deadline);
  } catch (thrown) {
    if (thrown instanceof Expired) return undefined;
    throw thrown;
  } finally {
    deadline.dispose();
  }
}

/**
 * The same for a write whose outcome is open: a failed look is as good as one that found nothing, since whatever
 * it failed with, it says nothing of the write.
 */
export function lookDespiteFailures<Found>(
  ms: number,
  rhythm: Rhythm,
  caller: AbortSignal | undefined,
  look: (signal: AbortSignal) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  return lookFor(ms, rhythm, caller, (signal) => look(signal).catch(() => undefined));
}
