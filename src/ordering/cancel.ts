import type { WithResponse } from '../core/call.js';
import type { CallOptions } from '../core/settings.js';
import { isOpen, lookDespiteFailures } from './settle.js';

/** Long enough for a cancellation that was still on its way. */
const SETTLE = 2_000;
const RHYTHM = { interval: 250, maxInterval: 1_000 };

/**
 * Cancels, and when the outcome stays open reads what became of the question: found cancelled, that is the
 * answer. Not found cancelled for 2 s, or while the call may last, the failure stands with its outcome as it was:
 * it could still arrive.
 */
export async function cancelAndSettle<Data, Body>(
  cancel: () => Promise<WithResponse<Data, Body>>,
  readCancelled: (options: CallOptions) => Promise<WithResponse<Data, Body> | undefined>,
  options: CallOptions | undefined,
  defaultTimeout: number,
): Promise<WithResponse<Data, Body>> {
  const endsAt = performance.now() + (options?.timeout ?? defaultTimeout);
  try {
    return await cancel();
  } catch (error) {
    if (!isOpen(error)) throw error;
    const read = (signal: AbortSignal): ReturnType<typeof readCancelled> =>
      readCancelled({ ...options, signal });
    const settle = Math.min(SETTLE, endsAt - performance.now());
    const cancelled = await lookDespiteFailures(settle, RHYTHM, options?.signal, read);
    if (cancelled === undefined) throw error;
    return cancelled;
  }
}
