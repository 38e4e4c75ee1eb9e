import { toFields } from '../../../base/kinds.js';
import { NotFoundError } from '../errors/api-errors.js';
import { pause, withDeadline } from './deadline.js';
import type { CallOptions } from './settings.js';

// The one place that decides whether a 404 can be believed yet.

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

/** The pauses after an answer that is not believed yet, in milliseconds. They double. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5_000;

type ConfirmOptions = Pick<CallOptions, 'signal' | 'timeout'>;

/**
 * Reads what must be there, since it was made or seen. A 404 is unconfirmed until `timeout` has passed since the first one, or the
 * default of `settle` without it.
 *
 * @throws NotFoundError when it is still not there
 */
export async function readPlaced<Result>(
  read: () => Promise<Result>,
  options: ConfirmOptions,
): Promise<Result> {
  let missing: unknown;
  const readAgain = async (): Promise<{ readonly result: Result } | undefined> => {
    try {
      return { result: await read() };
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      missing = error;
      return undefined;
    }
  };
  const found = await confirm(readAgain, (answer) => answer !== undefined, options);
  if (found === undefined) throw missing;
  return found.result;
}

/** Whether the service shows what it has shown before. If not, that is unconfirmed for as long as a 404 of what was placed. */
export const isStillShown = (read: () => Promise<boolean>, options: ConfirmOptions): Promise<boolean> =>
  confirm(read, (isShown) => isShown, options);

/** Reads again, with growing pauses, until the thing is there or has been missing for `timeout`. */
async function confirm<Answer>(
  read: () => Promise<Answer>,
  isThere: (answer: Answer) => boolean,
  { signal, timeout = DEFAULT_SETTLE }: ConfirmOptions,
): Promise<Answer> {
  let until: number | undefined;
  for (let ms = FIRST_PAUSE; ; ms = Math.min(2 * ms, LONGEST_PAUSE)) {
    const answer = await read();
    if (isThere(answer)) return answer;
    until ??= performance.now() + timeout;
    const rest = Math.min(ms, until - performance.now());
    if (rest <= 0) return answer;
    await withDeadline(Number.POSITIVE_INFINITY, signal, (deadline) => pause(rest, deadline));
  }
}
