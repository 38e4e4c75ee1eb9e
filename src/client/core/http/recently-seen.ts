import { toFields } from '../../../base/kinds.js';
import { NotFoundError } from '../errors/api-errors.js';

/** Milliseconds until what was made is certainly shown, by each copy of the data. */
export const DEFAULT_SETTLE = 30_000;
/** Many more than a client makes or sees within that time. */
const REMEMBERED = 10_000;

/** Until when a 404 is doubted, on the clock of `performance.now()`, by the id or the name of what was made or seen. */
export type Sightings = Map<unknown, number>;

/** Names a revision of a project's question. */
export const nameRevision = (question: unknown, n: unknown): string => `revision ${question}/${n}`;

/**
 * Remembers what a client has made or seen.
 *
 * @param thing an id or a name; or an object with an id, as an answer shows it: a project is seen with its questions, and a
 *   translated question with its newest revision
 * @param settle milliseconds for which a 404 is doubted
 */
export function markSeen(sightings: Sightings, thing: unknown, settle = DEFAULT_SETTLE): void {
  const { id = thing, questions, project_id, translated_at } = toFields(thing);
  // Removed first, so that it becomes the newest.
  sightings.delete(id);
  sightings.set(id, performance.now() + settle);
  if (sightings.size > REMEMBERED) sightings.delete(sightings.keys().next().value);
  if (project_id && translated_at) markSeen(sightings, nameRevision(id, 'latest'), settle);
  if (Array.isArray(questions)) for (const question of questions) markSeen(sightings, question);
}

/**
 * Milliseconds for which a 404 is still doubted; 0 for any other error. It may be the answer of a copy of the data that is
 * behind: whoever reads what was made or seen a moment ago asks this, and goes on.
 *
 * @param until when a 404 is believed, on the clock of `performance.now()`. @default at once
 */
export function computeDoubt(error: unknown, until = 0): number {
  return error instanceof NotFoundError ? Math.max(0, until - performance.now()) : 0;
}
