import { toFields } from '../../../base/kinds.js';
import { NotFoundError } from '../errors/api-errors.js';

/** Milliseconds until what was made is certainly shown, by each replica of the service. */
export const DEFAULT_SETTLE = 30_000;
/** Many more than a client makes or sees within that time. */
const REMEMBERED = 10_000;

/**
 * What an account has just made or seen. A lagging replica may answer 404 for it, so for a while such an answer is
 * unconfirmed, and whoever reads the thing asks again.
 */
export class RecentlySeen {
  /** Until when a 404 is unconfirmed, on the clock of `performance.now()`, by the id or the name of what was seen. */
  readonly #until = new Map<unknown, number>();

  /**
   * Notes what an answer shows: a project with its questions, and a translated question with its newest revision.
   *
   * @param shown an object with an id
   * @param settle milliseconds for which a 404 is unconfirmed
   */
  note(shown: unknown, settle = DEFAULT_SETTLE): void {
    const { id, questions, project_id, translated_at } = toFields(shown);
    this.#remember(id, settle);
    if (project_id && translated_at) this.noteRevision(id, 'latest', settle);
    if (Array.isArray(questions)) for (const question of questions) this.note(question);
  }

  /** Notes a revision of a project's question. */
  noteRevision(question: unknown, n: unknown, settle = DEFAULT_SETTLE): void {
    this.#remember(nameRevision(question, n), settle);
  }

  /** Until when a 404 of a revision is unconfirmed; undefined when the revision was not seen lately. */
  getUnconfirmedUntil(question: unknown, n: unknown): number | undefined {
    return this.#until.get(nameRevision(question, n));
  }

  /** Whether an error is an unconfirmed 404 of the object with this id. */
  isUnconfirmed(error: unknown, id: number): boolean {
    return computeUnconfirmedTime(error, this.#until.get(id)) > 0;
  }

  #remember(name: unknown, settle: number): void {
    // Removed first, so that it becomes the newest.
    this.#until.delete(name);
    this.#until.set(name, performance.now() + settle);
    if (this.#until.size > REMEMBERED) this.#until.delete(this.#until.keys().next().value);
  }
}

const nameRevision = (question: unknown, n: unknown): string => `revision ${question}/${n}`;

/**
 * Milliseconds for which a 404 is still unconfirmed; 0 for any other error.
 *
 * @param until when a 404 is believed, on the clock of `performance.now()`. @default at once
 */
export function computeUnconfirmedTime(error: unknown, until = 0): number {
  return error instanceof NotFoundError ? Math.max(0, until - performance.now()) : 0;
}
