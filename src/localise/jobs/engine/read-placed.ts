import type { CallOptions } from '../../../index.js';
import { computeUnconfirmedTime, DEFAULT_SETTLE, pause, withDeadline } from '../../../internals.js';

/** The pauses after a 404 that is not believed yet, in milliseconds. They double. */
const FIRST_PAUSE = 250;
const LONGEST_READ_PAUSE = 5_000;

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
  const settle = () =>
    read().then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );
  const outcome = await readWhileDoubtful(settle, isDoubtful, options);
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

const isDoubtful = (outcome: object): boolean =>
  'error' in outcome && computeUnconfirmedTime(outcome.error, Number.POSITIVE_INFINITY) > 0;

/** Whether the service shows what it has shown before. If not, that is doubted for as long as a 404 for what was placed. */
export const isStillShown = (read: () => Promise<boolean>, options: DoubtOptions): Promise<boolean> =>
  readWhileDoubtful(read, (isShown) => !isShown, options);

/** Reads again, with growing pauses, until an answer is not doubtful or has been so for `timeout`. */
async function readWhileDoubtful<Answer>(
  read: () => Promise<Answer>,
  isDoubtful: (answer: Answer) => boolean,
  { signal, timeout = DEFAULT_SETTLE }: DoubtOptions,
): Promise<Answer> {
  let until: number | undefined;
  for (let ms = FIRST_PAUSE; ; ms = Math.min(2 * ms, LONGEST_READ_PAUSE)) {
    const answer = await read();
    if (!isDoubtful(answer)) return answer;
    until ??= performance.now() + timeout;
    const doubt = Math.min(ms, until - performance.now());
    if (doubt <= 0) return answer;
    await withDeadline(Number.POSITIVE_INFINITY, signal, (deadline) => pause(doubt, deadline));
  }
}
