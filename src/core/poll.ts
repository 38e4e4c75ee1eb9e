import { type Deadline, pause } from './deadline.js';

/** How often to look, in milliseconds. */
export interface Rhythm {
  readonly interval: number;
  readonly maxInterval: number;
}

const GROWTH = 1.5;

/** The pause after `idle` looks in a row that found nothing: from `interval` up to `maxInterval`. */
export function pauseAfter(idle: number, { interval, maxInterval }: Rhythm): number {
  return Math.min(interval * GROWTH ** idle, Math.max(interval, maxInterval));
}

/** Looks until something is found, at a slowing rhythm; ends as the deadline does. */
export async function poll<Found>(
  look: () => Promise<Found | undefined>,
  rhythm: Rhythm,
  deadline: Deadline,
): Promise<Found> {
  for (let idle = 0; ; idle += 1) {
    const found = await deadline.race(look());
    if (found !== undefined) return found;
    await pause(pauseAfter(idle, rhythm), deadline);
  }
}
