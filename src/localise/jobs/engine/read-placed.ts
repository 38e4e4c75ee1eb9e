import type { CallOptions } from '../../../index.js';
import { computeDoubt, DEFAULT_SETTLE, pause, withDeadline } from '../../../internals.js';

/** The pauses after a 404 that is not believed yet, in milliseconds. They double. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5_000;

type DoubtOptions = Pick<CallOptions, 'signal' | 'timeout'>;

/**
 * Reads what must be there, since it was placed. A 404 is doubted until `timeout` has passed since the first one, or the default
 * of `settle` without it.
 *
 * @throws NotFoundError when it is still not there
 */
export async function readPlaced<Result>(
  read: () => Promise<Result>,
  options: DoubtOptions,
): Promise<Result> {
  return readAgain(options, async (until) => {
    try {
      return { result: await read() };
    } catch (error) {
      if (computeDoubt(error, until()) === 0) throw error;
    }
  });
}

/** Whether the service shows what it has shown before. That it does not is doubted as long as a 404 of what was placed. */
export async function isStillShown(read: () => Promise<boolean>, options: DoubtOptions): Promise<boolean> {
  return readAgain(options, async (until) => {
    const isShown = await read();
    if (isShown || performance.now() >= until()) return { result: isShown };
  });
}

/** Reads until there is a result, with growing pauses. @param read gets the time until which it may doubt what it has read */
async function readAgain<Result>(
  { signal, timeout = DEFAULT_SETTLE }: DoubtOptions,
  read: (until: () => number) => Promise<{ readonly result: Result } | undefined>,
): Promise<Result> {
  let until: number | undefined;
  const doubtUntil = (): number => {
    until ??= performance.now() + timeout;
    return until;
  };
  for (let ms = FIRST_PAUSE; ; ms = Math.min(2 * ms, LONGEST_PAUSE)) {
    const found = await read(doubtUntil);
    if (found !== undefined) return found.result;
    const doubt = Math.min(ms, Math.max(0, doubtUntil() - performance.now()));
    await withDeadline(Number.POSITIVE_INFINITY, signal, (deadline) => pause(doubt, deadline));
  }
}
