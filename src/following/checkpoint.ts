import { InputError, type Issue } from '../core/errors/errors.js';

/** A place in the event log: everything before it has been handled. `{ lastId }` alone is a valid one. */
export interface Checkpoint {
  /** The form of this object. @default 1 */
  readonly version?: 1 | undefined;
  /** The highest id that has been handled; 0 before the first event. */
  readonly lastId: number;
  /** The newest ids that have been handled, ascending, so that one that becomes visible late is recognised. */
  readonly recent?: readonly number[] | undefined;
  /** Every event up to this id counts as handled. @default what is before the `recent` ones */
  readonly floor?: number | undefined;
  /** How many events have been handled in all, which tells where in the log the place is. */
  readonly count?: number | undefined;
}

/** Where a checkpoint outlives the process. */
export interface CheckpointStore {
  /** The checkpoint saved last, or undefined or null when there is none. */
  load(): Checkpoint | undefined | null | Promise<Checkpoint | undefined | null>;
  save(checkpoint: Checkpoint): void | Promise<void>;
}

/** How many handled ids are remembered, and how many of them go into a checkpoint. */
const REMEMBERED = 400;
const SAVED = 200;
/** How many events can be ahead of one that becomes visible late. */
export const LATENESS = 100;

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
    recent.length <= REMEMBERED &&
    recent.every(isCount);
  return right ? [] : [{ path, message: 'must be a checkpoint: { lastId }, or one that a stream gave' }];
}

/** The arithmetic of a place: what has been handled, and what has not. Effects are elsewhere. */
export class Place {
  #lastId: number;
  /** Every id up to here counts as handled. */
  #floor: number;
  /** Every handled id above the floor. */
  #recent: Set<number>;
  #count: number | undefined;

  constructor(checkpoint: Checkpoint) {
    const issues = checkpointIssues('checkpoint', checkpoint);
    if (issues.length > 0) throw new InputError(issues);
    const { lastId, recent = [], floor, count } = checkpoint;
    this.#lastId = Math.max(lastId, ...recent);
    this.#recent = new Set(recent);
    this.#floor = floor ?? Math.min(lastId, ...recent.map((id) => id - 1));
    this.#count = count;
  }

  get lastId(): number {
    return this.#lastId;
  }

  /** How many events have been handled, where that is known. */
  get count(): number | undefined {
    return this.#count;
  }

  /**
   * No event up to this id can become visible late: more handled ones than that are ahead of it. Undefined where
   * only the last id is known.
   */
  get depth(): number | undefined {
    if (this.#recent.size === 0 && this.#floor > 0) return undefined;
    return [...this.#recent].sort((a, b) => b - a)[LATENESS] ?? this.#floor;
  }

  isHandled(id: number): boolean {
    return id <= this.#floor || this.#recent.has(id);
  }

  /** An event's loop body has finished. */
  handle(id: number): void {
    this.#lastId = Math.max(this.#lastId, id);
    if (this.#count !== undefined) this.#count += 1;
    this.#recent.add(id);
    if (this.#recent.size <= REMEMBERED) return;
    const newest = [...this.#recent].sort((a, b) => a - b).slice(-REMEMBERED / 2);
    this.#recent = new Set(newest);
    this.#floor = (newest[0] ?? 1) - 1;
  }

  /**
   * Where only the last id is known, takes what is visible up to it as handled, so that what becomes visible
   * there later is recognised.
   *
   * @param ids of the newest events
   * @param whole whether the log has no others
   */
  begin(ids: readonly number[], whole: boolean): void {
    if (this.#recent.size > 0 || this.#lastId === 0) return;
    const before = ids.filter((id) => id <= this.#lastId);
    this.#recent = new Set(before);
    this.#floor = whole ? 0 : Math.min(...before, this.#lastId + 1) - 1;
  }

  /** What the log showed: so many events in all, so many of them not handled yet. */
  counted(total: number | undefined, open: number): void {
    // A log that shrinks while it is read can have fewer in all.
    this.#count = total === undefined || total < open ? undefined : total - open;
  }

  toCheckpoint(): Checkpoint {
    const recent = [...this.#recent].sort((a, b) => a - b).slice(-SAVED);
    const floor = recent.length < this.#recent.size ? (recent[0] ?? 1) - 1 : this.#floor;
    const count = this.#count === undefined ? {} : { count: this.#count };
    return { version: 1, lastId: this.#lastId, recent, floor, ...count };
  }
}
