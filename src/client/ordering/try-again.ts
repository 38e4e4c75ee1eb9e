import { pauseAtRandom } from '../../base/backoff.js';

const TRIES = 3;
/** The longest pause before a step is tried again, in milliseconds. */
const LONGEST_PAUSE = 100;

/** Runs a step of the store that comes after an order was sent. It is tried again: what it would record is certain. */
export async function tryAgain<Result>(step: () => Promise<Result>): Promise<Result> {
  for (let left = TRIES - 1; left > 0; left -= 1) {
    try {
      return await step();
    } catch {
      await pauseAtRandom(LONGEST_PAUSE);
    }
  }
  return step();
}
