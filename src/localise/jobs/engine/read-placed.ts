import type { CallOptions } from '../../../index.js';
import { computeDoubt, DEFAULT_SETTLE, pause, withDeadline } from '../../../internals.js';

/** The pauses after a 404 that is not believed yet, in milliseconds. They double. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5_000;

/**
 * Reads what must be there, since it was placed. A 404 is doubted until `timeout` has passed since the first one, or the default
 * of `settle` without it.
 *
 * @throws NotFoundError when it is still not there
 */
export async function readPlaced<Result>(
  read: () => Promise<Result>,
  { signal, timeout = DEFAULT_SETTLE }: Pick<CallOptions, 'signal' | 'timeout'>,
): Promise<Result> {
  let until: number | undefined;
  for (let ms = FIRST_PAUSE; ; ms = Math.min(2 * ms, LONGEST_PAUSE)) {
    try {
      return await read();
    } catch (error) {
      until ??= performance.now() + timeout;
      const doubt = Math.min(ms, computeDoubt(error, until));
      if (doubt === 0) throw error;
      await withDeadline(Number.POSITIVE_INFINITY, signal, (deadline) => pause(doubt, deadline));
    }
  }
}
