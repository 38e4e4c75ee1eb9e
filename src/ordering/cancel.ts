import { type Call, callOf, type WithResponse } from '../core/http/call.js';
import type { Http } from '../core/http/http.js';
import type { Operation } from '../core/http/operation.js';
import type { CallOptions } from '../core/http/settings.js';
import { isOpen, lookDespiteFailures } from './settle.js';

/** Long enough for a cancellation that was still on its way. */
const SETTLE = 2_000;
const RHYTHM = { interval: 250, maxInterval: 1_000 };

/** Reads what is to be cancelled, in the form of the cancellation's own answer; undefined while it is not. */
type ReadCancelled<Data, Body> = (options: CallOptions) => Promise<WithResponse<Data, Body> | undefined>;

/**
 * Cancels, and when the outcome stays open reads what became of the question: found cancelled, that is the
 * answer. Not found cancelled for 2 s, or while the call may last, the failure stands with its outcome as it was:
 * it could still arrive.
 */
export function cancelAndSettle<Data, Body>(
  http: Http,
  cancelling: Operation<Body, Data>,
  readCancelled: ReadCancelled<Data, Body>,
  options: CallOptions | undefined,
): Call<Data, Body> {
  return callOf(settled(http, cancelling, readCancelled, options));
}

async function settled<Data, Body>(
  http: Http,
  cancelling: Operation<Body, Data>,
  readCancelled: ReadCancelled<Data, Body>,
  options: CallOptions | undefined,
): Promise<WithResponse<Data, Body>> {
  const forReading = { ...options };
  const startedAt = performance.now();
  try {
    return await http.request(cancelling, options);
  } catch (error) {
    if (!isOpen(error)) throw error;
    const endsAt = startedAt + (forReading.timeout ?? http.settings.timeout);
    const settle = Math.min(SETTLE, endsAt - performance.now());
    const cancelled = await lookDespiteFailures(settle, RHYTHM, forReading.signal, (signal) =>
      readCancelled({ ...forReading, signal }),
    );
    if (cancelled === undefined) throw error;
    return cancelled;
  }
}
