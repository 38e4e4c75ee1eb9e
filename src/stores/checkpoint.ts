import type { Issue } from '../core/errors/errors.js';

/** A position in the event log: every event before it has been handled. `{ lastId }` alone is enough. */
export interface Checkpoint {
  /** The version of this format. @default 1 */
  readonly version?: 1 | undefined;
  /** The highest id that has been handled; 0 before the first event. */
  readonly lastId: number;
  /** The newest handled ids, ascending. They show which events became visible late. */
  readonly recent?: readonly number[] | undefined;
  /** Every event up to this id counts as handled. @default the id before the lowest of `recent` */
  readonly floor?: number | undefined;
  /** How many events have been handled in all. It helps to find the position in the log quickly. */
  readonly count?: number | undefined;
}

/** Stores a checkpoint, so that it survives the process. */
export interface CheckpointStore {
  /** The checkpoint that was saved last; undefined or null when there is none. */
  load(): Checkpoint | undefined | null | Promise<Checkpoint | undefined | null>;
  /**
   * Saves a checkpoint. A store that several processes share compares first: if it no longer holds `previous`, it saves
   * nothing and resolves to `false`. The stream then ends with a CheckpointConflictError.
   *
   * @param previous what this stream loaded or saved last; undefined when there was none
   * @returns `false`, or a promise of it, when another follower has saved; anything else when it is saved
   */
  save(checkpoint: Checkpoint, previous?: Checkpoint): unknown;
}

/** The most ids that a checkpoint may hold. */
export const MAX_RECENT = 400;

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

/** What is wrong with a checkpoint. */
export function checkpointIssues(path: string, checkpoint: unknown): readonly Issue[] {
  const {
    version = 1,
    lastId,
    recent = [],
    floor = 0,
    count = 0,
  }: Partial<Record<keyof Checkpoint, unknown>> = Object(checkpoint);
  const right =
    version === 1 &&
    isCount(lastId) &&
    isCount(floor) &&
    isCount(count) &&
    Array.isArray(recent) &&
    recent.length <= MAX_RECENT &&
    recent.every(isCount);
  return right ? [] : [{ path, message: 'must be a checkpoint: { lastId }, or one that a stream gave' }];
}

/** A checkpoint store for several processes: none overwrites what another has saved. */
export interface SharedCheckpoint extends CheckpointStore {
  load(): Promise<Checkpoint | undefined>;
  /**
   * Saves the checkpoint. With `previous` (undefined or null for none), it saves only if `previous` is what is stored.
   * Otherwise it resolves to false.
   */
  save(next: Checkpoint, ...previous: [previous?: Checkpoint | null | undefined]): Promise<boolean>;
}

/** The fields of a checkpoint, always in the same order, without any others. */
function contentOf({ version = 1, lastId, recent, floor, count }: Checkpoint): object {
  return { version, lastId, recent, floor, count };
}

/** The text that is stored. */
export function asSaved(checkpoint: Checkpoint, writer?: string): string {
  return JSON.stringify({ ...checkpoint, writer });
}

/** Whether the stored checkpoint has the content of the given one. */
export function isSaved(stored: Checkpoint | undefined, given: Checkpoint | null | undefined): boolean {
  if (stored === undefined || given === undefined || given === null)
    return (stored ?? null) === (given ?? null);
  return JSON.stringify(contentOf(stored)) === JSON.stringify(contentOf(given));
}
