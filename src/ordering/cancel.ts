import { type Call, callOf, type WithResponse } from '../core/http/call.js';
import type { Http } from '../core/http/http.js';
import type { Operation } from '../core/http/operation.js';
import type { CallOptions } from '../core/http/settings.js';
import { isOpen, lookDespiteFailures } from './settle.js';

/** Milliseconds. Long enough for a cancellation that was still being carried out. */
const SETTLE = 2_000;
const RHYTHM = { interval: 250, maxInterval: 1_000 };

/** Reads the question in the form of the answer to a cancellation; undefined while it is not cancelled. */
type ReadCancelled<Data, Body> = (options: CallOptions) => Promise<WithResponse<Data, Body> | undefined>;

/**
 * Cancels. When the outcome is unknown, it reads the question until it is cancelled, and resolves to that. When the
 * question is not cancelled after 2 s, or when the call's time is over, it throws the error of the cancellation. Its
 * outcome stays unknown, since the cancellation could still be carried out.
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
