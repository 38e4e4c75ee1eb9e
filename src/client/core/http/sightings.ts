import { toFields } from '../../../base/kinds.js';

/** Milliseconds until what was made is certainly shown, by each copy of the data. */
export const DEFAULT_SETTLE = 30_000;
/** Many more than a client makes or sees within that time. */
const REMEMBERED = 10_000;

/** When a client has made or seen a thing, by its id, on the clock of `performance.now()`. */
export type Sightings = Map<unknown, number>;

/** @param thing an object with an id, as an answer shows it; a project is seen with its questions */
export function markSeen(sightings: Sightings, thing: unknown): void {
  const { id, questions } = toFields(thing);
  // Removed first, so that it becomes the newest.
  sightings.delete(id);
  sightings.set(id, performance.now());
  if (sightings.size > REMEMBERED) sightings.delete(sightings.keys().next().value);
  if (Array.isArray(questions)) for (const question of questions) markSeen(sightings, question);
}

/** Whether a thing was seen a moment ago: a 404 for it is then the answer of a copy of the data that is behind. */
export function isSeen(sightings: Sightings, id: unknown): boolean {
  return performance.now() - (sightings.get(id) ?? Number.NEGATIVE_INFINITY) < DEFAULT_SETTLE;
}
