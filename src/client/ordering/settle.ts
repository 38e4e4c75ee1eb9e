import type { PollIntervals } from '../../base/backoff.js';
import { copyOwn } from '../../base/options.js';
import { mayHaveBeenDone } from '../core/errors/judge-write.js';
import { type Call, makeCall, type WithResponse } from '../core/http/call.js';
import { DeadlineExpired, poll, withDeadline } from '../core/http/deadline.js';
import type { Http } from '../core/http/http.js';
import type { Operation } from '../core/http/operation.js';
import type { CallOptions } from '../core/http/settings.js';

/** Calls `find` until it finds something; undefined when it finds nothing within `ms`. Rejects when `find` does. */
export async function findWithin<Found>(
  ms: number,
  intervals: PollIntervals,
  caller: AbortSignal | undefined,
  find: (signal: AbortSignal) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  if (ms <= 0) return undefined;
  return withDeadline(ms, caller, (deadline) => poll(() => find(deadline.signal), intervals, deadline)).catch(
    (thrown) => {
      if (!(thrown instanceof DeadlineExpired)) throw thrown;
      return undefined;
    },
  );
}

/** Milliseconds to wait for a question to show its cancellation. */
const CANCEL_SETTLE = 2_000;
const CANCEL_INTERVALS = { interval: 250, maxInterval: 1_000 };

/**
 * Cancels a question. When the outcome is unknown, reads the question until it is cancelled, for
 * at most 2 s and within the call's timeout. After that, throws the error of the cancellation, which may still be carried
 * out.
 *
 * @param readCancelled reads the question in the form of the answer; undefined while it is not cancelled
 */
export function cancelAndSettle<Data, Body>(
  http: Http,
  cancelling: Operation<Body, Data>,
  readCancelled: (options: CallOptions) => Promise<WithResponse<Data, Body> | undefined>,
  options: CallOptions | undefined,
): Call<Data, Body> {
  const forReading = copyOwn(options ?? {});
  const began = performance.now();
  const settle = async (error: unknown): Promise<WithResponse<Data, Body>> => {
    if (!mayHaveBeenDone(error)) throw error;
    const { timeout = http.settings.timeout } = forReading;
    const ms = Math.min(CANCEL_SETTLE, timeout - (performance.now() - began));
    // A read that fails does not show what became of the cancellation.
    const cancelled = await findWithin(ms, CANCEL_INTERVALS, forReading.signal, (signal) =>
      readCancelled({ ...forReading, signal }).catch(() => undefined),
    );
    if (cancelled === undefined) throw error;
    return cancelled;
  };
  return makeCall(http.request(cancelling, options).catch(settle));
}
