import { isRequesterError, type RequesterError } from '../core/errors/errors.js';
import { Deadline, Expired, type PollIntervals, poll } from '../core/http/deadline.js';

/** Pauses between searches for an order whose outcome is unknown. */
export const RHYTHM = { interval: 250, maxInterval: 4_000 };

/** Whether an error means that a write may have been carried out. Errors from elsewhere do not count. */
export function isOpen(error: unknown): error is RequesterError {
  return isRequesterError(error) && error.outcome !== 'not_sent' && error.outcome !== 'rejected';
}

/** Calls `look` until it finds something; undefined when it finds nothing within `ms`. An error ends it. */
export async function lookFor<Found>(
  ms: number,
  rhythm: PollIntervals,
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
 * The same for a write whose outcome is unknown. An error counts as "nothing found", since the error of a search says
 * nothing about the write.
 */
export function lookDespiteFailures<Found>(
  ms: number,
  rhythm: PollIntervals,
  caller: AbortSignal | undefined,
  look: (signal: AbortSignal) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  return lookFor(ms, rhythm, caller, (signal) => look(signal).catch(() => undefined));
}
