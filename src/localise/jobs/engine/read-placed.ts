import { type CallOptions, NotFoundError } from '../../../index.js';
import { DEFAULT_SETTLE, Deadline, DeadlineExpired, pause } from '../../../internals.js';

/** The pauses after a 404 that is not believed yet, in milliseconds. They double. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5_000;

/**
 * Reads what must be there, since it was placed: a copy of the data that is behind answers 404 for a while. So a 404 is not
 * believed before `timeout` has passed since the first one, or the default of `settle` without it.
 *
 * @throws NotFoundError when it is still not there
 */
export async function readPlaced<Result>(
  read: () => Promise<Result>,
  { signal, timeout = DEFAULT_SETTLE }: Pick<CallOptions, 'signal' | 'timeout'>,
): Promise<Result> {
  let deadline: Deadline | undefined;
  try {
    for (let ms = FIRST_PAUSE; ; ms = Math.min(2 * ms, LONGEST_PAUSE)) {
      try {
        return await read();
      } catch (error) {
        // Its reason can be a NotFoundError, which says nothing of this order.
        signal?.throwIfAborted();
        if (!(error instanceof NotFoundError)) throw error;
        deadline ??= new Deadline(timeout, signal);
        await pause(ms, deadline).catch((reason: unknown) => {
          throw reason instanceof DeadlineExpired ? error : reason;
        });
      }
    }
  } finally {
    deadline?.dispose();
  }
}
