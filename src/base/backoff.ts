/** The shortest and the longest pause between two checks, in milliseconds. */
export interface PollIntervals {
  readonly interval: number;
  readonly maxInterval: number;
}

const GROWTH = 1.5;

/** The pause after `idle` checks in a row that found nothing: from `interval` up to `maxInterval`. */
export function computePause(idle: number, { interval, maxInterval }: PollIntervals): number {
  return Math.min(interval * GROWTH ** idle, Math.max(interval, maxInterval));
}

const FIRST_BACKOFF = 500;
const LONGEST_BACKOFF = 8_000;

/**
 * Exponential backoff with full jitter, in milliseconds. At least 1, so that no loop runs without a pause.
 *
 * @param attempt the number of the attempt that failed, from 1
 * @param random from 0 to 1
 */
export function computeBackoff(attempt: number, random: number): number {
  const ceiling = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** (attempt - 1));
  return Math.max(1, Math.round(random * ceiling));
}

/** Pauses for a random time of at most `longest` milliseconds, so that processes which collide do not collide again. */
export function pauseAtRandom(longest: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
}
